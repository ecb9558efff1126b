// SPDX-License-Identifier: MIT
#include "text/digits.hpp"
#include "tokenizer/model/refusal.hpp"
#include "tokenizer/pieces/regex.hpp"
#include "tokenizer/unicode/code_ranges.hpp"
#include "tokenizer/unicode/unicode.hpp"

#include <vector>

namespace pith::inline v0::tokens {

namespace {

using text::is_digit;

bool is_ascii_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Letters of which two are also one character when case does not count, as in
/// "ss" and U+00DF: the original matches it, PCRE2 does not.
bool folds_together(char a, char b) noexcept {
  a = static_cast<char>(a | 0x20);
  b = static_cast<char>(b | 0x20);
  return (a == 's' && (b == 's' || b == 't')) ||
         (a == 'f' && (b == 'f' || b == 'i' || b == 'l'));
}

class translator {
 public:
  explicit translator(std::string_view expression)
      : p_(expression.data()), end_(p_ + expression.size()) {}

  result<std::string> run() {
    if (static_cast<std::size_t>(end_ - p_) > max_bytes) {
      return refusal("a regular expression of more than 64 KiB");
    }
    while (p_ != end_) {
      if (const auto read = element(); !read) return read.error();
    }
    if (!groups_.empty()) return refusal("a group that is not closed");
    return std::move(out_);
  }

 private:
  static constexpr std::size_t max_bytes = 65536;
  static constexpr std::size_t max_groups = 64;
  static constexpr std::uint32_t no_code = 0xFFFFFFFF;

  /// What stands before the place, as far as it matters for what may follow.
  enum class last : std::uint8_t { nothing, atom, quantifier };

  [[nodiscard]] bool is_caseless() const noexcept {
    return !groups_.empty() && groups_.back();
  }
  [[nodiscard]] std::string_view rest() const noexcept {
    return {p_, static_cast<std::size_t>(end_ - p_)};
  }
  bool skip(std::string_view text) noexcept {
    if (!rest().starts_with(text)) return false;
    p_ += text.size();
    return true;
  }

  result<void> element() {
    switch (*p_) {
      case '(':
        return open_group();
      case ')':
        if (groups_.empty()) return refusal("a group that was not opened");
        groups_.pop_back();
        return copy(last::atom);
      case '|':
        return copy(last::nothing);
      case '*':
      case '+':
      case '?':
        return repeat();
      case '{':
        return repeat_times();
      case '[':
        return character_class();
      case '.':
        ++p_;
        out_ += "[^\\n]";
        return atom();
      case '^':
      case '$':
        return refusal("a regular expression with an anchor");
      case '\\':
        return escape();
      default:
        return literal();
    }
  }

  result<void> copy(last what) {
    out_ += *p_++;
    last_ = what;
    last_letter_ = 0;
    return {};
  }
  result<void> atom() {
    last_ = last::atom;
    last_letter_ = 0;
    return {};
  }

  result<void> open_group() {
    if (groups_.size() == max_groups) {
      return refusal("a regular expression with groups inside one another");
    }
    const char* const begin = p_;
    bool caseless = is_caseless();
    if (skip("(?i:")) {
      caseless = true;
    } else if (!skip("(?:") && !skip("(?=") && !skip("(?!") && !skip("(?>")) {
      ++p_;
      if (p_ != end_ && (*p_ == '?' || *p_ == '*')) {
        return refusal("a regular expression with a group of an unknown kind");
      }
    }
    out_.append(begin, p_);
    groups_.push_back(caseless);
    last_ = last::nothing;
    last_letter_ = 0;
    return {};
  }

  result<void> repeat() {
    if (last_ != last::atom) return refusal("a repetition of nothing");
    out_ += *p_++;
    // Lazy and possessive: the same for both.
    if (p_ != end_ && (*p_ == '+' || *p_ == '?')) out_ += *p_++;
    last_ = last::quantifier;
    return {};
  }

  /// {2}, {2,} and {2,3}. What follows one of them ("{2}+") means something
  /// else to either engine.
  result<void> repeat_times() {
    if (last_ != last::atom) return refusal("a repetition of nothing");
    const char* const begin = p_++;
    const auto digits = [&] {
      const char* const from = p_;
      while (p_ != end_ && is_digit(*p_)) ++p_;
      return p_ - from;
    };
    constexpr std::ptrdiff_t max_digits = 4;
    const std::ptrdiff_t first = digits();
    std::ptrdiff_t second = 0;
    if (p_ != end_ && *p_ == ',') {
      ++p_;
      second = digits();
    }
    if (first == 0 || first > max_digits || second > max_digits || !skip("}")) {
      return refusal("a regular expression with an unusual repetition");
    }
    out_.append(begin, p_);
    last_ = last::quantifier;
    if (p_ != end_ && (*p_ == '+' || *p_ == '?')) {
      return refusal("a regular expression with an unusual repetition");
    }
    return {};
  }

