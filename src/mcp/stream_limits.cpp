// SPDX-License-Identifier: MIT
#include "mcp/stream_limits.hpp"

#include <utility>

namespace pith::mcp {

std::shared_ptr<void> stream_limits::take(const std::string& client,
                                          std::size_t most) {
  const std::lock_guard hold{lock_};
  std::size_t& open = open_[client];
  if (open >= most) return nullptr;
  ++open;
  return {static_cast<void*>(this), [self = shared_from_this(), client](void*) {
            self->give_back(client);
          }};
}

void stream_limits::give_back(const std::string& client) {
  const std::lock_guard hold{lock_};
  const auto found = open_.find(client);
  if (found == open_.end()) return;
  if (--found->second == 0) open_.erase(found);
}

std::shared_ptr<http_exchange> with_lease(
    std::shared_ptr<http_exchange> exchange, std::shared_ptr<void> lease) {
  using both = std::pair<std::shared_ptr<http_exchange>, std::shared_ptr<void>>;
  const auto kept =
      std::make_shared<both>(std::move(exchange), std::move(lease));
  return {kept, kept->first.get()};  // shares the life of the pair
}

}  // namespace pith::mcp
