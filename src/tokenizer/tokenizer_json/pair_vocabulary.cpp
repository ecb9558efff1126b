// SPDX-License-Identifier: MIT
#include "tokenizer/tokenizer_json/pair_vocabulary.hpp"

namespace pith::inline v0::tokens {

std::uint32_t pair_vocabulary::find_whole(
    std::string_view bytes) const noexcept {
  for (std::size_t at = pith::detail::slot_of(
           pith::detail::hash_bytes(bytes, seed_), whole_slots_.size());
       ; at = (at + 1) & (whole_slots_.size() - 1)) {
    const std::uint32_t id = whole_slots_[at];
    if (id == no_token || view(texts_[id]) == bytes) return id;
  }
}

bool pair_vocabulary::joins(std::uint32_t before,
                            std::uint32_t after) const noexcept {
  if (!knows_joints_) return true;
  const std::size_t a = common_number(before);
  const std::size_t b = common_number(after);
  if (a < common_count && b < common_count) return common_joints_[a][b];
  const std::uint64_t key = std::uint64_t{before} << 32 | after;
  for (std::size_t at = slot_of(key, joints_.size());;
       at = (at + 1) & (joints_.size() - 1)) {
    if (joints_[at] == key) return true;
    if (joints_[at] == 0) return false;
  }
}

}  // namespace pith::inline v0::tokens
