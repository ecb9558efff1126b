// SPDX-License-Identifier: MIT
/// @file
/// What every kind of tokenizer offers.
#ifndef PITH_TOKENIZER_MODEL_MODEL_HPP
#define PITH_TOKENIZER_MODEL_MODEL_HPP

#include <pith/tokens.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0::tokens {

/// What stands before a text: some tokenizers mark where words begin.
enum class text_place : std::uint8_t { beginning, after_special };

/// The working memory of one counter. One thread at a time.
class engine {
 public:
  engine() = default;
  engine(const engine&) = delete;
  engine& operator=(const engine&) = delete;
  virtual ~engine() = default;

  virtual std::size_t count(std::string_view text) = 0;
  /// Special tokens are text.
  virtual void encode(std::string_view text, std::vector<token_id>& out,
                      text_place place) = 0;
};

/// A token that stands for itself and is never merged.
struct special_token {
  token_id id;
  std::string_view text;
  /// White space before it, or after it, belongs to it.
  bool takes_space_before = false;
  bool takes_space_after = false;
};

/// Immutable data, shared between threads.
class model {
 public:
  explicit model(std::string name) : name_(std::move(name)) {}
  model(const model&) = delete;
  model& operator=(const model&) = delete;
  virtual ~model() = default;

  [[nodiscard]] const std::string& name() const noexcept { return name_; }

  /// The engine must not outlive the model.
  [[nodiscard]] virtual std::unique_ptr<engine> make_engine() const = 0;
  [[nodiscard]] virtual std::size_t vocabulary_size() const noexcept = 0;
  [[nodiscard]] virtual std::string_view text(token_id id) const noexcept = 0;
  [[nodiscard]] virtual const std::vector<special_token>& specials()
      const noexcept = 0;
  /// What the tokenizer puts before every text, and decode() takes away.
  [[nodiscard]] virtual std::string_view leading_text() const noexcept {
    return {};
  }
  /// See token_counter::last_safe_cut.
  [[nodiscard]] virtual std::size_t last_safe_cut(
      std::string_view text, std::size_t at) const noexcept = 0;

 private:
  std::string name_;
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_MODEL_MODEL_HPP
