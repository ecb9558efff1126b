// SPDX-License-Identifier: MIT
/// @file
/// Balanced JSON in a text that is mostly something else.
#ifndef PITH_GCF_EXTRACT_BRACKETS_HPP
#define PITH_GCF_EXTRACT_BRACKETS_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf::extraction {

/// How much the text after an opening bracket looks like JSON.
enum class likeness : std::uint8_t {
  none,
  weak,    ///< `{}`, `[]` or an array that begins with a bare scalar: `[1]`
  strong,  ///< `{"`, or an array that begins with a string or a container
};

/// `at` is the offset of a bracket. Looks as far as the next character.
[[nodiscard]] likeness json_likeness(std::string_view text,
                                     std::size_t at) noexcept;

struct bracketed {
  std::size_t begin = 0;
  std::size_t end = 0;  ///< after the closing bracket
  likeness kind = likeness::none;
};

/// The first balanced object or array at or after `from` that is not inside
/// another one; strong ones before weak ones. Brackets in strings do not
/// count. Linear, constant memory: containers deeper than 1024 are forgotten
/// from the outside.
[[nodiscard]] bracketed find_json(std::string_view text,
                                  std::size_t from) noexcept;

/// Where the object or array that begins at `from` ends, or npos.
[[nodiscard]] std::size_t find_json_end(std::string_view text,
                                        std::size_t from) noexcept;

}  // namespace pith::inline v0::gcf::extraction

#endif  // PITH_GCF_EXTRACT_BRACKETS_HPP
