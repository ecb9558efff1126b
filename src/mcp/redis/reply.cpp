// SPDX-License-Identifier: MIT
#include "mcp/redis/reply.hpp"

#include <hiredis/read.h>

#include <new>
#include <utility>

namespace pith::mcp {

namespace {

/// What the reply that is being read may still have.
struct allowance {
  redis_reply_reader::limits bounds;
  std::size_t bytes = 0;
  std::size_t items = 0;
};

// hiredis builds replies through these. It is C: no exception may leave them.
// Null means that there is no memory; then it frees the whole and fails.

/// Where the value of this task goes: into its list, or on its own.
redis_reply* place_of(const redisReadTask* task) noexcept {
  if (task->parent == nullptr) return new (std::nothrow) redis_reply;
  auto* const list = static_cast<redis_reply*>(task->parent->obj);
  return &list->items[static_cast<std::size_t>(task->idx)];
}

redis_reply::type type_of(int kind) noexcept {
  if (kind == REDIS_REPLY_ERROR) return redis_reply::type::error;
  if (kind == REDIS_REPLY_STATUS) return redis_reply::type::status;
  return redis_reply::type::text;
}

void free_if_alone(const redisReadTask* task, redis_reply* made) noexcept {
  if (task->parent == nullptr) delete made;
}

void* make_text(const redisReadTask* task, char* bytes, std::size_t size) {
  auto* const left = static_cast<allowance*>(task->privdata);
  if (size > left->bytes) return nullptr;
  left->bytes -= size;
  redis_reply* const made = place_of(task);
  if (made == nullptr) return nullptr;
  try {
    made->text.assign(bytes, size);
  } catch (const std::bad_alloc&) {
    free_if_alone(task, made);
    return nullptr;
  }
  made->what = type_of(task->type);
  return made;
}

void* make_list(const redisReadTask* task, int count) {
  auto* const left = static_cast<allowance*>(task->privdata);
  if (count < 0 || static_cast<std::size_t>(count) > left->items) {
    return nullptr;
  }
  left->items -= static_cast<std::size_t>(count);
  redis_reply* const made = place_of(task);
  if (made == nullptr) return nullptr;
  try {
    made->items.resize(static_cast<std::size_t>(count));
  } catch (const std::bad_alloc&) {
    free_if_alone(task, made);
    return nullptr;
  }
  made->what = redis_reply::type::list;
  return made;
}

void* make_integer(const redisReadTask* task, long long number) {
  redis_reply* const made = place_of(task);
  if (made == nullptr) return nullptr;
  made->what = redis_reply::type::integer;
  made->number = number;
  return made;
}

void* make_nil(const redisReadTask* task) { return place_of(task); }

void free_reply(void* reply) { delete static_cast<redis_reply*>(reply); }

redisReplyObjectFunctions& functions() noexcept {
  static redisReplyObjectFunctions all{make_text, make_list, make_integer,
                                       make_nil, free_reply};
  return all;
}

}  // namespace

bool redis_reply::is_error(std::string_view word) const noexcept {
  return is_error() && text.starts_with(word) &&
         (text.size() == word.size() || text[word.size()] == ' ');
}

struct redis_reply_reader::state {
  struct free_reader {
    void operator()(redisReader* of) const noexcept { redisReaderFree(of); }
  };
  std::unique_ptr<redisReader, free_reader> reader;
  allowance left;
  bool has_failed = false;

  void begin_reply() noexcept {
    left.bytes = left.bounds.bytes;
    left.items = left.bounds.items;
  }
};

redis_reply_reader::redis_reply_reader(const limits& bounds)
    : state_(std::make_unique<state>()) {
  state_->reader.reset(redisReaderCreateWithFunctions(&functions()));
  if (!state_->reader) throw std::bad_alloc{};
  state_->left.bounds = bounds;
  state_->begin_reply();
  state_->reader->privdata = &state_->left;
}

redis_reply_reader::~redis_reply_reader() = default;

bool redis_reply_reader::feed(std::string_view bytes) {
  state& s = *state_;
  if (s.has_failed) return false;
  const std::size_t unread = s.reader->len - s.reader->pos;
  // A text that is being read is in the buffer with its head.
  constexpr std::size_t head_bytes = 64;
  s.has_failed =
      bytes.size() > s.left.bounds.bytes + head_bytes ||
      unread > s.left.bounds.bytes + head_bytes - bytes.size() ||
      redisReaderFeed(s.reader.get(), bytes.data(), bytes.size()) != REDIS_OK;
  return !s.has_failed;
}

std::optional<redis_reply> redis_reply_reader::next() {
  state& s = *state_;
  if (s.has_failed) return std::nullopt;
  void* found = nullptr;
  if (redisReaderGetReply(s.reader.get(), &found) != REDIS_OK) {
    s.has_failed = true;
    return std::nullopt;
  }
  const std::unique_ptr<redis_reply> reply(static_cast<redis_reply*>(found));
  if (!reply) return std::nullopt;
  s.begin_reply();
  return std::move(*reply);
}

bool redis_reply_reader::failed() const noexcept { return state_->has_failed; }

}  // namespace pith::mcp
