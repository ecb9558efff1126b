// SPDX-License-Identifier: MIT
#include "tokenizer/ranked/vocabulary.hpp"

namespace pith::inline v0::tokens {

namespace {

constexpr std::string_view magic = "pithtok2";
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
      h.token_count < 256 || h.token_count >= id_mask || h.bucket_count == 0 ||
      h.bucket_count > id_mask || h.long_count > h.token_count ||
      h.long_slot_bits < 8 || h.long_slot_bits > max_slot_bits ||
      (std::size_t{1} << h.long_slot_bits) <= h.long_count ||
      h.special_count > 4096) {
    return false;
  }
  std::uint64_t at = sizeof header_;
  const auto section = [&](std::uint64_t bytes) {
    const std::uint64_t begin = at;
    at += aligned(bytes);
    return begin;
  };
  const std::uint64_t buckets =
      section(std::uint64_t{h.bucket_count} * bucket_bytes);
  const std::uint64_t special_ids = section(std::uint64_t{h.special_count} * 4);
  const std::uint64_t slots = section(std::uint64_t{4} << h.long_slot_bits);
  const std::uint64_t ids = section(std::uint64_t{h.long_count} * 4);
  const std::uint64_t offsets =
      section((std::uint64_t{h.long_count} + h.special_count + 1) * 4);
  const std::uint64_t text = section(h.text_bytes);
  if (image.size() != at) return false;
  const auto begin_of = [&](std::uint64_t offset) {
    return image.data() + static_cast<std::size_t>(offset);
  };
  buckets_ = begin_of(buckets);
  special_ids_ = begin_of(special_ids);
  long_slots_ = begin_of(slots);
  long_ids_ = begin_of(ids);
  long_offsets_ = begin_of(offsets);
  text_ = begin_of(text);
  return true;
}

bool vocabulary::check(std::string_view image) noexcept {
  vocabulary v;
  if (!v.attach(image)) return false;
  const image_header& h = v.header_;
  bool ends = false;  // a bucket that is not overflown ends every search
  for (std::uint32_t i = 0; i < v.slot_count(); ++i) {
    const token_slot slot = v.slot_at(i);
    if (slot.length() > token_slot::max_bytes || slot.id() >= h.token_count) {
      return false;
    }
    ends = ends || (i % slots_per_bucket == 0 && !slot.is_overflown());
  }
  if (!ends) return false;
  for (std::uint32_t i = 0; i < h.long_count; ++i) {
    if (v.long_id(i) >= h.token_count) return false;
  }
  std::uint32_t before = 0;
  for (std::uint32_t i = 0; i <= h.long_count + h.special_count; ++i) {
    const std::uint32_t at = v.long_offset(i);
    if (at < before || at > h.text_bytes ||
        (i <= h.long_count && at - before > h.longest_token)) {
      return false;
    }
    before = at;
  }
  std::size_t used = 0;
  const std::size_t long_slots = std::size_t{1} << h.long_slot_bits;
  for (std::size_t i = 0; i < long_slots; ++i) {
    const std::uint32_t slot = load_4(v.long_slots_ + 4 * i);
    const std::uint32_t index = slot & id_mask;
    if (index > h.long_count || (index == 0 && slot != 0)) return false;
    used += slot != 0;
  }
  return used < long_slots;  // an empty slot ends every search
}

std::uint32_t vocabulary::find_long(std::string_view bytes) const noexcept {
  if (bytes.size() > header_.longest_token) return no_token;
  const std::uint64_t hash = hash_of(bytes);
  const std::uint32_t mark = mark_of(hash);
  const std::size_t mask = (std::size_t{1} << header_.long_slot_bits) - 1;
  for (auto at =
           static_cast<std::size_t>(hash >> (64 - header_.long_slot_bits));
       ; at = (at + 1) & mask) {
    const std::uint32_t slot = load_4(long_slots_ + 4 * at);
    if (slot == 0) return no_token;
    if ((slot & mark_mask) != mark) continue;
    const std::uint32_t index = (slot & id_mask) - 1;
    if (long_text(index) == bytes) return long_id(index);
  }
}

}  // namespace pith::inline v0::tokens
