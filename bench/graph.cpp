// SPDX-License-Identifier: MIT
/// @file
/// The graph profile and GCB1 as ratios to bare simdjson DOM parse of the JSON
/// form of the same graph in the same run.

#include <pith/gcb.hpp>
#include <pith/gcf_graph.hpp>
#include <pith/json.hpp>

#include "graph_payload.hpp"
#include "measure.hpp"
#include "subject.hpp"

#include <simdjson.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view usage =
    "usage: bench_graph [--repetitions N] [--max-symbols N] [--require]\n"
    "With --require, fails below 0.5 for encoding 500 symbols, 0.35 for\n"
    "100,000, 1.0 for wire to JSON, and 0.3 for both ways of GCB1.\n"
    "       bench_graph repeat OPERATION SYMBOLS EDGES TIMES\n"
    "For a tool that counts instructions. OPERATION is a column above, or "
    "dom.\n";

struct size {
  std::size_t symbols;
  std::size_t edges;
  double min_encode;
};

constexpr size sizes[] = {
    {500, 200, 0.5}, {500, 2'000, 0.5}, {100'000, 400'000, 0.35}};
constexpr double min_decode = 1.0;
constexpr double min_gcb = 0.3;

/// One graph on its way to the wire and back. Buffers are reused and warm.
class graph_subject {
 public:
  explicit graph_subject(const size& of)
      : graph_(pith_bench::make_graph(of.symbols, of.edges)) {
    encode();
    decode();
    write();
    json_ = text_;
    json_.resize(json_.size() + simdjson::SIMDJSON_PADDING);
    // A provenance that has a number in GCB1.
    numbered_ = graph_;
    for (pith::graph::symbol& s : numbered_.symbols) {
      if (s.provenance == "rwr") s.provenance = "structural";
    }
    gcb_encode();
    const auto back = pith::gcf::decode_graph(wire_);
    pith_bench::require(back.has_value(), "the wire does not decode");
    pith_bench::require(pith::gcf::encode(*back).value_or("") == wire_,
                        "encode(decode(wire)) is not the wire");
    const auto read = pith::gcb::decode(gcb_);
    pith_bench::require(read.has_value() && *read == numbered_,
                        "decode(encode(graph)) is not the graph");
  }

  [[nodiscard]] std::size_t json_bytes() const {
    return json_.size() - simdjson::SIMDJSON_PADDING;
  }
  [[nodiscard]] std::size_t wire_bytes() const { return wire_.size(); }

  void dom() {
    const auto parsed = dom_.parse(json_.data(), json_bytes(), false);
    pith_bench::require(parsed.error() == simdjson::SUCCESS,
                        "simdjson does not parse the text");
  }
  void encode() {
    wire_.clear();
    pith::string_sink sink(wire_);
    pith_bench::require(encoder_.encode_to(sink, graph_).has_value(),
                        "does not encode");
  }
  void decode() {
    pith_bench::require(decoder_.decode_into(document_, wire_),
                        "does not decode");
  }
  void write() {
    text_.clear();
    pith_bench::require(pith::json::append(text_, document_.root()),
                        "does not write");
  }
  void wire_to_json() {
    decode();
    write();
  }
  void wire_to_payload() {
    pith_bench::require(pith::gcf::decode_graph(wire_).has_value(),
                        "does not decode");
  }
  void json_to_wire() {
    pith_bench::require(
        parser_.parse_into(parsed_, {json_.data(), json_bytes()}),
        "does not parse");
    const auto graph = pith::graph::from_value(parsed_.root());
    pith_bench::require(graph.has_value(), "is not a graph");
    wire_.clear();
    pith::string_sink sink(wire_);
    pith_bench::require(encoder_.encode_to(sink, *graph).has_value(),
                        "does not encode");
  }
  void gcb_encode() {
    gcb_.clear();
    pith_bench::require(pith::gcb::append(gcb_, numbered_).has_value(),
                        "does not encode");
  }
  void gcb_decode() {
    pith_bench::require(pith::gcb::decode(gcb_).has_value(), "does not decode");
  }

 private:
  pith::graph::payload graph_;
  pith::graph::payload numbered_;
  simdjson::dom::parser dom_;
  pith::json::parser parser_;
  pith::gcf::graph_encoder encoder_;
  pith::gcf::decoder decoder_;
  pith::document document_;
  pith::document parsed_;
  std::string wire_;
  std::string gcb_;
  std::string text_;
  std::string json_;
};

std::vector<pith_bench::operation> operations_of(graph_subject& all) {
  std::vector<pith_bench::operation> operations;
  operations.push_back({"dom", [&] { all.dom(); }});
  operations.push_back({"encode", [&] { all.encode(); }});
  operations.push_back({"wire_to_json", [&] { all.wire_to_json(); }});
  operations.push_back({"gcb_encode", [&] { all.gcb_encode(); }});
  operations.push_back({"gcb_decode", [&] { all.gcb_decode(); }});
  operations.push_back({"decode", [&] { all.decode(); }});
  operations.push_back({"wire_to_payload", [&] { all.wire_to_payload(); }});
  operations.push_back({"json_to_wire", [&] { all.json_to_wire(); }});
  return operations;
}

int repeat(char** words) {
  const auto number = [&](int i) {
    return static_cast<std::size_t>(std::atol(words[i]));
  };
  graph_subject all({number(1), number(2), 0});
  for (const pith_bench::operation& each : operations_of(all)) {
    if (each.name != words[0]) continue;
    for (std::size_t i = 0; i < number(3); ++i) each.run();
    return 0;
  }
  return 2;
}

bool measure_size(const size& of, std::size_t repetitions, bool is_first) {
  graph_subject all(of);
  std::vector<pith_bench::operation> operations = operations_of(all);
  pith_bench::measure(operations, repetitions);
  if (is_first) {
    std::printf("%8s %8s %9s", "symbols", "edges", "dom MB/s");
    for (std::size_t i = 1; i < operations.size(); ++i) {
      std::printf(" %15s", operations[i].name.c_str());
    }
    std::printf(" %9s\n", "gcf/json");
  }
  const double dom = operations[0].median();
  const auto ratio = [&](std::size_t i) {
    return dom / operations[i].median();
  };
  std::printf("%8zu %8zu %9.0f", of.symbols, of.edges,
              static_cast<double>(all.json_bytes()) / dom / 1e6);
  for (std::size_t i = 1; i < operations.size(); ++i) {
    std::printf(" %15.3f", ratio(i));
  }
  std::printf(" %9.3f\n", static_cast<double>(all.wire_bytes()) /
                              static_cast<double>(all.json_bytes()));
  std::fflush(stdout);
  return ratio(1) >= of.min_encode && ratio(2) >= min_decode &&
         ratio(3) >= min_gcb && ratio(4) >= min_gcb;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 6 && std::string_view(argv[1]) == "repeat") {
    return repeat(argv + 2);
  }
  std::size_t repetitions = 7;
  std::size_t max_symbols = ~std::size_t{0};
  bool is_required = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--require") {
      is_required = true;
    } else if (name == "--repetitions" && i + 1 < argc) {
      repetitions = static_cast<std::size_t>(std::atoi(argv[++i]));
    } else if (name == "--max-symbols" && i + 1 < argc) {
      max_symbols = static_cast<std::size_t>(std::atol(argv[++i]));
    } else {
      repetitions = 0;
    }
  }
  if (repetitions == 0) {
    std::fwrite(usage.data(), 1, usage.size(), stderr);
    return 2;
  }
  bool is_good = true;
  bool is_first = true;
  for (const size& of : sizes) {
    if (of.symbols > max_symbols) continue;
    is_good = measure_size(of, repetitions, is_first) && is_good;
    is_first = false;
  }
  if (is_required && !is_good) {
    std::fprintf(stderr, "bench_graph: below the required ratio\n");
    return 1;
  }
  return 0;
}
