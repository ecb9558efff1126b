// SPDX-License-Identifier: MIT
#include "mcp/system/address_text.hpp"

#ifdef _WIN32
#include <ws2tcpip.h>
#else
#include <arpa/inet.h>
#endif

namespace pith::mcp {

bool read_address4(const std::string& text,
                   std::span<unsigned char, 4> into) noexcept {
  return ::inet_pton(AF_INET, text.c_str(), into.data()) == 1;
}

bool read_address6(const std::string& text,
                   std::span<unsigned char, 16> into) noexcept {
  return ::inet_pton(AF_INET6, text.c_str(), into.data()) == 1;
}

}  // namespace pith::mcp
