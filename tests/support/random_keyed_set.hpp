// SPDX-License-Identifier: MIT
/// @file
/// A keyed set that changes from turn to turn.
#ifndef PITH_TESTS_SUPPORT_RANDOM_KEYED_SET_HPP
#define PITH_TESTS_SUPPORT_RANDOM_KEYED_SET_HPP

#include <pith/document.hpp>
#include <pith/gcf_delta.hpp>

#include "random.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pith_tests {

/// Rows with identities of every kind, nested, null and missing cells, odd
/// names, as an array or as a map. The same for one seed, turn by turn.
class random_keyed_set {
 public:
  explicit random_keyed_set(std::uint64_t seed);

  [[nodiscard]] const pith::gcf::keyed_set& set() const noexcept {
    return set_;
  }
  [[nodiscard]] bool is_map() const noexcept { return is_map_; }
  /// The rows as they are now. Their order, and that of their members, is
  /// drawn anew now and then.
  [[nodiscard]] pith::document rows();
  /// Adds, changes and removes some rows; sometimes nothing.
  void change();

 private:
  struct row {
    std::size_t identity;            // in identities_
    std::vector<std::size_t> cells;  // by column: a value of its pool, or none
  };
  struct column {
    std::string name;
    std::vector<pith::document> pool;
    std::uint32_t missing_percent;
  };
  static constexpr std::size_t none = ~std::size_t{0};

  void draw_columns();
  [[nodiscard]] pith::document draw_value(std::uint32_t kind);
  [[nodiscard]] row draw_row(std::size_t identity);
  [[nodiscard]] std::size_t free_identity();

  random_source random_;
  pith::gcf::keyed_set set_;
  bool is_map_;
  std::size_t max_rows_;
  pith::document identities_;
  std::size_t identity_count_;
  std::vector<bool> is_used_;
  std::vector<column> columns_;
  std::vector<row> rows_;
};

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_RANDOM_KEYED_SET_HPP
