// SPDX-License-Identifier: MIT
#include "mcp/page_store.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <utility>

namespace pith::mcp {

namespace {

using clock = std::chrono::steady_clock;

/// What an entry takes beside its text, roughly.
constexpr std::size_t overhead_bytes = 256;

/// Empty when the system has no random bytes to give.
std::string make_handle() {
  std::array<unsigned char, 16> bits{};
  if (getentropy(bits.data(), bits.size()) != 0) return {};
  constexpr std::string_view digits = "0123456789abcdef";
  std::string handle;
  handle.reserve(2 * bits.size());
  for (const unsigned char byte : bits) {
    handle.push_back(digits[byte >> 4U]);
    handle.push_back(digits[byte & 15U]);
  }
  return handle;
}

struct entry {
  std::string owner;
  std::string handle;
  std::shared_ptr<const std::string> rest;
  std::vector<page_mark> marks{};
  clock::time_point since{};

  [[nodiscard]] std::size_t bytes() const noexcept {
    return rest->size() + owner.size() + overhead_bytes;
  }
};

}  // namespace

struct page_store::state {
  using entry_list = std::list<entry>;  // the oldest first

  explicit state(const limits& wanted) : bounds(wanted) {}

  void drop(entry_list::iterator which) {
    bytes -= which->bytes();
    const auto held = held_by_owner.find(which->owner);
    held->second -= which->bytes();
    if (held->second == 0) held_by_owner.erase(held);
    by_handle.erase(which->handle);
    entries.erase(which);
  }

  void drop_expired() {
    const auto now = clock::now();
    while (!entries.empty() && now - entries.front().since >= bounds.life) {
      drop(entries.begin());
    }
  }

  /// The oldest entry of the owner that holds most; among equals that of the
  /// oldest entry. There must be one.
  entry_list::iterator victim() {
    std::size_t most = 0;
    for (const auto& held : held_by_owner) most = std::max(most, held.second);
    return std::find_if(entries.begin(), entries.end(), [&](const entry& e) {
      return held_by_owner.find(e.owner)->second == most;
    });
  }

  /// Null when there is none, or it is somebody else's.
  entry* find(std::string_view owner, std::string_view handle) {
    drop_expired();
    const auto found = by_handle.find(handle);
    if (found == by_handle.end() || found->second->owner != owner) {
      return nullptr;
    }
    return &*found->second;
  }

  limits bounds;
  mutable std::mutex lock;
  entry_list entries;
  std::map<std::string, entry_list::iterator, std::less<>> by_handle;
  std::map<std::string, std::size_t, std::less<>> held_by_owner;  // bytes
  std::size_t bytes = 0;
};

page_store::page_store(const limits& bounds)
    : state_(std::make_unique<state>(bounds)) {}

page_store::~page_store() = default;

std::string page_store::keep(std::string_view owner, std::string rest) {
  entry fresh{std::string(owner), make_handle(),
              std::make_shared<const std::string>(std::move(rest))};
  const std::size_t bytes = fresh.bytes();
  state& s = *state_;
  if (fresh.handle.empty() || bytes > s.bounds.bytes || s.bounds.entries == 0) {
    return {};
  }
  const std::lock_guard hold{s.lock};
  s.drop_expired();
  while (s.entries.size() >= s.bounds.entries ||
         s.bytes + bytes > s.bounds.bytes) {
    s.drop(s.victim());
  }
  fresh.since = clock::now();
  s.entries.push_back(std::move(fresh));
  const auto last = std::prev(s.entries.end());
  s.by_handle.emplace(last->handle, last);
  s.held_by_owner[last->owner] += bytes;
  s.bytes += bytes;
  return last->handle;
}

std::shared_ptr<const std::string> page_store::find(std::string_view owner,
                                                    std::string_view handle) {
  const std::lock_guard hold{state_->lock};
  const entry* const found = state_->find(owner, handle);
  return found == nullptr ? nullptr : found->rest;
}

void page_store::forget(std::string_view owner, std::string_view handle) {
  const std::lock_guard hold{state_->lock};
  if (state_->find(owner, handle) == nullptr) return;
  state_->drop(state_->by_handle.find(handle)->second);
}

std::vector<page_mark> page_store::marks(std::string_view owner,
                                         std::string_view handle) {
  const std::lock_guard hold{state_->lock};
  const entry* const found = state_->find(owner, handle);
  return found == nullptr ? std::vector<page_mark>{} : found->marks;
}

void page_store::add_mark(std::string_view owner, std::string_view handle,
                          std::size_t known, page_mark next) {
  const std::lock_guard hold{state_->lock};
  entry* const found = state_->find(owner, handle);
  if (found != nullptr && found->marks.size() == known) {
    found->marks.push_back(next);
  }
}

std::size_t page_store::size() const {
  const std::lock_guard hold{state_->lock};
  return state_->entries.size();
}

}  // namespace pith::mcp
