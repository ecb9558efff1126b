// SPDX-License-Identifier: MIT
#include "mcp/state/redis_vault.hpp"

#include <array>
#include <utility>

namespace pith::mcp {

namespace {

/// More pages than anybody reads; what is beyond stays with its replica.
constexpr std::size_t max_marks = 4096;
constexpr std::size_t number_bytes = 8;
constexpr std::size_t mark_bytes = 2 * number_bytes;
constexpr std::size_t sealed_mark_bytes = mark_bytes + key_ring::seal_bytes;
/// Nobody waits for what is written, so it may take longer.
constexpr std::chrono::milliseconds write_time{1000};

/// Keeps a value, and drops the oldest of its share until it fits. The index is
/// a list of "id:bytes:sum", the oldest first; the sum is that of all bytes so
/// far, so that nobody has to add them up. What has expired goes when it is the
/// oldest.
const redis_script& put_script() {
  static const redis_script script{R"(
local size, life = tonumber(ARGV[4]), tonumber(ARGV[5])
local entries, bytes = tonumber(ARGV[6]), tonumber(ARGV[7])
if size > bytes or entries < 1 then return -1 end
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
local prefix = string.sub(KEYS[2], 1, -1 - #ARGV[1])
local shape = '^(%x+):(%d+):(%d+)$'
local last = redis.call('LINDEX', KEYS[1], -1)
local sum, gone = 0, 0
if last then
  sum = tonumber(string.match(last, ':(%d+)$') or 0)
end
for _ = 1, 1000 do
  local first = redis.call('LINDEX', KEYS[1], 0)
  if not first then sum = 0 break end
  local id, held, upto = string.match(first, shape)
  if not id or tonumber(upto) > sum then
    redis.call('DEL', KEYS[1])
    sum = 0
    break
  end
  local total = sum - tonumber(upto) + tonumber(held)
  if redis.call('LLEN', KEYS[1]) < entries and total + size <= bytes
      and redis.call('EXISTS', prefix .. id) == 1 then
    break
  end
  redis.call('LPOP', KEYS[1])
  gone = gone + redis.call('DEL', prefix .. id)
end
redis.call('HSET', KEYS[2], 'v', ARGV[2], 'm', ARGV[3])
redis.call('PEXPIRE', KEYS[2], life)
redis.call('RPUSH', KEYS[1], ARGV[1] .. ':' .. ARGV[4] .. ':'
  .. string.format('%.0f', sum + size))
redis.call('PEXPIRE', KEYS[1], life)
return gone
)"};
  return script;
}

/// Keeps a value for longer; 0 when there is none.
const redis_script& touch_script() {
  static const redis_script script{R"(
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return redis.call('PEXPIRE', KEYS[2], ARGV[1])
)"};
  return script;
}

/// Adds a mark if there are as many as its maker knew.
const redis_script& mark_script() {
  static const redis_script script{R"(
local marks = redis.call('HGET', KEYS[1], 'm')
if not marks or #marks ~= tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'm', marks .. ARGV[2])
return 1
)"};
  return script;
}

void put_long(std::string& to, std::uint64_t number) {
  for (unsigned i = 0; i < number_bytes; ++i) {
    to.push_back(static_cast<char>((number >> (56U - 8U * i)) & 0xFFU));
  }
}

std::uint64_t take_long(std::string_view from) noexcept {
  std::uint64_t number = 0;
  for (const char c : from.substr(0, number_bytes)) {
    number = (number << 8U) | static_cast<unsigned char>(c);
  }
  return number;
}

std::string mark_place(const redis_vault::place& where, std::size_t index) {
  return where.value + ":m" + std::to_string(index);
}

store_fallback fallback_of(redis_failure why) noexcept {
  switch (why) {
    case redis_failure::timeout:
      return store_fallback::timeout;
    case redis_failure::busy:
      return store_fallback::busy;
    case redis_failure::full:
      return store_fallback::full;
    case redis_failure::refused:
      return store_fallback::refused;
    case redis_failure::redirected:
      return store_fallback::redirected;
    case redis_failure::none:
    case redis_failure::unavailable:
      break;
  }
  return store_fallback::unavailable;
}

}  // namespace

redis_vault::redis_vault(std::unique_ptr<redis_client> client,
                         store_counts& counts,
                         std::shared_ptr<const key_ring> keys,
                         const options& wanted)
    : counts_(counts),
      options_(wanted),
      keys_(std::move(keys)),
      client_(std::move(client)) {}

std::shared_ptr<const key_ring> redis_vault::keys() const {
  const std::lock_guard hold{lock_};
  return keys_;
}

void redis_vault::use_keys(std::shared_ptr<const key_ring> next) {
  const std::lock_guard hold{lock_};
  keys_ = std::move(next);
}

redis_vault::place redis_vault::place_of(const key_ring& keys, std::size_t key,
                                         const page_owner& owner, kind what,
                                         std::string_view id) {
  const std::string prefix = "pith:1:{" + keys.tag(key, owner) + "}:";
  const char letter = static_cast<char>(what);
  place made{
      .key = key, .index = prefix, .value = prefix, .id = std::string(id)};
  made.index.append("i").push_back(letter);
  made.value.push_back(letter);
  made.value.append(":").append(id);
  return made;
}

bool redis_vault::note(const redis_result& result, clock::time_point since) {
  counts_.add_time(clock::now() - since);
  if (result.is_good()) return true;
  counts_.fall_back(fallback_of(result.failure));
  return false;
}

void redis_vault::send(redis_command command, bool is_write) {
  std::size_t size = 0;
  for (const std::string& word : command.words) size += word.size();
  const auto since = clock::now();
  client_->run_soon(std::move(command), write_time,
                    [this, since, size, is_write](const redis_result& result) {
                      if (!note(result, since)) return;
                      counts_.bytes_written += size;
                      if (!is_write) return;
                      ++counts_.writes;
                      if (result.reply.number > 0) {
                        counts_.evicted +=
                            static_cast<std::uint64_t>(result.reply.number);
                      }
                    });
}

std::string redis_vault::seal_mark(const key_ring& keys,
                                   const page_owner& owner, const place& where,
                                   std::size_t index, page_mark mark) const {
  std::string bytes;
  put_long(bytes, mark.unit);
  put_long(bytes, mark.offset);
  return keys.seal_small(where.key, owner, mark_place(where, index), bytes);
}

void redis_vault::put(const page_owner& owner, const place& where,
                      std::string_view bytes,
                      const std::vector<page_mark>& marks, const limits& most) {
  const auto ring = keys();
  if (where.key >= ring->size()) return;
  // What is so large is not worth packing to find out.
  if (bytes.size() > options_.max_value_bytes) {
    return counts_.fall_back(store_fallback::too_large);
  }
  std::string sealed = ring->seal(where.key, owner, where.value, bytes);
  if (sealed.empty()) return counts_.fall_back(store_fallback::refused);
  if (sealed.size() > options_.max_stored_bytes) {
    return counts_.fall_back(store_fallback::too_large);
  }
  std::string sealed_marks;
  for (std::size_t i = 0; i < marks.size() && i < max_marks; ++i) {
    sealed_marks.append(seal_mark(*ring, owner, where, i, marks[i]));
  }
  const std::size_t size = sealed.size();
  send({.words = {"2", where.index, where.value, where.id, std::move(sealed),
                  std::move(sealed_marks), std::to_string(size), life_words(),
                  std::to_string(most.entries), std::to_string(most.bytes)},
        .script = &put_script(),
        .key = where.value},
       true);
}

void redis_vault::add_mark(const page_owner& owner, const place& where,
                           std::size_t known, page_mark next) {
  const auto ring = keys();
  if (where.key >= ring->size() || known >= max_marks) return;
  send({.words = {"1", where.value, std::to_string(known * sealed_mark_bytes),
                  seal_mark(*ring, owner, where, known, next)},
        .script = &mark_script(),
        .key = where.value},
       false);
}

std::string redis_vault::life_words() const {
  return std::to_string(
      std::chrono::duration_cast<std::chrono::milliseconds>(options_.life)
          .count());
}

void redis_vault::touch(const place& where, std::function<void()> is_gone) {
  client_->run_soon({.words = {"2", where.index, where.value, life_words()},
                     .script = &touch_script(),
                     .key = where.value},
                    write_time,
                    [this, since = clock::now(),
                     is_gone = std::move(is_gone)](const redis_result& result) {
                      if (note(result, since) && result.reply.number == 0)
                        is_gone();
                    });
}

void redis_vault::remove(const place& where) {
  send(
      {.words = {"UNLINK", where.value}, .script = nullptr, .key = where.value},
      false);
}

std::optional<std::vector<page_mark>> redis_vault::read_marks(
    const key_ring& keys, const page_owner& owner, const place& where,
    std::string_view sealed) {
  std::vector<page_mark> out;
  if (sealed.size() % sealed_mark_bytes != 0 ||
      sealed.size() / sealed_mark_bytes > max_marks) {
    counts_.fall_back(store_fallback::poisoned);
    return std::nullopt;
  }
  while (!sealed.empty()) {
    const auto bytes =
        keys.open_small(where.key, owner, mark_place(where, out.size()),
                        sealed.substr(0, sealed_mark_bytes));
    if (!bytes) {
      counts_.fall_back(store_fallback::poisoned);
      return std::nullopt;
    }
    const std::string_view numbers = *bytes;
    out.push_back({.unit = take_long(numbers),
                   .offset = take_long(numbers.substr(number_bytes))});
    sealed.remove_prefix(sealed_mark_bytes);
  }
  return out;
}

std::optional<redis_vault::found_value> redis_vault::read(
    const key_ring& keys, const page_owner& owner, const place& where,
    const redis_result& result) {
  const redis_reply& reply = result.reply;
  if (!reply.is_list() || reply.items.size() != 2 ||
      !reply.items[0].is_text()) {
    ++counts_.misses;
    return std::nullopt;
  }
  const std::string& sealed = reply.items[0].text;
  counts_.bytes_read += sealed.size() + reply.items[1].text.size();
  auto bytes = sealed.size() > options_.max_stored_bytes
                   ? std::nullopt
                   : keys.open(where.key, owner, where.value, sealed,
                               options_.max_value_bytes);
  if (!bytes) {
    // It must not stand in the way of the right one.
    counts_.fall_back(store_fallback::poisoned);
    remove(where);
    return std::nullopt;
  }
  auto marks = read_marks(keys, owner, where, reply.items[1].text);
  if (!marks) return std::nullopt;
  ++counts_.hits;
  return found_value{.bytes = std::move(*bytes), .marks = std::move(*marks)};
}

std::optional<redis_vault::found_value> redis_vault::get(
    const page_owner& owner, const place& where) {
  const auto ring = keys();
  if (where.key >= ring->size()) return std::nullopt;
  const auto since = clock::now();
  const redis_result result =
      client_->wait({.words = {"HMGET", where.value, "v", "m"},
                     .script = nullptr,
                     .key = where.value});
  if (!note(result, since)) return std::nullopt;
  return read(*ring, owner, where, result);
}

void redis_vault::get(std::string owner, std::string tenant, place where,
                      std::function<void(std::optional<found_value>)> then) {
  auto ring = keys();
  redis_command command{.words = {"HMGET", where.value, "v", "m"},
                        .script = nullptr,
                        .key = where.value};
  client_->run(std::move(command), client_->timeout(),
               [this, since = clock::now(), ring = std::move(ring),
                owner = std::move(owner), tenant = std::move(tenant),
                where = std::move(where),
                then = std::move(then)](const redis_result& result) {
                 if (!note(result, since) || where.key >= ring->size()) {
                   return then(std::nullopt);
                 }
                 then(read(*ring, page_owner{owner, tenant}, where, result));
               });
}

std::optional<std::vector<page_mark>> redis_vault::marks(
    const page_owner& owner, const place& where) {
  const auto ring = keys();
  if (where.key >= ring->size()) return std::nullopt;
  const auto since = clock::now();
  const redis_result result =
      client_->wait({.words = {"HGET", where.value, "m"},
                     .script = nullptr,
                     .key = where.value});
  if (!note(result, since) || !result.reply.is_text()) return std::nullopt;
  counts_.bytes_read += result.reply.text.size();
  return read_marks(*ring, owner, where, result.reply.text);
}

}  // namespace pith::mcp
