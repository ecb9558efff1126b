// SPDX-License-Identifier: MIT
/// @file
/// A TOML text that is being read: blanks, comments, keys and strings.
#ifndef PITH_INTERCHANGE_TOML_TEXT_HPP
#define PITH_INTERCHANGE_TOML_TEXT_HPP

#include <pith/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pith::interchange {

/// The text is UTF-8. Functions leave off after what they read.
class toml_text {
 public:
  explicit toml_text(std::string_view text) noexcept : text_(text) {}

  [[nodiscard]] std::size_t offset() const noexcept { return at_; }
  [[nodiscard]] bool is_end() const noexcept { return at_ == text_.size(); }
  /// The next character; 0 at the end.
  [[nodiscard]] char peek() const noexcept {
    return is_end() ? '\0' : text_[at_];
  }
  [[nodiscard]] bool starts_with(std::string_view what) const noexcept {
    return text_.substr(at_).starts_with(what);
  }
  void skip(std::size_t bytes) noexcept { at_ += bytes; }

  /// Spaces and tabs.
  void skip_blanks() noexcept;
  /// Blanks, a comment, and the end of the line or of the text:
  /// trailing_characters when something else is there.
  [[nodiscard]] result<void> end_line();
  /// Blanks, comments and ends of lines.
  [[nodiscard]] result<void> skip_lines();

  /// The whole text: calls `header` where a line begins with `[`, and `pair`
  /// at every other line that is not blank. Both read up to the end of the
  /// line and return a result<void>; the first error ends the reading.
  template <class Header, class Pair>
  [[nodiscard]] result<void> read_lines(Header&& header, Pair&& pair) {
    for (;;) {
      if (const auto done = skip_lines(); !done || is_end()) return done;
      if (const auto done = peek() == '[' ? header() : pair(); !done) {
        return done;
      }
      if (const auto done = end_line(); !done) return done;
    }
  }

  /// A bare or quoted key, one part of a dotted one.
  [[nodiscard]] result<void> read_key(std::string& out);
  /// A string in any of the four kinds of quotes.
  [[nodiscard]] result<void> read_string(std::string& out);
  /// The characters that a number, a date or a boolean may have. A date takes
  /// the time after it, too.
  [[nodiscard]] std::string_view read_word() noexcept;

  /// `code` here, or unexpected_end when there is nothing here.
  [[nodiscard]] error fail(error_code code, const char* detail) const noexcept;

 private:
  /// The end of a line, 0 bytes when none is here.
  [[nodiscard]] std::size_t line_end_bytes() const noexcept;
  [[nodiscard]] result<void> skip_comment();
  [[nodiscard]] result<void> read_basic(std::string& out, bool is_long);
  [[nodiscard]] result<void> read_literal(std::string& out, bool is_long);
  [[nodiscard]] result<void> read_escape(std::string& out, bool is_long);
  [[nodiscard]] result<void> read_code_point(std::string& out,
                                             std::size_t digits);
  [[nodiscard]] bool close_long(std::string& out, char quote);
  [[nodiscard]] result<void> take_character(std::string& out, bool is_long);
  [[nodiscard]] bool skip_line_break_in_string();

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t opening_ = 0;  // of the string being read
};

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_TOML_TEXT_HPP
