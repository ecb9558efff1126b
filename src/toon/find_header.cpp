// SPDX-License-Identifier: MIT
#include "toon/find_header.hpp"

#include "text/digits.hpp"
#include "text/utf8.hpp"

#include <algorithm>

namespace pith::inline v0::toon {

namespace {

bool begins_word(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// After the quoted text at the beginning; 0 when it does not end.
std::size_t quoted_length(std::string_view text) noexcept {
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return 0;
}

/// As encoders write keys bare: letters, digits, underscores and points.
std::size_t key_length(std::string_view line) noexcept {
  if (line.starts_with('"')) return quoted_length(line);
  if (line.empty() || !begins_word(line[0])) return 0;
  std::size_t at = 1;
  while (at < line.size() && (begins_word(line[at]) || line[at] == '.' ||
                              text::is_digit(line[at]))) {
    ++at;
  }
  return at;
}

/// Whether a quote may open a token after this character.
bool opens_token(char before) noexcept {
  constexpr std::string_view openers = " ,\t|:{}[";
  return openers.find(before) != std::string_view::npos;
}

/// Whether all quotes of a line open and close where tokens do.
bool has_sound_quotes(std::string_view line) noexcept {
  std::size_t at = line.find('"');
  while (at != std::string_view::npos) {
    if (at != 0 && !opens_token(line[at - 1])) return false;
    const std::size_t length = quoted_length(line.substr(at));
    if (length == 0) return false;
    at = line.find('"', at + length);
  }
  return true;
}

/// Whether the line begins with a header. Fields may have any characters; that
/// they are right is what the decoder knows.
bool begins_with_header(std::string_view line) noexcept {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  if (line.starts_with("- ")) line.remove_prefix(2);
  line.remove_prefix(key_length(line));
  if (!line.starts_with('[')) return false;
  std::size_t at = 1;
  while (at < line.size() && text::is_digit(line[at])) ++at;
  if (at == 1) return false;
  if (at < line.size() && line[at] == ':') ++at;  // of a keyed table
  if (at < line.size() && (line[at] == '\t' || line[at] == '|')) ++at;
  line.remove_prefix(at);
  if (line.starts_with("]:")) return true;
  return line.starts_with("]{") && line.find("}:") != std::string_view::npos;
}

}  // namespace

header_place find_header(std::string_view text) noexcept {
  if (text.starts_with(text::byte_order_mark)) {
    text.remove_prefix(text::byte_order_mark.size());
  }
  if (text.starts_with('{')) return header_place::none;
  header_place found = header_place::none;
  bool is_first = true;
  std::size_t lines = 0;
  std::string_view last;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) {
      ++lines;
      last = line;
    }
    const bool is_comment =
        line.substr(std::min(line.find_first_not_of(' '), line.size()))
            .starts_with('#');
    if (is_comment) continue;
    if (!has_sound_quotes(line)) return header_place::none;
    if (found == header_place::none && begins_with_header(line)) {
      found = is_first ? header_place::first_line : header_place::later;
    }
    is_first = false;
  }
  if (lines > 1) return found;
  if (last.starts_with("[0") && last.ends_with("]:")) return header_place::none;
  return found == header_place::none ? found : header_place::only_line;
}

}  // namespace pith::inline v0::toon
