// SPDX-License-Identifier: MIT
/// @file
/// What a service tells the service manager that started it.
#ifndef PITH_MCP_SYSTEM_SERVICE_NOTICE_HPP
#define PITH_MCP_SYSTEM_SERVICE_NOTICE_HPP

#include <string>
#include <string_view>

namespace pith::mcp {

/// What a service says of itself.
enum class service_notice : unsigned char { ready, reloading, stopping };

/// The text of a notice, as systemd reads it (sd_notify(3)): "READY=1".
/// `microseconds` is the monotonic clock, which systemd wants to hear with
/// RELOADING=1.
[[nodiscard]] std::string notice_text(service_notice what,
                                      unsigned long long microseconds);

/// Sends one datagram to a socket: an absolute path, or a name that begins with
/// '@' for one of Linux without a file. systemd names it in the variable
/// NOTIFY_SOCKET. Never waits. Returns whether the system took it; an empty
/// name, which stands for no manager, is not an error and sends nothing.
bool send_notice(std::string_view socket, std::string_view text) noexcept;

/// Both, with the clock of now.
bool tell_service_manager(std::string_view socket, service_notice what);

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_SERVICE_NOTICE_HPP
