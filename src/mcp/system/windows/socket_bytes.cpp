// SPDX-License-Identifier: MIT
#include "mcp/system/socket_bytes.hpp"

#include <winsock2.h>

#include <cerrno>

namespace pith::mcp {

namespace {

int with_errno(int moved) noexcept {
  if (moved >= 0) return moved;
  const int code = ::WSAGetLastError();
  errno = code == WSAEWOULDBLOCK ? EAGAIN : code;
  return -1;
}

}  // namespace

int send_bytes(socket_handle socket, const char* data,
               std::size_t size) noexcept {
  return with_errno(::send(socket, data, static_cast<int>(size), 0));
}

int receive_bytes(socket_handle socket, char* data, std::size_t size) noexcept {
  return with_errno(::recv(socket, data, static_cast<int>(size), 0));
}

}  // namespace pith::mcp
