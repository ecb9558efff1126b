// SPDX-License-Identifier: MIT
/// @file
/// The steps by which a tokenizer.json cuts a text into pieces.
#ifndef PITH_TOKENIZER_PIECES_SPLIT_HPP
#define PITH_TOKENIZER_PIECES_SPLIT_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0::tokens {

class pair_vocabulary;

/// A part of a text.
struct text_range {
  const char* begin = nullptr;
  const char* end = nullptr;

  [[nodiscard]] bool empty() const noexcept { return begin == end; }
  [[nodiscard]] std::string_view view() const noexcept {
    return {begin, static_cast<std::size_t>(end - begin)};
  }
};

/// What one thread needs for matching; made by the matcher itself.
class match_memory {
 public:
  match_memory() = default;
  match_memory(const match_memory&) = delete;
  match_memory& operator=(const match_memory&) = delete;
  virtual ~match_memory() = default;
};

/// Finds what a step looks for. Immutable; shared between threads.
class matcher {
 public:
  matcher() = default;
  matcher(const matcher&) = delete;
  matcher& operator=(const matcher&) = delete;
  virtual ~matcher() = default;

  /// The first match in `text` at or after `from`. Looks at nothing outside
  /// of `text`. False when there is none.
  virtual bool find(text_range text, const char* from, text_range& match,
                    match_memory* memory) const = 0;
  /// Null for those who need none.
  [[nodiscard]] virtual std::unique_ptr<match_memory> make_memory() const {
    return nullptr;
  }
};

/// What becomes of a match, named as in the files.
enum class match_behavior : std::uint8_t {
  removed,
  isolated,
  merged_with_previous,
  merged_with_next,
  contiguous,
};

struct split_step {
  std::shared_ptr<const matcher> what;
  match_behavior behavior = match_behavior::isolated;
  /// What lies between matches is the match.
  bool is_inverted = false;
};

/// Walks through the pieces that one step makes of a text.
class split_walk {
 public:
  explicit split_walk(const split_step& step)
      : step_(&step), memory_(step.what->make_memory()) {}

  void open(text_range text) noexcept;
  /// False at the end. Pieces are never empty.
  bool next(text_range& piece);

 private:
  struct part {
    text_range text{};
    bool is_match = false;
  };
  /// A match, or what lies between two. May be an empty match.
  bool next_part(part& out);
  /// next_part(), with the match that is_inverted asks for.
  bool take(part& out);
  bool find_match();
  [[nodiscard]] bool joins(const part& first, const part& second) const;

  const split_step* step_;
  std::unique_ptr<match_memory> memory_;
  text_range text_{};
  const char* done_ = nullptr;  ///< parts were given up to here
  const char* search_from_ = nullptr;
  const char* last_match_end_ = nullptr;
  part ahead_{};  ///< read, but not yet given
  bool has_ahead_ = false;
  text_range match_{};  ///< found, but the text before it was given first
  bool has_match_ = false;
};

/// Walks through what all steps make of a text.
class piece_walk {
 public:
  explicit piece_walk(const std::vector<split_step>& steps);

  /// Calls `take(text_range)` for every piece, in order.
  template <class Take>
  void each(text_range text, Take take) {
    if (walks_.empty()) {
      if (!text.empty()) take(text);
      return;
    }
    std::size_t depth = 0;
    walks_[0].open(text);
    for (;;) {
      text_range piece;
      if (!walks_[depth].next(piece)) {
        if (depth-- == 0) return;
      } else if (depth + 1 == walks_.size()) {
        take(piece);
      } else {
        walks_[++depth].open(piece);
      }
    }
  }

 private:
  std::vector<split_walk> walks_;
};

/// Expressions that are known by heart.
enum class known_pattern : std::uint8_t {
  none,
  gpt2,
  cl100k,
  qwen,
  o200k,
  tekken,
};

/// The one with exactly this text.
[[nodiscard]] known_pattern find_known_pattern(
    std::string_view expression) noexcept;

/// The text of one; empty for none.
[[nodiscard]] std::string_view expression_of(known_pattern pattern) noexcept;

[[nodiscard]] std::shared_ptr<const matcher> make_known_matcher(
    known_pattern pattern);
[[nodiscard]] std::shared_ptr<const matcher> make_literal_matcher(
    std::string text);
/// One character that is a number: \p{N}, as Unicode 17 has it.
[[nodiscard]] std::shared_ptr<const matcher> make_number_matcher();
/// The longest part inside which merges can join every two characters.
[[nodiscard]] std::shared_ptr<const matcher> make_joint_matcher(
    const pair_vocabulary& words);

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_PIECES_SPLIT_HPP
