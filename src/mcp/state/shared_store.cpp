// SPDX-License-Identifier: MIT
#include "mcp/state/shared_store.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace pith::mcp {

namespace {

/// How far the clocks of replicas may be apart.
constexpr std::chrono::seconds clock_skew{60};

std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

shared_store::shared_store(redis_vault& vault,
                           const memory_store::limits& local)
    : vault_(vault),
      bounds_(local),
      local_(local),
      entries_each_(local.entries_each),
      bytes_each_(local.bytes_each) {}

void shared_store::set_share(std::size_t entries_each, std::size_t bytes_each) {
  local_.set_share(entries_each, bytes_each);
  entries_each_ = entries_each;
  bytes_each_ = bytes_each;
}

std::optional<redis_vault::place> shared_store::open(
    const page_owner& owner, std::string_view handle) const {
  const auto keys = vault_.keys();
  const std::int64_t now = seconds_now();
  const auto opened = keys->open_handle(
      owner, handle, now, now + (vault_.settings().life + clock_skew).count());
  if (!opened) return std::nullopt;
  return redis_vault::place_of(*keys, opened->key, owner,
                               redis_vault::kind::result, opened->id);
}

std::string shared_store::keep(const page_owner& owner, std::string rest) {
  std::string handle = vault_.keys()->make_handle(
      owner, seconds_now() + vault_.settings().life.count());
  if (handle.empty() || !local_.keep_as(owner, handle, std::move(rest))) {
    return {};
  }
  return handle;
}

void shared_store::publish(const page_owner& owner, std::string_view handle,
                           const redis_vault::place& where, page_mark first) {
  const auto bytes = local_.find(owner, handle);
  if (!bytes) return;
  const bool is_limited = !owner.tenant.empty();
  vault_.put(owner, where, *bytes, {first},
             {.entries = is_limited ? entries_each_.load() : bounds_.entries,
              .bytes = is_limited ? bytes_each_.load() : bounds_.bytes});
}

std::shared_ptr<const std::string> shared_store::find(const page_owner& owner,
                                                      std::string_view handle) {
  const auto where = open(owner, handle);
  if (!where) return nullptr;
  if (auto here = local_.find(owner, handle)) return here;
  auto found = vault_.get(owner, *where);
  if (!found) return nullptr;
  auto bytes = std::make_shared<const std::string>(found->bytes);
  if (local_.keep_as(owner, std::string(handle), std::move(found->bytes))) {
    for (std::size_t i = 0; i < found->marks.size(); ++i) {
      local_.add_mark(owner, handle, i, found->marks[i]);
    }
  }
  return bytes;
}

std::shared_ptr<const std::string> shared_store::find_here(
    const page_owner& owner, std::string_view handle) {
  return local_.find(owner, handle);
}

void shared_store::forget(const page_owner& owner, std::string_view handle) {
  // It has gone off only if it has a mark.
  const bool is_shared = !local_.marks(owner, handle).empty();
  local_.forget(owner, handle);
  if (!is_shared) return;
  if (const auto where = open(owner, handle)) vault_.remove(*where);
}

std::vector<page_mark> shared_store::marks(const page_owner& owner,
                                           std::string_view handle) {
  const auto where = open(owner, handle);
  if (!where) return {};
  std::vector<page_mark> here = local_.marks(owner, handle);
  auto there = vault_.marks(owner, *where);
  // Pages are made in the same way everywhere, so one is the beginning of the
  // other; if not, what this gateway has shown counts.
  if (!there || there->size() <= here.size() ||
      !std::equal(here.begin(), here.end(), there->begin())) {
    return here;
  }
  for (std::size_t i = here.size(); i < there->size(); ++i) {
    local_.add_mark(owner, handle, i, (*there)[i]);
  }
  return std::move(*there);
}

void shared_store::add_mark(const page_owner& owner, std::string_view handle,
                            std::size_t known, page_mark next) {
  const auto where = open(owner, handle);
  if (!where) return;
  local_.add_mark(owner, handle, known, next);
  if (known == 0) {
    publish(owner, handle, *where, next);
  } else {
    vault_.add_mark(owner, *where, known, next);
  }
}

std::shared_ptr<const made_value> shared_store::find_made(
    const page_owner& owner, std::string_view handle, made_kind what) {
  return open(owner, handle) ? local_.find_made(owner, handle, what) : nullptr;
}

void shared_store::keep_made(const page_owner& owner, std::string_view handle,
                             made_kind what,
                             std::shared_ptr<const made_value> made,
                             std::size_t bytes) {
  local_.keep_made(owner, handle, what, std::move(made), bytes);
}

}  // namespace pith::mcp
