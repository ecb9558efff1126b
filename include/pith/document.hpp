// SPDX-License-Identifier: MIT
/// @file
/// The ordered JSON data model: a document and the values inside it.
#ifndef PITH_DOCUMENT_HPP
#define PITH_DOCUMENT_HPP

#include <pith/config.hpp>
#include <pith/maybe.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pith::inline v0 {

namespace detail {
struct document_data;  // src/document/document_data.hpp
class document_access;
}  // namespace detail

class array_view;
class object_view;
class maybe_value;

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

/// "null", "boolean", "integer", "real", "string", "array" or "object". Static.
[[nodiscard]] PITH_API std::string_view name(kind k) noexcept;

namespace detail {
/// What counts elements: any integer, but neither a truth nor a character.
template <class T>
concept index_like =
    std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> &&
    !std::same_as<T, wchar_t> && !std::same_as<T, char8_t> &&
    !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

/// What value::get<T>() can give.
template <class T>
concept readable =
    index_like<T> || std::same_as<T, bool> || std::same_as<T, double> ||
    std::same_as<T, std::string_view> || std::same_as<T, std::string> ||
    std::same_as<T, array_view> || std::same_as<T, object_view>;
}  // namespace detail

/// A view of one value of a document: two words, copied freely. It points into
/// the document and is invalid once the document is destroyed, assigned to or
/// given to a parser again. Moving the document keeps it valid. So is what it
/// hands out: strings, arrays, objects and other values.
///
///     for (auto [key, v] : root.members()) ...
///     for (auto v : root["tags"].elements()) ...
///     std::int64_t port = root["server"]["port"].value_or(8080);
///
/// Nothing here fails or throws: what is absent, or of another kind, is
/// nothing (see `maybe` and `maybe_value`).
class PITH_API value {
 public:
  /// The value `null`, of no document and always valid.
  value() noexcept;

  [[nodiscard]] kind type() const noexcept;
  [[nodiscard]] bool is_null() const noexcept { return type() == kind::null; }

  /// The elements of an array, the members of an object; none when the value
  /// is of another kind. Constant time.
  [[nodiscard]] array_view elements() const noexcept;
  [[nodiscard]] object_view members() const noexcept;

  /// Each returns nothing when the value is of another kind.
  [[nodiscard]] maybe<bool> get_boolean() const noexcept;
  [[nodiscard]] maybe<std::int64_t> get_integer() const noexcept;
  /// A real, or an integer converted to the nearest double.
  [[nodiscard]] maybe<double> get_double() const noexcept;
  [[nodiscard]] maybe<std::string_view> get_string() const noexcept;
  [[nodiscard]] maybe<array_view> get_array() const noexcept;
  [[nodiscard]] maybe<object_view> get_object() const noexcept;

  /// The same by type: bool, an integer type (nothing when the number does not
  /// fit), double, std::string_view, std::string (a copy that may outlive the
  /// document), array_view or object_view.
  template <detail::readable T>
  [[nodiscard]] maybe<T> get() const;

  /// Member `key` of an object; nothing when it is absent or the value is not
  /// an object. Linear in the number of members.
  [[nodiscard]] maybe_value find(std::string_view key) const noexcept;
  [[nodiscard]] maybe_value operator[](std::string_view key) const noexcept;
  maybe_value operator[](std::nullptr_t) const = delete;
  /// Element `index` of an array; nothing when it is out of bounds or the
  /// value is not an array. Linear in `index`: to see all, use elements().
  [[nodiscard]] maybe_value at(std::size_t index) const noexcept;
  template <detail::index_like T>
  [[nodiscard]] maybe_value operator[](T index) const noexcept;
  /// What a JSON pointer (RFC 6901) such as "/servers/0/name" refers to; ""
  /// is the value itself. Nothing when there is no such value, or the text is
  /// not a JSON pointer. Linear in what find() and at() would go through.
  [[nodiscard]] maybe_value pointer(
      std::string_view json_pointer) const noexcept;

 private:
  friend class detail::document_access;
  friend class maybe_value;
  value(const detail::document_data* data, std::size_t index) noexcept
      : data_(data), index_(index) {}

  const detail::document_data* data_;
  std::size_t index_;
};

