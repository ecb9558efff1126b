// SPDX-License-Identifier: MIT
/// @file
/// Cuts a text into pieces, the units inside which byte pairs merge.
///
/// The published encodings define their pieces by a regular expression. What
/// follows is that expression as code: one template, whose parameters are the
/// ways in which the expressions differ. Each comment names the alternative
/// that it implements; an expression takes the first alternative that fits.
#ifndef PITH_TOKENIZER_PIECES_PRETOKENIZE_HPP
#define PITH_TOKENIZER_PIECES_PRETOKENIZE_HPP

#include "tokenizer/unicode/unicode.hpp"

#include <cstdint>

namespace pith::inline v0::tokens {

/// Where 's, 't, 're, 've, 'm, 'll and 'd belong.
enum class contractions : std::uint8_t {
  none,
  own_piece,           ///< lower case only, a piece by itself
  own_piece_any_case,  ///< a piece by itself
  end_of_word,         ///< part of the word before it, any case
};

/// The differences between the expressions.
struct piece_rules {
  contractions apostrophes = contractions::none;
  /// Most digits in a piece; 0 stands for any number.
  std::uint8_t max_digits = 3;
  /// A word may begin with one character that is not a letter, number or line
  /// end; otherwise only with a space, and so may a number.
  bool any_prefix = true;
  /// Words end where lower case is followed by upper case; marks are letters.
  bool cased_words = false;
  /// Line ends after punctuation belong to it.
  bool punctuation_takes_newlines = true;
  /// ... and slashes too.
  bool punctuation_takes_slashes = false;
  /// Line ends end a run of white space.
  bool newlines_cut_space = true;
};

inline constexpr piece_rules gpt2_rules{
    contractions::own_piece, 0, false, false, false, false, false};
inline constexpr piece_rules cl100k_rules{contractions::own_piece_any_case, 3};
inline constexpr piece_rules qwen_rules{contractions::own_piece_any_case, 1};
inline constexpr piece_rules o200k_rules{
    contractions::end_of_word, 3, true, true, true, true, true};
inline constexpr piece_rules tekken_rules{
    contractions::none, 1, true, true, true, true, true};

/// Finds pieces. `rules` is known when compiling, so that each family gets
/// straight code.
template <piece_rules rules>
class piece_cutter {
 public:
  /// The end of the piece that begins at `p`, which is below `end`. Looks at
  /// nothing before `p`, and after the piece at most at one run of white
  /// space.
  [[nodiscard]] static const char* cut(const char* p,
                                       const char* end) noexcept {
    const character first = character_at(p, end);
    const char* const next = p + first.length;
    if constexpr (rules.apostrophes == contractions::own_piece ||
                  rules.apostrophes == contractions::own_piece_any_case) {
      if (*p == '\'') {
        if (const char* after = contraction(p, end)) return after;
      }
    }
    if (begins_word(first)) return word_and_tail(p, end);
    if (first.classes & number) return numbers(p, end);
    const character second = character_at(next, end);
    if constexpr (rules.any_prefix) {
      // [^\r\n\p{L}\p{N}]?\p{L}+
      if (begins_word(second) && *p != '\r' && *p != '\n') {
        return word_and_tail(next, end);
      }
    } else {
      // ` ?\p{L}+` and ` ?\p{N}+`
      if (*p == ' ' && begins_word(second)) return word_and_tail(next, end);
      if (*p == ' ' && (second.classes & number)) return numbers(next, end);
    }
    // ` ?[^\s\p{L}\p{N}]+`
    if (*p == ' ' && second.length != 0 && is_punctuation(second)) {
      return punctuation(next + second.length, end);
    }
    if (first.classes & space) return white_space(p, end);
    return punctuation(next, end);
  }

 private:
  [[nodiscard]] static bool begins_word(const character& c) noexcept {
    return c.classes & (rules.cased_words ? (upper | lower) : letter);
  }
  [[nodiscard]] static bool is_punctuation(const character& c) noexcept {
    return (c.classes & (space | letter | number)) == 0;
  }

