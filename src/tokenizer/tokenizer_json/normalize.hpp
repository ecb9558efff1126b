// SPDX-License-Identifier: MIT
/// @file
/// What a tokenizer.json does to a text before it is cut into pieces.
#ifndef PITH_TOKENIZER_TOKENIZER_JSON_NORMALIZE_HPP
#define PITH_TOKENIZER_TOKENIZER_JSON_NORMALIZE_HPP

#include "tokenizer/model/model.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0::tokens {

/// U+2581, which stands for a space in files of SentencePiece.
inline constexpr std::string_view space_mark_text = "\xE2\x96\x81";

/// Appends `text` with every `from`, which is not empty, replaced by `to`.
void append_replaced(std::string& out, std::string_view text,
                     std::string_view from, std::string_view to);

struct normalizer_step {
  enum class kind : std::uint8_t {
    prepend,         ///< `to` goes before a text that is not empty
    prepend_if_not,  ///< ... and does not begin with it
    prepend_once,    ///< ... and does not stand after a special token
    replace,         ///< every `from` becomes `to`
    nfc,
    nfkc,
  };
  kind what;
  std::string from{};
  std::string to{};
};

/// Immutable; shared between threads.
class normalizer {
 public:
  /// The memory that apply() works in.
  struct workspace {
    std::string now;
    std::string before;
  };

  void add(normalizer_step step) { steps_.push_back(std::move(step)); }
  [[nodiscard]] bool empty() const noexcept { return steps_.empty(); }

  /// `text` itself when nothing changes, or a view of `memory`. Linear, but
  /// for O(n log n) in a run of combining marks. `place` says whether something
  /// stands before the text.
  [[nodiscard]] std::string_view apply(std::string_view text, workspace& memory,
                                       text_place place) const;

  /// Whether a text may be cut between two ASCII characters: the normalized
  /// parts make up the normalized whole, and letters, digits, white space and
  /// punctuation stay what they are.
  [[nodiscard]] bool keeps_ascii() const noexcept;
  /// Whether it does nothing, or only marks spaces.
  [[nodiscard]] bool only_marks_spaces() const noexcept;
  /// What stands before every text that is not empty.
  [[nodiscard]] std::string_view prefix() const noexcept;

 private:
  std::vector<normalizer_step> steps_;
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_TOKENIZER_JSON_NORMALIZE_HPP
