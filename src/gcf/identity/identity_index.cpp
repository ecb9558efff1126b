// SPDX-License-Identifier: MIT
#include "gcf/identity/identity_index.hpp"

#include <bit>

namespace pith::inline v0::gcf::keyed {

using detail::tag;

identity identity_of(const detail::document_data& data,
                     std::size_t index) noexcept {
  using sort = identity::sort;
  switch (detail::tag_of(data.tape[index])) {
    case tag::boolean_false:
      return {sort::boolean, 0, {}};
    case tag::boolean_true:
      return {sort::boolean, 1, {}};
    case tag::integer:
    case tag::wide_integer:
    case tag::spelt_integer:
      return {sort::integer,
              static_cast<std::uint64_t>(data.integer_at(index)),
              {}};
    case tag::real: {
      // Below 2^53 a whole real is written as the integer that it is, and
      // read back as one (section 2.3.1).
      constexpr double limit = 9007199254740992.0;
      const double d = data.real_at(index);
      if (d > -limit && d < limit) {
        const auto whole = static_cast<std::int64_t>(d);
        if (static_cast<double>(whole) == d) {
          return {sort::integer, static_cast<std::uint64_t>(whole), {}};
        }
      }
      return {sort::real, std::bit_cast<std::uint64_t>(d), {}};
    }
    case tag::string:
    case tag::long_string:
      return identity_of(data.string_at(index));
    default:
      return {};
  }
}

void identity_index::reserve(std::size_t count) {
  std::size_t size = slots_.empty() ? 16 : slots_.size();
  while (size < count * 2) size *= 2;
  if (size != slots_.size()) grow(size);
  entries_.ensure(count);
}

std::size_t identity_index::find_slot(const identity& id,
                                      std::uint64_t hash) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  const auto tag = static_cast<std::uint32_t>(hash >> 32);
  std::size_t at = static_cast<std::size_t>(hash) & mask;
  while (slots_[at].entry != none &&
         (slots_[at].tag != tag || !(entries_[slots_[at].entry].id == id))) {
    at = (at + 1) & mask;
  }
  return at;
}

std::uint32_t identity_index::insert(const identity& id, std::uint32_t number) {
  if ((entries_.size() + 1) * 2 > slots_.size()) {
    grow(slots_.empty() ? 16 : slots_.size() * 2);
  }
  const std::uint64_t hash = hash_identity(id, seed_);
  slot& s = slots_[find_slot(id, hash)];
  if (s.entry != none) return entries_[s.entry].number;
  s = {static_cast<std::uint32_t>(hash >> 32),
       static_cast<std::uint32_t>(entries_.size())};
  entries_.push_back({id, number});
  return none;
}

std::uint32_t identity_index::find(const identity& id) const noexcept {
  if (slots_.empty()) return none;
  const slot& s = slots_[find_slot(id, hash_identity(id, seed_))];
  return s.entry == none ? none : entries_[s.entry].number;
}

void identity_index::grow(std::size_t size) {
  slots_.clear();
  slots_.resize(size, {0, none});
  const std::size_t mask = size - 1;
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    const std::uint64_t hash = hash_identity(entries_[i].id, seed_);
    std::size_t at = static_cast<std::size_t>(hash) & mask;
    while (slots_[at].entry != none) at = (at + 1) & mask;
    slots_[at] = {static_cast<std::uint32_t>(hash >> 32), i};
  }
}

}  // namespace pith::inline v0::gcf::keyed
