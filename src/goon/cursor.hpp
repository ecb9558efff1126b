// SPDX-License-Identifier: MIT
/// @file
/// Reads words of a GOON text, line by line.
#ifndef PITH_GOON_CURSOR_HPP
#define PITH_GOON_CURSOR_HPP

#include <pith/error.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pith::inline v0::goon {

/// Stands inside one line of the text. Each read that returns bool returns
/// false when it fails; problem() then says why, and nothing may be read any
/// more.
class cursor {
 public:
  cursor(std::string_view text, std::size_t max_line_bytes) noexcept
      : text_(text), max_line_bytes_(max_line_bytes) {}

  /// Goes to the next line. False at the end of the text, where offset() is
  /// its size, and on failure.
  [[nodiscard]] bool next_line() noexcept;
  /// Makes next_line() come to this line again.
  void stay() noexcept { next_ = begin_; }

  [[nodiscard]] std::string_view line() const noexcept {
    return text_.substr(begin_, end_ - begin_);
  }
  [[nodiscard]] std::string_view rest() const noexcept {
    return text_.substr(at_, end_ - at_);
  }
  [[nodiscard]] std::size_t offset() const noexcept { return at_; }
  [[nodiscard]] bool is_at_end() const noexcept { return at_ == end_; }
  [[nodiscard]] bool is_at(std::string_view text) const noexcept {
    return rest().starts_with(text);
  }

  /// Takes `text` if it is next.
  [[nodiscard]] bool take(std::string_view text) noexcept {
    if (!is_at(text)) return false;
    at_ += text.size();
    return true;
  }
  /// The bare characters that are next; there may be none.
  [[nodiscard]] std::string_view take_bare() noexcept;

  /// `Type:id` of bare characters; takes nothing when that is not next.
  [[nodiscard]] bool take_reference(std::string& type, std::int64_t& id);

  /// Fails with invalid_line unless `text` is next.
  [[nodiscard]] bool expect(std::string_view text, const char* detail) noexcept;
  [[nodiscard]] bool expect_end(const char* detail) noexcept;
  /// A word between quotes, the first of which is next.
  [[nodiscard]] bool read_quoted(std::string& into);
  /// A bare word or one between quotes.
  [[nodiscard]] bool read_name(std::string& into);
  /// A name and, after `:`, an id.
  [[nodiscard]] bool read_reference(std::string& type, std::int64_t& id);
  /// Digits as they would be written.
  [[nodiscard]] bool read_integer(std::int64_t& into);
  [[nodiscard]] bool read_count(std::uint64_t& into);

  [[nodiscard]] bool has_failed() const noexcept { return has_failed_; }
  [[nodiscard]] const error& problem() const noexcept { return problem_; }
  bool fail(error_code code, std::size_t offset, const char* detail) noexcept {
    problem_ = {code, offset, detail};
    has_failed_ = true;
    return false;
  }

 private:
  std::string_view text_;
  std::size_t max_line_bytes_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t at_ = 0;
  std::size_t next_ = 0;
  bool has_failed_ = false;
  error problem_{};
};

}  // namespace pith::inline v0::goon

#endif  // PITH_GOON_CURSOR_HPP
