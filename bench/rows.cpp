// SPDX-License-Identifier: MIT
/// @file
/// Rows to GCF batch by batch, held against the same rows as one array. Both
/// begin with nothing: the memory of a whole document is part of its price.
#include <pith/gcf.hpp>
#include <pith/json.hpp>

#include "measure.hpp"
#include "rows/gcf_row_sink.hpp"
#include "rows/ndjson_row_source.hpp"
#include "rows/pump.hpp"
#include "shapes.hpp"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using cli::rows::row_form;

class counting_sink final : public pith::sink {
 public:
  bool write(std::string_view bytes) override {
    count += bytes.size();
    return true;
  }
  std::size_t count = 0;
};

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "bench_rows: %s\n", what);
  std::exit(1);
}

/// The rows of a text: the array that it is, or the first one in it.
std::optional<pith::value> rows_of(pith::value root) {
  if (root.get_array()) return root;
  if (const auto object = root.get_object()) {
    for (const pith::member m : *object) {
      if (m.value.get_array()) return m.value;
    }
  }
  return std::nullopt;
}

void encode_whole(const std::string& array) {
  const auto doc = pith::json::parse(array);
  require(doc.has_value(), "the array is not parsed");
  counting_sink sink;
  require(pith::gcf::encoder().encode_to(sink, doc->root()).has_value(),
          "the array is not encoded");
}

void encode_rows(const std::string& lines, row_form form) {
  cli::rows::text_bytes bytes(lines);
  cli::rows::ndjson_row_source from(bytes);
  counting_sink sink;
  cli::rows::gcf_row_sink to(sink, {.form = form});
  require(!cli::rows::pump(from, to).problem, "the rows are not encoded");
}

void run(pith_bench::shape shape, std::size_t bytes) {
  const auto doc = pith::json::parse(pith_bench::make_json(shape, bytes));
  const auto rows = rows_of(doc->root());
  require(rows.has_value(), "a shape has no rows");
  const std::string array = *pith::json::write(*rows);
  std::string lines;
  pith::string_sink sink(lines);
  require(pith::json::write_lines_to(sink, *rows).has_value(), "no lines");

  std::vector<pith_bench::operation> all;
  all.push_back({"whole", [&] { encode_whole(array); }});
  all.push_back({"rows", [&] { encode_rows(lines, row_form::automatic); }});
  all.push_back({"list", [&] { encode_rows(lines, row_form::list); }});
  pith_bench::measure(all, 7);
  const double megabytes = static_cast<double>(lines.size()) / 1e6;
  std::printf("%-14s %8zu", name(shape).data(), lines.size());
  for (const auto& each : all) {
    std::printf("  %s %5.0f MB/s", each.name.c_str(),
                megabytes / each.median());
  }
  std::printf("  rows/whole %.2f\n", all[0].median() / all[1].median());
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t bytes =
      argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000;
  for (const auto shape :
       {pith_bench::shape::flat_rows, pith_bench::shape::nested_orders,
        pith_bench::shape::events}) {
    run(shape, bytes);
  }
  return 0;
}
