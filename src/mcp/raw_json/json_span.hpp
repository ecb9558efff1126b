// SPDX-License-Identifier: MIT
/// @file
/// JSON read in place: where members begin and end, so that a message can be
/// changed in one place and stay as it was, byte for byte, in all others.
#ifndef PITH_MCP_RAW_JSON_JSON_SPAN_HPP
#define PITH_MCP_RAW_JSON_JSON_SPAN_HPP

#include "mcp/raw_json/json_text.hpp"

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// Containers inside one another that the scanner follows.
inline constexpr std::size_t max_json_depth = 512;

/// The length of the JSON value at the beginning of `text`; nothing when there
/// is none. Checks brackets, strings and the spelling of literals and numbers,
/// but neither UTF-8 nor escapes. Linear, without recursion; deeper than
/// max_json_depth is not a value.
[[nodiscard]] std::optional<std::size_t> value_length(
    std::string_view text) noexcept;

/// Where `text` (blanks around it allowed) stops being JSON that all readers
/// take for the same: well-formed UTF-8, escapes and numbers as RFC 8259 has
/// them, no control characters, at most max_json_depth deep. Nothing when it
/// is JSON throughout. A half of a surrogate pair may be escaped: whoever reads
/// such a string has to refuse it. Linear, without recursion.
[[nodiscard]] std::optional<std::size_t> find_json_fault(
    std::string_view text) noexcept;

/// A member of an object, in place. Both views are raw: the key with its
/// quotes, the value without blanks around it.
struct member_span {
  std::string_view key;
  std::string_view value;
};

/// The members of the object that `object` is as a whole (blanks around it
/// allowed), in order; nothing when it is not an object. A key may come twice.
[[nodiscard]] std::optional<std::vector<member_span>> members_of(
    std::string_view object);

/// The elements of an array, in place.
[[nodiscard]] std::optional<std::vector<std::string_view>> elements_of(
    std::string_view array);

/// The value of the last member `key`, which is the one that readers take;
/// nothing when there is none or `object` is not an object.
[[nodiscard]] std::optional<std::string_view> find_member(
    std::string_view object, std::string_view key);

/// The same, or an empty view.
[[nodiscard]] std::string_view member_or_none(std::string_view object,
                                              std::string_view key);
/// The text of that member; empty when it is not a string.
[[nodiscard]] std::string text_member(std::string_view object,
                                      std::string_view key);

/// find_member() along a path of keys.
[[nodiscard]] std::optional<std::string_view> find_path(
    std::string_view object, std::initializer_list<std::string_view> keys);

/// Whether `c` is a blank as JSON has them.
[[nodiscard]] constexpr bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// `raw` without blanks at both ends, as JSON has them.
[[nodiscard]] std::string_view trimmed(std::string_view raw) noexcept;

/// The key and the value of a member, with what is between them, in place.
[[nodiscard]] std::string_view whole_member(const member_span& m) noexcept;

/// What has to go for the member to leave the object that holds it: the member
/// and the comma after it with the blanks there, or for the last member the
/// comma before it. `text` holds that object, or an array of which `m` is an
/// element (as its own key).
[[nodiscard]] std::string_view member_with_comma(std::string_view text,
                                                 const member_span& m);

/// A text with some of its parts replaced, and all others as they are. Parts
/// are views into that text; they must not overlap, and come in order.
class splice {
 public:
  explicit splice(std::string_view source) noexcept : source_(source) {}

  /// `part` must be a view into the source, after all earlier ones.
  void replace(std::string_view part, std::string_view with);
  /// Takes a member out of the object that holds it, and one comma with it, as
  /// member_with_comma().
  void remove_member(const member_span& member);
  [[nodiscard]] bool has_changes() const noexcept { return at_ != 0; }
  /// The whole text; nothing can be replaced afterwards.
  [[nodiscard]] std::string finish();

 private:
  std::string_view source_;
  std::string out_;
  std::size_t at_ = 0;  // what of the source is in `out_`, or left out
};

}  // namespace pith::mcp

#endif  // PITH_MCP_RAW_JSON_JSON_SPAN_HPP
