// SPDX-License-Identifier: MIT
#include "tokenizer/ranked/token_texts.hpp"

#include <algorithm>
#include <memory>
#include <new>

namespace pith::inline v0::tokens {

std::string_view token_texts::find(std::uint32_t id) const noexcept {
  if (id >= words_.size()) return {};
  if (const std::uint32_t* const known = places()) {
    return known[id] == no_token ? std::string_view{}
                                 : words_.text_at(known[id]);
  }
  for (std::uint32_t place = 0; place < words_.place_count(); ++place) {
    if (words_.id_at(place) == id) return words_.text_at(place);
  }
  return {};
}

const std::uint32_t* token_texts::places() const noexcept {
  if (const std::uint32_t* const known =
          places_.load(std::memory_order_acquire)) {
    return known;
  }
  std::unique_ptr<std::uint32_t[]> made(new (std::nothrow)
                                            std::uint32_t[words_.size()]);
  if (made == nullptr) return nullptr;
  std::fill_n(made.get(), words_.size(), no_token);
  for (std::uint32_t place = 0; place < words_.place_count(); ++place) {
    const std::uint32_t id = words_.id_at(place);
    if (id != no_token) made[id] = place;
  }
  std::uint32_t* others = nullptr;
  if (places_.compare_exchange_strong(others, made.get(),
                                      std::memory_order_acq_rel,
                                      std::memory_order_acquire)) {
    return made.release();
  }
  return others;  // another thread was faster
}

}  // namespace pith::inline v0::tokens
