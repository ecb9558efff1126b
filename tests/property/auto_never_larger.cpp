// SPDX-License-Identifier: MIT
/// @file
/// Whatever the document, auto_encode costs at most what compact JSON costs,
/// says exactly what it costs, and decodes to the document. Documents have
/// from 10 bytes to 100 KB as JSON, short ones as often as long ones.

#include <pith/auto_encode.hpp>
#include <pith/builder.hpp>
#include <pith/equality.hpp>
#include <pith/json.hpp>
#include <pith/tokens.hpp>

#include "property_run.hpp"
#include "random.hpp"
#include "random_document.hpp"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace {

using pith_tests::random_source;

constexpr std::size_t max_bytes = 100'000;

class auto_never_larger final : public pith_tests::property {
 public:
  auto_never_larger()
      : counter_(*pith::load_tokenizer("o200k_base")),
        recount_(counter_.data()),
        source_({.medium_per_mille = 200, .large_per_mille = 50}) {}

  std::string check(std::uint64_t seed) override {
    random_.reseed(seed);
    const std::string json = draw(seed);
    const auto doc = pith::json::parse(json);
    if (!doc) return "the drawn text is not JSON";
    pith::auto_options options;
    if (seed % 2 == 0) options.candidates = every_;
    if (random_.one_in(4)) options.order = pith::member_order::significant;
    const auto best = pith::auto_encode(doc->root(), counter_, options);
    if (!best) return "auto_encode: " + pith::message(best.error());
    if (best->tokens != recount_.count(best->text)) {
      return "the count is not that of the text";
    }
    if (best->tokens > recount_.count(json)) {
      return best->used->name + " costs more than compact JSON";
    }
    const auto back = best->used->decode(best->text);
    if (!back || !pith::equal(back->root(), doc->root(), options.order)) {
      return best->used->name + " does not decode to the document";
    }
    for (const pith::candidate_count& one : best->counts) {
      if (one.refused && one.refused->code == pith::error_code::not_faithful &&
          options.order == pith::member_order::ignored) {
        return one.with->name + " was not faithful";
      }
    }
    return {};
  }

 private:
  /// Documents of the seed and its neighbours in one array, until the length
  /// that the seed asks for is reached.
  std::string draw(std::uint64_t seed) {
    const std::uint32_t scale = random_.below(14);  // 10 bytes to 80 KB
    const std::size_t wanted = 10U + random_.below(10U << scale);
    std::string json;
    for (std::uint64_t part = 0; json.size() < wanted; ++part) {
      if (!source_.draw_into(drawn_, seed * 1'000'003 + part)) break;
      const auto text = pith::json::write(drawn_.root());
      if (!text || json.size() + text->size() + 2 > max_bytes) break;
      json += (part == 0 ? "" : ",") + *text;
    }
    return json.empty() ? "[]" : "[" + json + "]";
  }

  pith::token_counter counter_;
  pith::token_counter recount_;
  pith_tests::random_documents source_;
  pith::document drawn_;
  random_source random_;
  std::vector<pith::candidate> every_ = pith::all_candidates();
};

}  // namespace

int main(int argc, char** argv) {
  if (!pith::load_tokenizer("o200k_base")) {
    std::puts("skipped: o200k_base is not embedded (.ci/setup fetches it)");
    return 77;
  }
  return pith_tests::run_property(argc, argv, {"auto_never_larger", 2'000}, [] {
    return std::make_unique<auto_never_larger>();
  });
}
