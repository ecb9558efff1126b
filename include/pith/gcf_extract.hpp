// SPDX-License-Identifier: MIT
/// @file
/// What a language model writes: finds the payload in its answer, and says
/// what is wrong with one in words that can be sent back.
#ifndef PITH_GCF_EXTRACT_HPP
#define PITH_GCF_EXTRACT_HPP

#include <pith/config.hpp>
#include <pith/error.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace pith::inline v0::gcf {

enum class payload_format : std::uint8_t { gcf, json };

/// A payload in an answer. `payload` points into the text that was searched.
struct extracted {
  std::string_view payload;
  payload_format format = payload_format::gcf;
  /// Where the payload begins in the text, in bytes.
  std::size_t offset = 0;
  /// Spaces before the fence of an indented block. They stand before the
  /// lines of the payload as well, apart from the first, and mean something
  /// to GCF; unindented() takes them away.
  std::size_t indent = 0;
};

/// Finds the GCF or JSON payload in an answer. It does not decode: whether the
/// payload is good is for gcf::decode() or json::parse() to say.
///
/// Reasoning at the beginning is passed over: `<think>`, `<thinking>` and
/// `<reasoning>` with what stands between them and their closing tags, and
/// everything before a closing tag that is alone on its line (its opening tag
/// was given to the model). Reasoning that never ends hides the whole answer.
///
/// Of what is left, this is taken, in this order of preference:
/// 1. a payload with which the answer begins;
/// 2. the first fenced block (three or more backticks or tildes, indented or
///    not, closed or not) that is labelled `gcf` or `json` or begins like a
///    payload, whatever its label;
/// 3. lines from one that begins with `GCF profile=` up to a blank line or
///    after the summary;
/// 4. the first balanced JSON object or array, an array of plain scalars such
///    as `[1, 2]` only if there is nothing else. `[1]` between words is a
///    reference and not a payload; it counts only where it has lines to itself.
///
/// Nothing when there is none of these. Linear time on any text, constant
/// memory, no recursion.
[[nodiscard]] PITH_API std::optional<extracted> extract(
    std::string_view text PITH_LIFETIMEBOUND) noexcept;
/// Not of a temporary: the payload would point into a text that is gone.
template <class Text>
  requires(std::same_as<std::remove_const_t<Text>, std::string>)
std::optional<extracted> extract(Text&& text) = delete;

/// The payload without the indentation of its fence.
[[nodiscard]] PITH_API std::string unindented(const extracted& found);

/// Says in two or three sentences what is wrong with a text and how to repair
/// it, fit to be sent back to the model that wrote it:
///
///     Line 3, column 4: a row must have one cell per declared field
///     (row_width_mismatch). Found: "1|x". Write exactly one ...
///
/// `what` is the error with which decoding `text` failed. What stood there is
/// quoted, shortened to about 60 characters, with control characters and
/// invalid bytes escaped. Linear in the offset.
[[nodiscard]] PITH_API std::string explain(const error& what,
                                           std::string_view text);

/// The last of these sentences: how to repair an error of this category.
/// Static; never empty.
[[nodiscard]] PITH_API std::string_view repair_hint(error_code code) noexcept;

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_EXTRACT_HPP
