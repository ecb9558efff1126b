// SPDX-License-Identifier: MIT
#include "tokenizer/ranked/vocabulary.hpp"

namespace pith::inline v0::tokens {

namespace {

constexpr std::string_view magic = "pithtok1";
constexpr std::uint32_t max_slot_bits = 24;

// 64 bits, so that no sum of sections wraps around where size_t is smaller.
std::uint64_t aligned(std::uint64_t bytes) noexcept {
  return (bytes + 7) & ~std::uint64_t{7};
}

}  // namespace

bool vocabulary::attach(std::string_view image) noexcept {
  if (image.size() < sizeof header_) return false;
  std::memcpy(&header_, image.data(), sizeof header_);
  const image_header& h = header_;
  if (std::string_view{h.magic, sizeof h.magic} != magic ||
      h.family > static_cast<std::uint32_t>(piece_family::o200k) ||
      h.token_count < 256 || h.token_count >= id_mask || h.slot_bits < 8 ||
      h.slot_bits > max_slot_bits ||
      (std::size_t{1} << h.slot_bits) <= h.token_count ||
      h.special_count > 4096) {
    return false;
  }
  std::size_t at = sizeof header_;
  const auto section = [&](std::size_t bytes) {
    const char* const begin = image.data() + at;
    at += static_cast<std::size_t>(aligned(bytes));
    return begin;
  };
  const std::size_t words = std::size_t{h.token_count} + h.special_count + 1;
  const std::size_t slots = std::size_t{1} << h.slot_bits;
  const std::uint64_t total = at + aligned(4 * words) + aligned(4 * 256) +
                              aligned(4 * std::size_t{h.special_count}) +
                              aligned(4 * slots) + aligned(h.text_bytes);
  if (image.size() != total) return false;
  offsets_ = section(4 * words);
  byte_ids_ = section(4 * std::size_t{256});
  special_ids_ = section(4 * std::size_t{h.special_count});
  slots_ = section(4 * slots);
  text_ = section(h.text_bytes);
  slot_mask_ = slots - 1;
  slot_shift_ = 64 - h.slot_bits;
  return true;
}

bool vocabulary::check(std::string_view image) noexcept {
  vocabulary v;
  if (!v.attach(image)) return false;
  const image_header& h = v.header_;
  std::uint32_t before = 0;
  for (std::uint32_t i = 0; i <= h.token_count + h.special_count; ++i) {
    const std::uint32_t at = v.offset(i);
    if (at < before || at > h.text_bytes ||
        (i <= h.token_count && at - before > h.longest_token)) {
      return false;
    }
    before = at;
  }
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (v.byte_token(static_cast<unsigned char>(byte)) >= h.token_count) {
      return false;
    }
  }
  std::size_t used = 0;
  for (std::size_t i = 0; i <= v.slot_mask_; ++i) {
    const std::uint32_t slot = load(v.slots_ + 4 * i);
    const std::uint32_t id = slot & id_mask;
    if (id > h.token_count || (id == 0 && slot != 0)) return false;
    used += slot != 0;
  }
  return used <= v.slot_mask_;  // an empty slot ends every search
}

}  // namespace pith::inline v0::tokens
