// SPDX-License-Identifier: MIT
#include "mcp/json_span.hpp"

#include "text/escape.hpp"

#include <bitset>
#include <cstdint>
#include <cstring>
#include <utility>

namespace pith::mcp {

namespace {

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

/// Goes over JSON from left to right. Every skip_ function returns whether
/// what it is called for stood there.
class scanner {
 public:
  explicit scanner(std::string_view text) noexcept
      : begin_(text.data()), at_(begin_), end_(begin_ + text.size()) {}

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
    if (!skip('"')) return false;
    const char* const first = at_;
    for (;;) {
      const auto left = static_cast<std::size_t>(end_ - at_);
      const auto* quote =
          left == 0 ? nullptr
                    : static_cast<const char*>(std::memchr(at_, '"', left));
      if (quote == nullptr) return false;
      at_ = quote + 1;
      const char* before = quote;
      while (before != first && before[-1] == '\\') --before;
      if ((quote - before) % 2 == 0) return !has_control(first, quote);
    }
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
  static bool has_control(const char* p, const char* end) noexcept {
    unsigned found = 0;
    for (; p != end; ++p) {
      found |= static_cast<unsigned>(static_cast<unsigned char>(*p) < 0x20);
    }
    return found != 0;
  }

  /// Behind a value: closes what ends here, and stops where the next value
  /// begins, or behind the outermost one.
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
    if (!std::string_view(at_, static_cast<std::size_t>(end_ - at_))
             .starts_with(word)) {
      return false;
    }
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
};

std::string_view between(const char* begin, const char* end) noexcept {
  return {begin, static_cast<std::size_t>(end - begin)};
}

/// The four digits of a \u escape; nothing when they are none.
std::optional<std::uint32_t> hex_4(std::string_view digits) noexcept {
  if (digits.size() < 4) return std::nullopt;
  std::uint32_t value = 0;
  for (const char c : digits.substr(0, 4)) {
    value <<= 4U;
    if (is_digit(c)) {
      value |= static_cast<std::uint32_t>(c - '0');
    } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
      value |= static_cast<std::uint32_t>((c | 0x20) - 'a' + 10);
    } else {
      return std::nullopt;
    }
  }
  return value;
}

void append_utf8(std::string& out, std::uint32_t c) {
  const auto put = [&out](std::uint32_t byte) {
    out.push_back(static_cast<char>(byte));
  };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0U | c >> 6U);
    put(0x80U | (c & 0x3FU));
  } else if (c < 0x10000) {
    put(0xE0U | c >> 12U);
    put(0x80U | (c >> 6U & 0x3FU));
    put(0x80U | (c & 0x3FU));
  } else {
    put(0xF0U | c >> 18U);
    put(0x80U | (c >> 12U & 0x3FU));
    put(0x80U | (c >> 6U & 0x3FU));
    put(0x80U | (c & 0x3FU));
  }
}

/// The escape that `rest` begins with, behind its backslash. Returns how many
/// bytes it has; 0 when it is none.
std::size_t append_escape(std::string& out, std::string_view rest) {
  if (rest.empty()) return 0;
  constexpr std::string_view letters = "\"\\/bfnrt";
  constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
  if (const std::size_t i = letters.find(rest[0]); i != letters.npos) {
    out.push_back(meanings[i]);
    return 1;
  }
  if (rest[0] != 'u') return 0;
  const auto high = hex_4(rest.substr(1));
  if (!high || (*high >= 0xDC00 && *high <= 0xDFFF)) return 0;
  if (*high < 0xD800 || *high > 0xDBFF) {
    append_utf8(out, *high);
    return 5;
  }
  if (rest.substr(5, 2) != "\\u") return 0;
  const auto low = hex_4(rest.substr(7));
  if (!low || *low < 0xDC00 || *low > 0xDFFF) return 0;
  append_utf8(out, 0x10000 + ((*high - 0xD800) << 10U) + (*low - 0xDC00));
  return 11;
}

}  // namespace

