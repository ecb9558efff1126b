// SPDX-License-Identifier: MIT
/// @file
/// Reads the lists of JSON texts under testdata/json.
#ifndef PITH_TESTS_UNIT_JSON_CASES_HPP
#define PITH_TESTS_UNIT_JSON_CASES_HPP

#include "test_data.hpp"

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace pith_tests {

/// A line of a list, cut at its tab.
struct json_case {
  std::size_t line;
  std::string first;
  std::string second;  // empty when there was no tab
};

/// Replaces each %HH by the byte.
inline std::string decode_percent(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      const std::string hex(text.substr(i + 1, 2));
      out += static_cast<char>(std::strtol(hex.c_str(), nullptr, 16));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

inline std::vector<json_case> read_cases(const char* file) {
  std::ifstream in(testdata_dir() / "json" / file);
  std::vector<json_case> cases;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    const std::size_t tab = line.find('\t');
    if (line.empty() || line[0] == '#') continue;
    cases.push_back({number, line.substr(0, tab),
                     tab == std::string::npos ? "" : line.substr(tab + 1)});
  }
  return cases;
}

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_JSON_CASES_HPP
