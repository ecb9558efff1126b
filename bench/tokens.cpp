// SPDX-License-Identifier: MIT
/// @file
/// Speed of token counting. tokens.mjs runs it beside the original tokenizer
/// and prints ratios.
///
/// usage: bench_tokens --write DIRECTORY
///        bench_tokens [--tokenizer NAME] [--repetitions N] FILE...
///
/// The first form makes the inputs, 5 MB each: JSON of several shapes, the
/// same as GCF, English with code (from files that every Debian with a
/// compiler has), and text of many scripts. The second prints for each file:
/// bytes, tokens, and the best CPU seconds of a fresh counter and of a used
/// one.

#include <pith/gcf.hpp>
#include <pith/json.hpp>
#include <pith/tokens.hpp>

#include "measure.hpp"
#include "shapes.hpp"
#include "test_data.hpp"
#include "text/append_utf8.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;
using pith_bench::shape;

constexpr std::size_t input_bytes = 5'000'000;

void write(const fs::path& path, std::string_view text) {
  std::ofstream{path, std::ios::binary} << text;
}

constexpr shape mixed_shapes[] = {shape::flat_rows, shape::nested_orders,
                                  shape::events, shape::twitter};

std::string mixed_json(bool as_gcf) {
  std::string out;
  for (std::uint64_t seed = 1; out.size() < input_bytes; ++seed) {
    for (const shape s : mixed_shapes) {
      const std::string json = pith_bench::make_json(s, 100'000, seed);
      if (!as_gcf) {
        out += json + '\n';
        continue;
      }
      const auto doc = pith::json::parse(json);
      if (doc) out += pith::gcf::encode(doc->root()).value_or("");
    }
  }
  return out;
}

std::string english_and_code() {
  std::string out;
  std::vector<fs::path> files;
  for (const char* directory :
       {"/usr/share/common-licenses", "/usr/include/c++/12"}) {
    std::error_code ignored;
    for (const auto& entry :
         fs::recursive_directory_iterator(directory, ignored)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  // Text and code by turns.
  for (std::size_t i = 0; i < files.size() && out.size() < input_bytes; ++i) {
    out += pith_tests::read_file(files[i * 7919 % files.size()]);
  }
  out.resize(std::min(out.size(), input_bytes));
  return out;
}

std::string many_scripts() {
  struct script {
    std::uint32_t first;
    std::uint32_t last;
    std::uint64_t longest_word;
  };
  static constexpr script scripts[] = {
      {0x61, 0x7A, 9},     {0x430, 0x44F, 9},    {0x3B1, 0x3C9, 9},
      {0x4E00, 0x5E00, 6}, {0x3041, 0x3096, 7},  {0xAC00, 0xB800, 4},
      {0x0E01, 0x0E2E, 9}, {0x0905, 0x0939, 7},  {0x0627, 0x064A, 7},
      {0xE0, 0xF6, 6},     {0x1F600, 0x1F640, 2}};
  std::mt19937_64 random{1};
  std::string out;
  while (out.size() < input_bytes) {
    const script& s = scripts[random() % std::size(scripts)];
    // A sentence of a small set of words, as texts have them.
    for (std::uint64_t words = 5 + random() % 12; words > 0; --words) {
      std::mt19937_64 word{random() % 2000};
      for (std::uint64_t n = 1 + word() % s.longest_word; n > 0; --n) {
        pith::text::append_utf8(
            out, s.first + static_cast<std::uint32_t>(word() %
                                                      (s.last - s.first + 1)));
      }
      out += words > 1 ? " " : ".\n";
    }
  }
  return out;
}

template <class Run>
double best_seconds(std::size_t repetitions, Run run) {
  double best = 1e9;
  for (std::size_t i = 0; i < repetitions; ++i) {
    const double start = pith_bench::cpu_seconds();
    run();
    best = std::min(best, pith_bench::cpu_seconds() - start);
  }
  return best;
}

int measure(const std::string& name, std::size_t repetitions,
            const std::vector<fs::path>& files) {
  const auto data = pith::load_tokenizer(name);
  if (!data) {
    std::fprintf(stderr, "%s\n", pith::message(data.error()).c_str());
    return 1;
  }
  for (const fs::path& file : files) {
    const std::string text = pith_tests::read_file(file);
    std::size_t tokens = 0;
    const double cold = best_seconds(repetitions, [&] {
      pith::token_counter fresh{*data};
      tokens = fresh.count(text);
    });
    pith::token_counter used{*data};
    const double warm =
        best_seconds(repetitions, [&] { tokens = used.count(text); });
    std::printf("%s %zu %zu %.9f %.9f\n", file.filename().c_str(), text.size(),
                tokens, cold, warm);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string tokenizer = "o200k_base";
  std::size_t repetitions = 9;
  std::vector<fs::path> files;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const bool has_value = i + 1 < argc;
    if (word == "--write" && has_value) {
      const fs::path directory = argv[++i];
      write(directory / "json5", mixed_json(false));
      write(directory / "gcf5", mixed_json(true));
      write(directory / "engcode5", english_and_code());
      write(directory / "scripts5", many_scripts());
      return 0;
    }
    if (word == "--tokenizer" && has_value) {
      tokenizer = argv[++i];
    } else if (word == "--repetitions" && has_value) {
      repetitions = std::strtoull(argv[++i], nullptr, 10);
    } else {
      files.emplace_back(word);
    }
  }
  return measure(tokenizer, repetitions, files);
}
