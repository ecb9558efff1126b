// SPDX-License-Identifier: MIT
/// @file
/// Speed as a ratio to bare simdjson DOM parse of the same bytes in the same
/// run: the only figure that means the same on every machine.

#include <pith/equality.hpp>

#include "measure.hpp"
#include "shapes.hpp"
#include "subject.hpp"

#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith_bench::operation;
using pith_bench::shape;

struct settings {
  std::vector<std::size_t> sizes{10'000, 1'000'000, 100'000'000};
  std::vector<shape> shapes{pith_bench::all_shapes.begin(),
                            pith_bench::all_shapes.end()};
  std::size_t repetitions = 7;
  bool json = false;
  double min_encode = 0;  // fail below these ratios
  double min_decode = 0;
};

constexpr std::string_view usage =
    "usage: bench_ratio [--size 10KB|1MB|100MB]... [--shape NAME]...\n"
    "                   [--repetitions N] [--json]\n"
    "                   [--require-encode R] [--require-decode R]\n";

bool read_settings(int argc, char** argv, settings& out) {
  bool own_sizes = false;
  bool own_shapes = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--json") {
      out.json = true;
      continue;
    }
    if (i + 1 == argc) {
      return false;
    }
    const std::string_view value = argv[++i];
    if (name == "--size") {
      const auto bytes = pith_bench::read_size(value);
      if (!bytes) {
        return false;
      }
      if (!own_sizes) {
        out.sizes.clear();
      }
      own_sizes = true;
      out.sizes.push_back(*bytes);
    } else if (name == "--shape") {
      const auto which = pith_bench::find_shape(value);
      if (!which) {
        return false;
      }
      if (!own_shapes) {
        out.shapes.clear();
      }
      own_shapes = true;
      out.shapes.push_back(*which);
    } else if (name == "--repetitions") {
      out.repetitions = static_cast<std::size_t>(std::atoi(argv[i]));
    } else if (name == "--require-encode") {
      out.min_encode = std::atof(argv[i]);
    } else if (name == "--require-decode") {
      out.min_decode = std::atof(argv[i]);
    } else {
      return false;
    }
  }
  return out.repetitions > 0;
}

/// Seconds per call of one shape at one size.
struct row {
  shape of;
  std::size_t size;
  std::size_t json_bytes;
  std::size_t gcf_bytes;
  std::vector<operation> operations;  // the anchor first

  [[nodiscard]] double seconds(std::size_t i) const {
    return operations[i].median();
  }
  // Both directions count the bytes of JSON, so that they compare.
  [[nodiscard]] double ratio(std::size_t i) const {
    return seconds(0) / seconds(i);
  }
  [[nodiscard]] double megabytes(std::size_t i) const {
    return static_cast<double>(json_bytes) / seconds(i) / 1e6;
  }
};

std::string anchor_name() {
  return "simdjson " + std::to_string(simdjson::SIMDJSON_VERSION_MAJOR) + "." +
         std::to_string(simdjson::SIMDJSON_VERSION_MINOR) + "." +
         std::to_string(simdjson::SIMDJSON_VERSION_REVISION) + " DOM parse (" +
         simdjson::get_active_implementation()->name() + ")";
}

constexpr std::size_t to_gcf = 1;
constexpr std::size_t to_json = 2;

void verify(pith_bench::subject& all) {
  all.json_to_gcf();
  all.gcf_to_json();
  pith_bench::require(pith::equal(all.document().root(), all.decoded().root()),
                      "decode(encode(x)) is not x");
  // The order of members may differ inside table rows, so the text need not
  // be the same; its length must be, as the shapes are compact JSON.
  pith_bench::require(all.text().size() == all.json().size(),
                      "the JSON written has another length");
}

