// SPDX-License-Identifier: MIT
/// @file
/// GCB1: counts, lengths and indices that promise more than there is, and
/// payloads of a size.

#include "attacks.hpp"
#include "inputs.hpp"

#include <cstdint>

namespace pith_tests {

namespace {

using pith::error_code;
using std::size_t;
using enum operation;

std::string varint(std::uint64_t v) {
  std::string out;
  for (; v >= 0x80; v >>= 7U) out += static_cast<char>(v | 0x80U);
  return out + static_cast<char>(v);
}

std::string header(std::uint64_t symbols, std::uint64_t edges) {
  return std::string("GCB1\1\0\0\0", 8) + varint(symbols) + varint(edges);
}

std::string symbol(std::string_view name, unsigned kind = 1) {
  return varint(name.size()) + std::string(name) + static_cast<char>(kind) +
         std::string("\0\0\0\x3f\3\0\0", 7) + std::string(16, '\0');
}

// Counts at every size, after which there are a few bytes.
std::string huge_counts(size_t, size_t variant) {
  const std::uint64_t count = std::uint64_t{1} << (variant / 2);
  return variant % 2 == 0 ? header(count * 2, 0) + symbol("a")
                          : header(0, count * 16);
}

std::string huge_length(size_t, size_t variant) {
  return std::string("GCB1\1", 5) +
         varint((std::uint64_t{1} << (variant + 1)) + 30) + repeat("a", 30);
}

std::string endless_varint(size_t n, size_t) {
  return std::string("GCB1\1\0", 6) + repeat("\xff", n);
}

std::string many_symbols(size_t n, size_t) {
  std::string out = header(n, 0);
  for (size_t i = 0; i < n; ++i) out += symbol(number(i));
  return out;
}

// The smallest symbols that there are: a name under many kinds.
std::string smallest_symbols(size_t, size_t) {
  std::string out = header(256, 0);
  for (unsigned i = 0; i < 256; ++i) out += symbol("", i);
  return out;
}

// The smallest edges that there are.
std::string many_edges(size_t n, size_t) {
  return header(1, n) + symbol("a") + repeat({"\0\0\1\0", 4}, n);
}

// Each edge would repeat a long name twice.
std::string repeated_name(size_t n, size_t) {
  return header(1, n / 10) + symbol(repeat("a", n)) +
         repeat({"\0\0\1\0", 4}, n / 10);
}

std::string long_name(size_t n, size_t) {
  return header(1, 0) + symbol(repeat("a", n));
}

std::string broken_name(size_t n, size_t variant) {
  return header(1, 0) +
         symbol(repeat("a", n) + std::string(malformed_utf8(variant)));
}

std::string payload_json(size_t n, size_t) {
  std::string out = R"({"symbols":[)";
  for (size_t i = 0; i < n; ++i) {
    if (i != 0) out += ',';
    out += R"({"qualifiedName":"pkg.)" + number(i) +
           R"(","kind":"function","score":0.5,"provenance":"lsp_resolved"})";
  }
  out += R"(],"edges":[)";
  for (size_t i = 0; i < n * 4; ++i) {
    if (i != 0) out += ',';
    out += R"({"source":"pkg.)" + number(i * 31 % n) + R"(","target":"pkg.)" +
           number(i * 17 % n) + R"(","edgeType":"calls"})";
  }
  return out + "]}";
}

constexpr attack table[] = {
    fails("gcb: counts that nothing follows", decode_gcb, huge_counts, 1,
          error_code::count_mismatch)
        .within(1)
        .in_variants(2 * 59),
    fails("gcb: a text longer than the bytes", decode_gcb, huge_length, 1,
          error_code::unexpected_end)
        .within(1)
        .in_variants(63),
    fails("gcb: an integer of 10 MB", decode_gcb, endless_varint, 10'000'000,
          error_code::out_of_range)
        .within(1),
    succeeds("gcb: a million symbols", decode_gcb, many_symbols, 1'000'000,
             10'000)
        .within(8),
    succeeds("gcb: the smallest symbols", decode_gcb, smallest_symbols, 1)
        .within(12),
    succeeds("gcb: a million edges", decode_gcb, many_edges, 1'000'000, 10'000)
        .within(49),
    fails("gcb: a name of 1 MB and 100,000 edges", decode_gcb, repeated_name,
          1'000'000, error_code::expansion_limit)
        .within(64 + 49),
    succeeds("gcb: a name of 10 MB", decode_gcb, long_name, 10'000'000, 100'000)
        .within(1.1),
    fails("gcb: a name that is not UTF-8", decode_gcb, broken_name, 1'000'000,
          error_code::invalid_utf8, 10'000)
        .in_variants(malformed_classes),
    succeeds("gcb: 100,000 symbols and 400,000 edges, encoded", encode_gcb,
             payload_json, 100'000, 10'000),
};

}  // namespace

std::span<const attack> gcb_attacks() noexcept { return table; }

}  // namespace pith_tests
