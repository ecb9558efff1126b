// SPDX-License-Identifier: MIT
/// @file
/// A list that options keep for themselves.
#ifndef PITH_OWNED_LIST_HPP
#define PITH_OWNED_LIST_HPP

#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

namespace pith::inline v0 {

/// A copy of the elements that it is made of: an array, a span, a vector or
/// braces. So options may be filled from temporaries and kept for as long as
/// anybody likes. Read it as a span.
template <class T>
class owned_list {
 public:
  using value_type = T;

  owned_list() noexcept = default;
  owned_list(std::initializer_list<T> items) : items_(items) {}
  owned_list(std::vector<T> items) noexcept : items_(std::move(items)) {}
  owned_list(std::span<const T> items) : items_(items.begin(), items.end()) {}
  template <std::size_t N>
  owned_list(const T (&items)[N]) : items_(items, items + N) {}

  [[nodiscard]] const T* data() const noexcept { return items_.data(); }
  [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }
  [[nodiscard]] bool empty() const noexcept { return items_.empty(); }
  [[nodiscard]] const T* begin() const noexcept { return items_.data(); }
  [[nodiscard]] const T* end() const noexcept {
    return items_.data() + items_.size();
  }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept {
    return items_[i];
  }
  void push_back(T item) { items_.push_back(std::move(item)); }

 private:
  std::vector<T> items_;
};

}  // namespace pith::inline v0

#endif  // PITH_OWNED_LIST_HPP
