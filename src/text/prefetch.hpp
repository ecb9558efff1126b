// SPDX-License-Identifier: MIT
/// @file
/// A hint to the processor.
#ifndef PITH_TEXT_PREFETCH_HPP
#define PITH_TEXT_PREFETCH_HPP

namespace pith::inline v0::text {

/// What lies at `p` will be read soon. It need not be readable, and nothing
/// happens where a compiler has no such hint.
inline void prefetch([[maybe_unused]] const void* p) noexcept {
#if defined(__GNUC__)
  __builtin_prefetch(p);
#endif
}

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_PREFETCH_HPP
