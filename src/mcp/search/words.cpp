// SPDX-License-Identifier: MIT
#include "mcp/search/words.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace pith::mcp {

namespace {

enum class char_kind : std::uint8_t { other, lower, upper, digit };

char_kind kind_of(char c) noexcept {
  if (c >= 'a' && c <= 'z') return char_kind::lower;
  if (c >= 'A' && c <= 'Z') return char_kind::upper;
  if (c >= '0' && c <= '9') return char_kind::digit;
  // A letter of another script has no case here.
  return (static_cast<unsigned char>(c) & 0x80U) != 0 ? char_kind::lower
                                                      : char_kind::other;
}

char lower_of(char c) noexcept {
  return kind_of(c) == char_kind::upper ? static_cast<char>(c - 'A' + 'a') : c;
}

// Sorted.
constexpr auto stop_words = std::to_array<std::string_view>(
    {"a",        "about",     "after",     "again",      "all",
     "already",  "also",      "am",        "an",         "and",
     "another",  "any",       "anybody",   "anyone",     "anything",
     "anywhere", "are",       "as",        "at",         "be",
     "been",     "best",      "both",      "but",        "by",
     "can",      "could",     "d",         "did",        "do",
     "does",     "done",      "each",      "eight",      "else",
     "every",    "everybody", "everyone",  "everything", "few",
     "first",    "five",      "for",       "four",       "from",
     "give",     "good",      "had",       "hand",       "has",
     "have",     "he",        "her",       "here",       "him",
     "his",      "how",       "i",         "if",         "in",
     "instead",  "into",      "is",        "it",         "its",
     "just",     "kindly",    "let",       "like",       "ll",
     "m",        "many",      "may",       "maybe",      "me",
     "mine",     "most",      "much",      "must",       "my",
     "need",     "nine",      "no",        "not",        "now",
     "of",       "on",        "once",      "one",        "only",
     "onto",     "or",        "other",     "others",     "our",
     "ours",     "out",       "over",      "please",     "re",
     "really",   "s",         "same",      "second",     "seven",
     "she",      "should",    "six",       "so",         "some",
     "somebody", "someone",   "something", "somewhere",  "still",
     "such",     "t",         "take",      "ten",        "than",
     "that",     "the",       "their",     "them",       "then",
     "there",    "these",     "they",      "thing",      "things",
     "third",    "this",      "those",     "three",      "to",
     "too",      "two",       "us",        "ve",         "very",
     "want",     "was",       "we",        "were",       "what",
     "whatever", "when",      "which",     "while",      "whom",
     "whose",    "why",       "will",      "with",       "within",
     "would",    "yet",       "you",       "your",       "yours",
     "yourself"});
static_assert(std::ranges::is_sorted(stop_words));

// Sorted by the first.
constexpr auto irregular =
    std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"began", "begin"},   {"bought", "buy"},    {"broken", "break"},
         {"brought", "bring"}, {"built", "build"},   {"children", "child"},
         {"chose", "choose"},  {"chosen", "choose"}, {"data", "data"},
         {"drawn", "draw"},    {"drew", "draw"},     {"drove", "drive"},
         {"fed", "feed"},      {"fell", "fall"},     {"forgot", "forget"},
         {"found", "find"},    {"gave", "give"},     {"given", "give"},
         {"gone", "go"},       {"got", "get"},       {"heard", "hear"},
         {"held", "hold"},     {"hid", "hide"},      {"hidden", "hide"},
         {"indices", "index"}, {"kept", "keep"},     {"knew", "know"},
         {"known", "know"},    {"left", "leave"},    {"lost", "lose"},
         {"made", "make"},     {"meant", "mean"},    {"men", "man"},
         {"met", "meet"},      {"paid", "pay"},      {"people", "person"},
         {"ran", "run"},       {"said", "say"},      {"saw", "see"},
         {"seen", "see"},      {"sent", "send"},     {"shown", "show"},
         {"sold", "sell"},     {"spent", "spend"},   {"spoke", "speak"},
         {"stood", "stand"},   {"taken", "take"},    {"taught", "teach"},
         {"thought", "think"}, {"threw", "throw"},   {"thrown", "throw"},
         {"told", "tell"},     {"took", "take"},     {"went", "go"},
         {"woke", "wake"},     {"women", "woman"},   {"written", "write"},
         {"wrote", "write"}});
