// SPDX-License-Identifier: MIT
/// @file
/// Random documents with the structure that GCF looks for: aligned rows,
/// missing and null cells, nested objects of one shape, arrays that share a
/// schema, keyed maps, and the keys and strings that break line formats.
#ifndef PITH_TESTS_SUPPORT_RANDOM_DOCUMENT_HPP
#define PITH_TESTS_SUPPORT_RANDOM_DOCUMENT_HPP

#include <pith/builder.hpp>
#include <pith/document.hpp>
#include <pith/result.hpp>

#include "random.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith_tests {

/// What the documents are made of.
struct document_taste {
  /// Of a thousand documents, so many have up to about 50 values and up to
  /// about 500; all others have at most eight. Small documents find most bugs
  /// and a thousand times more of them fit into an hour.
  std::uint32_t medium_per_mille = 50;
  std::uint32_t large_per_mille = 3;
  /// Of a hundred numbers, so many come from the edges.
  std::uint32_t odd_number_percent = 20;
  /// Of a hundred documents, so many use odd keys and odd strings freely.
  std::uint32_t wild_percent = 35;
};

/// Draws documents. Reuses its memory; one thread at a time.
class random_documents {
 public:
  explicit random_documents(const document_taste& taste = {});

  /// The document of a seed: the same for one seed and taste, whatever was
  /// drawn before.
  [[nodiscard]] pith::result<pith::document> draw(std::uint64_t seed);
  /// The same into a document whose memory is reused.
  pith::result<void> draw_into(pith::document& target, std::uint64_t seed);

  /// Values in the last document, containers included.
  [[nodiscard]] std::size_t values() const noexcept { return values_; }

 private:
  enum class scalar_kind : std::uint8_t {
    any,
    integer,
    real,
    string,
    boolean,
  };
  enum class column_kind : std::uint8_t {
    scalar,
    object,
    object_array,
    scalar_array,
    keyed_map,
    free,
  };
  static constexpr std::size_t max_columns = 12;
  static constexpr std::size_t max_schemas = 64;

  struct column {
    std::string_view key;
    column_kind kind = column_kind::scalar;
    scalar_kind scalar = scalar_kind::any;
    std::uint8_t sub = 0;
  };
  struct schema {
    std::array<column, max_columns> columns;
    std::size_t size = 0;
    std::uint32_t cost = 1;  // about how many values a row has
    bool strict = false;     // every row has every cell, in this order
  };
  struct key_list {
    std::array<std::string_view, 64> keys;
    std::size_t size = 0;
  };

  void draw_temper();
  void root();
  void any_value(std::uint32_t depth);
  void container(std::uint32_t depth);
  void object(std::uint32_t depth);
  void wide_object();
  void scalar_array(scalar_kind kind);
  void mixed_array(std::uint32_t depth);
  void nested_array(std::uint32_t depth);
  void table(std::uint32_t depth);
  void map(std::uint32_t depth);
  void map_of(const schema& rows, std::uint32_t depth);
  void array_of(const schema& rows, std::uint32_t depth);
  void row(const schema& plan, std::uint32_t depth);
  void cell(const column& plan, std::uint32_t depth);
  void empty_container();

  void scalar(scalar_kind kind);
  void integer();
  void real();
  void string();

  [[nodiscard]] std::uint8_t make_schema(std::uint32_t depth, bool leaf);
  [[nodiscard]] column make_column(std::uint32_t depth, bool leaf);
  void draw_keys(key_list& out, std::size_t count);
  [[nodiscard]] std::string_view draw_key();
  [[nodiscard]] std::string_view draw_string();
  [[nodiscard]] std::string_view random_ascii();
  [[nodiscard]] std::string_view random_unicode();
  [[nodiscard]] std::string_view random_long();
  [[nodiscard]] char* scratch(std::size_t bytes);
  [[nodiscard]] std::uint32_t rows_within(const schema& rows,
                                          std::uint32_t most);
  void spend() noexcept {
    --budget_;
    ++values_;
  }

  document_taste taste_;
  pith::builder builder_;
  random_source random_;
  std::int32_t budget_ = 0;
  std::size_t values_ = 0;
  std::uint32_t odd_key_percent_ = 0;
  std::uint32_t odd_string_percent_ = 0;
  std::uint32_t missing_percent_ = 0;
  std::uint32_t null_percent_ = 0;
  std::array<schema, max_schemas> schemas_;
  std::size_t schemas_used_ = 0;
  std::array<char, 16384> text_;
  std::size_t text_used_ = 0;
};

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_RANDOM_DOCUMENT_HPP
