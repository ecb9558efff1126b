// SPDX-License-Identifier: MIT
/// @file
/// Repeats one operation on one small input, for a tool that counts
/// instructions; see instructions.py.

#include "shapes.hpp"
#include "subject.hpp"

#include <simdjson.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

constexpr std::size_t input_bytes = 50'000;

constexpr std::string_view usage =
    "usage: bench_instructions OPERATION SHAPE REPEATS\n"
    "OPERATION is parse, encode, decode, write, json_to_gcf or gcf_to_json.\n"
    "Prints the bytes of JSON that one repetition stands for.\n"
    "       bench_instructions environment\n"
    "Prints the compiler and simdjson's kernel, on which counts depend.\n";

using step = void (pith_bench::subject::*)();

step find_step(std::string_view name) {
  using pith_bench::subject;
  if (name == "parse") {
    return &subject::parse;
  }
  if (name == "encode") {
    return &subject::encode;
  }
  if (name == "decode") {
    return &subject::decode;
  }
  if (name == "write") {
    return &subject::write;
  }
  if (name == "json_to_gcf") {
    return &subject::json_to_gcf;
  }
  return name == "gcf_to_json" ? &subject::gcf_to_json : nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view{argv[1]} == "environment") {
    const std::string kernel{simdjson::get_active_implementation()->name()};
    std::printf("compiler %s, simdjson kernel %s\n", __VERSION__,
                kernel.c_str());
    return 0;
  }
  const step once = argc == 4 ? find_step(argv[1]) : nullptr;
  const auto which = argc == 4 ? pith_bench::find_shape(argv[2]) : std::nullopt;
  if (once == nullptr || !which) {
    std::fwrite(usage.data(), 1, usage.size(), stderr);
    return 2;
  }
  const std::string json = pith_bench::make_json(*which, input_bytes);
  pith_bench::subject all(json);
  // Everything once, so that each step has its input and warm buffers.
  all.json_to_gcf();
  all.gcf_to_json();
  const long repeats = std::atol(argv[3]);
  for (long i = 0; i < repeats; ++i) {
    (all.*once)();
  }
  std::printf("%zu\n", json.size());
  return 0;
}
