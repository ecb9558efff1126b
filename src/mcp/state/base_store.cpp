// SPDX-License-Identifier: MIT
#include "mcp/state/base_store.hpp"

#include <atomic>
#include <optional>
#include <utility>

namespace pith::mcp {

namespace {

/// A name that no other owner has.
std::string own_name(const page_owner& owner, std::string_view root) {
  std::string out(root);
  out.push_back('\0');
  return out.append(owner.name);
}

/// One question to several places: the first that has it answers, or the last.
struct asked_places {
  asked_places(std::size_t count, base_store::taker whom)
      : left(count), then(std::move(whom)) {}
  // All answers come in one thread, but the questions are asked in another.
  std::atomic<std::size_t> left;
  std::atomic<bool> is_answered{false};
  base_store::taker then;

  void take(std::shared_ptr<const std::string> found) {
    const bool is_last = --left == 0;
    if ((found || is_last) && !is_answered.exchange(true)) {
      then(std::move(found));
    }
  }
};

}  // namespace

void memory_base_store::put(const page_owner& owner, std::string_view root,
                            std::string bytes) {
  bases_.keep_as(owner, own_name(owner, root), std::move(bytes));
}

std::shared_ptr<const std::string> memory_base_store::find(
    const page_owner& owner, std::string_view root) {
  return bases_.find(owner, own_name(owner, root));
}

void memory_base_store::get(const page_owner& owner, std::string_view root,
                            taker then) {
  then(find(owner, root));
}

void shared_base_store::put(const page_owner& owner, std::string_view root,
                            std::string bytes) {
  const auto keys = vault_.keys();
  const auto where = redis_vault::place_of(
      *keys, 0, owner, redis_vault::kind::base, keys->name(0, owner, root));
  const bool is_limited = !owner.tenant.empty();
  const redis_vault::limits most{
      .entries = is_limited ? bounds_.entries_each : bounds_.entries,
      .bytes = is_limited ? bounds_.bytes_each : bounds_.bytes};
  if (auto here = local_->find(owner, root)) {
    // The store may have lost it.
    return vault_.touch(
        where,
        [vault = &vault_, where, most, here = std::move(here),
         name = std::string(owner.name), tenant = std::string(owner.tenant)] {
          vault->put(page_owner{name, tenant}, where, *here, {}, most);
        });
  }
  vault_.put(owner, where, bytes, {}, most);
  local_->put(owner, root, std::move(bytes));
}

void shared_base_store::get(const page_owner& owner, std::string_view root,
                            taker then) {
  if (auto here = local_->find(owner, root)) return then(std::move(here));
  const auto keys = vault_.keys();
  const auto asked =
      std::make_shared<asked_places>(keys->size(), std::move(then));
  for (std::size_t key = 0; key < keys->size(); ++key) {
    auto where =
        redis_vault::place_of(*keys, key, owner, redis_vault::kind::base,
                              keys->name(key, owner, root));
    vault_.get(
        std::string(owner.name), std::string(owner.tenant), std::move(where),
        [asked, local = local_, name = std::string(owner.name),
         tenant = std::string(owner.tenant), root = std::string(root)](
            std::optional<redis_vault::found_value> found) {
          if (!found) return asked->take(nullptr);
          auto bytes = std::make_shared<const std::string>(found->bytes);
          local->put(page_owner{name, tenant}, root, std::move(found->bytes));
          asked->take(std::move(bytes));
        });
  }
}

}  // namespace pith::mcp
