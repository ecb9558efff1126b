// SPDX-License-Identifier: MIT
#include "interchange/lenient/csv_delimiter.hpp"

#include <array>
#include <cstddef>

namespace pith::interchange {

namespace {

struct candidate {
  char character;
  std::string_view name;
};
constexpr std::array<candidate, 3> candidates = {
    {{';', "semicolon"}, {'\t', "tab"}, {'|', "pipe"}}};

/// How many of each stand outside of quotes in a row; the last are commas.
using counts = std::array<std::size_t, candidates.size() + 1>;

/// Counts them, row by row. (By itself: the check of clang-tidy for optionals
/// does not come to an end over these loops.)
class row_counter {
 public:
  void read(std::string_view text) noexcept {
    for (const char c : text) read(c);
  }

  /// Blank rows do not count.
  void end_row() noexcept {
    if (is_blank_) return;
    if (rows_++ == 0) header_ = now_;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      may_be_[i] = may_be_[i] && now_[i] == header_[i] && header_[i] != 0;
    }
    now_ = {};
    is_blank_ = true;
  }

  bool is_quoted() const noexcept { return is_quoted_; }
  std::size_t rows() const noexcept { return rows_; }
  bool has_commas() const noexcept { return header_.back() != 0; }

  /// Whether all rows have the candidate, and as often as the first.
  bool may_be(std::size_t i) const noexcept { return may_be_[i]; }

 private:
  void read(char c) noexcept {
    if (c == '\n' && !is_quoted_) {
      end_row();
      return;
    }
    if (c != '\r') is_blank_ = false;
    if (c == '"') is_quoted_ = !is_quoted_;
    if (is_quoted_) return;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (c == candidates[i].character) ++now_[i];
    }
    if (c == ',') ++now_.back();
  }

  counts header_{};
  counts now_{};
  std::array<bool, candidates.size()> may_be_{true, true, true};
  std::size_t rows_ = 0;
  bool is_quoted_ = false;
  bool is_blank_ = true;
};

}  // namespace

std::optional<std::string_view> certain_delimiter(std::string_view text,
                                                  bool is_whole) {
  constexpr std::size_t most = 64 * 1024;
  if (text.size() > most) {
    text = text.substr(0, most);
    is_whole = false;
  }
  row_counter counter;
  counter.read(text);
  if (counter.is_quoted() && is_whole) return std::nullopt;
  // A row that goes on after the text says nothing yet.
  if (is_whole) counter.end_row();
  if (counter.rows() < 2 || counter.has_commas()) return std::nullopt;
  std::optional<std::string_view> found;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!counter.may_be(i)) continue;
    if (found) return std::nullopt;
    found = candidates[i].name;
  }
  return found;
}

}  // namespace pith::interchange
