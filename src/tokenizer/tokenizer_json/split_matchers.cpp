// SPDX-License-Identifier: MIT
#include "tokenizer/pieces/pretokenize.hpp"
#include "tokenizer/pieces/split.hpp"
#include "tokenizer/tokenizer_json/pair_vocabulary.hpp"

#include <utility>

namespace pith::inline v0::tokens {

namespace {

template <piece_rules rules>
class known_matcher final : public matcher {
 public:
  bool find(text_range text, const char* from, text_range& match,
            match_memory* /*memory*/) const override {
    if (from == text.end) return false;
    match = {from, piece_cutter<rules>::cut(from, text.end)};
    return true;
  }
};

class literal_matcher final : public matcher {
 public:
  explicit literal_matcher(std::string text) : text_(std::move(text)) {}

  bool find(text_range text, const char* from, text_range& match,
            match_memory* /*memory*/) const override {
    const std::string_view rest{from,
                                static_cast<std::size_t>(text.end - from)};
    const std::size_t at = rest.find(text_);
    if (at == std::string_view::npos) return false;
    match = {from + at, from + at + text_.size()};
    return true;
  }

 private:
  std::string text_;
};

/// The original asks its language here and not its expressions; that one has
/// the numbers of Unicode 17.
bool is_numeric(const character& c) noexcept {
  return (c.classes & number) != 0 ||
         (c.code >= 0x11DE0 && c.code <= 0x11DE9) ||
         (c.code >= 0x16FF4 && c.code <= 0x16FF6);
}

class number_matcher final : public matcher {
 public:
  bool find(text_range text, const char* from, text_range& match,
            match_memory* /*memory*/) const override {
    while (from != text.end) {
      const character c = character_at(from, text.end);
      if (is_numeric(c)) {
        match = {from, from + c.length};
        return true;
      }
      from += c.length;
    }
    return false;
  }
};

class joint_matcher final : public matcher {
 public:
  explicit joint_matcher(const pair_vocabulary& words) : words_(&words) {}

  bool find(text_range text, const char* from, text_range& match,
            match_memory* /*memory*/) const override {
    if (from == text.end) return false;
    character before = character_at(from, text.end);
    match.begin = from;
    for (from += before.length; from != text.end;) {
      const character c = character_at(from, text.end);
      if (!words_->joins(before.code, c.code)) break;
      before = c;
      from += c.length;
    }
    match.end = from;
    return true;
  }

 private:
  const pair_vocabulary* words_;
};

}  // namespace

std::shared_ptr<const matcher> make_known_matcher(known_pattern pattern) {
  switch (pattern) {
    case known_pattern::none:
      break;
    case known_pattern::gpt2:
      return std::make_shared<known_matcher<gpt2_rules>>();
    case known_pattern::cl100k:
      return std::make_shared<known_matcher<cl100k_rules>>();
    case known_pattern::qwen:
      return std::make_shared<known_matcher<qwen_rules>>();
    case known_pattern::o200k:
      return std::make_shared<known_matcher<o200k_rules>>();
    case known_pattern::tekken:
      return std::make_shared<known_matcher<tekken_rules>>();
  }
  return nullptr;
}

std::shared_ptr<const matcher> make_literal_matcher(std::string text) {
  return std::make_shared<literal_matcher>(std::move(text));
}

std::shared_ptr<const matcher> make_number_matcher() {
  return std::make_shared<number_matcher>();
}

std::shared_ptr<const matcher> make_joint_matcher(
    const pair_vocabulary& words) {
  return std::make_shared<joint_matcher>(words);
}

}  // namespace pith::inline v0::tokens