/// A value that may be absent: what `find`, `at`, `operator[]` and `pointer`
/// return. Lookups go on through it, and what is not there stays absent:
///
///     auto name = root["servers"][0]["name"].get_string();
///     int port = root["servers"][0]["port"].value_or(8080);
///     if (auto tags = root["tags"]) use(*tags);
///
/// Reading an absent value through `*` or `->` is defined: it is a `null`.
/// Valid as long as the value that it was asked of.
class PITH_API maybe_value {
 public:
  using value_type = pith::value;

  /// Nothing.
  maybe_value() noexcept;
  maybe_value(std::nullopt_t) noexcept : maybe_value() {}
  maybe_value(pith::value v) noexcept : value_(v) {}

  [[nodiscard]] bool has_value() const noexcept {
    return value_.index_ != absent;
  }
  explicit operator bool() const noexcept { return has_value(); }
  /// The value; `null` when there is none.
  [[nodiscard]] pith::value operator*() const noexcept { return value_; }
  [[nodiscard]] pith::value value() const noexcept { return value_; }
  [[nodiscard]] const pith::value* operator->() const noexcept
      PITH_LIFETIMEBOUND {
    return &value_;
  }

  /// As those of `value`; nothing, or empty, also when there is no value.
  [[nodiscard]] array_view elements() const noexcept;
  [[nodiscard]] object_view members() const noexcept;
  [[nodiscard]] maybe<bool> get_boolean() const noexcept {
    return value_.get_boolean();
  }
  [[nodiscard]] maybe<std::int64_t> get_integer() const noexcept {
    return value_.get_integer();
  }
  [[nodiscard]] maybe<double> get_double() const noexcept {
    return value_.get_double();
  }
  [[nodiscard]] maybe<std::string_view> get_string() const noexcept {
    return value_.get_string();
  }
  [[nodiscard]] maybe<array_view> get_array() const noexcept;
  [[nodiscard]] maybe<object_view> get_object() const noexcept;
  template <detail::readable T>
  [[nodiscard]] maybe<T> get() const;

  [[nodiscard]] maybe_value find(std::string_view key) const noexcept {
    return value_.find(key);
  }
  [[nodiscard]] maybe_value operator[](std::string_view key) const noexcept {
    return value_.find(key);
  }
  maybe_value operator[](std::nullptr_t) const = delete;
  [[nodiscard]] maybe_value at(std::size_t index) const noexcept {
    return value_.at(index);
  }
  template <detail::index_like T>
  [[nodiscard]] maybe_value operator[](T index) const noexcept {
    return value_[index];
  }
  /// Nothing when there is no value, whatever the pointer is.
  [[nodiscard]] maybe_value pointer(
      std::string_view json_pointer) const noexcept {
    return has_value() ? value_.pointer(json_pointer) : maybe_value();
  }

  /// The value when there is one of the kind of `otherwise`, and else that:
  /// a bool, an integer (also when the number does not fit its type), a
  /// double, a string, or a `value` of any kind. A std::string gives a copy;
  /// a literal or a std::string_view a view into the document.
  template <class T>
  [[nodiscard]] auto value_or(T otherwise) const {
    if constexpr (std::same_as<T, pith::value>) {
      return has_value() ? value_ : otherwise;
    } else if constexpr (std::same_as<T, const char*> ||
                         std::same_as<T, char*>) {
      return value_.get_string().value_or(std::string_view(otherwise));
    } else {
      return value_.template get<T>().value_or(std::move(otherwise));
    }
  }

  operator std::optional<pith::value>() const noexcept {
    return has_value() ? std::optional(value_) : std::nullopt;
  }
  friend bool operator==(const maybe_value& a, std::nullopt_t) noexcept {
    return !a.has_value();
  }

 private:
  /// Where nothing is, there is the `null` in place 1 of a document of its
  /// own: values never begin there, so two words are enough.
  static constexpr std::size_t absent = 1;

  pith::value value_;
};

/// The elements of an array, in order: a C++20 forward range and view. Valid
/// as long as the document, also when this object is gone; a default one is
/// empty.
class PITH_API array_view {
 public:
  class PITH_API iterator {
   public:
    using iterator_concept = std::forward_iterator_tag;
    using iterator_category = std::input_iterator_tag;
    using value_type = value;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = value;

    iterator() noexcept = default;
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
    const detail::document_data* data_ = nullptr;
    std::size_t index_ = 0;
  };

