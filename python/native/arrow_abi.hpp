// SPDX-License-Identifier: MIT
/// @file
/// The structures of Arrow's C data interface. Its specification fixes names,
/// order and types of the members.
#ifndef PITH_PYTHON_NATIVE_ARROW_ABI_HPP
#define PITH_PYTHON_NATIVE_ARROW_ABI_HPP

#include <cstdint>

extern "C" {

// NOLINTBEGIN(readability-identifier-naming): the names that Arrow has
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};
// NOLINTEND(readability-identifier-naming)

}  // extern "C"

namespace pith::python {

inline constexpr std::int64_t arrow_nullable = 2;

/// One of the structures; released when it goes, if it is not yet.
template <class T>
struct arrow_owner {
  arrow_owner() = default;
  arrow_owner(const arrow_owner&) = delete;
  arrow_owner& operator=(const arrow_owner&) = delete;
  ~arrow_owner() {
    if (content.release != nullptr) content.release(&content);
  }
  T content{};
};

}  // namespace pith::python

#endif  // PITH_PYTHON_NATIVE_ARROW_ABI_HPP
