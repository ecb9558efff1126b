// SPDX-License-Identifier: MIT
/// @file
/// What a Redis server says: replies are the same however their bytes arrive
/// and stay within their limits; maps of slots and redirections name only what
/// can be connected with; a value that was sealed for another place, or is not
/// what it says, is never opened.
#include "mcp/redis/address.hpp"
#include "mcp/redis/reply.hpp"
#include "mcp/redis/slots.hpp"
#include "mcp/state/key_ring.hpp"
#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace pith::mcp;

constexpr redis_reply_reader::limits bounds{.bytes = 1U << 14U, .items = 2000};

struct reading {
  std::vector<redis_reply> replies;
  bool is_good = true;
};

reading read_all(std::string_view bytes, std::size_t step) {
  reading out;
  redis_reply_reader reader(bounds);
  while (!bytes.empty() && out.is_good) {
    const std::string_view part = bytes.substr(0, step);
    bytes.remove_prefix(part.size());
    out.is_good = reader.feed(part);
    while (auto reply = reader.next()) out.replies.push_back(std::move(*reply));
    out.is_good = out.is_good && !reader.failed();
  }
  return out;
}

bool same(const redis_reply& a, const redis_reply& b, int depth = 0) {
  require(depth <= 8);
  if (a.what != b.what || a.number != b.number || a.text != b.text ||
      a.items.size() != b.items.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    if (!same(a.items[i], b.items[i], depth + 1)) return false;
  }
  return true;
}

void check_address(const redis_address& address) {
  const auto again = parse_redis_address(address.text());
  require(again.has_value() && *again == address);
}

void check_meaning(const redis_reply& reply) {
  const redis_address asked{
      .tls = false, .host = "10.0.0.1", .port = "7000", .path = {}};
  if (const auto map = redis_slot_map::read(reply, asked)) {
    require(!map->masters().empty());
    for (const redis_address& master : map->masters()) check_address(master);
    for (std::size_t slot = 0; slot < redis_slot_count; slot += 97) {
      const redis_address* const master = map->master_of(slot);
      if (master != nullptr) check_address(*master);
    }
  }
  if (const auto redirect = read_redis_redirect(reply.text, asked)) {
    require(redirect->slot < redis_slot_count);
    check_address(redirect->to);
  }
}

/// As if somebody who may write to the store had put it there.
void check_value(std::string_view bytes) {
  static const key_ring keys({std::string(32, 'k')});
  const page_owner owner{"session", "principal"};
  require(!keys.open(0, owner, "place", bytes, 4096));
  // As if the seal were broken: what is inside must still be what it says.
  const std::string sealed = keys.seal_small(0, owner, "place", bytes);
  if (const auto inside = keys.open(0, owner, "place", sealed, 4096)) {
    require(inside->size() <= 4096);
    const std::string good = keys.seal(0, owner, "place", *inside);
    require(keys.open(0, owner, "place", good, 4096) == inside);
  }
  require(!keys.open(0, owner, "another place", sealed, 4096));
  static_cast<void>(keys.open_handle(owner, bytes, 0, 1'000));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size > (1U << 16U)) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const reading whole = read_all(bytes, size + 1);
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}}) {
    const reading again = read_all(bytes, step);
    // Bytes that arrive together may be too many together.
    if (whole.is_good) require(again.is_good);
    if (!whole.is_good || !again.is_good) continue;
    require(whole.replies.size() == again.replies.size());
    for (std::size_t i = 0; i < whole.replies.size(); ++i) {
      require(same(whole.replies[i], again.replies[i]));
    }
  }
  for (const redis_reply& reply : whole.replies) check_meaning(reply);
  if (const auto address = parse_redis_address(bytes)) check_address(*address);
  check_value(bytes);
  return 0;
}
