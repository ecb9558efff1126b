// SPDX-License-Identifier: MIT
#include "goon/cursor.hpp"

#include "goon/words.hpp"

#include <charconv>

namespace pith::inline v0::goon {

namespace {

/// Reads digits as to_chars() writes them: no zeros before them, no -0.
template <class T>
bool read_canonical(std::string_view digits, T& into) noexcept {
  const char* const last = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), last, into);
  if (read.ec != std::errc{} || read.ptr != last) return false;
  const std::size_t sign = digits.starts_with('-') ? 1 : 0;
  return digits[sign] != '0' || digits == "0";
}

}  // namespace

bool cursor::next_line() noexcept {
  if (next_ >= text_.size()) {
    begin_ = at_ = end_ = text_.size();
    return false;
  }
  begin_ = at_ = next_;
  end_ = text_.find('\n', begin_);
  next_ = end_ + 1;
  if (end_ == std::string_view::npos) end_ = next_ = text_.size();
  if (end_ - begin_ <= max_line_bytes_) return true;
  return fail(error_code::line_limit, begin_ + max_line_bytes_,
              "a line must not be longer than limits::max_line_bytes");
}

std::string_view cursor::take_bare() noexcept {
  const std::size_t begin = at_;
  while (at_ != end_ && is_bare_character(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

bool cursor::expect(std::string_view text, const char* detail) noexcept {
  if (take(text)) return true;
  return fail(error_code::invalid_line, at_, detail);
}

bool cursor::expect_end(const char* detail) noexcept {
  if (is_at_end()) return true;
  return fail(error_code::invalid_line, at_, detail);
}

bool cursor::read_quoted(std::string& into) {
  const std::size_t open = at_++;
  into.clear();
  while (at_ != end_ && text_[at_] != '"') {
    char c = text_[at_];
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      return fail(error_code::control_character, at_,
                  "control characters must be escaped");
    }
    if (c == '\\') {
      constexpr std::string_view escapes = "\\\"nrt";
      constexpr std::string_view meanings = "\\\"\n\r\t";
      const std::size_t found =
          at_ + 1 == end_ ? escapes.npos : escapes.find(text_[at_ + 1]);
      if (found == escapes.npos) {
        return fail(error_code::invalid_escape, at_,
                    "an escape must be \\\\, \\\", \\n, \\r or \\t");
      }
      c = meanings[found];
      ++at_;
    }
    into += c;
    ++at_;
  }
  if (at_ == end_) {
    return fail(error_code::unterminated_quote, open,
                "a quoted string must be closed on its line");
  }
  ++at_;
  return true;
}

bool cursor::read_name(std::string& into) {
  if (is_at("\"")) return read_quoted(into);
  into = take_bare();
  if (!into.empty()) return true;
  return fail(error_code::invalid_line, at_, "expected a name");
}

bool cursor::read_integer(std::int64_t& into) {
  const std::size_t begin = at_;
  const std::string_view digits = take_bare();
  if (digits.empty()) {
    return fail(error_code::invalid_line, at_, "expected an integer");
  }
  if (read_canonical(digits, into)) return true;
  return fail(error_code::invalid_number, begin,
              "an id must be a 64-bit integer without leading zeros");
}

bool cursor::read_count(std::uint64_t& into) {
  const std::size_t begin = at_;
  if (read_canonical(take_bare(), into)) return true;
  return fail(error_code::invalid_count, begin, "expected a count");
}

bool cursor::take_reference(std::string& type, std::int64_t& id) {
  const std::size_t begin = at_;
  const std::string_view word = take_bare();
  const std::size_t colon = word.rfind(':');
  if (colon != word.npos && colon != 0 &&
      read_canonical(word.substr(colon + 1), id)) {
    type = word.substr(0, colon);
    return true;
  }
  at_ = begin;
  return false;
}

bool cursor::read_reference(std::string& type, std::int64_t& id) {
  if (is_at("\"")) {
    return read_quoted(type) &&
           expect(":", "a type must be followed by : and an id") &&
           read_integer(id);
  }
  if (take_reference(type, id)) return true;
  return fail(error_code::invalid_line, at_,
              "a node must be its type, : and its id");
}

}  // namespace pith::inline v0::goon