static_assert(std::ranges::is_sorted(irregular));

bool is_vowel(char c) noexcept {
  return std::string_view{"aeiou"}.find(c) != std::string_view::npos;
}

/// Whether something remains that can be a word.
bool has_vowel(std::string_view word) noexcept {
  return std::ranges::any_of(word,
                             [](char c) { return is_vowel(c) || c == 'y'; });
}

/// `stopp` -> `stop`, but `tell`, `pass` and `add` stay.
void halve_end(std::string& word) {
  const std::size_t n = word.size();
  if (n > 3 && word[n - 1] == word[n - 2] && !is_vowel(word[n - 1]) &&
      std::string_view{"lsz"}.find(word[n - 1]) == std::string_view::npos) {
    word.pop_back();
  }
}

void cut_plural(std::string& word) {
  if (word.size() < 4 || !word.ends_with('s')) return;
  if (word.ends_with("ss") || word.ends_with("us") || word.ends_with("is")) {
    return;
  }
  if (word.ends_with("ies") && word.size() > 4) {
    word.replace(word.size() - 3, 3, "y");
    return;
  }
  const bool is_hissed = word.ends_with("xes") || word.ends_with("ches") ||
                         word.ends_with("shes") || word.ends_with("sses");
  word.resize(word.size() - (is_hissed ? 2 : 1));
}

void cut_tense(std::string& word) {
  for (const std::string_view end : {"ing", "ed"}) {
    if (word.size() < end.size() + 3 || !word.ends_with(end)) continue;
    const std::string_view stem =
        std::string_view{word}.substr(0, word.size() - end.size());
    if (!has_vowel(stem)) continue;
    word.resize(stem.size());
    halve_end(word);
    return;
  }
}

}  // namespace

std::vector<std::string> words_of(std::string_view text, std::size_t most) {
  std::vector<std::string> out;
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) out.push_back(std::move(word));
    word.clear();
  };
  for (const char c : text) {
    if (out.size() >= most) return out;
    if (kind_of(c) == char_kind::other) {
      finish();
    } else if (word.size() < max_word_bytes) {
      word += lower_of(c);
    }
  }
  if (out.size() < most) finish();
  return out;
}

std::string split_name(std::string_view name) {
  std::string out;
  char_kind before = char_kind::other;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char_kind kind = kind_of(name[i]);
    if (kind == char_kind::other) {
      before = kind;
      continue;
    }
    const bool next_is_lower =
        i + 1 < name.size() && kind_of(name[i + 1]) == char_kind::lower;
    // A capital ends the word before it; in a run of them, the last one begins
    // the next word (HTTPServer).
    const bool begins =
        before == char_kind::other ||
        (kind == char_kind::upper &&
         (before != char_kind::upper || next_is_lower)) ||
        (kind == char_kind::digit) != (before == char_kind::digit);
    if (begins && !out.empty()) out += ' ';
    out += name[i];
    before = kind;
  }
  return out;
}

std::string base_form(std::string_view word) {
  const auto* const known = std::ranges::lower_bound(
      irregular, word, {},
      &std::pair<std::string_view, std::string_view>::first);
  std::string out{
      known != irregular.end() && known->first == word ? known->second : word};
  if (out.size() < 4) return out;
  cut_plural(out);
  cut_tense(out);
  if (out.size() > 3 && out.ends_with('e')) out.pop_back();
  if (out.size() > 2 && out.ends_with('y')) out.back() = 'i';
  return out;
}

bool is_stop_word(std::string_view word) noexcept {
  return std::ranges::binary_search(stop_words, word);
}

}  // namespace pith::mcp
