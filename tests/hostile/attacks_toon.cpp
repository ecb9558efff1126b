// SPDX-License-Identifier: MIT
/// @file
/// TOON, both ways.

#include "attacks.hpp"
#include "inputs.hpp"

namespace pith_tests {

namespace {

using pith::error_code;
using std::size_t;
using enum operation;

// --- texts ------------------------------------------------------------------

std::string nested_keys(size_t n, size_t) {
  std::string out;
  for (size_t i = 0; i < n; ++i) out += repeat("  ", i) + "a:\n";
  return out + repeat("  ", n) + "x: 1\n";
}

std::string nested_items(size_t n, size_t) {
  std::string out = "[1]:\n";
  for (size_t i = 1; i < n; ++i) out += repeat("  ", i) + "- [1]:\n";
  return out + repeat("  ", n) + "- 1\n";
}

std::string nested_groups(size_t n, size_t) {
  return "[1]{" + repeat("a{", n) + "a" + repeat("}", n) + "}:\n  1\n";
}

// A row takes many times more words than bytes.
std::string rows_of_groups(size_t n, size_t) {
  return "[" + number(n) + "]{" + repeat("a{", 400) + "a" + repeat("}", 400) +
         "}:\n" + repeat("  1\n", n);
}

std::string unmet_counts(size_t, size_t variant) {
  static constexpr std::string_view all[] = {
      "[4000000000]{a}:\n",
      "[4000000000]:\n",
      "[18446744073709551615]{a}:\n  1\n",
      "[4000000000:]{a}:\n",
      "a[4000000000]: 1\n",
      "[1]:\n  - a[4000000000]{b}:\n      1\n",
  };
  return std::string(all[variant]);
}

std::string digits_of_a_count(size_t n, size_t variant) {
  return variant == 0 ? "a[" + repeat("9", n) + "]: 1\n"
                      : "a[" + repeat("9", n) + "]{b}:\n  1\n";
}

std::string wide_rows(size_t n, size_t) {
  const std::string cells = "  1" + repeat(",1", n - 1) + "\n";
  return "[2]{" + field_names(n) + "}:\n" + cells + cells;
}

std::string excess_fields(size_t n, size_t) { return wide_rows(n + 1, 0); }

std::string repeated_field(size_t n, size_t) {
  return "[1]{" + field_names(n) + ",f0}:\n";
}

std::string open_field_list(size_t n, size_t) {
  return "[1]{" + field_names(n) + ":\n";
}

std::string excess_cells(size_t n, size_t) {
  return "[1]{a,b}:\n  1" + repeat(",1", n) + "\n";
}

std::string wide_array(size_t n, size_t variant) {
  // Plain cells, and four kinds that are looked at byte by byte.
  static constexpr std::string_view cells[] = {"1", " 1 ", "a\"b\"", "\"\\n\" ",
                                               "-x"};
  std::string out = "[" + number(n) + "]: " + std::string(cells[variant]);
  return out + repeat("," + std::string(cells[variant]), n - 1) + "\n";
}

std::string many_rows(size_t n, size_t variant) {
  static constexpr std::string_view all[] = {"  1,a\n", "  ,\n",
                                             "  \"\",\"x\" \r\n"};
  return "[" + number(n) + "]{a,b}:\n" + repeat(all[variant], n);
}

std::string many_entries(size_t n, size_t) {
  std::string out = "[" + number(n) + ":]{a}:\n";
  for (size_t i = 0; i < n; ++i) out += "  k" + number(i) + ": 1\n";
  return out;
}

std::string many_comments(size_t n, size_t) {
  return "a: 1\n" + repeat("  # no\n", n) + "b: 2\n";
}

std::string many_blanks(size_t n, size_t variant) {
  return "a: 1\n" + repeat(variant == 0 ? "\n" : " \r\n", n) + "b: 2\n";
}

std::string spaces_around(size_t n, size_t) {
  return "a:" + repeat(" ", n) + "1" + repeat(" ", n) + "\n";
}

std::string indented_beginning(size_t n, size_t) {
  return repeat(" ", 2 * n) + "a: 1\n";
}

std::string unclosed(size_t n, size_t variant) {
  return (variant == 0 ? "a: \"" : "[2]: 1,\"") + repeat("x", n) + "\n";
}

std::string pairs_of_quotes(size_t n, size_t) {
  return "a: " + repeat("\"\"", n) + "\n";
}

std::string quotes_in_text(size_t n, size_t) {
  return "a: x" + repeat("\"\"", n) + "\n";
}

std::string slashes(size_t n, size_t) {
  return "a: \"" + repeat("\\\\", n) + "\"\n";
}

std::string unicode_escapes(size_t n, size_t) {
  return "a: \"" + repeat("\\u00e9", n) + "\"\n";
}

std::string brackets_in_key(size_t n, size_t) {
  return repeat("[1]", n) + ": 1\n";
}

std::string integer_digits(size_t n, size_t) {
  return "a: " + repeat("9", n) + "\n";
}

std::string fraction_digits(size_t n, size_t) {
  return "a: 0." + repeat("3", n) + "\n";
}

std::string digits_and_letter(size_t n, size_t) {
  return "a: " + repeat("1", n) + "x\n";
}

std::string many_members(size_t n, size_t) {
  std::string out;
  for (size_t i = 0; i < n; ++i) out += "key" + number(i) + ": 1\n";
  return out;
}

std::string repeated_member(size_t n, size_t) {
  return many_members(n, 0) + "key0: 1\n";
}

std::string no_utf8(size_t n, size_t variant) {
  return "a: " + repeat("x", n) + std::string(malformed_utf8(variant)) + "\n";
}

std::string many_headers(size_t n, size_t) {
  std::string out = "[" + number(n) + "]:\n";
  for (size_t i = 0; i < n; ++i) {
    out += i % 2 == 0 ? "  - a[1]{x,y}:\n      1,2\n"
                      : "  - a[1]{x,z{y}}:\n      1,2\n";
  }
  return out;
}

// --- documents --------------------------------------------------------------

// The largest part lies at the bottom, and every level might be a keyed table.
std::string heavy_bottom(size_t n, size_t) {
  std::string leaf = members(n, [](size_t i) {
    return "\"f" + number(i) + "\":{\"g\":" + number(i) + ",\"h" + number(i) +
           "\":1}";
  });
  for (int i = 0; i < 400; ++i) leaf = R"({"a":)" + leaf + R"(,"b":{"x":1}})";
  return leaf;
}

// A tree of equal objects in which only the last leaf is another.
std::string almost_uniform(size_t n, size_t) {
  std::string tree = R"({"x":1})";
  std::string odd = R"({"y":1})";
  for (size_t size = 1; size < n; size *= 2) {
    odd = R"({"l":)" + tree + R"(,"r":)" + odd + "}";
    tree = R"({"l":)" + tree + R"(,"r":)" + tree + "}";
  }
  return odd;
}

// Every row has its keys in another order, and so have its groups.
std::string turned_rows(size_t n, size_t) {
  return rows(n, [](size_t i) {
    static constexpr size_t steps[] = {1, 2, 4, 5, 7, 8};  // coprime to 9
    std::string row = "{";
    for (size_t k = 0; k < 9; ++k) {
      const std::string key = number((k * steps[i % 6] + i) % 9);
      if (k != 0) row += ',';
      row += "\"" + key +
             (k % 2 == 0 ? R"(":{"p":1,"q":2})" : R"(":{"q":1,"p":2})");
    }
    return row + "}";
  });
}

// A row whose groups all have another order than those of the first.
std::string wide_turned_row(size_t n, size_t) {
  const auto row = [n](std::string_view group, bool is_turned) {
    std::string out = "{";
    for (size_t i = 0; i < n; ++i) {
      if (i != 0) out += ',';
      out += "\"k" + number(is_turned ? n - 1 - i : i) + "\":";
      out += group;
    }
    return out + "}";
  };
  return "[" + row(R"({"p":1,"q":2})", false) + "," +
         row(R"({"q":1,"p":2})", true) + "]";
}

std::string private_rows(size_t n, size_t) {
  return rows(n, [](size_t i) { return "{\"k" + number(i) + "\":1}"; });
}

std::string small_tables(size_t n, size_t) {
  return rows(n, [](size_t i) {
    return "{\"t\":[{\"a\":1,\"b\":2}],\"m\":{\"x\":{\"v\":1},\"y\":{\"v\":" +
           number(i) + "}}}";
  });
}

constexpr attack table[] = {
    // Depth.
    fails("toon: 2,000 nested keys", decode_toon, nested_keys, 2'000,
          error_code::depth_limit),
    succeeds("toon: nested keys of any depth", decode_toon, nested_keys, 2'000,
             200)
        .of_any_depth(),
    fails("toon: 2,000 nested items", decode_toon, nested_items, 2'000,
          error_code::depth_limit),
    fails("toon: a million nested groups", decode_toon, nested_groups,
          1'000'000, error_code::depth_limit),
    fails("toon: rows of 400 groups", decode_toon, rows_of_groups, 100'000,
          error_code::expansion_limit),
    // Headers.
    fails("toon: counts that are not met", decode_toon, unmet_counts, 1,
          error_code::count_mismatch)
        .in_variants(6),
    fails("toon: a count of a million digits", decode_toon, digits_of_a_count,
          1'000'000, error_code::count_mismatch, 100'000)
        .in_variants(2),
    succeeds("toon: a table of 500,000 fields", decode_toon, wide_rows, 500'000,
             10'000),
    fails("toon: one field more than allowed", decode_toon, excess_fields,
          1'000'000, error_code::field_limit),
    fails("toon: a duplicate after 100,000 fields", decode_toon, repeated_field,
          100'000, error_code::duplicate_field_name, 10'000),
    fails("toon: 100,000 fields without a closing brace", decode_toon,
          open_field_list, 100'000, error_code::invalid_field_declaration,
          10'000),
    succeeds("toon: 100,000 tables of two kinds", decode_toon, many_headers,
             100'000, 4'000),
    fails("toon: a name of a million brackets", decode_toon, brackets_in_key,
          1'000'000, error_code::invalid_line, 50'000),
    // Lines and cells.
    fails("toon: a million cells under two fields", decode_toon, excess_cells,
          1'000'000, error_code::row_width_mismatch, 100'000),
    succeeds("toon: a million values on one line", decode_toon, wide_array,
             1'000'000, 20'000)
        .in_variants(5),
    succeeds("toon: a million rows", decode_toon, many_rows, 1'000'000, 20'000)
        .in_variants(3),
    succeeds("toon: 300,000 entries", decode_toon, many_entries, 300'000,
             10'000),
    succeeds("toon: a million comments", decode_toon, many_comments, 1'000'000,
             20'000),
    succeeds("toon: a million blank lines", decode_toon, many_blanks, 1'000'000,
             50'000)
        .in_variants(2),
    succeeds("toon: a value inside ten megabytes of spaces", decode_toon,
             spaces_around, 5'000'000, 100'000),
    fails("toon: an indent of ten megabytes", decode_toon, indented_beginning,
          5'000'000, error_code::invalid_indent, 100'000),
    // Values.
    fails("toon: ten megabytes without a closing quote", decode_toon, unclosed,
          10'000'000, error_code::unterminated_quote, 100'000)
        .in_variants(2),
    fails("toon: a million pairs of quotes", decode_toon, pairs_of_quotes,
          1'000'000, error_code::trailing_characters),
    succeeds("toon: a million quotes in a text", decode_toon, quotes_in_text,
             1'000'000, 50'000),
    succeeds("toon: backslashes", decode_toon, slashes, 5'000'000, 50'000),
    succeeds("toon: a million escapes", decode_toon, unicode_escapes, 1'000'000,
             50'000),
    fails("toon: an integer of a million digits", decode_toon, integer_digits,
          1'000'000, error_code::out_of_range, 100'000),
    succeeds("toon: a fraction of a million digits", decode_toon,
             fraction_digits, 1'000'000, 100'000),
    succeeds("toon: a million digits and a letter", decode_toon,
             digits_and_letter, 1'000'000, 100'000),
    succeeds("toon: a million members", decode_toon, many_members, 1'000'000,
             10'000),
    fails("toon: a duplicate after 100,000 keys", decode_toon, repeated_member,
          100'000, error_code::duplicate_key, 10'000),
    fails("toon: text that is not UTF-8", decode_toon, no_utf8, 1'000'000,
          error_code::invalid_utf8)
        .in_variants(malformed_classes),
    // Documents.
    fails("toon: encode objects as deep as you like", encode_toon, deep_objects,
          20'000, error_code::expansion_limit)
        .of_any_depth(),
    fails("toon: encode arrays as deep as you like", encode_toon, deep_arrays,
          20'000, error_code::expansion_limit)
        .of_any_depth(),
    succeeds("toon: encode objects with a heavy bottom", encode_toon,
             heavy_bottom, 20'000, 4'000),
    succeeds("toon: encode a tree that is almost uniform", encode_toon,
             almost_uniform, 65'536, 4'096),
    succeeds("toon: encode rows of many orders", encode_toon, turned_rows,
             20'000, 2'000),
    succeeds("toon: encode a row of 50,000 turned groups", encode_toon,
             wide_turned_row, 50'000, 4'000),
    succeeds("toon: encode 100,000 rows with private keys", encode_toon,
             private_rows, 100'000, 5'000),
    succeeds("toon: encode 100,000 small tables", encode_toon, small_tables,
             100'000, 4'000),
    succeeds("toon: encode a million fields", encode_toon, many_fields,
             1'000'000, 10'000),
};

}  // namespace

std::span<const attack> toon_attacks() noexcept { return table; }

}  // namespace pith_tests
