// SPDX-License-Identifier: MIT
/// @file
/// The ordered JSON data model: a document and the values inside it.
#ifndef PITH_DOCUMENT_HPP
#define PITH_DOCUMENT_HPP

#include <pith/config.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>

namespace pith::inline v0 {

namespace detail {
struct document_data;  // src/document/document_data.hpp
class document_access;
}  // namespace detail

class array_view;
class object_view;

/// The kinds of value. Integers are int64; every other number is a binary64.
enum class kind : std::uint8_t {
  null,
  boolean,
  integer,
  real,
  string,
  array,
  object,
};

/// A view of one value of a document: two words, copied freely. It points into
/// the document and is invalid once the document is destroyed, assigned to or
/// given to a parser again. Moving the document keeps it valid.
class PITH_API value {
 public:
  [[nodiscard]] kind type() const noexcept;
  [[nodiscard]] bool is_null() const noexcept { return type() == kind::null; }

  /// Each returns nothing when the value is of another kind.
  [[nodiscard]] std::optional<bool> get_boolean() const noexcept;
  [[nodiscard]] std::optional<std::int64_t> get_integer() const noexcept;
  /// A real, or an integer converted to the nearest double.
  [[nodiscard]] std::optional<double> get_double() const noexcept;
  [[nodiscard]] std::optional<std::string_view> get_string() const noexcept;
  [[nodiscard]] std::optional<array_view> get_array() const noexcept;
  [[nodiscard]] std::optional<object_view> get_object() const noexcept;

  /// Element `index` of an array; nothing when out of bounds or not an array.
  /// Linear in `index`.
  [[nodiscard]] std::optional<value> at(std::size_t index) const noexcept;
  /// Member `key` of an object; nothing when absent or not an object. Linear
  /// in the number of members.
  [[nodiscard]] std::optional<value> find(std::string_view key) const noexcept;

 private:
  friend class detail::document_access;
  value(const detail::document_data* data, std::size_t index) noexcept
      : data_(data), index_(index) {}

  const detail::document_data* data_;
  std::size_t index_;
};

/// The elements of an array, in order. Valid as long as the value is.
class PITH_API array_view {
 public:
  class PITH_API iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = value;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = value;

    [[nodiscard]] value operator*() const noexcept;
    iterator& operator++() noexcept;
    iterator operator++(int) noexcept {
      iterator old = *this;
      ++*this;
      return old;
    }
    friend bool operator==(const iterator& a, const iterator& b) noexcept {
      return a.index_ == b.index_;
    }

   private:
    friend class array_view;
    iterator(const detail::document_data* data, std::size_t index) noexcept
        : data_(data), index_(index) {}
    const detail::document_data* data_;
    std::size_t index_;
  };

  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] iterator begin() const noexcept;
  [[nodiscard]] iterator end() const noexcept;

 private:
  friend class value;
  array_view(const detail::document_data* data, std::size_t index) noexcept
      : data_(data), index_(index) {}
  const detail::document_data* data_;
  std::size_t index_;
};

/// One member of an object. The key points into the document.
struct member;

/// The members of an object in the order of the source. Keys are unique.
class PITH_API object_view {
 public:
  class PITH_API iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = member;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = member;

    [[nodiscard]] member operator*() const noexcept;
    iterator& operator++() noexcept;
    iterator operator++(int) noexcept {
      iterator old = *this;
      ++*this;
      return old;
    }
    friend bool operator==(const iterator& a, const iterator& b) noexcept {
      return a.index_ == b.index_;
    }

   private:
    friend class object_view;
    iterator(const detail::document_data* data, std::size_t index,
             const std::uint32_t* key) noexcept
        : data_(data), index_(index), key_(key) {}
    const detail::document_data* data_;
    std::size_t index_;
    const std::uint32_t* key_;
  };

  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] iterator begin() const noexcept;
  [[nodiscard]] iterator end() const noexcept;

 private:
  friend class value;
  object_view(const detail::document_data* data, std::size_t index) noexcept
      : data_(data), index_(index) {}
  const detail::document_data* data_;
  std::size_t index_;
};

struct member {
  std::string_view key;
  pith::value value;
};

/// An immutable tree of values that owns its text. Moves in constant time;
/// const access from several threads is safe.
class PITH_API document {
 public:
  /// The document `null`.
  document();
  document(document&&) noexcept;
  document& operator=(document&&) noexcept;
  document(const document&) = delete;
  document& operator=(const document&) = delete;
  ~document();

  /// The top value; see `value` for how long it stays valid. A document that
  /// was moved from has none: assign to it first.
  [[nodiscard]] value root() const& noexcept PITH_LIFETIMEBOUND;
  value root() const&& = delete;  // the view would outlive the document

  /// Bytes held for values, keys and text.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class detail::document_access;
  std::unique_ptr<detail::document_data> data_;
};

}  // namespace pith::inline v0

#endif  // PITH_DOCUMENT_HPP
