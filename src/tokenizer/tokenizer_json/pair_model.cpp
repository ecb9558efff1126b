// SPDX-License-Identifier: MIT
#include "tokenizer/tokenizer_json/pair_model.hpp"

#include "tokenizer/pieces/encode_text.hpp"
#include "tokenizer/pieces/safe_cut.hpp"
#include "tokenizer/ranked/count_text.hpp"
#include "tokenizer/tokenizer_json/pair_merge.hpp"

#include <algorithm>
#include <utility>

namespace pith::inline v0::tokens {

namespace {

using pair_count_state = basic_count_state<pair_merger>;

/// One of the known expressions, and nothing else.
template <piece_rules rules>
class known_engine final : public engine {
 public:
  explicit known_engine(const tokenizer_parts& parts)
      : before_(parts.before), state_(parts.words) {}

  std::size_t count(std::string_view text) override {
    text = before_.apply(text, memory_, text_place::beginning);
    return text_counter<rules, pair_count_state>::count(
        state_, text.data(), text.data() + text.size());
  }

  void encode(std::string_view text, std::vector<token_id>& out,
              text_place place) override {
    text = before_.apply(text, memory_, place);
    encode_text<rules>(state_.merge, text, out);
  }

 private:
  const normalizer& before_;
  normalizer::workspace memory_;
  pair_count_state state_;
};

/// Any steps.
class stepped_engine final : public engine {
 public:
  explicit stepped_engine(const tokenizer_parts& parts)
      : before_(parts.before), walk_(parts.split.steps), state_(parts.words) {}

  std::size_t count(std::string_view text) override {
    text = before_.apply(text, memory_, text_place::beginning);
    const char* const end = text.data() + text.size();
    std::size_t total = 0;
    walk_.each({text.data(), end}, [&](text_range piece) {
      total += count_piece(state_, piece.begin, piece.view().size(), end);
    });
    return total;
  }

  void encode(std::string_view text, std::vector<token_id>& out,
              text_place place) override {
    text = before_.apply(text, memory_, place);
    walk_.each({text.data(), text.data() + text.size()}, [&](text_range piece) {
      state_.merge.encode(piece.view(), out);
    });
  }

 private:
  const normalizer& before_;
  normalizer::workspace memory_;
  piece_walk walk_;
  pair_count_state state_;
};

/// Like find_last_safe_cut, but by what merges can join. Spaces are marked.
std::size_t find_last_joint_cut(const pair_vocabulary& words,
                                std::string_view text,
                                std::size_t at) noexcept {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto code_of = [](const character& c) {
    return c.code == ' ' ? pair_vocabulary::space_mark : c.code;
  };
  // What is cut off at the end may become another character.
  const auto is_whole = [](const character& c) {
    return c.code < 0x80 || c.length > 1;
  };
  if (text.empty()) return 0;
  for (at = std::min(at, text.size() - 1); at > 0; --at) {
    const character here = character_at(begin + at, end);
    if (!is_whole(here)) continue;
    const char* last = begin + at - 1;
    while (last != begin && begin + at - last < 4 &&
           (static_cast<unsigned char>(*last) & 0xC0) == 0x80) {
      --last;
    }
    const character before = character_at(last, end);
    if (!is_whole(before) || last + before.length != begin + at) continue;
    if (!words.joins(code_of(before), code_of(here))) return at;
  }
  return 0;
}

class pair_model final : public model {
 public:
  pair_model(std::string name, tokenizer_parts parts)
      : model(std::move(name)), parts_(std::move(parts)) {
    if (parts_.words.made_of() == symbols::characters) {
      const bool marks_spaces = parts_.before.only_marks_spaces();
      // Where all spaces were replaced there is nothing left to split.
      if (marks_spaces && !parts_.before.empty() &&
          parts_.split.only_at_spaces) {
        parts_.split.steps.clear();
      }
      cuts_at_joints_ = marks_spaces && parts_.split.steps.empty();
      parts_.split.steps.push_back({make_joint_matcher(parts_.words)});
    }
    size_ = parts_.words.size();
    for (const added_token& token : parts_.added) {
      specials_.push_back({token.id, token.text, token.takes_space_before,
                           token.takes_space_after});
      size_ = std::max(size_, std::size_t{token.id} + 1);
    }
    std::sort(specials_.begin(), specials_.end(),
              [](const special_token& a, const special_token& b) {
                return a.id < b.id;
              });
  }

  [[nodiscard]] std::unique_ptr<engine> make_engine() const override {
    switch (fast_pattern()) {
      case known_pattern::none:
        break;
      case known_pattern::gpt2:
        return std::make_unique<known_engine<gpt2_rules>>(parts_);
      case known_pattern::cl100k:
        return std::make_unique<known_engine<cl100k_rules>>(parts_);
      case known_pattern::qwen:
        return std::make_unique<known_engine<qwen_rules>>(parts_);
      case known_pattern::o200k:
        return std::make_unique<known_engine<o200k_rules>>(parts_);
      case known_pattern::tekken:
        return std::make_unique<known_engine<tekken_rules>>(parts_);
    }
    return std::make_unique<stepped_engine>(parts_);
  }

  [[nodiscard]] std::size_t vocabulary_size() const noexcept override {
    return size_;
  }
  [[nodiscard]] std::string_view text(token_id id) const noexcept override {
    if (id < parts_.words.size() && !parts_.words.text(id).empty()) {
      return parts_.words.text(id);
    }
    const auto found = std::lower_bound(
        specials_.begin(), specials_.end(), id,
        [](const special_token& a, token_id wanted) { return a.id < wanted; });
    return found != specials_.end() && found->id == id ? found->text
                                                       : std::string_view{};
  }
  [[nodiscard]] const std::vector<special_token>& specials()
      const noexcept override {
    return specials_;
  }
  [[nodiscard]] std::string_view leading_text() const noexcept override {
    const std::string_view prefix = parts_.before.prefix();
    return prefix == space_mark_text ? " " : prefix;
  }

  [[nodiscard]] std::size_t last_safe_cut(
      std::string_view text, std::size_t at) const noexcept override {
    if (cuts_at_joints_) return find_last_joint_cut(parts_.words, text, at);
    if (!parts_.before.keeps_ascii()) return 0;
    switch (fast_pattern()) {
      case known_pattern::none:
        break;
      case known_pattern::gpt2:
        return find_last_safe_cut<gpt2_rules>(text, at);
      case known_pattern::cl100k:
        return find_last_safe_cut<cl100k_rules>(text, at);
      case known_pattern::qwen:
        return find_last_safe_cut<qwen_rules>(text, at);
      case known_pattern::o200k:
        return find_last_safe_cut<o200k_rules>(text, at);
      case known_pattern::tekken:
        return find_last_safe_cut<tekken_rules>(text, at);
    }
    return 0;
  }

 private:
  /// The expression that is all there is to cutting.
  [[nodiscard]] known_pattern fast_pattern() const noexcept {
    return parts_.words.made_of() == symbols::bytes ? parts_.split.only
                                                    : known_pattern::none;
  }

  tokenizer_parts parts_;
  std::vector<special_token> specials_;  ///< by id
  std::size_t size_ = 0;
  bool cuts_at_joints_ = false;
};

}  // namespace

std::shared_ptr<const model> make_pair_model(std::string name,
                                             tokenizer_parts parts) {
  return std::make_shared<pair_model>(std::move(name), std::move(parts));
}

}  // namespace pith::inline v0::tokens
