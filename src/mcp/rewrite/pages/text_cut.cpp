// SPDX-License-Identifier: MIT
#include "mcp/rewrite/pages/text_cut.hpp"

#include <algorithm>

namespace pith::mcp {

namespace {

/// Counted at a time: little is counted in vain, and few counts are made.
constexpr std::size_t chunk_bytes = 4 * 1024;

bool continues_character(char c) noexcept {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// At `at` or before it, where a character begins.
std::size_t character_start(std::string_view text, std::size_t at) noexcept {
  if (at >= text.size()) return text.size();
  while (at > 0 && continues_character(text[at])) --at;
  return at;
}

/// The first `most` characters, in bytes.
std::size_t character_prefix(std::string_view text, std::size_t most) noexcept {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (continues_character(text[at])) continue;
    if (most == 0) return at;
    --most;
  }
  return at;
}

/// The most bytes of `text` that cost at most `most` tokens, if more bytes
/// cost more.
std::size_t bisect(token_counter& counter, std::string_view text,
                   std::size_t most) {
  std::size_t good = 0;
  std::size_t bad = text.size() + 1;
  while (bad - good > 1) {
    const std::size_t middle = character_start(text, good + (bad - good) / 2);
    if (middle <= good) {  // inside the character after `good`
      std::size_t next = good + 1;
      while (next < text.size() && continues_character(text[next])) ++next;
      if (next >= bad || counter.count(text.substr(0, next)) > most) break;
      good = next;
    } else if (counter.count(text.substr(0, middle)) <= most) {
      good = middle;
    } else {
      bad = middle;
    }
  }
  return good;
}

/// As bisect(), for long texts.
std::size_t token_prefix(token_counter& counter, std::string_view text,
                         std::size_t most) {
  std::size_t at = 0;
  std::size_t spent = 0;
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    std::size_t cut = rest.size();
    if (cut > chunk_bytes) {
      cut = counter.last_safe_cut(rest.substr(0, 2 * chunk_bytes), chunk_bytes);
      if (cut == 0)
        cut = std::max<std::size_t>(character_start(rest, chunk_bytes), 1);
    }
    const std::size_t cost = counter.count(rest.substr(0, cut));
    if (spent + cost > most) {
      return at + bisect(counter, rest.substr(0, cut), most - spent);
    }
    spent += cost;
    at += cut;
  }
  return at;
}

/// A better place for a cut than `at`, not far before it.
std::size_t nicer_cut(const token_counter& counter, std::string_view text,
                      std::size_t at) {
  if (at == 0 || at >= text.size()) return at;
  const std::size_t least = at - at / 4;
  const std::size_t line = text.rfind('\n', at - 1);
  if (line != text.npos && line + 1 >= least) return line + 1;
  const std::size_t window =
      character_start(text, std::min(least, at - std::min(at, chunk_bytes)));
  const std::size_t safe = counter.last_safe_cut(
      text.substr(window, at - window + chunk_bytes), at - window);
  return safe == 0 || window + safe < least ? at : window + safe;
}

}  // namespace

std::size_t count_characters(std::string_view text) noexcept {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(),
                    [](char c) { return !continues_character(c); }));
}

text_cost cost_of(token_counter& counter, std::string_view text) {
  return {counter.count(text), count_characters(text)};
}

text_cost cost_up_to(token_counter& counter, std::string_view text,
                     std::size_t enough) {
  text_cost out{0, count_characters(text)};
  while (text.size() > 2 * chunk_bytes && out.tokens <= enough) {
    const std::size_t cut =
        counter.last_safe_cut(text.substr(0, 2 * chunk_bytes), chunk_bytes);
    if (cut == 0) break;  // a word as long as a chunk
    out.tokens += counter.count(text.substr(0, cut));
    text.remove_prefix(cut);
  }
  if (out.tokens <= enough) out.tokens += counter.count(text);
  return out;
}

std::size_t fitting_bytes(token_counter& counter, std::string_view text,
                          const text_cost& most) {
  std::size_t end = text.size();
  if (most.characters != 0) end = character_prefix(text, most.characters);
  if (most.tokens != 0) {
    end = token_prefix(counter, text.substr(0, end), most.tokens);
  }
  std::size_t cut = nicer_cut(counter, text, end);
  // Where counts do not add up, a shorter text may cost more by a token.
  while (cut != 0 && most.tokens != 0 &&
         counter.count(text.substr(0, cut)) > most.tokens) {
    cut = character_start(text, cut - 1 - cut / 64);
  }
  return cut;
}

}  // namespace pith::mcp