row measure_shape(shape of, std::size_t size, std::size_t repetitions) {
  std::string text = pith_bench::make_json(of, size);
  const std::size_t bytes = text.size();
  text.resize(bytes + simdjson::SIMDJSON_PADDING);
  const std::string_view json(text.data(), bytes);
  pith_bench::subject all(json);
  verify(all);

  simdjson::dom::parser dom;
  row out{of, size, bytes, all.wire().size(), {}};
  out.operations.push_back(
      {"dom", [&] {
         const auto parsed = dom.parse(text.data(), bytes, false);
         pith_bench::require(parsed.error() == simdjson::SUCCESS,
                             "simdjson does not parse the text");
       }});
  out.operations.push_back({"json_to_gcf", [&] { all.json_to_gcf(); }});
  out.operations.push_back({"gcf_to_json", [&] { all.gcf_to_json(); }});
  out.operations.push_back({"parse", [&] { all.parse(); }});
  out.operations.push_back({"encode", [&] { all.encode(); }});
  out.operations.push_back({"decode", [&] { all.decode(); }});
  out.operations.push_back({"write", [&] { all.write(); }});
  pith_bench::measure(out.operations, repetitions);
  for (operation& each : out.operations) {
    each.run = nullptr;  // refers to what ends here
  }
  return out;
}

void print_header(const row& first) {
  std::printf("%-14s %8s %9s", "shape", "size", "dom MB/s");
  for (std::size_t i = 1; i < first.operations.size(); ++i) {
    std::printf(" %11s", first.operations[i].name.c_str());
  }
  std::printf(" %9s\n", "gcf/json");
}

void print_row(const row& of) {
  std::printf("%-14s %8s %9.0f", std::string(pith_bench::name(of.of)).c_str(),
              pith_bench::size_name(of.size).c_str(), of.megabytes(0));
  for (std::size_t i = 1; i < of.operations.size(); ++i) {
    std::printf(" %11.3f", of.ratio(i));
  }
  std::printf(" %9.3f\n", static_cast<double>(of.gcf_bytes) /
                              static_cast<double>(of.json_bytes));
  std::fflush(stdout);
}

void print_json(const std::vector<row>& rows, double encode, double decode) {
  std::printf("{\"anchor\":\"%s\",\"rows\":[", anchor_name().c_str());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const row& of = rows[k];
    std::printf(
        "%s\n{\"shape\":\"%s\",\"json_bytes\":%zu,\"gcf_bytes\":%zu,"
        "\"dom_mb_per_s\":%.1f,\"ratio\":{",
        k == 0 ? "" : ",", std::string(pith_bench::name(of.of)).c_str(),
        of.json_bytes, of.gcf_bytes, of.megabytes(0));
    for (std::size_t i = 1; i < of.operations.size(); ++i) {
      std::printf("%s\"%s\":%.4f", i == 1 ? "" : ",",
                  of.operations[i].name.c_str(), of.ratio(i));
    }
    std::printf("}}");
  }
  std::printf("\n],\"least\":{\"json_to_gcf\":%.4f,\"gcf_to_json\":%.4f}}\n",
              encode, decode);
}

int run(const settings& with) {
  std::vector<row> rows;
  double encode = 1e9;
  double decode = 1e9;
  for (const std::size_t size : with.sizes) {
    for (const shape of : with.shapes) {
      rows.push_back(measure_shape(of, size, with.repetitions));
      encode = std::min(encode, rows.back().ratio(to_gcf));
      decode = std::min(decode, rows.back().ratio(to_json));
      if (!with.json) {
        if (rows.size() == 1) {
          print_header(rows.back());
        }
        print_row(rows.back());
      }
    }
  }
  if (with.json) {
    print_json(rows, encode, decode);
  } else {
    std::printf("least over all: json_to_gcf %.3f, gcf_to_json %.3f of %s\n",
                encode, decode, anchor_name().c_str());
  }
  if (encode < with.min_encode || decode < with.min_decode) {
    std::fprintf(stderr, "bench_ratio: below the required ratio\n");
    return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  settings with;
  if (!read_settings(argc, argv, with)) {
    std::fwrite(usage.data(), 1, usage.size(), stderr);
    return 2;
  }
  return run(with);
}
