// SPDX-License-Identifier: MIT
#include "mcp/system/socket_bytes.hpp"

#include <sys/socket.h>

namespace pith::mcp {

int send_bytes(socket_handle socket, const char* data,
               std::size_t size) noexcept {
  return static_cast<int>(::send(socket, data, size, MSG_NOSIGNAL));
}

int receive_bytes(socket_handle socket, char* data, std::size_t size) noexcept {
  return static_cast<int>(::recv(socket, data, size, 0));
}

}  // namespace pith::mcp
