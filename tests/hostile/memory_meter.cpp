// SPDX-License-Identifier: MIT
#include "memory_meter.hpp"

#include "sanitized.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#if defined(__GLIBC__) && !PITH_TESTS_SANITIZED
#define PITH_METER_MEMORY 1
#else
#define PITH_METER_MEMORY 0
#endif

#if PITH_METER_MEMORY

#include <malloc.h>

#include <cerrno>

// glibc lets a program replace malloc as a whole and keeps its own under these
// names. The size of a block is what the allocator says.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);
}

namespace {

std::atomic<std::size_t> held{0};
std::atomic<std::size_t> most{0};
std::atomic<std::size_t> base{0};

void* added(void* block) noexcept {
  if (block != nullptr) {
    const std::size_t size = malloc_usable_size(block);
    const std::size_t now =
        held.fetch_add(size, std::memory_order_relaxed) + size;
    std::size_t seen = most.load(std::memory_order_relaxed);
    while (now > seen &&
           !most.compare_exchange_weak(seen, now, std::memory_order_relaxed)) {
    }
  }
  return block;
}

void removed(void* block) noexcept {
  if (block != nullptr) {
    held.fetch_sub(malloc_usable_size(block), std::memory_order_relaxed);
  }
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) { return added(__libc_malloc(size)); }

void* calloc(std::size_t count, std::size_t size) {
  return added(__libc_calloc(count, size));
}

// Always moves, as an allocator may: code that grows a buffer by a little at a
// time is quadratic, and glibc would hide it by growing the block in place.
void* realloc(void* block, std::size_t size) {
  if (block == nullptr) {
    return malloc(size);
  }
  if (size == 0) {
    free(block);
    return nullptr;
  }
  void* const moved = malloc(size);
  if (moved != nullptr) {
    std::memcpy(moved, block, std::min(size, malloc_usable_size(block)));
    free(block);
  }
  return moved;
}

void* memalign(std::size_t alignment, std::size_t size) {
  return added(__libc_memalign(alignment, size));
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return added(__libc_memalign(alignment, size));
}

int posix_memalign(void** out, std::size_t alignment, std::size_t size) {
  *out = added(__libc_memalign(alignment, size));
  return *out == nullptr ? ENOMEM : 0;
}

void free(void* block) {
  removed(block);
  __libc_free(block);
}

}  // extern "C"

#endif  // PITH_METER_MEMORY

namespace pith_tests {

#if PITH_METER_MEMORY

bool memory_is_metered() noexcept { return true; }

void reset_memory_peak() noexcept {
  const std::size_t now = held.load();
  base.store(now);
  most.store(now);
}

std::size_t memory_peak() noexcept {
  return most.load() - std::min(base.load(), most.load());
}

#else

bool memory_is_metered() noexcept { return false; }
void reset_memory_peak() noexcept {}
std::size_t memory_peak() noexcept { return 0; }

#endif

}  // namespace pith_tests
