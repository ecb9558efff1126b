// SPDX-License-Identifier: MIT
#include "line/arguments.hpp"

#include "mcp/words/nearest_word.hpp"

#include <algorithm>
#include <charconv>

namespace cli {

namespace {

const option* find_long(const command& chosen, std::string_view name) {
  for (const option& o : chosen.options) {
    if (o.name == name) return &o;
  }
  return nullptr;
}

const option* find_letter(const command& chosen, char letter) {
  for (const option& o : chosen.options) {
    if (o.letter == letter) return &o;
  }
  return nullptr;
}

/// What an option of earlier versions is called now; empty when it is not one.
std::string_view new_name(std::string_view name) {
  return name == "least-tokens" ? "min-tokens" : "";
}

std::string quoted_word(std::string_view word) {
  return "'" + std::string(word) + "'";
}

bool is_among(std::string_view word, std::string_view choices) {
  while (!choices.empty()) {
    const std::size_t bar = std::min(choices.find('|'), choices.size());
    if (choices.substr(0, bar) == word) return true;
    choices.remove_prefix(std::min(bar + 1, choices.size()));
  }
  return false;
}

}  // namespace

std::string mistake_in(const option& o, std::string_view value) {
  if (!o.choices.empty() && !is_among(value, o.choices)) {
    return "takes one of " + std::string(o.choices) + ", not " +
           quoted_word(value);
  }
  if (o.kind == word_kind::number && !to_number(value)) {
    return "takes a number, not " + quoted_word(value);
  }
  return {};
}

std::optional<std::size_t> to_number(std::string_view word) {
  std::size_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, failed] = std::from_chars(word.data(), end, number);
  if (failed != std::errc{} || stop != end) return std::nullopt;
  return number;
}

std::string suggestion(std::string_view word,
                       std::span<const std::string_view> known) {
  const std::string_view meant = pith::mcp::nearest_word(word, known);
  return meant.empty() ? "" : "; did you mean " + quoted_word(meant) + "?";
}

arguments::arguments(const command& chosen, std::span<const char* const> words)
    : chosen_(&chosen) {
  bool options_ended = false;
  for (std::size_t at = 0; at < words.size() && mistake_.empty();) {
    const std::string_view word = words[at];
    if (options_ended || word.size() < 2 || word[0] != '-') {
      operands_.emplace_back(word);
      if (options_ended) ++literal_operands_;
      ++at;
    } else if (word == "--") {
      options_ended = true;
      ++at;
    } else {
      at += read_option(words, at);
    }
  }
  if (mistake_.empty() && !wants_help_) check_operands();
}

/// Returns how many words it took.
std::size_t arguments::read_option(std::span<const char* const> words,
                                   std::size_t at) {
  const std::string_view word = words[at];
  if (!word.starts_with("--")) return read_letters(words, at);
  if (word == "--help") {
    wants_help_ = true;
    return 1;
  }
  const std::size_t equals = word.find('=');
  const std::string_view name = word.substr(0, equals);
  const option* const found = find_long(*chosen_, name.substr(2));
  if (found == nullptr) {
    std::vector<std::string_view> known;
    for (const option& o : chosen_->options) known.push_back(o.name);
    mistake_ = "unknown option " + quoted_word(name);
    const std::string_view now = new_name(name.substr(2));
    const std::string_view meant =
        pith::mcp::nearest_word(name.substr(2), known);
    if (std::find(known.begin(), known.end(), now) != known.end()) {
      mistake_ += "; use '--" + std::string(now) + "' instead";
    } else if (!meant.empty()) {
      mistake_ += "; did you mean '--" + std::string(meant) + "'?";
    }
    return 1;
  }
  const bool holds_value = equals != std::string_view::npos;
  if (found->value.empty()) {
    if (holds_value) mistake_ = quoted_word(name) + " takes no value";
    given_.push_back({found->name, {}});
    return 1;
  }
  if (holds_value) {
    take_value(*found, word.substr(equals + 1));
    return 1;
  }
  return take_next_word(*found, name, words, at);
}

/// One or more letters: `-p`, `-pt json`, `-tjson`.
std::size_t arguments::read_letters(std::span<const char* const> words,
                                    std::size_t at) {
  const std::string_view word = words[at];
  for (std::size_t i = 1; i < word.size(); ++i) {
    const std::string name = std::string("-") + word[i];
    const option* const found = find_letter(*chosen_, word[i]);
    if (found == nullptr && word[i] == 'h') {
      wants_help_ = true;
      continue;
    }
    if (found == nullptr) {
      mistake_ = "unknown option " + quoted_word(name);
      if (word.size() > 2) mistake_ += " in " + quoted_word(word);
      return 1;
    }
    if (found->value.empty()) {
      given_.push_back({found->name, {}});
      continue;
    }
    // The value follows its letter in the same word, or is the next one.
    if (i + 1 == word.size()) return take_next_word(*found, name, words, at);
    take_value(*found, word.substr(i + 1));
    return 1;
  }
  return 1;
}

void arguments::take_value(const option& o, std::string_view value) {
  given_.push_back({o.name, value});
  const std::string wrong = mistake_in(o, value);
  if (!wrong.empty()) mistake_ = "--" + std::string(o.name) + ' ' + wrong;
}

std::size_t arguments::take_next_word(const option& o, std::string_view name,
                                      std::span<const char* const> words,
                                      std::size_t at) {
  if (at + 1 == words.size()) {
    mistake_ = std::string(name) + " needs a value";
    return 1;
  }
  take_value(o, words[at + 1]);
  return 2;
}

void arguments::check_operands() {
  if (operands_.size() < chosen_->min_operands) {
    mistake_ = operands_.empty() ? "" : "missing operand: ";
    mistake_ += "usage: pith " + std::string(chosen_->name) + ' ' +
                std::string(chosen_->operands);
  } else if (operands_.size() <= chosen_->max_operands) {
    return;
  } else if (chosen_->max_operands == 1 &&
             chosen_->operand_kind == word_kind::file) {
    mistake_ = "expected one file, but got " + quoted_word(operands_[0]) +
               " and " + quoted_word(operands_[1]);
  } else {
    mistake_ =
        "unexpected argument: " + quoted_word(operands_[chosen_->max_operands]);
  }
}

std::vector<std::string> arguments::files() const {
  return operands_.empty() ? std::vector<std::string>{"-"} : operands_;
}

bool arguments::has(const option& o) const {
  if (given(o)) return true;
  const auto usual = value(o);
  // A switch says whether it is on; another option is there if it has a value.
  return usual && (!o.value.empty() || *usual == "true");
}

std::optional<std::string_view> arguments::value(const option& o) const {
  if (const auto word = given(o)) return word;
  const option* const own = find_long(*chosen_, o.name);
  if (usual_ == nullptr || own == nullptr || own->usual.empty()) {
    return std::nullopt;
  }
  const default_value* const found = usual_->find(o.name);
  if (found == nullptr) return std::nullopt;
  return found->value;
}

std::optional<std::string_view> arguments::given(const option& o) const {
  const std::vector<std::string_view> all = values(o);
  return all.empty() ? std::nullopt : std::optional(all.back());
}

std::vector<std::string_view> arguments::values(const option& o) const {
  std::vector<std::string_view> all;
  for (const given_word& one : given_) {
    if (one.name == o.name) all.push_back(one.value);
  }
  return all;
}

std::optional<std::size_t> arguments::number(const option& o) const {
  const auto word = value(o);
  return word ? to_number(*word) : std::nullopt;
}

}  // namespace cli
