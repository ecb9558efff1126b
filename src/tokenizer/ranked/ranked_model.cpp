// SPDX-License-Identifier: MIT
#include "tokenizer/ranked/ranked_model.hpp"

#include "tokenizer/pieces/encode_text.hpp"
#include "tokenizer/pieces/safe_cut.hpp"
#include "tokenizer/ranked/count_text.hpp"
#include "tokenizer/ranked/token_texts.hpp"

#include <algorithm>
#include <utility>

namespace pith::inline v0::tokens {

namespace {

template <piece_rules rules>
class ranked_engine final : public engine {
 public:
  explicit ranked_engine(const vocabulary& words) : state_(words) {}

  std::size_t count(std::string_view text) override {
    return text_counter<rules>::count(state_, text.data(),
                                      text.data() + text.size());
  }

  void encode(std::string_view text, std::vector<token_id>& out,
              text_place /*place*/) override {
    encode_text<rules>(state_.merge, text, out);
  }

 private:
  count_state state_;
};

class ranked_model_base : public model {
 public:
  ranked_model_base(std::string name, held_bytes image, const vocabulary& words)
      : model(std::move(name)),
        image_(std::move(image)),
        words_(words),
        texts_(words) {
    for (std::uint32_t i = 0; i < words_.special_count(); ++i) {
      specials_.push_back({words_.special_id(i), words_.special_text(i)});
      size_ = std::max(size_, std::size_t{words_.special_id(i)} + 1);
    }
    size_ = std::max(size_, std::size_t{words_.size()});
  }

  [[nodiscard]] std::size_t vocabulary_size() const noexcept override {
    return size_;
  }
  [[nodiscard]] std::string_view text(token_id id) const noexcept override {
    if (const std::string_view known = texts_.find(id); !known.empty()) {
      return known;
    }
    for (const special_token& special : specials_) {
      if (special.id == id) return special.text;
    }
    return {};
  }
  [[nodiscard]] const std::vector<special_token>& specials()
      const noexcept override {
    return specials_;
  }

 protected:
  [[nodiscard]] const vocabulary& words() const noexcept { return words_; }

 private:
  held_bytes image_;
  vocabulary words_;
  token_texts texts_;
  std::vector<special_token> specials_;
  std::size_t size_ = 0;
};

template <piece_rules rules>
class ranked_model final : public ranked_model_base {
 public:
  using ranked_model_base::ranked_model_base;

  [[nodiscard]] std::unique_ptr<engine> make_engine() const override {
    return std::make_unique<ranked_engine<rules>>(words());
  }
  [[nodiscard]] std::size_t last_safe_cut(
      std::string_view text, std::size_t at) const noexcept override {
    return find_last_safe_cut<rules>(text, at);
  }
};

}  // namespace

std::shared_ptr<const model> make_ranked_model(std::string name,
                                               held_bytes image) {
  vocabulary words;
  if (!words.attach(image.bytes)) return nullptr;
  if (image.holder != nullptr && !vocabulary::check(image.bytes)) {
    return nullptr;
  }
  switch (words.family()) {
    case piece_family::gpt2:
      return std::make_shared<ranked_model<gpt2_rules>>(
          std::move(name), std::move(image), words);
    case piece_family::cl100k:
      return std::make_shared<ranked_model<cl100k_rules>>(
          std::move(name), std::move(image), words);
    case piece_family::o200k:
      return std::make_shared<ranked_model<o200k_rules>>(
          std::move(name), std::move(image), words);
  }
  return nullptr;
}

}  // namespace pith::inline v0::tokens