  array_view() noexcept = default;
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] iterator begin() const noexcept;
  [[nodiscard]] iterator end() const noexcept;

 private:
  friend class value;
  array_view(const detail::document_data* data, std::size_t index) noexcept
      : data_(data), index_(index) {}
  const detail::document_data* data_ = nullptr;
  std::size_t index_ = 0;
};

/// One member of an object. The key points into the document.
struct member;

/// The members of an object in the order of the source; keys are unique. As
/// array_view in everything else.
class PITH_API object_view {
 public:
  class PITH_API iterator {
   public:
    using iterator_concept = std::forward_iterator_tag;
    using iterator_category = std::input_iterator_tag;
    using value_type = member;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = member;

    iterator() noexcept = default;
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
    const detail::document_data* data_ = nullptr;
    std::size_t index_ = 0;
    const std::uint32_t* key_ = nullptr;
  };

  object_view() noexcept = default;
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] iterator begin() const noexcept;
  [[nodiscard]] iterator end() const noexcept;

 private:
  friend class value;
  object_view(const detail::document_data* data, std::size_t index) noexcept
      : data_(data), index_(index) {}
  const detail::document_data* data_ = nullptr;
  std::size_t index_ = 0;
};

struct member {
  std::string_view key;
  pith::value value;
};

inline maybe_value value::operator[](std::string_view key) const noexcept {
  return find(key);
}

template <detail::index_like T>
maybe_value value::operator[](T index) const noexcept {
  return std::in_range<std::size_t>(index) ? at(static_cast<std::size_t>(index))
                                           : maybe_value();
}

template <detail::readable T>
maybe<T> value::get() const {
  if constexpr (std::same_as<T, bool>) {
    return get_boolean();
  } else if constexpr (std::same_as<T, double>) {
    return get_double();
  } else if constexpr (std::same_as<T, std::string_view>) {
    return get_string();
  } else if constexpr (std::same_as<T, std::string>) {
    const maybe<std::string_view> text = get_string();
    return text ? maybe<T>(T(*text)) : maybe<T>();
  } else if constexpr (std::same_as<T, array_view>) {
    return get_array();
  } else if constexpr (std::same_as<T, object_view>) {
    return get_object();
  } else {
    const maybe<std::int64_t> number = get_integer();
    return number && std::in_range<T>(*number)
               ? maybe<T>(static_cast<T>(*number))
               : maybe<T>();
  }
}

inline array_view maybe_value::elements() const noexcept {
  return value_.elements();
}
inline object_view maybe_value::members() const noexcept {
  return value_.members();
}
inline maybe<array_view> maybe_value::get_array() const noexcept {
  return value_.get_array();
}
inline maybe<object_view> maybe_value::get_object() const noexcept {
  return value_.get_object();
}
template <detail::readable T>
maybe<T> maybe_value::get() const {
  return value_.get<T>();
}

/// An immutable tree of values that owns its text. Moves in constant time;
/// const access from several threads is safe. One that was moved from is the
/// document `null`.
class PITH_API document {
 public:
  /// `parse(text)->root()` does not compile: the value would point into a
  /// document that is gone (see result).
  using lends_views = void;

  /// The document `null`.
  document();
  document(document&&) noexcept;
  document& operator=(document&&) noexcept;
  document(const document&) = delete;
  document& operator=(const document&) = delete;
  ~document();

  /// The top value; see `value` for how long it stays valid.
  [[nodiscard]] value root() const& noexcept PITH_LIFETIMEBOUND;
  value root() const&& = delete;  // the view would outlive the document

  /// Bytes held for values, keys and text.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class detail::document_access;
  std::unique_ptr<detail::document_data> data_;
};

}  // namespace pith::inline v0

// <ranges> declares these two; so do the headers above, which need them for
// their own views, at a fraction of the time it takes to compile it.
/// @cond
template <>
inline constexpr bool std::ranges::enable_view<pith::array_view> = true;
template <>
inline constexpr bool std::ranges::enable_view<pith::object_view> = true;
template <>
inline constexpr bool std::ranges::enable_borrowed_range<pith::array_view> =
    true;
template <>
inline constexpr bool std::ranges::enable_borrowed_range<pith::object_view> =
    true;
/// @endcond

#endif  // PITH_DOCUMENT_HPP
