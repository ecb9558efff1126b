// SPDX-License-Identifier: MIT
/// @file
/// The four steps on small texts, for a quick look while working on one of
/// them. Claims are made with bench_ratio and with instruction counts.

#include "shapes.hpp"
#include "subject.hpp"

#include <benchmark/benchmark.h>

#include <string>

namespace {

using step = void (pith_bench::subject::*)();

void run(benchmark::State& state, pith_bench::shape of, step once) {
  const std::string json = pith_bench::make_json(of, 10'000);
  pith_bench::subject all(json);
  all.json_to_gcf();
  all.gcf_to_json();
  for (auto _ : state) {
    (all.*once)();
    benchmark::ClobberMemory();
  }
  // Bytes of JSON in both directions, so that the figures compare.
  state.SetBytesProcessed(static_cast<std::int64_t>(json.size()) *
                          static_cast<std::int64_t>(state.iterations()));
}

void add(const char* name, step once) {
  for (const pith_bench::shape of : pith_bench::all_shapes) {
    const std::string title =
        std::string(name) + "/" + std::string(pith_bench::name(of));
    benchmark::RegisterBenchmark(
        title.c_str(),
        [of, once](benchmark::State& state) { run(state, of, once); });
  }
}

}  // namespace

int main(int argc, char** argv) {
  using pith_bench::subject;
  add("parse", &subject::parse);
  add("encode", &subject::encode);
  add("decode", &subject::decode);
  add("write", &subject::write);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    return 2;
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
