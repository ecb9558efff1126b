// SPDX-License-Identifier: MIT
/// @file
/// A path to a value inside a document, as people type it.
#ifndef PITH_APPS_PITH_SELECT_PATH_HPP
#define PITH_APPS_PITH_SELECT_PATH_HPP

#include <pith/document.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli::select {

/// One step down: to a member of an object, or to an element of an array.
struct step {
  std::string key{};
  /// Of an element; below 0 it counts from the end.
  std::optional<std::int64_t> index{};
  /// False: `[3]`, which no object has. With an index too: `/3`, where what is
  /// there decides.
  bool may_be_key = true;
};

using path = std::vector<step>;

/// A longer path leads into nothing that pith reads.
inline constexpr std::size_t max_path_bytes = std::size_t{1} << 16;

/// A path, or what is wrong with its text: a sentence without a full stop.
struct path_reading {
  path steps{};
  std::string mistake{};
};

/// Reads a JSON Pointer (RFC 6901), which begins with `/` or is empty, or the
/// dotted form, which begins with `.`: `.`, `.rows`, `.items[0].name`,
/// `.items[-1]`, `."a b"`, `.["a b"]`. Quoted keys have the escapes of JSON.
/// A bare key ends at `.`, `[` or the end; it has no quotes, closing
/// brackets, blanks or control characters. Linear in the text.
[[nodiscard]] path_reading read_path(std::string_view text);

/// The first `count` steps in the dotted form, which read_path() reads back.
[[nodiscard]] std::string dotted(const path& steps, std::size_t count);
[[nodiscard]] inline std::string dotted(const path& steps) {
  return dotted(steps, steps.size());
}

/// How far a path leads.
struct lookup {
  pith::maybe_value found;  ///< nothing when a step leads nowhere
  pith::value last;         ///< where the steps that were there end
  std::size_t steps = 0;    ///< that were there
};

/// Follows a path. Linear in what value::find() and value::at() go through.
/// The values are valid as long as `from`.
[[nodiscard]] lookup find(pith::value from, const path& steps) noexcept;

/// Why a path leads nowhere: what is there, and what may have been meant, as
/// "'.result' has page and rows, but no 'row'; did you mean 'rows'?". At most
/// a few keys are named, and a few hundred looked at.
[[nodiscard]] std::string why_missing(const lookup& stopped, const path& steps);

/// The first keys of an object, as "id, name and 12 others".
[[nodiscard]] std::string keys_of(pith::value object);

/// "null", "a number", "an array".
[[nodiscard]] std::string_view kind_words(pith::kind k);

/// "; did you mean 'name'?" when a key of the object is near, else nothing.
[[nodiscard]] std::string nearest_key(pith::value object, std::string_view key);

}  // namespace cli::select

#endif  // PITH_APPS_PITH_SELECT_PATH_HPP
