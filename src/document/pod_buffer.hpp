// SPDX-License-Identifier: MIT
/// @file
/// A growable array of plain data that is never zero-filled.
#ifndef PITH_DOCUMENT_POD_BUFFER_HPP
#define PITH_DOCUMENT_POD_BUFFER_HPP

#include "document/out_of_memory.hpp"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

namespace pith::inline v0::detail {

/// std::vector without the initialisation of new elements, and with realloc
/// for growth, which moves pages instead of bytes once a buffer is large.
/// Writing into fresh zeroes costs a third of a parse, so it is worth its own
/// sixty lines. Throws std::bad_alloc as containers do.
template <class T>
class pod_buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  pod_buffer() noexcept = default;
  pod_buffer(pod_buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  pod_buffer& operator=(pod_buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~pod_buffer() { std::free(data_); }

  [[nodiscard]] T* data() noexcept { return data_; }
  [[nodiscard]] const T* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] T* begin() noexcept { return data_; }
  [[nodiscard]] T* end() noexcept { return data_ + size_; }
  [[nodiscard]] const T* begin() const noexcept { return data_; }
  [[nodiscard]] const T* end() const noexcept { return data_ + size_; }
  T& operator[](std::size_t i) noexcept { return data_[i]; }
  const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  T& back() noexcept { return data_[size_ - 1]; }
  const T& back() const noexcept { return data_[size_ - 1]; }

  void clear() noexcept { size_ = 0; }
  void pop_back() noexcept { --size_; }

  /// Makes room for `extra` more elements.
  void ensure(std::size_t extra) {
    if (capacity_ - size_ < extra) grow(extra);
  }
  void push_back(T v) {
    ensure(1);
    data_[size_++] = v;
  }
  /// Adds an element where ensure() has made room.
  void push_unchecked(T v) noexcept { data_[size_++] = v; }
  void append(const T* from, std::size_t n) {
    ensure(n);
    if (n != 0) std::memcpy(data_ + size_, from, n * sizeof(T));
    size_ += n;
  }
  /// Sets the size; new elements are uninitialised.
  void resize(std::size_t n) {
    if (n > size_) ensure(n - size_);
    size_ = n;
  }
  void resize(std::size_t n, T fill) {
    const std::size_t old = size_;
    resize(n);
    for (std::size_t i = old; i < n; ++i) data_[i] = fill;
  }

 private:
  [[gnu::noinline]] void grow(std::size_t extra) {
    constexpr std::size_t most = std::size_t(-1) / sizeof(T) / 4;
    if (size_ > most || extra > most - size_) throw_bad_alloc();
    // From the capacity, not the size: whoever asks again and again for a
    // little more than there is must not move everything each time.
    std::size_t wanted = capacity_ + capacity_ / 2 + 16;
    if (wanted < size_ + extra) wanted = size_ + extra;
    void* moved = std::realloc(static_cast<void*>(data_), wanted * sizeof(T));
    if (moved == nullptr) throw_bad_alloc();
    data_ = static_cast<T*>(moved);
    capacity_ = wanted;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace pith::inline v0::detail

#endif  // PITH_DOCUMENT_POD_BUFFER_HPP
