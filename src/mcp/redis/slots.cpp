// SPDX-License-Identifier: MIT
#include "mcp/redis/slots.hpp"

#include <algorithm>
#include <charconv>

namespace pith::mcp {

namespace {

constexpr std::array<std::uint16_t, 256> make_table() {
  std::array<std::uint16_t, 256> table{};
  for (unsigned byte = 0; byte < table.size(); ++byte) {
    unsigned crc = byte << 8U;
    for (unsigned bit = 0; bit < 8; ++bit) {
      crc = (crc & 0x8000U) != 0 ? (crc << 1U) ^ 0x1021U : crc << 1U;
    }
    table[byte] = static_cast<std::uint16_t>(crc & 0xFFFFU);
  }
  return table;
}

std::size_t crc16(std::string_view bytes) noexcept {
  static constexpr auto table = make_table();
  unsigned crc = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    crc = ((crc << 8U) & 0xFFFFU) ^ table[((crc >> 8U) ^ byte) & 0xFFU];
  }
  return crc;
}

/// A slot; nothing when it is not one.
std::optional<std::size_t> as_slot(const redis_reply& reply) noexcept {
  if (reply.what != redis_reply::type::integer || reply.number < 0 ||
      reply.number >= static_cast<std::int64_t>(redis_slot_count)) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(reply.number);
}

/// [host, port, id, ...] of CLUSTER SLOTS.
std::optional<redis_address> as_node(const redis_reply& reply,
                                     const redis_address& asked) {
  if (!reply.is_list() || reply.items.size() < 2) return std::nullopt;
  const redis_reply& host = reply.items[0];
  const redis_reply& port = reply.items[1];
  const bool is_known = host.is_text() || host.what == redis_reply::type::nil;
  if (!is_known || port.what != redis_reply::type::integer) {
    return std::nullopt;
  }
  return parse_redis_node(host.text + ":" + std::to_string(port.number), asked);
}

}  // namespace

std::size_t redis_slot(std::string_view key) noexcept {
  const std::size_t open = key.find('{');
  if (open != key.npos) {
    const std::size_t close = key.find('}', open + 1);
    if (close != key.npos && close > open + 1) {
      key = key.substr(open + 1, close - open - 1);
    }
  }
  return crc16(key) % redis_slot_count;
}

std::uint16_t redis_slot_map::add(const redis_address& master) {
  const auto found = std::find(masters_.begin(), masters_.end(), master);
  if (found != masters_.end()) {
    return static_cast<std::uint16_t>(found - masters_.begin());
  }
  if (masters_.size() == max_masters) return nobody;
  masters_.push_back(master);
  return static_cast<std::uint16_t>(masters_.size() - 1);
}

std::optional<redis_slot_map> redis_slot_map::read(const redis_reply& reply,
                                                   const redis_address& asked) {
  if (!reply.is_list() || reply.items.empty() ||
      reply.items.size() > redis_slot_count) {
    return std::nullopt;
  }
  redis_slot_map made;
  for (const redis_reply& range : reply.items) {
    if (!range.is_list() || range.items.size() < 3) return std::nullopt;
    const auto first = as_slot(range.items[0]);
    const auto last = as_slot(range.items[1]);
    if (!first || !last || *last < *first) return std::nullopt;
    const auto master = as_node(range.items[2], asked);
    if (!master) continue;
    const std::uint16_t index = made.add(*master);
    if (index == nobody) return std::nullopt;
    std::fill(made.owner_.begin() + static_cast<std::ptrdiff_t>(*first),
              made.owner_.begin() + static_cast<std::ptrdiff_t>(*last) + 1,
              index);
  }
  if (made.masters_.empty()) return std::nullopt;
  return made;
}

const redis_address* redis_slot_map::master_of(
    std::size_t slot) const noexcept {
  if (slot >= redis_slot_count || owner_[slot] == nobody) return nullptr;
  return &masters_[owner_[slot]];
}

void redis_slot_map::move(std::size_t slot, const redis_address& where) {
  if (slot >= redis_slot_count) return;
  const std::uint16_t index = add(where);
  if (index != nobody) owner_[slot] = index;
}

std::optional<redis_redirect> read_redis_redirect(std::string_view error,
                                                  const redis_address& asked) {
  constexpr std::string_view moved = "MOVED ";
  constexpr std::string_view ask = "ASK ";
  redis_redirect made;
  made.is_ask = error.starts_with(ask);
  if (!made.is_ask && !error.starts_with(moved)) return std::nullopt;
  error.remove_prefix(made.is_ask ? ask.size() : moved.size());
  const char* const end = error.data() + error.size();
  const auto read = std::from_chars(error.data(), end, made.slot);
  if (read.ec != std::errc{} || read.ptr == end || *read.ptr != ' ' ||
      made.slot >= redis_slot_count) {
    return std::nullopt;
  }
  error.remove_prefix(static_cast<std::size_t>(read.ptr - error.data()) + 1);
  auto to = parse_redis_node(error, asked);
  if (!to) return std::nullopt;
  made.to = std::move(*to);
  return made;
}

}  // namespace pith::mcp
