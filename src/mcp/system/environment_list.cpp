// SPDX-License-Identifier: MIT
#include "mcp/system/environment_list.hpp"

#ifdef __APPLE__
#include <crt_externs.h>
#else
#include <unistd.h>
#endif

namespace pith::mcp {

char** environment_list() noexcept {
#ifdef __APPLE__
  return *_NSGetEnviron();
#else
  return environ;
#endif
}

}  // namespace pith::mcp
