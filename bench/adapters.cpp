// SPDX-License-Identifier: MIT
/// @file
/// Objects that a program holds, to GCF by way of an adapter, held against the
/// same library's own writer of JSON on the same objects. simdjson's writer is
/// that of its DOM. Structs are held against pith's own writer of JSON, which
/// gets the same document for free.
///
/// usage: bench_adapters [SIZE]    of each JSON text; 1MB unless told
#include <pith/adapt/boost_json.hpp>
#include <pith/adapt/describe.hpp>
#include <pith/adapt/nlohmann.hpp>
#include <pith/adapt/simdjson.hpp>
#include <pith/json.hpp>

#include "measure.hpp"
#include "shapes.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace adapt = pith::adapt;

struct employee {
  std::int64_t id = 0;
  std::string name;
  std::string department;
  double salary = 0;
  bool active = false;
};
PITH_DESCRIBE(employee, id, name, department, salary, active);

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
  std::fprintf(stderr, "bench_adapters: %s\n", what);
  std::exit(1);
}

template <class T>
pith_bench::operation to_gcf(const T& v) {
  return {"gcf", [&v, encoder = std::make_shared<adapt::gcf_encoder>()] {
            counting_sink out;
            require(encoder->encode_to(out, v).has_value(), "is not encoded");
          }};
}

void report(std::string_view shape, const char* library,
            pith_bench::operation gcf, pith_bench::operation json) {
  std::vector<pith_bench::operation> both{std::move(gcf), std::move(json)};
  pith_bench::measure(both, 9);
  const double ratio = both[0].median() / both[1].median();
  std::printf("%-14.*s %-10s GCF %8.3f ms  JSON %8.3f ms  ratio %.2f\n",
              static_cast<int>(shape.size()), shape.data(), library,
              both[0].median() * 1e3, both[1].median() * 1e3, ratio);
}

void run_shape(pith_bench::shape s, std::size_t bytes) {
  const std::string text = pith_bench::make_json(s, bytes);
  const std::string_view name = pith_bench::name(s);
  std::size_t written = 0;

  const auto ordered = nlohmann::ordered_json::parse(text);
  report(name, "nlohmann", to_gcf(ordered),
         {"json", [&] { written += ordered.dump().size(); }});
  const boost::json::value boosted =
      boost::json::parse(boost::json::string_view(text.data(), text.size()));
  report(name, "Boost.JSON", to_gcf(boosted),
         {"json", [&] { written += boost::json::serialize(boosted).size(); }});
  simdjson::dom::parser parser;
  simdjson::dom::element element;
  require(!parser.parse(text).get(element), "simdjson does not read it");
  report(name, "simdjson", to_gcf(element),
         {"json", [&] { written += simdjson::minify(element).size(); }});
  require(written != 0, "nothing is written");
}

void run_structs(std::size_t rows) {
  std::vector<employee> all;
  for (std::size_t i = 0; i < rows; ++i) {
    all.push_back({static_cast<std::int64_t>(i),
                   "Name " + std::to_string(i * 7919 % rows), "engineering",
                   50000 + static_cast<double>(i % 1000) / 4, i % 3 != 0});
  }
  const auto doc = adapt::to_document(all);
  require(doc.has_value(), "is not a document");
  report("structs", "pith", to_gcf(all),
         {"json", [&] {
            counting_sink out;
            require(pith::json::write_to(out, doc->root()).has_value(),
                    "is not written");
          }});
}

}  // namespace

int main(int argc, char** argv) {
  const auto bytes = pith_bench::read_size(argc > 1 ? argv[1] : "1MB");
  if (!bytes) {
    std::fprintf(stderr, "usage: bench_adapters [SIZE]\n");
    return 2;
  }
  for (const pith_bench::shape s : pith_bench::all_shapes) {
    run_shape(s, *bytes);
  }
  run_structs(*bytes / 100);
  return 0;
}
