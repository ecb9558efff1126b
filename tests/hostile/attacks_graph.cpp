// SPDX-License-Identifier: MIT
/// @file
/// Graphs: texts that declare much, names that meet, and payloads of a size.

#include "attacks.hpp"
#include "inputs.hpp"

namespace pith_tests {

namespace {

using pith::error_code;
using std::size_t;
using enum operation;

std::string graph(std::string_view body) {
  return "GCF profile=graph\n## targets\n" + std::string(body);
}

std::string symbol_line(size_t id, std::string_view kind,
                        std::string_view name) {
  return "@" + number(id) + " " + std::string(kind) + " " + std::string(name) +
         " 0.50 lsp\n";
}

std::string huge_counts(size_t, size_t variant) {
  switch (variant) {
    case 0:
      return "GCF profile=graph symbols=9223372036854775807 "
             "edges=9223372036854775807\n## targets\n@0 fn a 0.50 lsp\n";
    case 1:
      return graph("@0 fn a 0.50 lsp\n## edges [4000000000]\n@0<@0 calls\n");
    default:
      return graph("@0 fn a 0.50 lsp\n##! summary symbols=4000000000\n");
  }
}

std::string huge_ids(size_t, size_t variant) {
  return graph(variant == 0 ? "@4294967295 fn a 0.50 lsp\n"
                            : "@99999999999999999999999 fn a 0.50 lsp\n");
}

// Ids far apart must not make anybody allocate what lies between.
std::string scattered_ids(size_t n, size_t) {
  std::string out = "GCF profile=graph session=true\n## targets\n";
  for (size_t i = 0; i < n; ++i) {
    out += symbol_line(i * 4'000, "fn", "n" + number(i));
  }
  return out;
}

std::string long_line(size_t n, size_t variant) {
  const std::string much = repeat("a", n);
  switch (variant) {
    case 0:
      return graph(symbol_line(0, much, "a"));
    case 1:
      return graph(symbol_line(0, "fn", much));
    default:
      return graph("@0 fn a 0.50 " + much + "\n## edges\n@0<@0 " + much + "\n");
  }
}

std::string many_fields_line(size_t n, size_t) {
  return graph("@0 fn a 0.50 lsp" + repeat(" x", n) + "\n");
}

std::string many_digits(size_t n, size_t variant) {
  return graph(variant == 0 ? "@" + repeat("0", n) + " fn a 0.50 lsp\n"
                            : "@0 fn a " + repeat("0", n) + ".50 lsp\n");
}

std::string one_name_many_kinds(size_t n, size_t) {
  std::string out = graph("");
  for (size_t i = 0; i < n; ++i) out += symbol_line(i, "k" + number(i), "a");
  out += "## edges\n";
  for (size_t i = 0; i < n; ++i) {
    out += "@" + number(i) + "<@" + number(n - 1 - i) + " calls\n";
  }
  return out;
}

std::string many_groups(size_t n, size_t) {
  std::string out = "GCF profile=graph\n";
  for (size_t i = 0; i < n; ++i) {
    out += "## distance_" + number(i) + "\n" +
           symbol_line(i, "fn", "n" + number(i));
  }
  return out;
}

// Sections that end with each line, and names that are shared later.
std::string symbols_after_edges(size_t n, size_t) {
  std::string out = "GCF profile=graph\n";
  for (size_t i = 0; i < n; ++i) {
    out += "## targets\n" +
           symbol_line(i, i % 2 == 0 ? "fn" : "type", "name" + number(i / 2)) +
           "## edges\n@" + number(i / 2) + "<@" + number(i) + " calls\n";
  }
  return out;
}

// Each edge would repeat a long name twice.
std::string repeated_name(size_t n, size_t) {
  std::string out = graph(symbol_line(0, "fn", repeat("a", n)));
  return out + "## edges\n" + repeat("@0<@0 calls\n", n / 10);
}

std::string many_header_fields(size_t n, size_t) {
  std::string out = "GCF profile=graph";
  for (size_t i = 0; i < n; ++i) out += " f" + number(i) + "=1";
  return out + "\n";
}

/// A payload as a document: `edges` per symbol, between symbols far apart.
std::string payload_json(size_t symbols, size_t edges, size_t first = 0) {
  std::string out = R"({"symbols":[)";
  for (size_t i = 0; i < symbols; ++i) {
    if (i != 0) out += ',';
    out += R"({"qualifiedName":"pkg.)" + number(first + i) +
           R"(","kind":"function","score":0.)" + number(10 + i * 7 % 90) +
           R"(,"provenance":"lsp","distance":)" + number(i % 3) + "}";
  }
  out += R"(],"edges":[)";
  for (size_t i = 0; i < symbols * edges; ++i) {
    if (i != 0) out += ',';
    out += R"({"source":"pkg.)" + number(first + i * 31 % symbols) +
           R"(","target":"pkg.)" + number(first + i * 17 % symbols) +
           R"(","edgeType":"calls"})";
  }
  return out + "]}";
}

