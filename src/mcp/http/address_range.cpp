// SPDX-License-Identifier: MIT
#include "mcp/http/address_range.hpp"

#include "mcp/system/address_text.hpp"

#include <algorithm>
#include <charconv>
#include <span>
#include <string>

namespace pith::mcp {

namespace {

constexpr std::size_t address_bits = 128;

bool bit_of(const ip_address& address, std::size_t i) noexcept {
  return ((address[i / 8] >> (7 - i % 8)) & 1U) != 0;
}

}  // namespace

std::optional<ip_address> to_address(std::string_view text) {
  const std::string name{text};
  // The functions below stop there.
  if (name.find('\0') != std::string::npos) return std::nullopt;
  ip_address out{};
  if (read_address6(name, out)) return out;
  out = v4_addresses.first;
  if (read_address4(name, std::span(out).last<4>())) return out;
  return std::nullopt;
}

bool address_range::has(const ip_address& address) const noexcept {
  for (std::size_t i = 0; i < bits; ++i) {
    if (bit_of(first, i) != bit_of(address, i)) return false;
  }
  return true;
}

std::optional<address_range> to_address_range(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto first = to_address(text.substr(0, slash));
  if (!first) return std::nullopt;
  if (slash == text.size()) return address_range{*first, address_bits};
  const bool is_v4 = text.substr(0, slash).find(':') == text.npos;
  const std::string_view digits = text.substr(slash + 1);
  const char* const end = digits.data() + digits.size();
  std::size_t bits = 0;
  const auto [stop, failed] = std::from_chars(digits.data(), end, bits);
  if (failed != std::errc{} || stop != end ||
      bits > (is_v4 ? address_bits - v4_addresses.bits : address_bits)) {
    return std::nullopt;
  }
  if (is_v4) bits += v4_addresses.bits;
  for (std::size_t i = bits; i < address_bits; ++i) {
    if (bit_of(*first, i)) return std::nullopt;
  }
  return address_range{*first, bits};
}

bool has_address(const std::vector<address_range>& ranges,
                 std::string_view address) {
  const auto found = to_address(address);
  return found && std::any_of(ranges.begin(), ranges.end(),
                              [&found](const address_range& range) {
                                return range.has(*found);
                              });
}

}  // namespace pith::mcp
