// SPDX-License-Identifier: MIT
#include "mcp/protocol/member_names.hpp"

#include "mcp/raw_json/json_text.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace pith::mcp {

namespace {

struct folded_letter {
  char letter;
  std::string_view also;
};

// What a reader that folds case by Unicode takes for an ASCII letter.
constexpr std::array<folded_letter, 4> folded_letters{{
    {'s', "\xC5\xBF"},      // U+017F
    {'k', "\xE2\x84\xAA"},  // U+212A
    {'i', "\xC4\xB0"},      // U+0130
    {'i', "\xC4\xB1"},      // U+0131
}};

char small_letter(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

/// The length of what folds to `c` at the beginning of `key`, or 0.
std::size_t folded_length(std::string_view key, char c) noexcept {
  if (key.empty()) return 0;
  if (small_letter(key.front()) == c) return 1;
  for (const folded_letter& folded : folded_letters) {
    if (folded.letter == c && key.starts_with(folded.also)) {
      return folded.also.size();
    }
  }
  return 0;
}

void skip_delimiters(std::string_view& key) noexcept {
  key.remove_prefix(std::min(key.find_first_not_of("_-"), key.size()));
}

/// The text of a raw key, in `room` when it has escapes; nothing when it
/// cannot be a name for all readers.
std::optional<std::string_view> name_of(std::string_view raw_key,
                                        std::string& room) {
  if (raw_key.find('\\') == raw_key.npos) {
    return raw_key.substr(1, raw_key.size() - 2);
  }
  auto decoded = text_of(raw_key);
  if (!decoded || decoded->find('\0') != decoded->npos) return std::nullopt;
  room = std::move(*decoded);
  return room;
}

}  // namespace

bool names_alike(std::string_view key, std::string_view name) noexcept {
  // Most names differ in their first letter already.
  if (key.empty() || name.empty()) return key.empty() && name.empty();
  const char first = small_letter(key.front());
  if (first >= 'a' && first <= 'z' && first != small_letter(name.front())) {
    return false;
  }
  for (const char expected : name) {
    const char c = small_letter(expected);
    std::size_t length = folded_length(key, c);
    if (length == 0) {
      skip_delimiters(key);
      length = folded_length(key, c);
    }
    if (length == 0) return false;
    key.remove_prefix(length);
  }
  skip_delimiters(key);
  return key.empty();
}

bool find_once(std::span<const member_span> members,
               std::span<const std::string_view> names,
               std::span<std::string_view> found, odd_names odd) {
  std::string room;
  for (const member_span& m : members) {
    const auto key = name_of(m.key, room);
    if (!key && odd == odd_names::are_refused) return false;
    if (!key) continue;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!names_alike(*key, names[i])) continue;
      if (*key != names[i] || !found[i].empty()) return false;
      found[i] = m.value;
      break;
    }
  }
  return true;
}

}  // namespace pith::mcp
