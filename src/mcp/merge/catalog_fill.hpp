// SPDX-License-Identifier: MIT
/// @file
/// Asks a member for all that it offers.
#ifndef PITH_MCP_MERGE_CATALOG_FILL_HPP
#define PITH_MCP_MERGE_CATALOG_FILL_HPP

#include "mcp/interpret/message_interpreter.hpp"
#include "mcp/merge/member_catalog.hpp"
#include "mcp/merge/member_connection.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace pith::mcp {

/// One attempt. It keeps itself until it is over.
class catalog_fill : public std::enable_shared_from_this<catalog_fill> {
 public:
  /// What was found; null when that failed, and why.
  using taker = std::function<void(std::shared_ptr<const member_catalog> found,
                                   std::string_view problem)>;

  /// The member must be open, and outlive it; so must the interpreter, whose
  /// policy says which tools there are. `meta` is the raw `_meta` of modern
  /// requests; empty for others.
  static void run(boost::asio::io_context& io, member_connection& from,
                  message_interpreter& interpreter, std::string meta,
                  taker then);

  catalog_fill(boost::asio::io_context& io, member_connection& from,
               message_interpreter& interpreter, std::string meta, taker then);

 private:
  // Beyond these a list is cut: what a member sends must not fill the memory.
  static constexpr std::size_t max_pages = 64;
  static constexpr std::size_t max_items = 10'000;
  static constexpr std::size_t max_bytes = 16U << 20U;

  void next_list();
  void ask_page(std::string_view cursor);
  void on_page(const message* answer, std::string_view problem);
  /// Adds the items of a raw list result.
  void take_items(std::string_view result);
  void note_life(std::string_view result);
  void finish(std::string_view problem);

  boost::asio::steady_timer patience_;
  member_connection* from_;
  message_interpreter* interpreter_;
  std::string meta_;
  taker then_;
  std::shared_ptr<member_catalog> made_;
  std::size_t list_ = 0;   // of which one
  std::size_t pages_ = 0;  // of this list
  std::size_t items_ = 0;  // of all
  std::size_t bytes_ = 0;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_CATALOG_FILL_HPP
