// SPDX-License-Identifier: MIT
/// @file
/// Time per row from a thousand to ten million rows. Linear means a column of
/// about equal numbers; caches make the small ones faster.

#include "measure.hpp"
#include "shapes.hpp"
#include "subject.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view usage =
    "usage: bench_linear [--max-rows N] [--require R]\n"
    "ns per row of JSON to GCF and of GCF to JSON. Fails when a row of the\n"
    "largest text costs more than R times one of the text with 100,000 rows.\n";

struct figures {
  std::size_t rows;
  double to_gcf;
  double to_json;
};

figures measure_rows(std::size_t rows) {
  const std::string json = pith_bench::make_flat_rows(rows);
  pith_bench::subject all(json);
  std::vector<pith_bench::operation> both;
  both.push_back({"json_to_gcf", [&] { all.json_to_gcf(); }});
  both.push_back({"gcf_to_json", [&] { all.gcf_to_json(); }});
  all.json_to_gcf();
  all.gcf_to_json();
  pith_bench::require(all.text() == json, "the JSON written differs");
  pith_bench::measure(both, rows > 1'000'000 ? 3 : 7);
  const double per_row = 1e9 / static_cast<double>(rows);
  return {rows, both[0].median() * per_row, both[1].median() * per_row};
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t last = 10'000'000;
  double most = 1e9;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    const std::string_view value = i + 1 < argc ? argv[++i] : "";
    const auto rows = pith_bench::read_size(value);
    if (name == "--max-rows" && rows) {
      last = *rows;
    } else if (name == "--require" && !value.empty()) {
      most = std::atof(argv[i]);
    } else {
      std::fwrite(usage.data(), 1, usage.size(), stderr);
      return 2;
    }
  }
  std::printf("%10s %22s %22s\n", "rows", "json_to_gcf ns/row",
              "gcf_to_json ns/row");
  figures anchor{0, 0, 0};
  double growth = 0;
  for (std::size_t rows = 1'000; rows <= last; rows *= 10) {
    const figures at = measure_rows(rows);
    std::printf("%10zu %22.1f %22.1f\n", at.rows, at.to_gcf, at.to_json);
    std::fflush(stdout);
    if (rows == 100'000) {
      anchor = at;
    }
    if (anchor.rows != 0) {
      growth = std::max(
          {growth, at.to_gcf / anchor.to_gcf, at.to_json / anchor.to_json});
    }
  }
  std::printf("growth from 100000 rows: %.2f\n", growth);
  return growth > most ? 1 : 0;
}
