// SPDX-License-Identifier: MIT
/// @file
/// Chunks are invisible: whatever a text is and however it is cut, decoding it
/// in chunks gives the verdict and the document of decoding it at once. Texts
/// are random documents and graphs in all spellings, damaged ones, their
/// prefixes, the fixtures, and all of them under narrow limits.
#include <pith/gcf.hpp>
#include <pith/json.hpp>

#include "chunked.hpp"
#include "dialect.hpp"
#include "property_run.hpp"
#include "random.hpp"
#include "random_document.hpp"
#include "random_graph_text.hpp"
#include "round_trip.hpp"
#include "test_data.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith_tests::random_source;

/// Every string in a fixture that is meant to be GCF.
void collect(pith::value v, std::vector<std::string>& out) {
  std::vector<pith::value> pending{v};
  while (!pending.empty()) {
    const pith::value next = pending.back();
    pending.pop_back();
    if (const auto text = next.get_string(); text && text->starts_with("GCF")) {
      out.emplace_back(*text);
    }
    if (const auto array = next.get_array()) {
      for (const pith::value element : *array) pending.push_back(element);
    }
    if (const auto object = next.get_object()) {
      for (const pith::member& m : *object) pending.push_back(m.value);
    }
  }
}

std::vector<std::string> load_fixtures() {
  std::vector<std::string> all;
  for (const auto& place : {pith_tests::shared_dir() / "fixtures" / "gcf",
                            pith_tests::testdata_dir() / "gcf"}) {
    for (const auto& file : pith_tests::json_files_below(place)) {
      const auto doc = pith::json::parse(pith_tests::read_file(file));
      if (doc) collect(doc->root(), all);
    }
  }
  return all;
}

const std::vector<std::string>& fixtures() {
  static const std::vector<std::string> all = load_fixtures();
  return all;
}

class chunking final : public pith_tests::property {
 public:
  std::string check(std::uint64_t seed) override {
    random_.reseed(random_source::mix(seed));
    draw_text(seed);
    std::string wrong = every_chunking();
    for (int i = 0; i < 4 && wrong.empty(); ++i) {
      const std::string before = text_;
      pith_tests::corrupt(before, random_, text_);
      wrong = every_chunking();
      if (random_.one_in(2)) text_ = before;
    }
    if (wrong.empty()) {
      text_.resize(random_.below(static_cast<std::uint32_t>(text_.size() + 1)));
      wrong = every_chunking();
    }
    return wrong;
  }

 private:
  void draw_text(std::uint64_t seed) {
    if (random_.one_in(8) && !fixtures().empty()) {
      text_ = fixtures()[random_.below(
          static_cast<std::uint32_t>(fixtures().size()))];
      return;
    }
    if (random_.one_in(4)) {
      text_ = random_.one_in(2) ? pith_tests::loose_graph(random_)
                                : pith_tests::written_graph(random_);
      return;
    }
    text_ = "GCF profile=generic\n";
    if (!source_.draw_into(drawn_, seed)) return;
    pith::gcf::encode_options options;
    options.flatten = !random_.one_in(3);
    options.inline_schemas = !random_.one_in(3);
    options.shared_array_schemas = !random_.one_in(4);
    options.keyed_maps = !random_.one_in(3);
    const auto wire = pith::gcf::encode(drawn_.root(), options);
    if (!wire) return;
    text_ = *wire;
    // Dialects are spelled from canonical wires.
    const bool is_canonical = options.flatten && options.inline_schemas &&
                              options.shared_array_schemas &&
                              options.keyed_maps;
    if (is_canonical && random_.one_in(2)) {
      pith_tests::write_dialect(*wire, random_, text_);
    }
  }

  pith::limits draw_limits() {
    pith::limits bounds;
    if (!random_.one_in(3)) return bounds;
    const auto most = static_cast<std::uint32_t>(text_.size() + 8);
    if (random_.one_in(3)) bounds.max_bytes = random_.below(most);
    if (random_.one_in(3)) bounds.max_line_bytes = random_.below(80);
    if (random_.one_in(3)) bounds.max_depth = random_.below(6);
    if (random_.one_in(3)) bounds.max_items = random_.below(8);
    if (random_.one_in(3)) bounds.max_fields = random_.below(6);
    if (random_.one_in(3)) bounds.max_expansion = random_.below(2);
    return bounds;
  }

  std::string every_chunking() {
    const pith::limits bounds = draw_limits();
    for (std::size_t size = 1; size <= 3; ++size) {
      std::string wrong = one_chunking(bounds, [size] { return size; });
      if (!wrong.empty()) return std::to_string(size) + " bytes: " + wrong;
    }
    const std::uint32_t most = 1U << random_.between(1, 8);
    std::string wrong = one_chunking(
        bounds, [&] { return std::size_t{1} + random_.below(most); });
    if (!wrong.empty()) return "random chunks: " + wrong;
    return {};
  }

  std::string one_chunking(const pith::limits& bounds,
                           const pith_tests::chunked_decoding::sizes& next) {
    ++cases;
    const std::size_t slide = random_.one_in(2) ? 1 : random_.below(100);
    if (decoding_.agrees(text_, bounds, next, slide)) return {};
    return decoding_.complaint() + "\n" + text_ + "(end of text)";
  }

  random_source random_;
  pith_tests::random_documents source_;
  pith_tests::chunked_decoding decoding_;
  pith::document drawn_;
  std::string text_;
};

}  // namespace

int main(int argc, char** argv) {
  return pith_tests::run_property(argc, argv, {"chunking", 8'000},
                                  [] { return std::make_unique<chunking>(); });
}
