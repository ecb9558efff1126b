// SPDX-License-Identifier: MIT
/// @file
/// How well a tool fits a request: plain numbers in and out.
#ifndef PITH_MCP_SEARCH_RANKING_HPP
#define PITH_MCP_SEARCH_RANKING_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::mcp {

/// The parts of a tool that are searched on their own.
enum class tool_field : std::uint8_t {
  name,        ///< the words of its name
  member,      ///< the words of the name of its server
  lead,        ///< the title and the first sentence of the description
  rest,        ///< the description after that
  parameters,  ///< names of parameters
  hints,       ///< descriptions of parameters
};
inline constexpr std::size_t tool_field_count = 6;

/// What a verb does. Nearly every tool does one of these, and says so in its
/// name; a request mostly says so, too.
enum class deed : std::uint8_t { none, read, create, change, remove };

/// What a word says about the deed; none when it is not such a verb. `base` is
/// a base form (words.hpp).
[[nodiscard]] deed deed_of(std::string_view base);

/// The numbers of the ranking. They were chosen on one half of the requests in
/// tests/mcp/disclosure, and measured on the other half.
struct ranking {
  /// What a word in a field is worth, in the order of tool_field.
  std::array<double, tool_field_count> fields{2.3, 6.0, 1.4, 0.1, 0.3, 0.45};
  /// The same word in more fields adds less and less.
  double saturation = 1.5;
  /// A synonym, beside the word itself.
  double synonym = 0.88;
  double loose_synonym = 0.8;
  /// A word that begins with one that no tool has.
  double prefix = 0.6;
  /// How much the tools that have only a synonym make a word common; the same
  /// for verbs that say what is done.
  double spread = 0.6;
  double verb_spread = 0.8;
  /// How much of a long text counts less; 0 to 1.
  double length = 0.28;
  /// Of a tool whose name consists of words of the request.
  double whole_name = 2;
  /// A word of at least this rarity counts in full there.
  double name_rarity = 1.2;
  /// Two words side by side, in a request and in a tool.
  double pair = 0.35;
  /// Of a tool whose name has a word of the request in just that form.
  double same_form = 0.28;
  /// A verb that says what is done, beside other words.
  double verb = 0.58;
  /// The share of the request that a tool covers, as an exponent.
  double coverage = 0.3;
  /// The request names the server: a factor for its tools.
  double named_member = 2.1;
  /// More for a tool whose server has other tools that fit as well.
  double company = 0.2;
  /// The request wants the deed of the tool, or another one.
  double same_deed = 1.12;
  double other_deed = 0.45;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_SEARCH_RANKING_HPP
