// SPDX-License-Identifier: MIT
#include "mcp/http/url.hpp"

#include "mcp/http/types.hpp"
#include "mcp/system/address_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

namespace pith::mcp {

namespace {

constexpr std::size_t max_url_bytes = 8192;
constexpr std::size_t max_host_bytes = 253;

/// What may stand in a request line. A backslash may not: some readers of URLs
/// take it for a slash, and would see another host.
bool is_target_char(char c) noexcept {
  return c > 0x20 && c < 0x7F && c != '\\';
}

bool is_host_char(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
}

bool is_name_or_v4(std::string_view host) noexcept {
  return !host.empty() && host.size() <= max_host_bytes &&
         host.front() != '.' && host.find("..") == std::string_view::npos &&
         std::all_of(host.begin(), host.end(), is_host_char);
}

bool is_v6(const std::string& host) noexcept {
  std::array<unsigned char, 16> address{};
  return read_address6(host, address) && host.find('\0') == std::string::npos;
}

std::optional<std::string> port_of(std::string_view digits, bool tls) {
  if (digits.empty()) return tls ? "443" : "80";
  unsigned number = 0;
  const auto [end, problem] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (problem != std::errc{} || end != digits.data() + digits.size() ||
      number == 0 || number > 65535) {
    return std::nullopt;
  }
  return std::to_string(number);
}

/// Takes "http://" or "https://" off `url`, in any letter case.
std::optional<bool> take_scheme(std::string_view& url) noexcept {
  const std::size_t colon = url.find("://");
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view scheme = url.substr(0, colon);
  const bool tls = same_name(scheme, "https");
  if (!tls && !same_name(scheme, "http")) return std::nullopt;
  url.remove_prefix(colon + 3);
  return tls;
}

/// Reads "host", "host:1", "[::1]:1" into `into`.
bool read_authority(std::string_view text, http_url& into) {
  std::string_view port;
  if (text.starts_with('[')) {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos) return false;
    into.host = text.substr(1, close - 1);
    port = text.substr(close + 1);
    if (!is_v6(into.host)) return false;
  } else {
    const std::size_t colon = std::min(text.find(':'), text.size());
    into.host = text.substr(0, colon);
    port = text.substr(colon);
    if (!is_name_or_v4(into.host)) return false;
  }
  if (!port.empty() && port.front() != ':') return false;
  if (!port.empty()) port.remove_prefix(1);
  auto number = port_of(port, into.tls);
  if (!number) return false;
  into.port = *std::move(number);
  return true;
}

}  // namespace

std::optional<http_url> parse_url(std::string_view url) {
  if (url.size() > max_url_bytes) return std::nullopt;
  url = url.substr(0, url.find('#'));
  const auto tls = take_scheme(url);
  if (!tls) return std::nullopt;
  http_url parsed;
  parsed.tls = *tls;
  const std::size_t end = std::min(url.find_first_of("/?"), url.size());
  // Names and passwords do not belong into a URL; '@' is not a character of a
  // host, so they are refused there.
  if (!read_authority(url.substr(0, end), parsed)) return std::nullopt;
  const std::string_view target = url.substr(end);
  if (!std::all_of(target.begin(), target.end(), is_target_char)) {
    return std::nullopt;
  }
  if (!target.starts_with('/')) parsed.target = "/";
  parsed.target += target;
  return parsed;
}

std::string http_url::authority() const {
  std::string text;
  const bool is_v6_host = host.find(':') != std::string::npos;
  if (is_v6_host) text += '[';
  text += host;
  if (is_v6_host) text += ']';
  if (port != (tls ? "443" : "80")) text.append(":").append(port);
  return text;
}

}  // namespace pith::mcp
