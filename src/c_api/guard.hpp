// SPDX-License-Identifier: MIT
/// @file
/// The edge that no exception crosses, in either direction.
#ifndef PITH_C_API_GUARD_HPP
#define PITH_C_API_GUARD_HPP

#include "c_api/verdict.hpp"

#include <cstdint>
#include <new>

namespace pith::inline v0::c_api {

/// Calls `body`, which returns a verdict, and reports it. Where a target has
/// no exceptions, there is nothing to catch.
template <class Body>
std::int32_t guarded(pith_error* out, Body&& body) noexcept {
#if defined(__cpp_exceptions)
  try {
    return report(out, body());
  } catch (const std::bad_alloc&) {
    return report(out, {PITH_OUT_OF_MEMORY, "there is not enough memory"});
  } catch (...) {
    return report(out, {PITH_INTERNAL_ERROR,
                        "something failed that should not; report it"});
  }
#else
  return report(out, body());
#endif
}

/// Calls back, and takes what the callback throws, if it is C++ after all, as
/// its refusal.
template <class Callback>
bool call_back(Callback&& callback) noexcept {
#if defined(__cpp_exceptions)
  try {
    return callback() != 0;
  } catch (...) {
    return false;
  }
#else
  return callback() != 0;
#endif
}

}  // namespace pith::inline v0::c_api

#endif  // PITH_C_API_GUARD_HPP
