// SPDX-License-Identifier: MIT
/// @file
/// A value seen as a keyed set: rows, and the field that tells them apart.
#ifndef PITH_GCF_IDENTITY_KEYED_ROWS_HPP
#define PITH_GCF_IDENTITY_KEYED_ROWS_HPP

#include <pith/result.hpp>

#include "document/document_data.hpp"
#include "gcf/identity/identity_index.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf::keyed {

/// The elements of an array of objects, or the members of an object of
/// objects, whose keys are then the identities (section 10a.7).
struct row_list {
  const detail::document_data* data;
  std::size_t begin;  ///< on the tape
  std::size_t end;
  std::size_t count;
  const std::uint32_t* map_keys;  ///< null for an array
  std::uint32_t key_id;           ///< of the identity field in an array

  [[nodiscard]] bool is_map() const noexcept { return map_keys != nullptr; }
};

inline constexpr std::uint32_t no_key = ~std::uint32_t{0};

/// Sees the value at `index` as rows. Fails with invalid_identity when it is
/// neither an array of objects nor an object of objects.
[[nodiscard]] result<row_list> list_rows(const detail::document_data& data,
                                         std::size_t index,
                                         std::string_view key);

/// The id of a key of the document, or no_key. Linear in the number of keys.
[[nodiscard]] std::uint32_t find_key(const detail::document_data& data,
                                     std::string_view key) noexcept;

/// One row after the other, with its identity.
class row_walk {
 public:
  explicit row_walk(const row_list& rows) noexcept
      : rows_(rows), at_(rows.begin) {}

  [[nodiscard]] bool is_done() const noexcept { return at_ == rows_.end; }
  /// The row's object on the tape, and its number.
  [[nodiscard]] std::size_t at() const noexcept { return at_; }
  [[nodiscard]] std::size_t number() const noexcept { return number_; }
  /// The value of the identity field on the tape; 0 when the row lacks it.
  [[nodiscard]] std::size_t identity_at() noexcept {
    const detail::document_data& data = *rows_.data;
    const std::uint32_t shape = detail::shape_of(data.tape[at_ + 1]);
    if (shape != shape_) learn_shape(shape);
    if (position_ == absent) return 0;
    std::size_t i = at_ + detail::header_words;
    for (std::uint32_t skip = position_; skip != 0; --skip) {
      i += detail::span_of(data.tape[i]);
    }
    return i;
  }
  /// The identity of the row. False when it has none: the field is missing or
  /// holds a container.
  [[nodiscard]] bool read(identity& id) noexcept;
  void next() noexcept {
    at_ += detail::span_of(rows_.data->tape[at_]);
    ++number_;
  }

 private:
  void learn_shape(std::uint32_t shape) noexcept;

  static constexpr std::uint32_t no_shape = ~std::uint32_t{0};
  static constexpr std::uint32_t absent = ~std::uint32_t{0};

  const row_list& rows_;
  std::size_t at_;
  std::size_t number_ = 0;
  std::uint32_t shape_ = no_shape;  // of the last row that was looked at
  std::uint32_t position_ = 0;      // of the identity in it, or absent
};

/// Fails with invalid_identity when a row of the table at `table` has no
/// identity or that of another row. `at` is the offset to report where the
/// value at fault does not tell its own.
[[nodiscard]] result<void> check_unique(const detail::document_data& data,
                                        std::size_t table, std::string_view key,
                                        std::size_t at);

/// The same for the sections of a delta, and fails with delta_conflict when
/// one identity stands in two of them.
[[nodiscard]] result<void> check_changes(const detail::document_data& data,
                                         std::string_view key, std::size_t at);

/// True for `{}` and for `{"name":{}}`.
[[nodiscard]] bool is_empty_map(const detail::document_data& data) noexcept;

}  // namespace pith::inline v0::gcf::keyed

#endif  // PITH_GCF_IDENTITY_KEYED_ROWS_HPP
