// SPDX-License-Identifier: MIT
/// @file
/// GOON: texts that announce or repeat much, and responses of a size.

#include "attacks.hpp"
#include "inputs.hpp"

namespace pith_tests {

namespace {

using pith::error_code;
using std::size_t;
using enum operation;

std::string head(std::string_view query, size_t nodes, size_t edges) {
  return "@header\nquery_type:" + std::string(query) +
         "\ngoon_version:1.0.0\nnodes:" + number(nodes) +
         "\nedges:" + number(edges) + "\n";
}

std::string run_of(size_t count) { return "T(" + number(count) + "):\n"; }

std::string huge_counts(size_t, size_t variant) {
  constexpr size_t much = 9'000'000'000'000'000'000U;
  switch (variant) {
    case 0:
      return head("traversal", much, 0) + "@nodes\n@edges\n";
    case 1:
      return head("traversal", 1, much) + "@nodes\n" + run_of(1) +
             "1\n@edges\n";
    case 2:
      return head("traversal", much, 0) + "@nodes\n" + run_of(much) +
             "1\n@edges\n";
    default:
      return head("aggregation", 0, 0) + "rows:" + number(much) +
             "\n@nodes\n@edges\n@rows\n";
  }
}

std::string many_nodes(size_t n, size_t) {
  return head("traversal", n, 0) + "@nodes\n" + run_of(n) + repeat("1\n", n) +
         "@edges\n";
}

// Each node would repeat the type.
std::string repeated_type(size_t n, size_t) {
  return head("traversal", n / 10, 0) + "@nodes\n" + repeat("T", n) + "(" +
         number(n / 10) + "):\n" + repeat("1\n", n / 10) + "@edges\n";
}

std::string many_properties(size_t n, size_t) {
  std::string out = head("traversal", 1, 0) + "@nodes\n" + run_of(1) + "1";
  for (size_t i = 0; i < n; ++i) out += " k" + number(i * 7919 % n) + "=1";
  return out + "\n@edges\n";
}

std::string long_quote(size_t n, size_t variant) {
  const std::string_view piece = variant == 0 ? "a" : "\\\\";
  return head("traversal", 1, 0) + "@nodes\n" + run_of(1) + "1 k=\"" +
         repeat(piece, n) + "\"\n@edges\n";
}

// Words that are tried as numbers.
std::string long_digits(size_t n, size_t variant) {
  const std::string digits =
      variant == 0 ? repeat("9", n) : "0." + repeat("9", n);
  return head("traversal", 1, 0) + "@nodes\n" + run_of(1) + "1 k=" + digits +
         "\n@edges\n";
}

std::string long_path(size_t n, size_t) {
  return head("path_finding", 0, n) + "@nodes\n@paths\npath=0: A:1" +
         repeat(" --R--> A:1", n) + "\n";
}

std::string many_columns(size_t n, size_t) {
  std::string out = head("aggregation", 0, 0) + "rows:1\ngroup_by:";
  std::string row;
  for (size_t i = 0; i < n; ++i) {
    const std::string name = "c" + number(i);
    out += (i == 0 ? "" : ",") + name + "(node:E)";
    row += (i == 0 ? "" : " ") + name + "=E:" + number(i);
  }
  return out + "\n@nodes\n@edges\n@rows\n" + row + "\n";
}

std::string broken_text(size_t n, size_t variant) {
  return head("traversal", 1, 0) + repeat("a", n) +
         std::string(malformed_utf8(variant));
}

std::string response_json(std::string_view query, std::string_view rest) {
  return R"({"query_type":")" + std::string(query) + R"(",)" +
         std::string(rest) + "}";
}

// All of one identity.
std::string same_nodes(size_t n, size_t) {
  std::string list;
  for (size_t i = 0; i < n; ++i) {
    list += (i == 0 ? "" : ",") + std::string(R"({"type":"T","id":1,"k":)") +
            number(i * 7919 % n) + "}";
  }
  return response_json("search", R"("nodes":[)" + list + "]");
}

std::string many_edges(size_t n, size_t variant) {
  std::string list;
  for (size_t i = 0; i < n; ++i) {
    list += (i == 0 ? "" : ",") + std::string(R"({"from":"A","from_id":)") +
            number(i * 31 % n) + R"(,"to":"B","to_id":)" + number(i * 17 % n) +
            R"(,"type":"R","path_id":)" + number(i % 7) + "}";
  }
  return response_json(variant == 0 ? "traversal" : "path_finding",
                       R"("edges":[)" + list + "]");
}

std::string wide_row(size_t n, size_t) {
  std::string groups;
  std::string cells;
  for (size_t i = 0; i < n; ++i) {
    const std::string comma = i == 0 ? "" : ",";
    groups += comma + R"({"name":"c)" + number(i) + R"(","kind":"node"})";
    cells += comma + R"("c)" + number(n - 1 - i) + R"(":{"type":"T","id":)" +
             number(i) + "}";
  }
  return response_json("aggregation", R"("group_columns":[)" + groups +
                                          R"(],"rows":[{)" + cells + "}]");
}

std::string nested_property(size_t n, size_t) {
  return response_json("search", R"("nodes":[{"type":"T","id":1,"k":)" +
                                     wrapped("[", "1", "]", n) + "}]");
}

constexpr attack table[] = {
    fails("goon: counts that nothing follows", decode_goon, huge_counts, 1,
          error_code::count_mismatch)
        .in_variants(4),
    succeeds("goon: a million nodes", decode_goon, many_nodes, 1'000'000,
             10'000)
        .within(64),
    fails("goon: a type of 1 MB and 100,000 nodes", decode_goon, repeated_type,
          1'000'000, error_code::expansion_limit)
        .within(64 + 64),
    succeeds("goon: a million properties", decode_goon, many_properties,
             1'000'000, 10'000)
        .within(64),
    succeeds("goon: a quote of 10 MB", decode_goon, long_quote, 10'000'000,
             100'000)
        .within(8)
        .in_variants(2),
    succeeds("goon: ten million digits", decode_goon, long_digits, 10'000'000,
             100'000)
        .within(8)
        .in_variants(2),
    succeeds("goon: a path of a million edges", decode_goon, long_path,
             1'000'000, 10'000)
        .within(64),
    succeeds("goon: 100,000 columns", decode_goon, many_columns, 100'000,
             10'000)
        .within(64),
    fails("goon: a text that is not UTF-8", decode_goon, broken_text, 1'000'000,
          error_code::invalid_utf8)
        .in_variants(malformed_classes),
    succeeds("goon: 200,000 nodes that are one", encode_goon, same_nodes,
             200'000, 10'000),
    succeeds("goon: 200,000 edges, encoded", encode_goon, many_edges, 200'000,
             10'000)
        .in_variants(2),
    succeeds("goon: a row of 100,000 nodes, encoded", encode_goon, wide_row,
             100'000, 10'000),
    succeeds("goon: a property of 1,000,000 levels", encode_goon,
             nested_property, 1'000'000, 10'000)
        .of_any_depth(),
};

}  // namespace

std::span<const attack> goon_attacks() noexcept { return table; }

}  // namespace pith_tests