std::string large_payload(size_t n, size_t) { return payload_json(n, 4); }

// All between the same two symbols, each of another type.
std::string parallel_edges(size_t n, size_t) {
  std::string out = R"({"symbols":[{"qualifiedName":"a","kind":"function",)"
                    R"("provenance":"lsp"}],"edges":[)";
  for (size_t i = 0; i < n; ++i) {
    if (i != 0) out += ',';
    out += R"({"source":"a","target":"a","edgeType":"t)" +
           number(i * 7919 % n) + R"("})";
  }
  return out + "]}";
}

// Calls over 500 symbols, of which each has 50.
std::string session_calls(size_t n, size_t) {
  std::string out = "[";
  for (size_t i = 0; i < n; ++i) {
    if (i != 0) out += ',';
    out += payload_json(50, 1, i * 37 % 450);
  }
  return out + "]";
}

constexpr attack table[] = {
    fails("graph: counts that nothing follows", decode_graph, huge_counts, 1,
          error_code::count_mismatch)
        .in_variants(3),
    fails("graph: ids beyond any table", decode_graph, huge_ids, 1,
          error_code::invalid_symbol_id)
        .in_variants(2),
    succeeds("graph: ids far apart", decode, scattered_ids, 1'000'000, 20'000),
    succeeds("graph: fields of 10 MB", decode, long_line, 10'000'000, 100'000)
        .in_variants(3),
    fails("graph: a line of five million fields", decode_graph,
          many_fields_line, 5'000'000, error_code::invalid_node_line),
    succeeds("graph: ten million digits", decode, many_digits, 10'000'000,
             100'000)
        .in_variants(2),
    succeeds("graph: one name under 500,000 kinds", decode, one_name_many_kinds,
             500'000, 10'000),
    succeeds("graph: one name under 100,000 kinds, as a payload", decode_graph,
             one_name_many_kinds, 100'000, 10'000),
    succeeds("graph: a million groups", decode, many_groups, 1'000'000, 10'000),
    fails("graph: a name of 1 MB and 100,000 edges", decode_graph,
          repeated_name, 1'000'000, error_code::expansion_limit),
    succeeds("graph: a name of 1 MB and 100,000 edges, in chunks", read_chunks,
             repeated_name, 1'000'000, 100'000),
    succeeds("graph: one name under 500,000 kinds, in chunks", read_chunks,
             one_name_many_kinds, 500'000, 10'000),
    succeeds("graph: ids far apart, in chunks", read_chunks, scattered_ids,
             1'000'000, 20'000),
    succeeds("graph: fields of 10 MB, in chunks", read_chunks, long_line,
             10'000'000, 100'000)
        .in_variants(3),
    succeeds("graph: 200,000 times symbols after edges, in chunks", read_chunks,
             symbols_after_edges, 200'000, 10'000),
    succeeds("graph: a million header fields", decode, many_header_fields,
             1'000'000, 10'000),
    succeeds("graph: 100,000 symbols and 400,000 edges, encoded", encode_graph,
             large_payload, 100'000, 10'000),
    succeeds("graph: a million edges between two symbols", encode_graph,
             parallel_edges, 1'000'000),
    succeeds("graph: 1,000 calls of a session", session, session_calls, 1'000,
             100),
};

}  // namespace

std::span<const attack> graph_attacks() noexcept { return table; }

}  // namespace pith_tests
