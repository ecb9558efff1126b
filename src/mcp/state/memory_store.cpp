// SPDX-License-Identifier: MIT
#include "mcp/state/memory_store.hpp"

#include "mcp/protocol/random_id.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace pith::mcp {

namespace {

using clock = std::chrono::steady_clock;

/// What an entry takes beside its text, roughly.
constexpr std::size_t overhead_bytes = 256;

struct entry;
using entry_list = std::list<entry>;  // the oldest first
/// Entries of one holder, the oldest first.
using place_list = std::list<entry_list::iterator>;

struct entry {
  std::string owner;
  std::string share;  // whose share it is of
  bool is_limited = false;
  std::string handle;
  std::shared_ptr<const std::string> rest;
  std::vector<page_mark> marks{};
  clock::time_point since{};
  std::uint64_t number = 0;      // grows with time
  place_list::iterator place{};  // among those of its share
  /// What was made of the text, by made_kind.
  struct made {
    std::shared_ptr<const made_value> what{};
    std::size_t bytes = 0;
  };
  std::array<made, made_kind_count> made_of{};

  [[nodiscard]] std::size_t bytes() const noexcept {
    std::size_t sum =
        rest->size() + owner.size() + share.size() + overhead_bytes;
    for (const made& each : made_of) sum += each.bytes;
    return sum;
  }
};

struct share {
  place_list entries{};
  std::size_t bytes = 0;
  std::size_t made = 0;  ///< how much was made of its texts
};

/// Who holds most comes first; among equals, who has the oldest entry.
struct share_rank {
  std::size_t bytes = 0;
  std::uint64_t oldest = 0;
  const std::string* name = nullptr;

  bool operator<(const share_rank& other) const noexcept {
    return bytes != other.bytes ? bytes > other.bytes : oldest < other.oldest;
  }
};

entry entry_of(const page_owner& owner, std::string handle, std::string rest) {
  const bool is_limited = !owner.tenant.empty();
  return {std::string(owner.name),
          std::string(is_limited ? owner.tenant : owner.name), is_limited,
          std::move(handle),
          std::make_shared<const std::string>(std::move(rest))};
}

}  // namespace

/// Each operation takes log n time in the number of entries and of holders; one
/// that is over its limits, also time in the number of its own entries.
struct memory_store::state {
  using share_map = std::map<std::string, share, std::less<>>;

  explicit state(const limits& wanted) : bounds(wanted) {}

  static share_rank rank_of(const share_map::value_type& each) {
    return {each.second.bytes, each.second.entries.front()->number,
            &each.first};
  }

  /// Changes a share that has entries, or gets one, and where it stands among
  /// the others.
  template <class Change>
  void update(share_map::iterator whose, Change change) {
    if (!whose->second.entries.empty()) ranks.erase(rank_of(*whose));
    change(whose->second);
    if (whose->second.entries.empty()) {
      shares.erase(whose);
    } else {
      ranks.insert(rank_of(*whose));
    }
  }

  void drop(entry_list::iterator which) {
    bytes -= which->bytes();
    update(shares.find(which->share), [which](share& held) {
      held.bytes -= which->bytes();
      for (const entry::made& each : which->made_of) {
        if (each.what) --held.made;
      }
      held.entries.erase(which->place);
    });
    by_handle.erase(which->handle);
    entries.erase(which);
  }

  void drop_made(entry& of, entry::made& which) {
    bytes -= which.bytes;
    update(shares.find(of.share), [&which](share& held) {
      held.bytes -= which.bytes;
      --held.made;
    });
    which = {};
  }

  void drop_expired() {
    const auto now = clock::now();
    while (!entries.empty() && now - entries.front().since >= bounds.life) {
      drop(entries.begin());
    }
  }

  /// What of this share can be made again; false when there is nothing.
  bool shrink(std::string_view whose) {
    const auto held = shares.find(whose);
    if (held == shares.end() || held->second.made == 0) return false;
    for (const entry_list::iterator each : held->second.entries) {
      for (entry::made& made : each->made_of) {
        if (!made.what) continue;
        drop_made(*each, made);
        return true;
      }
    }
    return false;
  }

  /// Makes the share of a holder smaller: what can be made again goes before
  /// an entry. It must have something.
  void take_from(const std::string& whose) {
    if (!shrink(whose)) drop(shares.find(whose)->second.entries.front());
  }

  [[nodiscard]] std::size_t bytes_of(std::string_view whose) const {
    const auto found = shares.find(whose);
    return found == shares.end() ? 0 : found->second.bytes;
  }

  /// Whether a tenant's share has no room for so many bytes in one more entry.
  [[nodiscard]] bool is_over(const entry& fresh, std::size_t size) const {
    const auto found = shares.find(fresh.share);
    return fresh.is_limited && found != shares.end() &&
           (found->second.entries.size() >= bounds.entries_each ||
            found->second.bytes + size > bounds.bytes_each);
  }

