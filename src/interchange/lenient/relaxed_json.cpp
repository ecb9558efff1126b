// SPDX-License-Identifier: MIT
#include "interchange/lenient/relaxed_json.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace pith::interchange {

namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view escaped_replacement = "\\ufffd";
constexpr std::string_view replacement = "\xEF\xBF\xBD";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// An integer of JSON's grammar that int64 does not hold.
bool is_big_integer(std::string_view number) {
  std::string_view digits = number;
  if (digits.starts_with('-')) digits.remove_prefix(1);
  if (digits.empty() || (digits.size() > 1 && digits[0] == '0') ||
      !std::ranges::all_of(digits, is_digit)) {
    return false;
  }
  std::int64_t fits = 0;
  return std::from_chars(number.data(), number.data() + number.size(), fits)
             .ec != std::errc{};
}

/// The number of an escape such as \ud800; nothing when none begins there.
std::optional<unsigned> escaped_unit(std::string_view text) {
  if (!text.starts_with("\\u") || text.size() < 6) return std::nullopt;
  unsigned unit = 0;
  const char* const end = text.data() + 6;
  const auto [stop, failed] = std::from_chars(text.data() + 2, end, unit, 16);
  if (failed != std::errc{} || stop != end) return std::nullopt;
  return unit;
}

bool is_high(unsigned unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low(unsigned unit) { return unit >= 0xDC00 && unit < 0xE000; }

/// Half of a pair as three bytes, which UTF-8 does not have.
bool is_surrogate_bytes(std::string_view text) {
  const auto byte = [text](std::size_t at) {
    return static_cast<unsigned char>(text[at]);
  };
  return text.size() >= 3 && byte(0) == 0xED && byte(1) >= 0xA0 &&
         byte(1) <= 0xBF && byte(2) >= 0x80 && byte(2) <= 0xBF;
}

}  // namespace

/// One pass over a text.
class json_relaxer {
 public:
  json_relaxer(std::string_view text, const json_leniency& allowed)
      : in_(text), allowed_(allowed) {
    out_.text_.reserve(text.size());
  }

  result<relaxed_json> run() {
    while (at_ < in_.size()) {
      const char c = in_[at_];
      if (blanks.find(c) != blanks.npos) {
        keep(1);
      } else if (c == '/' && allowed_.comments && begins_comment()) {
        if (const auto done = skip_comment(); !done) return done.error();
      } else if (const auto done = take(c); !done) {
        return done.error();
      }
    }
    return std::move(out_);
  }

 private:
  void keep(std::size_t bytes) {
    out_.text_ += in_.substr(at_, bytes);
    at_ += bytes;
  }

  [[nodiscard]] bool begins_comment() const {
    const std::string_view rest = in_.substr(at_);
    return rest.starts_with("//") || rest.starts_with("/*");
  }

  /// Blanks in its place; lines stay lines, so that errors keep their place.
  result<void> skip_comment() {
    const bool is_line = in_[at_ + 1] == '/';
    std::size_t end =
        is_line ? in_.find_first_of("\r\n", at_) : in_.find("*/", at_ + 2);
    if (end == in_.npos && !is_line) {
      return error{error_code::unexpected_end, at_, "the comment has no end"};
    }
    end = end == in_.npos ? in_.size() : end + (is_line ? 0 : 2);
    for (; at_ < end; ++at_) {
      const char c = in_[at_];
      out_.text_ += c == '\r' || c == '\n' ? c : ' ';
    }
    return {};
  }

  /// What is neither blank nor comment.
  result<void> take(char c) {
    const char before = before_;
    before_ = c;
    switch (c) {
      case '"':
        take_string();
        return {};
      case ',':
        // A comma after nothing is not the one after the last element.
        comma_ = before != 0 && before != '[' && before != '{' &&
                         before != ',' && before != ':'
                     ? std::optional(out_.text_.size())
                     : std::nullopt;
        break;
      case ']':
      case '}':
        if (before == ',' && comma_ && allowed_.comments) {
          out_.text_[*comma_] = ' ';
        }
        break;
      case ':':
        if (big_) {
          return error{error_code::unexpected_character, *big_,
                       "expected a string as the key of a member"};
        }
        break;
      default:
        if (c == '-' || is_digit(c)) {
          take_number();
          return {};
        }
    }
    big_.reset();
    keep(1);
    return {};
  }

  void take_number() {
    std::size_t end = at_ + 1;
    while (end < in_.size() &&
           (is_digit(in_[end]) || in_[end] == '.' || in_[end] == 'e' ||
            in_[end] == 'E' || in_[end] == '+' || in_[end] == '-')) {
      ++end;
    }
    const std::string_view number = in_.substr(at_, end - at_);
    big_.reset();
    if (allowed_.big == big_integers::refused || !is_big_integer(number)) {
      keep(number.size());
      return;
    }
    big_ = at_;
    if (allowed_.big == big_integers::string) add('"');
    keep(number.size());
    if (allowed_.big == big_integers::string) {
      add('"');
    } else {
      add('e');
      add('0');
    }
  }

  void add(char c) {
    out_.added_.push_back(out_.text_.size());
    out_.text_ += c;
  }

  void take_string() {
    big_.reset();
    keep(1);
    while (at_ < in_.size() && in_[at_] != '"') {
      if (in_[at_] == '\\') {
        take_escape();
      } else if (allowed_.replaces_surrogates &&
                 is_surrogate_bytes(in_.substr(at_))) {
        out_.text_ += replacement;
        at_ += replacement.size();
      } else {
        const std::size_t stop = in_.find_first_of("\"\\\xED", at_ + 1);
        keep(std::min(stop, in_.size()) - at_);
      }
    }
    if (at_ < in_.size()) keep(1);
  }

  void take_escape() {
    const auto unit = escaped_unit(in_.substr(at_));
    if (!unit) return keep(std::min<std::size_t>(2, in_.size() - at_));
    const std::size_t size = escaped_replacement.size();
    if (is_high(*unit)) {
      const auto next = escaped_unit(in_.substr(at_ + size));
      if (next && is_low(*next)) return keep(2 * size);
    }
    if (!allowed_.replaces_surrogates || (!is_high(*unit) && !is_low(*unit))) {
      return keep(size);
    }
    out_.text_ += escaped_replacement;
    at_ += size;
  }

  std::string_view in_;
  json_leniency allowed_;
  std::size_t at_ = 0;
  relaxed_json out_;
  char before_ = 0;                   // the last character that counts
  std::optional<std::size_t> comma_;  // in the output, if it may go
  std::optional<std::size_t> big_;    // in the input, if it was the last
};

result<relaxed_json> relaxed_json::of(std::string_view text,
                                      const json_leniency& allowed) {
  return json_relaxer(text, allowed).run();
}

std::size_t relaxed_json::original_offset(std::size_t offset) const {
  const auto before = std::ranges::lower_bound(added_, offset);
  return offset - static_cast<std::size_t>(before - added_.begin());
}

}  // namespace pith::interchange
