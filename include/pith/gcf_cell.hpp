// SPDX-License-Identifier: MIT
/// @file
/// What the writers of GCF streams take: cells, and names of fields.
#ifndef PITH_GCF_CELL_HPP
#define PITH_GCF_CELL_HPP

#include <pith/document.hpp>
#include <pith/error.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace pith::inline v0::gcf {

/// One scalar of a row: null, a boolean, an integer, a real, a string, or
/// nothing at all. A cell keeps a temporary std::string; other strings are
/// views, and their text must live until the call that writes the cell returns.
class cell {
 public:
  enum class type : std::uint8_t {
    absent,     ///< the row has no such member (`~`)
    null,       ///< `-`
    boolean,    ///< as_boolean()
    integer,    ///< as_integer()
    real,       ///< as_real()
    string,     ///< as_string()
    too_large,  ///< an unsigned integer above int64; refused when written
  };

  /// No member; not the same as null.
  constexpr cell() noexcept = default;
  constexpr cell(std::nullptr_t) noexcept : type_(type::null) {}
  constexpr cell(std::same_as<bool> auto v) noexcept
      : type_(type::boolean), integer_(v ? 1 : 0) {}
  template <detail::index_like T>
    requires(sizeof(T) <= sizeof(std::int64_t))
  constexpr cell(T v) noexcept : type_(type::integer) {
    if constexpr (std::unsigned_integral<T> && sizeof(T) == 8) {
      constexpr T most = std::numeric_limits<std::int64_t>::max();
      if (v > most) {
        type_ = type::too_large;
        return;
      }
    }
    integer_ = static_cast<std::int64_t>(v);
  }
  /// A character is neither a number nor a string here.
  template <std::integral T>
    requires(!std::same_as<T, bool> && !detail::index_like<T>)
  cell(T character) = delete;
  constexpr cell(double v) noexcept : type_(type::real), real_(v) {}
  /// By its own shortest form: 1.1F is 1.1, not 1.100000023841858.
  cell(std::same_as<float> auto v) noexcept : cell(widened(v)) {}
  constexpr cell(std::string_view v) noexcept
      : type_(type::string), string_(v) {}
  /// A null pointer is null, as for example getenv() means it.
  constexpr cell(const char* v)
      : type_(v == nullptr ? type::null : type::string),
        string_(v == nullptr ? std::string_view() : std::string_view(v)) {}
  cell(const std::string& v) noexcept : cell(std::string_view(v)) {}
  cell(std::string&& v) noexcept
      : type_(type::string), is_owner_(true), owned_(std::move(v)) {}
  /// Nothing is null; a member that the row lacks is cell().
  constexpr cell(std::nullopt_t) noexcept : cell(nullptr) {}
  template <class T>
  cell(const std::optional<T>& v) : cell(v ? cell(*v) : cell(nullptr)) {}
  template <class T>
  cell(std::optional<T>&& v) : cell(v ? cell(*std::move(v)) : cell(nullptr)) {}

  [[nodiscard]] constexpr type kind() const noexcept { return type_; }
  /// Each is meaningful for its own kind only.
  [[nodiscard]] constexpr bool as_boolean() const noexcept {
    return integer_ != 0;
  }
  [[nodiscard]] constexpr std::int64_t as_integer() const noexcept {
    return integer_;
  }
  [[nodiscard]] constexpr double as_real() const noexcept { return real_; }
  /// Valid as long as the cell is.
  [[nodiscard]] constexpr std::string_view as_string() const noexcept
      PITH_LIFETIMEBOUND {
    return is_owner_ ? std::string_view(owned_) : string_;
  }

 private:
  /// The double nearest to the shortest decimal form of a float.
  PITH_API static double widened(float v) noexcept;

  type type_ = type::absent;
  bool is_owner_ = false;
  std::int64_t integer_ = 0;
  double real_ = 0;
  std::string_view string_;
  std::string owned_;  // of a cell that is made of a temporary
};

/// Names of fields: a list in braces, or any contiguous range of
/// std::string_view or std::string. Refers to them, so they must stay until
/// the call that takes them returns.
class field_names {
 public:
  constexpr field_names(
      std::initializer_list<std::string_view> names PITH_LIFETIMEBOUND) noexcept
      : views_(names.begin(), names.size()) {}
  template <class Range>
    requires std::convertible_to<const Range&,
                                 std::span<const std::string_view>>
  constexpr field_names(const Range& names PITH_LIFETIMEBOUND) noexcept
      : views_(names) {}
  template <class Range>
    requires std::convertible_to<const Range&, std::span<const std::string>>
  constexpr field_names(const Range& names PITH_LIFETIMEBOUND) noexcept
      : strings_(names) {}

  [[nodiscard]] constexpr std::size_t size() const noexcept {
    return views_.size() + strings_.size();
  }
  [[nodiscard]] constexpr bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] constexpr std::string_view operator[](
      std::size_t index) const noexcept {
    return views_.empty() ? std::string_view(strings_[index]) : views_[index];
  }

 private:
  // One of them is empty.
  std::span<const std::string_view> views_;
  std::span<const std::string> strings_;
};

/// Which cell an error is about.
struct row_cell {
  std::size_t row = 0;   ///< from 0
  std::size_t cell = 0;  ///< from 0; that of its field
};

/// The place of an error that row() or write_table() returned, for a table of
/// so many fields. For an error of the whole row it is its first cell.
[[nodiscard]] constexpr row_cell cell_place(const error& what,
                                            std::size_t fields) noexcept {
  if (fields == 0) return {};
  return {what.offset / fields, what.offset % fields};
}

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_CELL_HPP