  /// The share of its tenant, and the store as a whole, make room for it. False
  /// when it is too large.
  bool add(entry fresh) {
    const std::size_t size = fresh.bytes();
    if (size > bounds.bytes || bounds.entries == 0 ||
        (fresh.is_limited &&
         (size > bounds.bytes_each || bounds.entries_each == 0))) {
      return false;
    }
    drop_expired();
    while (is_over(fresh, size)) take_from(fresh.share);
    while (entries.size() >= bounds.entries || bytes + size > bounds.bytes) {
      take_from(std::string(*ranks.begin()->name));
    }
    fresh.since = clock::now();
    fresh.number = ++last_number;
    entries.push_back(std::move(fresh));
    const auto last = std::prev(entries.end());
    by_handle.emplace(last->handle, last);
    update(shares.try_emplace(last->share).first, [last, size](share& held) {
      held.bytes += size;
      last->place = held.entries.insert(held.entries.end(), last);
    });
    bytes += size;
    return true;
  }

  /// As if it had come now.
  void renew(entry_list::iterator which) {
    update(shares.find(which->share), [&](share& held) {
      which->since = clock::now();
      which->number = ++last_number;
      held.entries.splice(held.entries.end(), held.entries, which->place);
    });
    entries.splice(entries.end(), entries, which);
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
  share_map shares;
  std::set<share_rank> ranks;  // of all shares
  std::size_t bytes = 0;
  std::uint64_t last_number = 0;
};

memory_store::memory_store(const limits& bounds)
    : state_(std::make_unique<state>(bounds)) {}

memory_store::~memory_store() = default;

void memory_store::set_share(std::size_t entries_each, std::size_t bytes_each) {
  const std::lock_guard hold{state_->lock};
  state_->bounds.entries_each = entries_each;
  state_->bounds.bytes_each = bytes_each;
}

std::string memory_store::keep(const page_owner& owner, std::string rest) {
  std::string handle = random_id();
  if (handle.empty() || !keep_as(owner, handle, std::move(rest))) return {};
  return handle;
}

bool memory_store::keep_as(const page_owner& owner, std::string handle,
                           std::string rest) {
  entry fresh = entry_of(owner, std::move(handle), std::move(rest));
  const std::lock_guard hold{state_->lock};
  state_->drop_expired();
  const auto known = state_->by_handle.find(fresh.handle);
  if (known == state_->by_handle.end()) return state_->add(std::move(fresh));
  // It was there, or another thread was faster.
  state_->renew(known->second);
  return true;
}

std::shared_ptr<const made_value> memory_store::find_made(
    const page_owner& owner, std::string_view handle, made_kind what) {
  const std::lock_guard hold{state_->lock};
  const entry* const found = state_->find(owner.name, handle);
  return found == nullptr ? nullptr
                          : found->made_of[static_cast<std::size_t>(what)].what;
}

void memory_store::keep_made(const page_owner& owner, std::string_view handle,
                             made_kind what,
                             std::shared_ptr<const made_value> made,
                             std::size_t bytes) {
  state& s = *state_;
  const std::lock_guard hold{s.lock};
  entry* const found = s.find(owner.name, handle);
  if (found == nullptr) return;
  entry::made& place = found->made_of[static_cast<std::size_t>(what)];
  if (place.what) s.drop_made(*found, place);
  const auto fits = [&] {
    return s.bytes + bytes <= s.bounds.bytes &&
           (!found->is_limited ||
            s.bytes_of(found->share) + bytes <= s.bounds.bytes_each);
  };
  while (!fits()) {
    if (!s.shrink(found->share)) return;
  }
  place = {std::move(made), bytes};
  s.bytes += bytes;
  s.update(s.shares.find(found->share), [bytes](share& held) {
    held.bytes += bytes;
    ++held.made;
  });
}

std::shared_ptr<const std::string> memory_store::find(const page_owner& owner,
                                                      std::string_view handle) {
  const std::lock_guard hold{state_->lock};
  const entry* const found = state_->find(owner.name, handle);
  return found == nullptr ? nullptr : found->rest;
}

void memory_store::forget(const page_owner& owner, std::string_view handle) {
  const std::lock_guard hold{state_->lock};
  if (state_->find(owner.name, handle) == nullptr) return;
  state_->drop(state_->by_handle.find(handle)->second);
}

std::vector<page_mark> memory_store::marks(const page_owner& owner,
                                           std::string_view handle) {
  const std::lock_guard hold{state_->lock};
  const entry* const found = state_->find(owner.name, handle);
  return found == nullptr ? std::vector<page_mark>{} : found->marks;
}

void memory_store::add_mark(const page_owner& owner, std::string_view handle,
                            std::size_t known, page_mark next) {
  const std::lock_guard hold{state_->lock};
  entry* const found = state_->find(owner.name, handle);
  if (found != nullptr && found->marks.size() == known) {
    found->marks.push_back(next);
  }
}

std::size_t memory_store::size() const {
  const std::lock_guard hold{state_->lock};
  return state_->entries.size();
}

}  // namespace pith::mcp