  result<void> literal() {
    const character c = character_at(p_, end_);
    if (c.code >= 0x80) {
      if (c.length == 1) return refusal("a regular expression with bad UTF-8");
      if (is_caseless()) {
        return refusal("letters beyond ASCII whose case does not count");
      }
      append_hex(c.code);
      p_ += c.length;
      return atom();
    }
    const char letter = *p_++;
    if (is_caseless() && is_ascii_letter(letter)) {
      if (folds_together(last_letter_, letter)) {
        return refusal("letters that fold together where case does not count");
      }
      last_letter_ = letter;
    } else {
      last_letter_ = 0;
    }
    if (!is_ascii_letter(letter) && !is_digit(letter) && letter != ' ') {
      append_hex(static_cast<unsigned char>(letter));
    } else {
      out_ += letter;
    }
    last_ = last::atom;
    return {};
  }

  void append_hex(std::uint32_t code) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    out_ += "\\x{";
    for (int shift = 20; shift >= 0; shift -= 4) {
      out_ += digits[code >> shift & 15];
    }
    out_ += '}';
  }

  void append_class(const code_ranges& set, bool is_negated) {
    out_ += is_negated ? "[^" : "[";
    for (const code_range& range : set) {
      append_hex(range.first);
      if (range.last == range.first) continue;
      out_ += '-';
      append_hex(range.last);
    }
    out_ += ']';
  }

  /// What stands after a backslash: one character, or a set of them.
  struct escaped {
    bool is_set = false;
    std::uint32_t code = 0;
    code_ranges set{};
  };

  result<escaped> read_escape() {
    ++p_;
    if (p_ == end_) return refusal("a regular expression that ends in \\");
    const char c = *p_++;
    switch (c) {
      case 'r':
        return escaped{false, '\r'};
      case 'n':
        return escaped{false, '\n'};
      case 't':
        return escaped{false, '\t'};
      case 'f':
        return escaped{false, '\f'};
      case 'v':
        return escaped{false, '\v'};
      case 's':
        return escaped{true, 0, white_space_ranges()};
      case 'S':
        return escaped{true, 0, complement(white_space_ranges())};
      case 'p':
      case 'P':
        return property(c == 'P');
      default:
        break;
    }
    if (is_ascii_letter(c) || is_digit(c) ||
        static_cast<unsigned char>(c) >= 0x80) {
      return refusal("a regular expression with an unknown escape");
    }
    return escaped{false, static_cast<unsigned char>(c)};
  }

  result<escaped> property(bool is_negated) {
    const std::size_t close = rest().find('}');
    if (!skip("{") || close == std::string_view::npos) {
      return refusal("a property without braces");
    }
    std::string_view name{p_, close - 1};
    p_ += close;
    if (name.starts_with('^')) {
      is_negated = !is_negated;
      name.remove_prefix(1);
    }
    auto set = property_ranges(name);
    if (!set) {
      return refusal(
          "a property other than L, Lu, Ll, Lt, Lm, Lo, M, N, P and S");
    }
    return escaped{true, 0, is_negated ? complement(*set) : std::move(*set)};
  }

  result<void> escape() {
    auto read = read_escape();
    if (!read) return read.error();
    if (is_caseless()) return refusal("a class whose case does not count");
    if (read->is_set) {
      append_class(read->set, false);
    } else {
      append_hex(read->code);
    }
    return atom();
  }

  result<void> character_class() {
    if (is_caseless()) return refusal("a class whose case does not count");
    ++p_;
    const bool is_negated = skip("^");
    code_ranges set;
    bool is_first = true;
    // The character before a hyphen; none after a range or a set.
    std::uint32_t before = no_code;
    for (;; is_first = false) {
      if (p_ == end_) return refusal("a class that is not closed");
      if (*p_ == ']') {
        if (is_first) return refusal("a class that is empty");
        ++p_;
        break;
      }
      if (*p_ == '[' || rest().starts_with("&&")) {
        return refusal("a class inside a class");
      }
      const bool is_hyphen = *p_ == '-';
      const bool is_last = rest().starts_with("-]");
      if (is_hyphen && !is_first && !is_last) {
        ++p_;
        auto bound = class_item();
        if (!bound) return bound.error();
        if (before == no_code || bound->is_set || bound->code < before) {
          return refusal("a class with an unusual range");
        }
        set.push_back({before, bound->code});
        before = no_code;
        continue;
      }
      auto item = class_item();
      if (!item) return item.error();
      before = no_code;
      if (item->is_set) {
        set.insert(set.end(), item->set.begin(), item->set.end());
      } else {
        set.push_back({item->code, item->code});
        before = item->code;
      }
    }
    append_class(joined(std::move(set)), is_negated);
    return atom();
  }

  result<escaped> class_item() {
    if (p_ == end_ || *p_ == '[') return refusal("a class inside a class");
    if (*p_ == '\\') return read_escape();
    const character c = character_at(p_, end_);
    if (c.length == 1 && c.code >= 0x80) {
      return refusal("a regular expression with bad UTF-8");
    }
    p_ += c.length;
    return escaped{false, c.code};
  }

  const char* p_;
  const char* end_;
  std::string out_;
  std::vector<bool> groups_;  ///< whether case does not count inside
  last last_ = last::nothing;
  char last_letter_ = 0;
};

}  // namespace

result<std::string> translate_regex(std::string_view expression) {
  return translator{expression}.run();
}

}  // namespace pith::inline v0::tokens
