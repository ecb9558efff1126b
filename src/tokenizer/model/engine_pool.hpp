// SPDX-License-Identifier: MIT
/// @file
/// Engines that wait for the next text.
#ifndef PITH_TOKENIZER_MODEL_ENGINE_POOL_HPP
#define PITH_TOKENIZER_MODEL_ENGINE_POOL_HPP

#include "tokenizer/model/model.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace pith::inline v0::tokens {

/// Shared by any number of threads, none of which waits for another: a mutex
/// would not be there on WebAssembly.
class engine_pool {
 public:
  /// Engines that are kept. Those of more threads at a time are thrown away.
  static constexpr std::size_t capacity = 16;

  /// Keeps the model, which its engines need.
  explicit engine_pool(std::shared_ptr<const model> of) noexcept
      : model_(std::move(of)) {}
  engine_pool(const engine_pool&) = delete;
  engine_pool& operator=(const engine_pool&) = delete;
  ~engine_pool() {
    for (std::atomic<engine*>& slot : idle_) {
      const std::unique_ptr<engine> kept(slot.load());
    }
  }

  /// One that waits, or a new one.
  [[nodiscard]] std::unique_ptr<engine> take() {
    for (std::atomic<engine*>& slot : idle_) {
      if (slot.load(std::memory_order_relaxed) == nullptr) continue;
      if (engine* const found = slot.exchange(nullptr)) {
        return std::unique_ptr<engine>(found);
      }
    }
    return model_->make_engine();
  }

  void give(std::unique_ptr<engine> used) noexcept {
    for (std::atomic<engine*>& slot : idle_) {
      engine* nothing = nullptr;
      if (slot.compare_exchange_strong(nothing, used.get())) {
        static_cast<void>(used.release());
        return;
      }
    }
  }

 private:
  std::shared_ptr<const model> model_;  // goes after the engines
  std::array<std::atomic<engine*>, capacity> idle_{};
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_MODEL_ENGINE_POOL_HPP