  /// After the ASCII characters of `classes` at `p`.
  static const char* skip_ascii(const char* p, const char* end,
                                std::uint8_t classes) noexcept {
    while (p != end && static_cast<unsigned char>(*p) < 0x80 &&
           (ascii_classes[static_cast<unsigned char>(*p)] & classes) != 0) {
      ++p;
    }
    return p;
  }

  static const char* skip(const char* p, const char* end,
                          std::uint8_t classes) noexcept {
    for (;;) {
      p = skip_ascii(p, end, classes);
      const character c = character_at(p, end);
      if ((c.classes & classes) == 0) return p;
      p += c.length;
    }
  }

  /// After `'s` and so on at `p`; null when there is none.
  static const char* contraction(const char* p, const char* end) noexcept {
    if (end - p < 2) return nullptr;
    constexpr bool any_case = rules.apostrophes != contractions::own_piece;
    const auto folded = [](char c) -> char {
      return any_case && c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    };
    const char a = folded(p[1]);
    if (a == 's' || a == 't' || a == 'm' || a == 'd') return p + 2;
    if (end - p < 3) return nullptr;
    const char b = folded(p[2]);
    if ((a == 'r' && b == 'e') || (a == 'v' && b == 'e') ||
        (a == 'l' && b == 'l')) {
      return p + 3;
    }
    // U+017F folds to s; no other of these letters has such a relative.
    if (any_case && a == '\xC5' && b == '\xBF') return p + 3;
    return nullptr;
  }

  /// After the word at `p`. With cased words: as much upper case as there
  /// is, then as much lower case, of which the expression wants at least one.
  static const char* word(const char* p, const char* end) noexcept {
    if constexpr (!rules.cased_words) {
      return skip(p, end, letter);
    } else {
      const char* last_both = nullptr;
      // No ASCII letter is both upper and lower case.
      p = skip_ascii(p, end, upper);
      for (;;) {
        const character c = character_at(p, end);
        if ((c.classes & upper) == 0) break;
        p += c.length;
        if (c.classes & lower) last_both = p;
      }
      const char* const after = skip(p, end, lower);
      // Without lower case after it, the expression gives back the upper
      // case that follows the last character which is both. So a mark before
      // upper case is a word of its own.
      if (after == p && last_both != nullptr) return last_both;
      return after;
    }
  }

  static const char* word_and_tail(const char* p, const char* end) noexcept {
    p = word(p, end);
    if constexpr (rules.apostrophes == contractions::end_of_word) {
      if (p != end && *p == '\'') {
        if (const char* after = contraction(p, end)) return after;
      }
    }
    return p;
  }

  /// \p{N}{1,max}
  static const char* numbers(const char* p, const char* end) noexcept {
    for (unsigned count = 0; rules.max_digits == 0 || count < rules.max_digits;
         ++count) {
      const character c = character_at(p, end);
      if ((c.classes & number) == 0) break;
      p += c.length;
    }
    return p;
  }

  static const char* punctuation(const char* p, const char* end) noexcept {
    for (;;) {
      const character c = character_at(p, end);
      if (c.length == 0) return p;
      if (!is_punctuation(c)) break;
      p += c.length;
    }
    if constexpr (rules.punctuation_takes_newlines) {
      while (p != end && (*p == '\r' || *p == '\n' ||
                          (rules.punctuation_takes_slashes && *p == '/'))) {
        ++p;
      }
    }
    return p;
  }

  /// `\s*[\r\n]+`, `\s+(?!\S)` and `\s+`, in this order.
  static const char* white_space(const char* p, const char* end) noexcept {
    const char* after_newline = nullptr;
    const char* last = p;  // where the last character of the run begins
    const char* q = p;
    for (;;) {
      const character c = character_at(q, end);
      if ((c.classes & space) == 0) break;
      last = q;
      q += c.length;
      if (c.code == '\n' || c.code == '\r') after_newline = q;
    }
    if (rules.newlines_cut_space && after_newline != nullptr) {
      return after_newline;
    }
    // The last one is left to what follows, unless it is all there is.
    return q == end || last == p ? q : last;
  }
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_PIECES_PRETOKENIZE_HPP
