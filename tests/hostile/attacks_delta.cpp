// SPDX-License-Identifier: MIT
/// @file
/// Sets and graphs that change: by a little, by everything, in bad order.

#include "attacks.hpp"
#include "inputs.hpp"

namespace pith_tests {

namespace {

using pith::error_code;
using std::size_t;
using enum operation;

/// {"base":[...],"next":[...]} of what the calls return.
template <class Base, class Next>
std::string both(size_t count, Base base, Next next) {
  std::string out = R"({"base":[)";
  for (size_t i = 0; i < count; ++i) {
    if (i != 0) out += ',';
    out += base(i);
  }
  out += R"(],"next":[)";
  for (size_t i = 0; i < count; ++i) {
    if (i != 0) out += ',';
    out += next(i);
  }
  return out + "]}";
}

std::string order(size_t i, std::string_view status) {
  return R"({"id":)" + number(i) + R"(,"status":")" + std::string(status) +
         R"(","customer":"Customer )" + number(i * 7919 % 10007) +
         R"(","total":)" + number(i % 997) + ".25}";
}

std::string churn(size_t n, size_t) {
  return both(
      n, [](size_t i) { return order(i, "open"); },
      [](size_t i) {
        return i % 100 == 50 ? order(i, "shut") : order(i, "open");
      });
}

std::string removals_and_additions(size_t n, size_t) {
  return both(
      n, [](size_t i) { return order(i, "open"); },
      [n](size_t i) {
        return i % 100 < 10 ? order(n + i, "open") : order(i, "open");
      });
}

std::string turned_round(size_t n, size_t) {
  return both(
      n, [](size_t i) { return order(i, "open"); },
      [n](size_t i) { return order(n - 1 - i, "open"); });
}

std::string all_new(size_t n, size_t) {
  return both(
      n, [](size_t i) { return order(i, "open"); },
      [n](size_t i) { return order(n + i, "open"); });
}

/// Records of two families, each of which shares its first half kilobyte:
/// sorting compares them to the end.
std::string long_alike(size_t n, size_t) {
  const auto row = [](size_t i, size_t v) {
    return R"({"a":")" + repeat(i % 2 == 0 ? "x" : "y", 500) + number(i) +
           R"(","id":)" + number(i) + R"(,"v":)" + number(v) + "}";
  };
  return both(
      n, [&](size_t i) { return row(i, 0); },
      [&](size_t i) { return row(i, i % 2); });
}

/// Every row has a field of its own, so that a full payload would have rows
/// times rows cells.
std::string private_fields(size_t n, size_t) {
  const auto row = [](size_t i, size_t v) {
    return R"({"id":)" + number(i) + R"(,"f)" + number(i) + R"(":)" +
           number(v) + "}";
  };
  return both(
      n, [&](size_t i) { return row(i, 0); },
      [&](size_t i) { return row(i, 1); });
}

std::string deep_cells(size_t n, size_t) {
  const auto row = [n](size_t i, std::string_view v) {
    return R"({"id":)" + number(i) + R"(,"d":)" + repeat("[", n) +
           std::string(v) + repeat("]", n) + "}";
  };
  return both(
      4, [&](size_t i) { return row(i, "1"); },
      [&](size_t i) { return row(i, "2"); });
}

std::string wide_objects(size_t n, size_t) {
  const auto row = [n](size_t i, std::string_view v) {
    std::string out = R"({"id":)" + number(i) + R"(,"m":[{)";
    for (size_t k = 0; k < n; ++k) {
      out += '"' + number(k * 7919 % n) + "_" + number(k) +
             "\":" + std::string(v) + ',';
    }
    out.back() = '}';
    return out + "]}";
  };
  return both(
      2, [&](size_t i) { return row(i, "1"); },
      [&](size_t i) { return row(i, "2"); });
}

std::string duplicate_identities(size_t n, size_t) {
  return both(
      n, [](size_t i) { return order(i, "open"); },
      [n](size_t i) { return order(i == n - 1 ? 0 : i, "open"); });
}

/// A graph in which every symbol calls the next four.
std::string graph_of(size_t n, size_t changed) {
  std::string out = R"({"symbols":[)";
  for (size_t i = 0; i < n; ++i) {
    if (i != 0) out += ',';
    out += R"({"qualifiedName":"pkg.Symbol)" + number(i) +
           R"(","kind":"function","score":0.)" +
           (i % 100 == changed ? "75" : "50") +
           R"(,"provenance":"lsp","distance":)" + number(i % 4) + "}";
  }
  out += R"(],"edges":[)";
  for (size_t i = 0; i < 4 * n; ++i) {
    if (i != 0) out += ',';
    out += R"({"source":"pkg.Symbol)" + number(i / 4) +
           R"(","target":"pkg.Symbol)" + number((i / 4 + i % 4 + 1) % n) +
           R"(","edgeType":")" + (i % 100 == changed ? "uses" : "calls") +
           R"("})";
  }
  return out + "]}";
}

std::string graph_churn(size_t n, size_t) {
  return R"({"base":)" + graph_of(n, 100) + R"(,"next":)" + graph_of(n, 50) +
         "}";
}

constexpr attack attacks[] = {
    succeeds("delta: one row in a hundred", update, churn, 200'000, 10'000),
    succeeds("delta: one in ten comes and goes", update, removals_and_additions,
             100'000, 10'000),
    succeeds("delta: rows in reverse order", update, turned_round, 100'000,
             10'000),
    succeeds("delta: every row is another", update, all_new, 50'000, 5'000),
    succeeds("delta: long records that begin alike", update, long_alike, 20'000,
             2'000),
    // What is written before it is too much is held in memory.
    fails("delta: a private field in every row", update, private_fields, 20'000,
          error_code::expansion_limit, 0)
        .with_expansion(8),
    succeeds("delta: deep cells", update, deep_cells, 250, 100),
    succeeds("delta: wide objects in cells", update, wide_objects, 100'000,
             5'000),
    fails("delta: an identity twice", update, duplicate_identities, 100'000,
          error_code::invalid_identity, 10'000),
    succeeds("delta: a graph", update_graph, graph_churn, 20'000, 2'000),
};

}  // namespace

std::span<const attack> delta_attacks() noexcept { return attacks; }

}  // namespace pith_tests
