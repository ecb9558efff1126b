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

}  // namespace

std::optional<std::string_view> certain_delimiter(std::string_view text,
                                                  bool is_whole) {
  constexpr std::size_t most = 64 * 1024;
  if (text.size() > most) {
    text = text.substr(0, most);
    is_whole = false;
  }
  counts header{};
  counts now{};
  std::array<bool, candidates.size()> may_be{true, true, true};
  std::size_t rows = 0;
  bool is_quoted = false;
  bool is_blank = true;
  const auto end_row = [&] {
    if (is_blank) return;
    if (rows++ == 0) header = now;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      may_be[i] = may_be[i] && now[i] == header[i] && header[i] != 0;
    }
    now = {};
    is_blank = true;
  };
  for (const char c : text) {
    if (c == '\n' && !is_quoted) {
      end_row();
      continue;
    }
    if (c != '\r') is_blank = false;
    if (c == '"') is_quoted = !is_quoted;
    if (is_quoted) continue;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (c == candidates[i].character) ++now[i];
    }
    if (c == ',') ++now.back();
  }
  if (is_quoted && is_whole) return std::nullopt;
  // A row that goes on after the text says nothing yet.
  if (is_whole) end_row();
  if (rows < 2 || header.back() != 0) return std::nullopt;
  std::optional<std::string_view> found;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!may_be[i]) continue;
    if (found) return std::nullopt;
    found = candidates[i].name;
  }
  return found;
}

}  // namespace pith::interchange
