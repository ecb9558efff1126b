// SPDX-License-Identifier: MIT
/// @file
/// A hash for maps of the standard library whose keys an adversary may choose.
#ifndef PITH_INTERCHANGE_KEY_HASH_HPP
#define PITH_INTERCHANGE_KEY_HASH_HPP

#include "document/hash.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::interchange {

struct key_hash {
  std::uint64_t seed = detail::hash_seed();
  std::size_t operator()(std::string_view key) const noexcept {
    return static_cast<std::size_t>(detail::hash_bytes(key, seed));
  }
};

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_KEY_HASH_HPP
