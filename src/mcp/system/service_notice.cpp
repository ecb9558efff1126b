// SPDX-License-Identifier: MIT
#include "mcp/system/service_notice.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace pith::mcp {

namespace {

/// The address of a socket, and how much of it counts.
struct notice_address {
  sockaddr_un where{};
  socklen_t bytes = 0;  ///< 0: no socket has such a name
};

notice_address address_of_notice(std::string_view name) noexcept {
  notice_address made;
  made.where.sun_family = AF_UNIX;
  const bool has_no_file = !name.empty() && name.front() == '@';
  const bool is_path = !name.empty() && name.front() == '/';
  // A path ends with a zero, for which there must be room.
  const std::size_t room = sizeof made.where.sun_path - (is_path ? 1 : 0);
  if ((!has_no_file && !is_path) || name.size() > room) return made;
  std::copy(name.begin(), name.end(), std::begin(made.where.sun_path));
  if (has_no_file) made.where.sun_path[0] = '\0';
  made.bytes = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) +
                                      name.size() + (is_path ? 1 : 0));
  return made;
}

}  // namespace

std::string notice_text(service_notice what, unsigned long long microseconds) {
  switch (what) {
    case service_notice::reloading:
      return "RELOADING=1\nMONOTONIC_USEC=" + std::to_string(microseconds);
    case service_notice::stopping:
      return "STOPPING=1";
    case service_notice::ready:
      break;
  }
  return "READY=1";
}

bool send_notice(std::string_view socket, std::string_view text) noexcept {
  if (socket.empty()) return false;
  const notice_address to = address_of_notice(socket);
  if (to.bytes == 0) return false;
  const int channel = ::socket(AF_UNIX, SOCK_DGRAM, 0);
  if (channel < 0) return false;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): fcntl()
  ::fcntl(channel, F_SETFD, FD_CLOEXEC);
  const auto sent =
      ::sendto(channel, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
               // NOLINTNEXTLINE(*-reinterpret-cast): as sockets want it
               reinterpret_cast<const sockaddr*>(&to.where), to.bytes);
  ::close(channel);
  return sent == static_cast<ssize_t>(text.size());
}

bool tell_service_manager(std::string_view socket, service_notice what) {
  if (socket.empty()) return false;
  // On Linux this is CLOCK_MONOTONIC, which the manager compares with.
  const auto now = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now().time_since_epoch());
  return send_notice(
      socket, notice_text(what, static_cast<unsigned long long>(now.count())));
}

}  // namespace pith::mcp
