// SPDX-License-Identifier: MIT
/// @file
/// What of a tool can be found.
#ifndef PITH_MCP_SEARCH_SEARCHED_TOOL_HPP
#define PITH_MCP_SEARCH_SEARCHED_TOOL_HPP

#include <string>
#include <string_view>

namespace pith::mcp {

/// A tool as the index reads it.
struct searched_tool {
  std::string name{};         ///< as clients see and call it
  std::string member{};       ///< the server that it is of
  std::string original{};     ///< as that server calls it
  std::string title{};        ///< may be empty
  std::string description{};  ///< may be empty
  std::string parameters{};   ///< names, in words
  std::string hints{};        ///< descriptions of the parameters
};

/// Reads the parameters of a raw input schema into `into`: the names of its
/// properties and of those of the objects and arrays inside them, and their
/// titles, descriptions and enumerated texts. What is not a schema gives
/// nothing. Bounded: 200 properties, 4 levels, 8,000 bytes of text.
void read_parameters(std::string_view schema, searched_tool& into);

}  // namespace pith::mcp

#endif  // PITH_MCP_SEARCH_SEARCHED_TOOL_HPP
