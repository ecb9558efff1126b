// SPDX-License-Identifier: MIT
#include "graph/kinds.hpp"

#include <cstdint>

namespace pith::inline v0::graph {

namespace {

constexpr std::size_t slot_count = 32;

/// Tells the standard kinds apart, and their abbreviations; `word` is not
/// empty. The factors were found by trying.
constexpr std::size_t slot_of(std::string_view word) noexcept {
  const auto first = static_cast<unsigned char>(word.front());
  const auto last = static_cast<unsigned char>(word.back());
  return (word.size() * 2 + std::size_t{first} * 22 + last) % slot_count;
}

using slot_table = std::array<std::uint8_t, slot_count>;
constexpr std::uint8_t free_slot = 0xFF;

constexpr slot_table make_slots(std::string_view kind_words::*form) {
  slot_table slots{};
  slots.fill(free_slot);
  for (std::size_t i = 0; i < standard_kinds.size(); ++i) {
    slots[slot_of(standard_kinds[i].*form)] = static_cast<std::uint8_t>(i);
  }
  return slots;
}

constexpr slot_table by_kind = make_slots(&kind_words::kind);
constexpr slot_table by_abbreviation = make_slots(&kind_words::abbreviation);

constexpr bool holds_all(const slot_table& slots) {
  std::size_t held = 0;
  for (const std::uint8_t slot : slots) held += slot != free_slot ? 1 : 0;
  return held == standard_kinds.size();
}
static_assert(holds_all(by_kind) && holds_all(by_abbreviation),
              "two kinds share a slot");

std::size_t find_standard(const slot_table& slots,
                          std::string_view kind_words::*form,
                          std::string_view word) noexcept {
  if (word.empty()) return kind_names::unknown;
  const std::uint8_t i = slots[slot_of(word)];
  if (i == free_slot || standard_kinds[i].*form != word) {
    return kind_names::unknown;
  }
  return i;
}

}  // namespace

std::string_view kind_names::abbreviate(std::string_view kind) const noexcept {
  for (const kind_name& entry : more_) {
    if (entry.kind == kind && expand(entry.abbreviation) == kind) {
      return entry.abbreviation;
    }
  }
  const std::size_t i = find_standard(by_kind, &kind_words::kind, kind);
  if (i == unknown) return kind;
  const std::string_view short_form = standard_kinds[i].abbreviation;
  if (!more_.empty() && expand(short_form) != kind) return kind;
  return short_form;
}

std::size_t kind_names::find(std::string_view abbreviation) const noexcept {
  for (std::size_t i = 0; i < more_.size(); ++i) {
    if (more_[i].abbreviation == abbreviation) {
      return standard_kinds.size() + i;
    }
  }
  return find_standard(by_abbreviation, &kind_words::abbreviation,
                       abbreviation);
}

std::string_view kind_names::expand(
    std::string_view abbreviation) const noexcept {
  const std::size_t i = find(abbreviation);
  return i == unknown ? abbreviation : (*this)[i].kind;
}

}  // namespace pith::inline v0::graph
