// SPDX-License-Identifier: MIT
#include "mcp/raw_json/json_span.hpp"

#include "mcp/raw_json/json_skip.hpp"
#include "text/digits.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <bitset>
#include <utility>

namespace pith::mcp {

namespace {

using text::is_digit;

bool is_hex_digit(char c) noexcept {
  return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

/// The length of the escape at the beginning of `text`; 0 when JSON has no
/// such escape. Halves of surrogate pairs are escapes like others.
std::size_t escape_length(std::string_view text) noexcept {
  if (text.size() < 2) return 0;
  if (text[1] != 'u') {
    return std::string_view("\"\\/bfnrt").find(text[1]) == text.npos ? 0 : 2;
  }
  const std::string_view digits = text.substr(2, 4);
  return digits.size() == 4 &&
                 std::all_of(digits.begin(), digits.end(), is_hex_digit)
             ? 6
             : 0;
}

/// The offset of the first escape in a raw string that JSON does not have;
/// npos when there is none.
std::size_t find_bad_escape(std::string_view raw) noexcept {
  std::size_t at = raw.find('\\');
  while (at != raw.npos) {
    const std::size_t length = escape_length(raw.substr(at));
    if (length == 0) return at;
    at = raw.find('\\', at + length);
  }
  return raw.npos;
}

std::string_view between(const char* begin, const char* end) noexcept {
  return {begin, static_cast<std::size_t>(end - begin)};
}

/// Goes over JSON from left to right. Every skip_ function returns whether
/// what it is called for stood there.
class scanner {
 public:
  enum class escapes : unsigned char { unchecked, checked };

  explicit scanner(std::string_view text,
                   escapes rule = escapes::unchecked) noexcept
      : begin_(text.data()),
        at_(begin_),
        end_(begin_ + text.size()),
        checks_escapes_(rule == escapes::checked) {}

  [[nodiscard]] const char* at() const noexcept { return at_; }
  [[nodiscard]] bool is_done() const noexcept { return at_ == end_; }
  [[nodiscard]] bool is_at(char c) const noexcept {
    return at_ != end_ && *at_ == c;
  }
  void skip_blanks() noexcept {
    while (at_ != end_ && is_blank(*at_)) ++at_;
  }
  [[nodiscard]] bool skip(char c) noexcept {
    if (!is_at(c)) return false;
    ++at_;
    return true;
  }

  [[nodiscard]] bool skip_string() noexcept {
    const std::size_t length = mcp::skip_string(between(at_, end_));
    if (checks_escapes_) {
      const std::size_t bad = find_bad_escape({at_, length});
      if (bad != std::string_view::npos) {
        at_ += bad;
        return false;
      }
    }
    at_ += length;
    return length != 0;
  }

  /// A whole value, with everything in it.
  [[nodiscard]] bool skip_value() noexcept {
    std::size_t depth = 0;
    std::bitset<max_json_depth> is_object;
    do {
      skip_blanks();
      if (at_ == end_) return false;
      const char c = *at_;
      if (c == '{' || c == '[') {
        if (depth == max_json_depth) return false;
        is_object[depth++] = c == '{';
        ++at_;
        skip_blanks();
        // An empty container is left again below.
        if (is_at(c == '{' ? '}' : ']')) {
          if (!leave(depth, is_object)) return false;
          continue;
        }
        if (c == '{' && !skip_key()) return false;
        continue;
      }
      if (!skip_scalar() || !leave(depth, is_object)) return false;
    } while (depth != 0);
    return true;
  }

  /// `"key" :`
  [[nodiscard]] bool skip_key() noexcept {
    skip_blanks();
    if (!skip_string()) return false;
    skip_blanks();
    return skip(':');
  }

 private:
  /// After a value: closes what ends here, and stops where the next value
  /// begins, or after the outermost one.
  [[nodiscard]] bool leave(
      std::size_t& depth,
      const std::bitset<max_json_depth>& is_object) noexcept {
    while (depth != 0) {
      skip_blanks();
      const bool object = is_object[depth - 1];
      if (skip(',')) return !object || skip_key();
      if (!skip(object ? '}' : ']')) return false;
      --depth;
    }
    return true;
  }

  [[nodiscard]] bool skip_scalar() noexcept {
    switch (*at_) {
      case '"':
        return skip_string();
      case 't':
        return skip_word("true");
      case 'f':
        return skip_word("false");
      case 'n':
        return skip_word("null");
      default:
        return skip_number();
    }
  }

  [[nodiscard]] bool skip_word(std::string_view word) noexcept {
    if (!between(at_, end_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  [[nodiscard]] bool skip_digits() noexcept {
    const char* const first = at_;
    while (at_ != end_ && is_digit(*at_)) ++at_;
    return at_ != first;
  }

  [[nodiscard]] bool skip_number() noexcept {
    if (is_at('-')) ++at_;
    if (is_at('0')) {
      ++at_;
    } else if (!skip_digits()) {
      return false;
    }
    if (is_at('.')) {
      ++at_;
      if (!skip_digits()) return false;
    }
    if (is_at('e') || is_at('E')) {
      ++at_;
      if (is_at('+') || is_at('-')) ++at_;
      if (!skip_digits()) return false;
    }
    return true;
  }

  const char* begin_;
  const char* at_;
  const char* end_;
  bool checks_escapes_;
};

}  // namespace

std::optional<std::size_t> value_length(std::string_view text) noexcept {
  scanner s{text};
  if (text.empty() || is_blank(text.front()) || !s.skip_value()) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(s.at() - text.data());
}

std::optional<std::size_t> find_json_fault(std::string_view text) noexcept {
  const std::size_t bad_byte = text::find_invalid_utf8(text);
  // Most messages have no escape at all.
  const bool has_escapes = text.find('\\') != text.npos;
  scanner s{text, has_escapes ? scanner::escapes::checked
                              : scanner::escapes::unchecked};
  bool is_sound = s.skip_value();
  if (is_sound) {
    s.skip_blanks();
    is_sound = s.is_done();
  }
  if (is_sound && bad_byte == text::valid_utf8) return std::nullopt;
  const auto stop = static_cast<std::size_t>(s.at() - text.data());
  return is_sound ? bad_byte : std::min(bad_byte, stop);
}

std::optional<std::vector<member_span>> members_of(std::string_view object) {
  scanner s{object};
  std::vector<member_span> members;
  s.skip_blanks();
  if (!s.skip('{')) return std::nullopt;
  s.skip_blanks();
  if (!s.skip('}')) {
    do {
      s.skip_blanks();
      const char* const key = s.at();
      if (!s.skip_string()) return std::nullopt;
      const char* const key_end = s.at();
      s.skip_blanks();
      if (!s.skip(':')) return std::nullopt;
      s.skip_blanks();
      const char* const value = s.at();
      if (!s.skip_value()) return std::nullopt;
      members.push_back({between(key, key_end), between(value, s.at())});
      s.skip_blanks();
    } while (s.skip(','));
    if (!s.skip('}')) return std::nullopt;
  }
  s.skip_blanks();
  if (!s.is_done()) return std::nullopt;
  return members;
}

std::optional<std::vector<std::string_view>> elements_of(
    std::string_view array) {
  scanner s{array};
  std::vector<std::string_view> elements;
  s.skip_blanks();
  if (!s.skip('[')) return std::nullopt;
  s.skip_blanks();
  if (!s.skip(']')) {
    do {
      s.skip_blanks();
      const char* const value = s.at();
      if (!s.skip_value()) return std::nullopt;
      elements.push_back(between(value, s.at()));
      s.skip_blanks();
    } while (s.skip(','));
    if (!s.skip(']')) return std::nullopt;
  }
  s.skip_blanks();
  if (!s.is_done()) return std::nullopt;
  return elements;
}

std::optional<std::string_view> find_member(std::string_view object,
                                            std::string_view key) {
  const auto members = members_of(object);
  if (!members) return std::nullopt;
  std::optional<std::string_view> found;
  for (const member_span& m : *members) {
    if (is_text(m.key, key)) found = m.value;
  }
  return found;
}

std::string_view member_or_none(std::string_view object, std::string_view key) {
  return find_member(object, key).value_or(std::string_view{});
}

std::string text_member(std::string_view object, std::string_view key) {
  return text_of(member_or_none(object, key)).value_or(std::string{});
}

std::optional<std::string_view> find_path(
    std::string_view object, std::initializer_list<std::string_view> keys) {
  std::optional<std::string_view> at = object;
  for (const std::string_view key : keys) {
    at = find_member(*at, key);
    if (!at) return std::nullopt;
  }
  return at;
}

std::string_view trimmed(std::string_view raw) noexcept {
  while (!raw.empty() && is_blank(raw.front())) raw.remove_prefix(1);
  while (!raw.empty() && is_blank(raw.back())) raw.remove_suffix(1);
  return raw;
}

std::string_view whole_member(const member_span& m) noexcept {
  const char* const end = m.value.data() + m.value.size();
  return {m.key.data(), static_cast<std::size_t>(end - m.key.data())};
}

std::string_view member_with_comma(std::string_view text,
                                   const member_span& m) {
  const std::string_view own = whole_member(m);
  auto begin = static_cast<std::size_t>(own.data() - text.data());
  std::size_t end = begin + own.size();
  while (end < text.size() && is_blank(text[end])) ++end;
  if (end < text.size() && text[end] == ',') {
    ++end;
    while (end < text.size() && is_blank(text[end])) ++end;
  } else {
    end = begin + own.size();
    while (begin > 0 && is_blank(text[begin - 1])) --begin;
    if (begin > 0 && text[begin - 1] == ',') --begin;
  }
  return text.substr(begin, end - begin);
}

void splice::replace(std::string_view part, std::string_view with) {
  const auto begin = static_cast<std::size_t>(part.data() - source_.data());
  out_.append(source_.substr(at_, begin - at_));
  out_.append(with);
  at_ = begin + part.size();
}

void splice::remove_member(const member_span& member) {
  std::string_view part = member_with_comma(source_, member);
  const auto begin = static_cast<std::size_t>(part.data() - source_.data());
  if (begin < at_) {
    // The comma before it has gone with the member before; the one before that
    // is in the output.
    part.remove_prefix(at_ - begin);
    while (!out_.empty() && is_blank(out_.back())) out_.pop_back();
    if (!out_.empty() && out_.back() == ',') out_.pop_back();
  }
  replace(part, {});
}

std::string splice::finish() {
  out_.append(source_.substr(at_));
  at_ = source_.size();
  return std::move(out_);
}

}  // namespace pith::mcp
