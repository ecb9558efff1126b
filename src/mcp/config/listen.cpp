// SPDX-License-Identifier: MIT
/// @file
/// Where to listen: an address and a port, or a Unix socket.
#include "mcp/config/parts.hpp"
#include "mcp/system/local_path.hpp"

#include <charconv>
#include <string>
#include <string_view>

namespace pith::mcp {

namespace {

constexpr std::string_view local_mark = "unix:";

/// "127.0.0.1:4100" or "[::1]:4100".
bool split_address(std::string_view text, configuration& into) {
  const std::size_t colon = text.rfind(':');
  if (colon == text.npos) return false;
  std::string_view host = text.substr(0, colon);
  const std::string_view port = text.substr(colon + 1);
  const bool has_brackets =
      host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (has_brackets) host = host.substr(1, host.size() - 2);
  if (host == "localhost") host = "127.0.0.1";
  // Without brackets nobody knows where the port of an IPv6 address begins.
  if (!to_address(host) || has_brackets != (host.find(':') != host.npos)) {
    return false;
  }
  unsigned short number = 0;
  const char* const end = port.data() + port.size();
  const auto [stop, failed] = std::from_chars(port.data(), end, number);
  if (failed != std::errc{} || stop != end) return false;
  into.address = host;
  into.port = number;
  return true;
}

/// "unix:/run/pith/gateway.sock" without its mark.
bool is_socket_path(std::string_view path) noexcept {
  return path.starts_with('/') && !path.ends_with('/') &&
         path.size() <= max_local_path && path.find('\n') == path.npos;
}

/// "0660" or "660"; its owner must be able to use it.
bool read_mode(std::string_view text, unsigned& into) noexcept {
  constexpr unsigned owner = 0600;
  if (text.size() == 4 && text.starts_with('0')) text.remove_prefix(1);
  if (text.size() != 3) return false;
  unsigned mode = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, failed] = std::from_chars(text.data(), end, mode, 8);
  if (failed != std::errc{} || stop != end || (mode & owner) != owner) {
    return false;
  }
  into = mode;
  return true;
}

}  // namespace

void read_listen(configuration_section& root, configuration& into) {
  std::string text;
  if (root.read("listen", text)) {
    const configuration_node& at = *root.find("listen");
    if (!text.starts_with(local_mark)) {
      if (!split_address(text, into)) {
        root.reader().fail(
            at,
            "listen must be an address and a port such as '127.0.0.1:4100' or "
            "'[::1]:4100', or a Unix socket such as "
            "'unix:/run/pith/gateway.sock', not " +
                in_quotes(text));
      }
    } else if (const auto path =
                   std::string_view(text).substr(local_mark.size());
               is_socket_path(path)) {
      into.socket = path;
    } else {
      root.reader().fail(at,
                         "listen: the path of a Unix socket must be absolute "
                         "and have at most " +
                             std::to_string(max_local_path) + " bytes, not " +
                             in_quotes(text));
    }
  }
  std::string mode;
  if (!root.read("listen_mode", mode)) return;
  const configuration_node& at = *root.find("listen_mode");
  if (!read_mode(mode, into.socket_mode)) {
    root.reader().fail(at,
                       "listen_mode must be permissions such as '0660', which "
                       "let the owner read and write, not " +
                           in_quotes(mode));
  } else if (into.socket.empty() && !text.starts_with(local_mark)) {
    root.reader().fail(at,
                       "listen_mode is for a Unix socket, and listen is not "
                       "'unix:/PATH'");
  }
}

void check_local(configuration_section& root, const configuration& config) {
  const configuration_node* const auth = root.find("auth");
  if (auth == nullptr) return;
  const configuration_node* const listen = root.find("listen");
  const bool is_local =
      listen != nullptr && listen->text.starts_with(local_mark);
  const auto refuse = [&](const configuration_node* list, std::string_view key,
                          bool has_local, bool has_others) {
    if (list == nullptr) return;
    if (has_local && !is_local) {
      root.reader().fail(*list, std::string(key) +
                                    ": 'unix' is for a gateway that listens on "
                                    "a Unix socket; set listen = "
                                    "\"unix:/PATH\", or use an address such as "
                                    "'127.0.0.1'");
    } else if (is_local && has_others) {
      root.reader().fail(*list, std::string(key) +
                                    ": the gateway listens on a Unix socket, "
                                    "so no proxy has an address; use 'unix'");
    }
  };
  refuse(auth->find("trusted_proxies"), "auth.trusted_proxies",
         config.trusts_local, !config.trusted_proxies.empty());
  const configuration_node* const proxy = auth->find("proxy");
  if (proxy == nullptr || !config.proxy) return;
  refuse(proxy->find("from"), "auth.proxy.from", config.proxy->from_local,
         !config.proxy->from.empty());
}

}  // namespace pith::mcp
