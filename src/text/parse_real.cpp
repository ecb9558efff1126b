// SPDX-License-Identifier: MIT
#include "text/parse_real.hpp"

// libc++ reads doubles since version 20. libstdc++ for i386 computes with the
// x87, which rounds twice.
#if !defined(__i386__) &&           \
    (defined(__cpp_lib_to_chars) || \
     (defined(_LIBCPP_VERSION) && _LIBCPP_VERSION >= 200000))
#define PITH_HAS_EXACT_FROM_CHARS 1
#else
#include "text/parse_real_by_strtod.hpp"
#endif

namespace pith::inline v0::text {

std::from_chars_result parse_real(const char* first, const char* last,
                                  double& value) noexcept {
#if defined(PITH_HAS_EXACT_FROM_CHARS)
  return std::from_chars(first, last, value);
#else
  return parse_real_by_strtod(first, last, value);
#endif
}

}  // namespace pith::inline v0::text
