// SPDX-License-Identifier: MIT
/// @file
/// Counts the tokens of a text without making them.
///
/// Tables make it fast. The vocabulary tells at a look whether a piece is a
/// token; a cache of pieces turns a merge into a look-up. A cache of
/// *stretches* does so for two or three pieces at once: a stretch
/// is what lies between two places at which a text may be cut without a change
/// of its tokens, whatever stands on either side. Such places are found for
/// sixty-four bytes at a time, with bits instead of branches; they are
///
///   - after a letter, before punctuation or white space;
///   - before a digit, after a letter, punctuation, or a single white space;
///   - after a digit, before any other ASCII character.
///
/// (A word ends where its letters end, apart from 's and its like. A number
/// has no prefix. Runs of white space leave their last character to what
/// follows, hence "single".) So `{"id":42,"name":"Ann Lee"}` falls into
/// `{"id`, `":`, `42`, `,"name`, `":"Ann`, ` Lee`, `"}`. Digits cost one token
/// for three where all groups of three are tokens, and need no look-up.
#ifndef PITH_TOKENIZER_RANKED_COUNT_TEXT_HPP
#define PITH_TOKENIZER_RANKED_COUNT_TEXT_HPP

#include "text/ascii_masks.hpp"
#include "tokenizer/pieces/pretokenize.hpp"
#include "tokenizer/ranked/stretch_counter.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace pith::inline v0::tokens {

template <piece_rules rules, class State = count_state>
class text_counter {
 public:
  /// The number of tokens of [p, end), cold or warm the same.
  static std::size_t count(State& state, const char* p, const char* end) {
    text_counter counter{state, end};
    const char* open = counter.blocks(p);
    counter.stretches_.slowly(open, end, end);
    return counter.total_ + counter.stretches_.finish();
  }

 private:
  static constexpr std::size_t block_bytes = text::ascii_masks::block_bytes;
  static constexpr std::size_t readable_bytes =
      stretch_counter<rules, State>::readable_bytes;
  static constexpr bool space_joins_number = !rules.any_prefix;

  text_counter(State& state, const char* end) noexcept
      : stretches_(state, end),
        end_(end),
        counts_digits_(state.has_digit_groups && rules.max_digits == 3) {}

  /// Takes whole blocks from `p` on; returns where the part that was not
  /// counted begins.
  const char* blocks(const char* p) {
    const char* open = p;  // begins the stretch that is not yet counted
    previous_ = {};
    while (static_cast<std::size_t>(end_ - p) >= block_bytes + readable_bytes) {
      const text::ascii_masks m = text::find_ascii_masks(p);
      if (m.non_ascii != 0) {
        const char* const last_foreign =
            p + (63 - std::countl_zero(m.non_ascii));
        open = stretches_.slowly(open, last_foreign + 1, end_);
        p = open;
        previous_ = {};
        continue;
      }
      const std::uint64_t cuts = find_cuts(m);
      if (cuts != 0) {
        const unsigned first = static_cast<unsigned>(std::countr_zero(cuts));
        const unsigned last =
            63 - static_cast<unsigned>(std::countl_zero(cuts));
        stretch(open, p + first);
        inner_stretches(p, cuts ^ (std::uint64_t{1} << last), cuts, m.digits);
        open = p + last;
        stretches_.look_up_some();
      }
      p += block_bytes;
    }
    return open;
  }

  /// The kinds of the last two characters before a block, in bits 63 and 62.
  struct kinds {
    std::uint64_t letters = 0;
    std::uint64_t digits = 0;
    std::uint64_t spaces = 0;
    std::uint64_t others = 0;
  };

  std::uint64_t find_cuts(const text::ascii_masks& m) noexcept {
    const kinds now{m.letters, m.digits, m.spaces,
                    ~(m.letters | m.digits | m.spaces)};
    const auto after = [](std::uint64_t mask, std::uint64_t before) {
      return mask << 1 | before >> 63;
    };
    const std::uint64_t after_letter = after(now.letters, previous_.letters);
    const std::uint64_t after_digit = after(now.digits, previous_.digits);
    const std::uint64_t after_other = after(now.others, previous_.others);
    // An apostrophe may begin a contraction, which can belong to the word.
    constexpr bool word_takes_tail =
        rules.apostrophes == contractions::end_of_word;
    const std::uint64_t ends_word = after_letter & ~now.letters & ~now.digits &
                                    ~(word_takes_tail ? m.apostrophes : 0);
    std::uint64_t begins_number = now.digits & (after_letter | after_other);
    if constexpr (!space_joins_number) {
      const std::uint64_t after_space = after(now.spaces, previous_.spaces);
      const std::uint64_t some = now.letters | now.digits | now.others;
      const std::uint64_t some_before =
          previous_.letters | previous_.digits | previous_.others;
      begins_number |=
          now.digits & after_space & (some << 2 | some_before >> 62);
    }
    const std::uint64_t ends_number = after_digit & ~now.digits;
    previous_ = now;
    return ends_word | begins_number | ends_number;
  }

  /// The stretches that begin at `starts` and end at the next of `cuts`.
  void inner_stretches(const char* p, std::uint64_t starts, std::uint64_t cuts,
                       std::uint64_t digits) {
    if (counts_digits_) {
      // All groups of digits at once: every third digit of a run begins one.
      std::uint64_t groups = starts & digits;
      const std::uint64_t third = digits & digits << 1 & digits << 2;
      // The last run may go on after the block: it is not counted here.
      const std::uint64_t inside =
          ~std::uint64_t{0} >> std::countl_zero(cuts) >> 1;
      for (; groups != 0; groups = groups << 3 & third & inside) {
        total_ += static_cast<std::size_t>(std::popcount(groups));
      }
      starts &= ~digits;
    }
    while (starts != 0) {
      const unsigned begin = static_cast<unsigned>(std::countr_zero(starts));
      starts &= starts - 1;
      const unsigned length =
          1 + static_cast<unsigned>(std::countr_zero(cuts >> begin >> 1));
      stretches_.add(p + begin, length);
    }
  }

  /// [begin, end) lies between two cuts; readable_bytes follow `begin`.
  void stretch(const char* begin, const char* end) {
    const std::size_t size = static_cast<std::size_t>(end - begin);
    if (size == 0) return;
    if (counts_digits_ && *begin >= '0' && *begin <= '9') {
      total_ += (size + 2) / 3;
      return;
    }
    stretches_.add(begin, size);
  }

  stretch_counter<rules, State> stretches_;
  const char* end_;
  /// Every group of digits is a token.
  bool counts_digits_;
  std::size_t total_ = 0;  ///< of groups of digits
  kinds previous_{};
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_RANKED_COUNT_TEXT_HPP
