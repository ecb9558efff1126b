// SPDX-License-Identifier: MIT
#include "tokenizer/tokenizer_json/pair_vocabulary_maker.hpp"

#include "tokenizer/tokenizer_json/normalize.hpp"
#include "tokenizer/tokenizer_json/pair_merge.hpp"
#include "tokenizer/tokenizer_json/tokenizer_json.hpp"
#include "tokenizer/unicode/byte_alphabet.hpp"

#include <bit>
#include <utility>

namespace pith::inline v0::tokens {

namespace {

/// "<0x0A>", the name of a byte.
std::string name_of_byte(unsigned byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  return {'<', '0', 'x', digits[byte >> 4], digits[byte & 15], '>'};
}

std::string name_of_byte_in_alphabet(unsigned byte) {
  std::string name;
  for (std::size_t code = 0; code < detail::alphabet_end; ++code) {
    if (detail::alphabet[code] != static_cast<std::int16_t>(byte)) continue;
    if (code < 0x80) return {static_cast<char>(code)};
    return {static_cast<char>(0xC0 | code >> 6),
            static_cast<char>(0x80 | (code & 0x3F))};
  }
  return name;
}

/// The code of a name that is one character; no_token otherwise.
std::uint32_t only_character(std::string_view name) noexcept {
  const character c = character_at(name.data(), name.data() + name.size());
  return c.length == name.size() && !name.empty() ? c.code : no_token;
}

bool all_digit_groups_are_tokens(const pair_vocabulary& words) {
  pair_merger merge{words};
  for (const unsigned width : {1u, 2u, 3u}) {
    unsigned groups = 1;
    for (unsigned i = 0; i < width; ++i) groups *= 10;
    for (unsigned n = 0; n < groups; ++n) {
      char text[3];
      unsigned rest = n;
      for (unsigned i = width; i-- > 0; rest /= 10) {
        text[i] = static_cast<char>('0' + rest % 10);
      }
      if (merge.count({text, width}) != 1) return false;
    }
  }
  return true;
}

}  // namespace

pair_vocabulary_maker::pair_vocabulary_maker(symbols made_of,
                                             bool takes_whole_pieces,
                                             std::size_t token_count,
                                             std::size_t merge_count)
    : name_slots_(slots_for(token_count), no_token) {
  made_.made_of_ = made_of;
  made_.takes_whole_pieces_ = takes_whole_pieces;
  // Where the loader put this program is not known to whoever wrote the file.
  made_.seed_ = pith::detail::fold_multiply(
      reinterpret_cast<std::uintptr_t>(name_slots_.data()) ^
          reinterpret_cast<std::uintptr_t>(&name_of_byte),
      0x9E3779B97F4A7C15ull);
  made_.pair_slots_.resize(slots_for(merge_count));
  merge_results_.reserve(merge_count);
  names_.reserve(token_count);
}

std::size_t pair_vocabulary_maker::slots_for(std::size_t count) {
  return std::bit_ceil(count + count / 2 + 2);
}

std::uint32_t pair_vocabulary_maker::find_name(
    std::string_view name) const noexcept {
  for (std::size_t at = pith::detail::slot_of(
           pith::detail::hash_bytes(name, made_.seed_), name_slots_.size());
       ; at = (at + 1) & (name_slots_.size() - 1)) {
    const std::uint32_t id = name_slots_[at];
    if (id == no_token || names_[id] == name) return id;
  }
}

result<void> pair_vocabulary_maker::add_token(std::string_view name,
                                              std::int64_t id) {
  if (id < 0 || id > max_id) {
    return refusal("the number of a token is negative or too large");
  }
  const auto number = static_cast<std::uint32_t>(id);
  if (number >= names_.size()) names_.resize(number + 1);
  if (names_[number].data() != nullptr) {
    return refusal("two tokens of the vocabulary have one number");
  }
  if (name.empty()) return refusal("a token of the vocabulary is empty");
  names_[number] = name;
  std::size_t at = pith::detail::slot_of(
      pith::detail::hash_bytes(name, made_.seed_), name_slots_.size());
  while (name_slots_[at] != no_token) at = (at + 1) & (name_slots_.size() - 1);
  name_slots_[at] = number;
  return {};
}

result<void> pair_vocabulary_maker::add_merge(std::string_view left,
                                              std::string_view right) {
  const std::uint32_t a = find_name(left);
  const std::uint32_t b = find_name(right);
  scratch_.assign(left);
  scratch_ += right;
  const std::uint32_t both = find_name(scratch_);
  if (a == no_token || b == no_token || both == no_token) {
    return refusal("a merge names something that is not in the vocabulary");
  }
  insert_pair(a, b, {next_rank_++, both});
  merge_results_.push_back(both);
  is_merged_.resize(names_.size());
  is_merged_[a] = is_merged_[b] = true;
  return {};
}

void pair_vocabulary_maker::insert_pair(std::uint32_t left, std::uint32_t right,
                                        merged_pair merged) {
  auto& slots = made_.pair_slots_;
  const std::uint64_t key = std::uint64_t{left} << 32 | right;
  std::size_t at = made_.slot_of(key, slots.size());
  // Of a pair that is listed twice the last place counts, as in the original.
  while (slots[at].merged.id != no_token && slots[at].key != key) {
    at = (at + 1) & (slots.size() - 1);
  }
  slots[at] = {key, merged};
}

void pair_vocabulary_maker::store_text(std::uint32_t id,
                                       std::string_view text) {
  made_.texts_[id] = {static_cast<std::uint32_t>(made_.arena_.size()),
                      static_cast<std::uint32_t>(text.size())};
  made_.arena_ += text;
}

result<void> pair_vocabulary_maker::find_byte_tokens() {
  const bool by_bytes = made_.made_of_ == symbols::bytes;
  for (unsigned byte = 0; byte < 256; ++byte) {
    const std::uint32_t id = find_name(by_bytes ? name_of_byte_in_alphabet(byte)
                                                : name_of_byte(byte));
    // A character of one byte that is a token never falls into bytes: Gemma
    // has a tab, but no <0x09>.
    const char alone = static_cast<char>(byte);
    const bool is_needed =
        by_bytes || byte >= 0x80 || find_name({&alone, 1}) == no_token;
    if (id == no_token && is_needed) {
      return refusal(by_bytes ? "a byte has no token in the vocabulary"
                              : "byte_fallback without all tokens <0x00> to "
                                "<0xFF>");
    }
    made_.byte_tokens_[byte] = id;
  }
  return {};
}

void pair_vocabulary_maker::insert_character(std::uint32_t code,
                                             std::uint32_t id) {
  if (code < made_.ascii_tokens_.size()) {
    made_.ascii_tokens_[code] = id;
    return;
  }
  auto& slots = made_.character_slots_;
  std::size_t at = made_.slot_of(code, slots.size());
  while (slots[at].id != no_token) at = (at + 1) & (slots.size() - 1);
  slots[at] = {code, id};
}

void pair_vocabulary_maker::index_characters() {
  made_.ascii_tokens_.fill(no_token);
  std::size_t count = 0;
  for (const std::string_view name : names_) {
    count += name.data() != nullptr && only_character(name) != no_token;
  }
  made_.character_slots_.resize(slots_for(count));
  for (std::uint32_t id = 0; id < names_.size(); ++id) {
    if (names_[id].data() == nullptr) continue;
    const std::uint32_t code = only_character(names_[id]);
    if (code != no_token) insert_character(code, id);
  }
}

void pair_vocabulary_maker::insert_joint(std::uint32_t before,
                                         std::uint32_t after) {
  const std::size_t a = pair_vocabulary::common_number(before);
  const std::size_t b = pair_vocabulary::common_number(after);
  if (a < pair_vocabulary::common_count && b < pair_vocabulary::common_count) {
    made_.common_joints_[a][b] = true;
    return;
  }
  if (joint_count_ >= made_.joints_.size() / 2) grow_joints();
  auto& slots = made_.joints_;
  const std::uint64_t key = std::uint64_t{before} << 32 | after;
  std::size_t at = made_.slot_of(key, slots.size());
  while (slots[at] != 0 && slots[at] != key) at = (at + 1) & (slots.size() - 1);
  joint_count_ += slots[at] == 0;
  slots[at] = key;
}

void pair_vocabulary_maker::grow_joints() {
  std::vector<std::uint64_t> larger(made_.joints_.size() * 2);
  larger.swap(made_.joints_);
  auto& slots = made_.joints_;
  for (const std::uint64_t key : larger) {
    if (key == 0) continue;
    std::size_t at = made_.slot_of(key, slots.size());
    while (slots[at] != 0) at = (at + 1) & (slots.size() - 1);
    slots[at] = key;
  }
}

void pair_vocabulary_maker::find_joints() {
  is_merged_.resize(names_.size());
  for (const std::uint32_t id : made_.byte_tokens_) {
    if (id != no_token && is_merged_[id]) return;
  }
  made_.joints_.resize(1024);
  for (const std::uint32_t id : merge_results_) {
    const char* p = names_[id].data();
    const char* const end = p + names_[id].size();
    character before = character_at(p, end);
    for (p += before.length; p != end;) {
      const character c = character_at(p, end);
      insert_joint(before.code, c.code);
      before = c;
      p += c.length;
    }
  }
  made_.knows_joints_ = true;
}

void pair_vocabulary_maker::index_whole_tokens() {
  auto& slots = made_.whole_slots_;
  slots.assign(slots_for(names_.size()), no_token);
  for (std::uint32_t id = 0; id < names_.size(); ++id) {
    // A name that is not in the alphabet is not a token that bytes could be.
    if (names_[id].data() == nullptr || !bytes_of_name(names_[id], scratch_)) {
      continue;
    }
    std::size_t at = pith::detail::slot_of(
        pith::detail::hash_bytes(scratch_, made_.seed_), slots.size());
    while (slots[at] != no_token) at = (at + 1) & (slots.size() - 1);
    slots[at] = id;
  }
}

result<pair_vocabulary> pair_vocabulary_maker::finish() {
  if (const auto found = find_byte_tokens(); !found) return found.error();
  made_.texts_.resize(names_.size());
  const bool by_bytes = made_.made_of_ == symbols::bytes;
  for (std::uint32_t id = 0; id < names_.size(); ++id) {
    const std::string_view name = names_[id];
    if (name.data() == nullptr) continue;
    if (by_bytes) {
      store_text(id, bytes_of_name(name, scratch_) ? scratch_ : name);
      continue;
    }
    scratch_.clear();
    append_replaced(scratch_, name, space_mark_text, " ");
    store_text(id, scratch_);
  }
  if (by_bytes) {
    if (made_.takes_whole_pieces_) index_whole_tokens();
    made_.has_digit_groups_ = all_digit_groups_are_tokens(made_);
  } else {
    for (unsigned byte = 0; byte < 256; ++byte) {
      const char text = static_cast<char>(byte);
      if (made_.byte_tokens_[byte] == no_token) continue;
      store_text(made_.byte_tokens_[byte], {&text, 1});
    }
    index_characters();
    find_joints();
  }
  return std::move(made_);
}

}  // namespace pith::inline v0::tokens
