// SPDX-License-Identifier: MIT
/// @file
/// What happens when memory runs out.
#ifndef PITH_DOCUMENT_OUT_OF_MEMORY_HPP
#define PITH_DOCUMENT_OUT_OF_MEMORY_HPP

#include <cstdlib>
#include <new>

namespace pith::inline v0::detail {

/// Throws std::bad_alloc, as containers do. Where a target has no exceptions,
/// the program ends, as it does when operator new finds no memory there.
[[noreturn]] inline void throw_bad_alloc() {
#if defined(__cpp_exceptions)
  throw std::bad_alloc();
#else
  std::abort();
#endif
}

}  // namespace pith::inline v0::detail

#endif  // PITH_DOCUMENT_OUT_OF_MEMORY_HPP
