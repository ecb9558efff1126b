// SPDX-License-Identifier: MIT
/// @file
/// The patterns of .gitignore files.
#ifndef PITH_APPS_PITH_FILES_GLOB_HPP
#define PITH_APPS_PITH_FILES_GLOB_HPP

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cli::files {

/// A pattern as git matches it, byte by byte: `*` and `?` do not match `/`,
/// `**` between slashes matches directories, `[a-z]`, `[!a]` and `[[:alpha:]]`
/// match one byte, a backslash takes the next byte as it is. One that is
/// malformed matches nothing.
class glob {
 public:
  explicit glob(std::string_view pattern);

  /// Whether the whole text matches. Without recursion, in time that is
  /// bounded by the length of the text times that of the pattern.
  [[nodiscard]] bool matches(std::string_view text) const;

 private:
  enum class kind : std::uint8_t {
    byte,
    set,
    star,  ///< any number of bytes, but no slash
    deep,  ///< any number of bytes
    skip,  ///< here, or after the next two parts: `**/`
  };
  struct part {
    kind what;
    char byte = 0;
    std::size_t set = 0;  ///< which one
  };

  void add(char byte) { parts_.push_back({kind::byte, byte}); }
  [[nodiscard]] std::size_t add_stars(std::string_view pattern, std::size_t at);
  [[nodiscard]] std::size_t add_set(std::string_view pattern, std::size_t at);
  [[nodiscard]] bool takes(const part& one, char byte) const;

  std::string prefix_;  // before the first character with a meaning
  std::vector<part> parts_;
  std::vector<std::bitset<256>> sets_;
  bool is_malformed_ = false;
};

}  // namespace cli::files

#endif  // PITH_APPS_PITH_FILES_GLOB_HPP