std::optional<std::size_t> value_length(std::string_view text) noexcept {
  scanner s{text};
  if (text.empty() || is_blank(text.front()) || !s.skip_value()) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(s.at() - text.data());
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

std::optional<std::string_view> find_path(
    std::string_view object, std::initializer_list<std::string_view> keys) {
  std::optional<std::string_view> at = object;
  for (const std::string_view key : keys) {
    at = find_member(*at, key);
    if (!at) return std::nullopt;
  }
  return at;
}

std::optional<std::string> text_of(std::string_view raw) {
  if (raw.size() < 2 || raw.front() != '"' || raw.back() != '"') {
    return std::nullopt;
  }
  std::string_view rest = raw.substr(1, raw.size() - 2);
  std::string out;
  out.reserve(rest.size());
  for (;;) {
    const std::size_t escape = rest.find('\\');
    out.append(rest.substr(0, escape));
    if (escape == rest.npos) return out;
    rest.remove_prefix(escape + 1);
    const std::size_t length = append_escape(out, rest);
    if (length == 0) return std::nullopt;
    rest.remove_prefix(length);
  }
}

bool is_text(std::string_view raw, std::string_view text) {
  if (raw.size() < 2 || raw.front() != '"') return false;
  const std::string_view inside = raw.substr(1, raw.size() - 2);
  if (inside == text) return inside.find('\\') == inside.npos;
  if (inside.find('\\') == inside.npos) return false;
  const auto decoded = text_of(raw);
  return decoded && *decoded == text;
}

void append_quoted(std::string& out, std::string_view text) {
  out.reserve(out.size() + text.size() + text.size() / 16 + 2);
  out.push_back('"');
  const char* p = text.data();
  const char* const end = p + text.size();
  const char* run = p;  // what needs no escape, and is not in `out` yet
  while (p != end) {
    if (end - p >= static_cast<std::ptrdiff_t>(text::block_bytes)) {
      const std::uint32_t mask = text::block::load(p).needs_escape();
      if (mask == 0) {
        p += text::block_bytes;
        continue;
      }
      p += std::countr_zero(mask);
    } else if (const auto c = static_cast<unsigned char>(*p);
               c >= 0x20 && c != '"' && c != '\\') {
      ++p;
      continue;
    }
    out.append(run, p);
    char escaped[8];
    out.append(escaped, text::put_escaped(escaped, *p));
    run = ++p;
  }
  out.append(run, end);
  out.push_back('"');
}

std::string quoted_json(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

std::string_view trimmed(std::string_view raw) noexcept {
  while (!raw.empty() && is_blank(raw.front())) raw.remove_prefix(1);
  while (!raw.empty() && is_blank(raw.back())) raw.remove_suffix(1);
  return raw;
}

void splice::replace(std::string_view part, std::string_view with) {
  const auto begin = static_cast<std::size_t>(part.data() - source_.data());
  out_.append(source_.substr(at_, begin - at_));
  out_.append(with);
  at_ = begin + part.size();
}

void splice::remove_member(const member_span& member) {
  const auto offset = [this](const char* p) {
    return static_cast<std::size_t>(p - source_.data());
  };
  std::size_t begin = offset(member.key.data());
  std::size_t end = offset(member.value.data()) + member.value.size();
  while (end < source_.size() && is_blank(source_[end])) ++end;
  if (end < source_.size() && source_[end] == ',') {
    ++end;
    while (end < source_.size() && is_blank(source_[end])) ++end;
  } else {
    // The last member: the comma before it goes, which may have been taken
    // over already.
    while (begin > at_ && is_blank(source_[begin - 1])) --begin;
    if (begin > at_ && source_[begin - 1] == ',') {
      --begin;
    } else if (begin == at_) {
      while (!out_.empty() && is_blank(out_.back())) out_.pop_back();
      if (!out_.empty() && out_.back() == ',') out_.pop_back();
    }
  }
  replace(source_.substr(begin, end - begin), {});
}

std::string splice::finish() {
  out_.append(source_.substr(at_));
  at_ = source_.size();
  return std::move(out_);
}

}  // namespace pith::mcp
