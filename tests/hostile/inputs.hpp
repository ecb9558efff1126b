// SPDX-License-Identifier: MIT
/// @file
/// What the inputs of several attacks are made of.
#ifndef PITH_TESTS_HOSTILE_INPUTS_HPP
#define PITH_TESTS_HOSTILE_INPUTS_HPP

#include "attacks.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace pith_tests {

using std::size_t;

inline std::string number(size_t n) { return std::to_string(n); }

// {"r":[<row 0>,<row 1>,...]}
template <class Row>
inline std::string rows(size_t count, Row row) {
  std::string out = R"({"r":[)";
  for (size_t i = 0; i < count; ++i) {
    if (i != 0) {
      out += ',';
    }
    out += row(i);
  }
  return out + "]}";
}

// {<member 0>,<member 1>,...}
template <class Member>
inline std::string members(size_t count, Member member) {
  std::string out = "{";
  for (size_t i = 0; i < count; ++i) {
    if (i != 0) {
      out += ',';
    }
    out += member(i);
  }
  return out + "}";
}

inline std::string wrapped(std::string_view open, std::string_view core,
                           std::string_view close, size_t levels) {
  std::string out = repeat(open, levels);
  out += core;
  return out + repeat(close, levels);
}

inline std::string string_of(std::string_view piece, size_t times) {
  return "{\"s\":\"" + repeat(piece, times) + "\"}";
}

inline std::string many_fields(size_t n, size_t) {
  return members(
      n, [](size_t i) { return "\"field" + number(i) + "\":" + number(i); });
}

inline std::string deep_objects(size_t n, size_t) {
  return wrapped(R"({"a":)", "1", "}", n);
}

inline std::string deep_arrays(size_t n, size_t) {
  return wrapped("[", "1", "]", n);
}

inline std::string deep_mixed(size_t n, size_t) {
  return wrapped(R"({"k":1,"c":[)", R"({"z":1})", "]}", n);
}

inline std::string similar_keys(size_t n, size_t) {
  return members(n, [](size_t i) {
    return "\"prefix__" + number(1'000'000 + i) + "__suffix\":1";
  });
}

inline constexpr std::string_view header = "GCF profile=generic\n";

inline std::string text(std::string_view body) {
  return std::string(header).append(body);
}

template <class Line>
inline std::string lines(std::string_view first, size_t count, Line line) {
  std::string out = text(first);
  for (size_t i = 0; i < count; ++i) {
    out += line(i);
  }
  return out;
}

inline std::string field_names(size_t n) {
  std::string out = "f0";
  for (size_t i = 1; i < n; ++i) {
    out += ",f" + number(i);
  }
  return out;
}

}  // namespace pith_tests

#endif  // PITH_TESTS_HOSTILE_INPUTS_HPP
