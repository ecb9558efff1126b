// SPDX-License-Identifier: MIT
/// @file
/// Answers of MCP tools in the cheapest form that their client reads.
///
///     // On initialize, and on each request; the nearer one wins.
///     auto asked = pith::find_result_encoding(request["params"]);
///     auto answer = pith::make_tool_result(
///         doc.root(), asked.value_or_from(session), counter);
///     // answer->json is the result of the tools/call
#ifndef PITH_TOOL_RESULT_HPP
#define PITH_TOOL_RESULT_HPP

#include <pith/auto_encode.hpp>
#include <pith/codec.hpp>
#include <pith/document.hpp>
#include <pith/result.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0 {

/// Under this key a client says what it reads:
/// `{"accept":["text/x-gcf","application/json"],"maxTokens":8000}`.
inline constexpr std::string_view result_encoding_key = "pith/result-encoding";
/// Under this key of `_meta`, a text block and its result say what they are.
inline constexpr std::string_view encoding_mark_key = "pith/encoding";

/// What a client says it reads.
struct PITH_API result_encoding {
  /// Names of codecs, each once, in the client's order. Nothing: the client
  /// does not say. Empty: none of those that it names is known here. JSON is
  /// always read, whether it is named or not.
  std::optional<std::vector<std::string>> formats{};
  /// The most tokens that it takes in one result; 0: it does not say.
  std::size_t max_tokens = 0;

  /// Whether it says anything.
  [[nodiscard]] bool says_something() const noexcept {
    return formats.has_value() || max_tokens != 0;
  }
  /// Whether the client says that it reads JSON, and nothing else that is known
  /// here.
  [[nodiscard]] bool is_json_alone() const noexcept;
  /// What this does not say is taken from `farther`.
  [[nodiscard]] result_encoding value_or_from(
      const result_encoding& farther) const;

  friend bool operator==(const result_encoding&,
                         const result_encoding&) = default;
};

/// The lossless text format that a word of an accept list stands for: a name
/// ("gcf"), or a media type ("text/gcf", "text/x-gcf") without parameters. Null
/// when there is none. Static.
[[nodiscard]] PITH_API const codec* find_accepted(
    std::string_view word) noexcept;

/// Reads the value under result_encoding_key. What has another form, and words
/// that are not known, are ignored. Of a list, the first 16 count.
[[nodiscard]] PITH_API result_encoding read_result_encoding(value said);

/// Finds it in the `params` of a request. What the request says itself
/// (`_meta`) comes first, then the extensions among the capabilities of the
/// client: in `_meta` by revision 2026-07-28, and in `initialize` before, where
/// `experimental` is looked at, too.
[[nodiscard]] PITH_API result_encoding find_result_encoding(maybe_value params);

/// A CallToolResult.
struct tool_result {
  std::string json{};    ///< compact
  std::string format{};  ///< the name of the codec of its text
  std::size_t tokens = 0;
};

/// The result that says `v` in the fewest tokens that the client reads.
///
/// A text in another format than JSON is alone in its result, and both are
/// marked with its name. A client that asked for no other format gets compact
/// JSON, and an object as structuredContent as well. Tools of servers that call
/// this declare no outputSchema: their results may have no structuredContent.
///
/// Fails as auto_encode() does. max_tokens is for the caller to heed
/// (encode_within.hpp).
[[nodiscard]] PITH_API result<tool_result> make_tool_result(
    value v, const result_encoding& asked, token_meter tokens);

}  // namespace pith::inline v0

#endif  // PITH_TOOL_RESULT_HPP
