// SPDX-License-Identifier: MIT
/// @file
/// Markdown tables: rows whose keys differ, and cells of a size.

#include "attacks.hpp"
#include "inputs.hpp"

namespace pith_tests {

namespace {

using pith::error_code;
using std::size_t;
using enum operation;

template <class Row>
std::string row_list(size_t count, Row row) {
  std::string out = "[";
  for (size_t i = 0; i < count; ++i) {
    if (i != 0) out += ',';
    out += row(i);
  }
  return out + "]";
}

std::string private_keys(size_t n, size_t) {
  return row_list(n, [](size_t i) { return "{\"k" + number(i) + "\":1}"; });
}

std::string wide_rows(size_t n, size_t) {
  return row_list(10, [n](size_t) { return many_fields(n, 0); });
}

std::string long_cell(size_t n, size_t variant) {
  constexpr std::string_view pieces[] = {"a", "|", "\\n", "_", "`"};
  return "[" + string_of(pieces[variant], n) + "]";
}

std::string deep_cell(size_t n, size_t) {
  return "[{\"a\":" + deep_arrays(n, 0) + "}]";
}

constexpr attack table[] = {
    fails("markdown: 100,000 rows with a key of their own", markdown,
          private_keys, 100'000, error_code::expansion_limit),
    succeeds("markdown: ten rows of 100,000 cells", markdown, wide_rows,
             100'000, 5'000),
    succeeds("markdown: a cell of 10 MB", markdown, long_cell, 10'000'000,
             100'000)
        .in_variants(5),
    succeeds("markdown: a cell of 1,000,000 levels", markdown, deep_cell,
             1'000'000, 10'000)
        .of_any_depth(),
};

}  // namespace

std::span<const attack> markup_attacks() noexcept { return table; }

}  // namespace pith_tests
