// SPDX-License-Identifier: MIT
#include "mcp/redis/address.hpp"

#include "mcp/system/local_path.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace pith::mcp {

namespace {

constexpr std::string_view default_port = "6379";
constexpr std::size_t max_host_bytes = 255;

bool is_port(std::string_view text) noexcept {
  unsigned number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  constexpr unsigned most = 65'535;
  return read.ec == std::errc{} && read.ptr == end && number > 0 &&
         number <= most;
}

bool is_host(std::string_view text) noexcept {
  return !text.empty() && text.size() <= max_host_bytes &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                  (c >= '0' && c <= '9') || c == '-' || c == '.' || c == ':' ||
                  c == '_' || c == '%';
         });
}

/// "host", "host:port", "[::1]", "[::1]:port".
bool split(std::string_view text, redis_address& into) {
  std::string_view host = text;
  std::string_view port = default_port;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == text.npos) return false;
    host = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    if (!text.empty() && !text.starts_with(':')) return false;
    if (!text.empty()) port = text.substr(1);
  } else if (const std::size_t colon = text.find(':'); colon != text.npos) {
    host = text.substr(0, colon);
    port = text.substr(colon + 1);
  }
  if (!is_host(host) || !is_port(port)) return false;
  into.host = host;
  into.port = port;
  return true;
}

}  // namespace

std::string redis_address::text() const {
  if (!path.empty()) return "unix:" + path;
  std::string out = tls ? "rediss://" : "redis://";
  const bool has_colons = host.find(':') != std::string::npos;
  if (has_colons) out.push_back('[');
  out.append(host);
  if (has_colons) out.push_back(']');
  return out.append(":").append(port);
}

std::optional<redis_address> parse_redis_address(std::string_view text) {
  constexpr std::string_view plain = "redis://";
  constexpr std::string_view secure = "rediss://";
  constexpr std::string_view local = "unix:";
  redis_address made;
  if (text.starts_with(local)) {
    text.remove_prefix(local.size());
    if (!text.starts_with('/') || text.size() > max_local_path ||
        text.find('\0') != text.npos) {
      return std::nullopt;
    }
    made.path = text;
    return made;
  }
  made.tls = text.starts_with(secure);
  if (!made.tls && !text.starts_with(plain)) return std::nullopt;
  text.remove_prefix(made.tls ? secure.size() : plain.size());
  if (text.ends_with('/')) text.remove_suffix(1);
  if (!split(text, made)) return std::nullopt;
  return made;
}

std::optional<redis_address> parse_redis_node(std::string_view text,
                                              const redis_address& asked) {
  const std::size_t colon = text.rfind(':');
  if (colon == text.npos) return std::nullopt;
  std::string_view host = text.substr(0, colon);
  const std::string_view port = text.substr(colon + 1);
  if (host.empty() || host == "?") host = asked.host;
  if (!is_host(host) || !is_port(port)) return std::nullopt;
  return redis_address{.tls = asked.tls,
                       .host = std::string(host),
                       .port = std::string(port),
                       .path = {}};
}

}  // namespace pith::mcp
