// SPDX-License-Identifier: MIT
/// @file
/// What auto_encode costs, as a multiple of encoding with the winner and
/// counting its tokens, which is what a caller would pay who knew it before.
///
/// usage: bench_auto [--size BYTES] [--repetitions N] [--all]
/// With --all every lossless codec takes part, else JSON and GCF.

#include <pith/auto_encode.hpp>
#include <pith/tokens.hpp>

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

struct settings {
  std::size_t bytes = 100'000;
  std::size_t repetitions = 9;
  std::vector<pith::candidate> candidates;
};

settings read_settings(int argc, char** argv) {
  settings out;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const char* const value = i + 1 < argc ? argv[i + 1] : "";
    if (word == "--all") {
      out.candidates = pith::all_candidates();
    } else if (word == "--size" && pith_bench::read_size(value)) {
      out.bytes = *pith_bench::read_size(value);
      ++i;
    } else if (word == "--repetitions") {
      out.repetitions = static_cast<std::size_t>(std::atoi(value));
      ++i;
    } else {
      pith_bench::require(false,
                          "usage: [--size BYTES] [--repetitions N] [--all]");
    }
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const settings with = read_settings(argc, argv);
  pith::token_counter counter{*pith::load_tokenizer("o200k_base")};
  std::vector<pith::candidate> contenders = pith::all_candidates();
  contenders.push_back({pith::codecs().find("json")});
  std::printf("%-14s %-8s %8s %8s\n", "shape", "winner", "tokens", "cost");
  for (const pith_bench::shape s : pith_bench::all_shapes) {
    const std::string json = pith_bench::make_json(s, with.bytes);
    const auto doc = pith::json::parse(json);
    pith_bench::require(doc.has_value(), "JSON does not parse");
    const pith::auto_options options{.candidates = with.candidates};
    const auto best = pith::auto_encode(doc->root(), counter, options);
    pith_bench::require(best.has_value(), "auto_encode fails");
    const pith::candidate winner = *std::ranges::find(
        contenders, best->name, [](const pith::candidate& c) {
          return c.name.empty() ? std::string_view{c.with->name} : c.name;
        });
    std::vector<pith_bench::operation> all{
        {"winner",
         [&] {
           (void)counter.count(
               *winner.with->encode(doc->root(), {.options = winner.options}));
         }},
        {"auto",
         [&] { (void)pith::auto_encode(doc->root(), counter, options); }}};
    pith_bench::measure(all, with.repetitions);
    std::printf("%-14s %-8s %8zu %8.2f\n",
                std::string(pith_bench::name(s)).c_str(),
                std::string(best->name).c_str(), best->tokens,
                all[1].median() / all[0].median());
  }
  return 0;
}
