// SPDX-License-Identifier: MIT
#include "interchange_read.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const pith::codec format = pith::interchange::toml_codec();
  check_interchange(format, {reinterpret_cast<const char*>(data), size});
  return 0;
}
