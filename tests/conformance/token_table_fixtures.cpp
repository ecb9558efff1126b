// SPDX-License-Identifier: MIT
/// @file
/// The published token table, to the token, with our codecs and our counter;
/// and that auto_encode is nowhere above compact JSON. Reads the data sets and
/// samples of PITH_SHARED_DIR; exits with 77 where they are absent.

#include <pith/auto_encode.hpp>
#include <pith/json.hpp>
#include <pith/tokens.hpp>

#include "test_data.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;
using pith_tests::json_files;
using pith_tests::read_file;

/// What the reference implementations cost, and what auto may cost at most.
struct expected_total {
  std::string_view tokenizer;
  bool only_first_14;
  std::string_view format;
  std::size_t tokens;
};

constexpr expected_total published[] = {
    {"o200k_base", true, "json-pretty", 575'221},
    {"o200k_base", true, "json", 384'629},
    {"o200k_base", true, "gcf", 271'347},
    {"o200k_base", true, "toon", 361'022},
    {"o200k_base", true, "toon-tab", 361'979},
    {"o200k_base", true, "tron", 271'945},
    {"o200k_base", false, "json-pretty", 1'021'953},
    {"o200k_base", false, "json", 659'377},
    {"o200k_base", false, "gcf", 495'071},
    {"o200k_base", false, "toon", 631'226},
    {"o200k_base", false, "toon-tab", 634'190},
    {"o200k_base", false, "tron", 467'935},
    {"o200k_base", false, "auto", 456'357},
    {"cl100k_base", true, "json", 379'990},
    {"cl100k_base", true, "gcf", 274'229},
    {"cl100k_base", true, "toon", 359'804},
    {"cl100k_base", true, "tron", 275'861},
    {"cl100k_base", false, "json", 648'343},
    {"cl100k_base", false, "gcf", 495'697},
    {"cl100k_base", false, "toon", 628'216},
    {"cl100k_base", false, "tron", 471'864},
};

/// Counts, and keeps the score.
class checker {
 public:
  void expect(bool holds, const std::string& what) {
    ++(holds ? passed_ : failed_);
    if (!holds) std::printf("FAILED: %s\n", what.c_str());
  }

  /// Tokens by format of one file; that auto is not above JSON is checked.
  std::map<std::string, std::size_t, std::less<>> count(
      const fs::path& file, pith::token_counter& counter) {
    std::map<std::string, std::size_t, std::less<>> out;
    const auto doc = pith::json::parse(read_file(file));
    expect(doc.has_value(), file.string() + " is not JSON");
    if (!doc) return out;
    const auto candidates = pith::all_candidates();
    const auto best = pith::auto_encode(
        doc->root(), counter, {.candidates = candidates, .count_all = true});
    expect(best.has_value(), file.string() + " cannot be encoded");
    if (!best) return out;
    for (const pith::candidate_count& one : best->counts) {
      expect(!one.refused, std::string(one.name) + " refuses " + file.string());
      out[std::string(one.name)] = one.tokens;
    }
    out["auto"] = best->tokens;
    out["json-pretty"] =
        counter.count(*pith::json::write(doc->root(), {.indent = 2}));
    expect(best->tokens <= out["json"],
           "auto costs more than JSON on " + file.string());
    // With its default candidates too.
    const auto plain = pith::auto_encode(doc->root(), counter);
    expect(plain && plain->tokens <= out["json"],
           "auto of JSON and GCF costs more than JSON on " + file.string());
    return out;
  }

  void check_table(const fs::path& directory, std::string_view tokenizer) {
    pith::token_counter counter{*pith::load_tokenizer(tokenizer)};
    std::map<std::string, std::size_t, std::less<>> first_14;
    std::map<std::string, std::size_t, std::less<>> all;
    for (const fs::path& file : json_files(directory)) {
      const bool is_early = file.filename().string() < "15";
      for (const auto& [format, tokens] : count(file, counter)) {
        all[format] += tokens;
        if (is_early) first_14[format] += tokens;
      }
    }
    for (const expected_total& e : published) {
      if (e.tokenizer != tokenizer) continue;
      const auto& sums = e.only_first_14 ? first_14 : all;
      const auto found = sums.find(e.format);
      const std::size_t tokens = found == sums.end() ? 0 : found->second;
      expect(tokens == e.tokens, std::string(e.format) + " costs " +
                                     std::to_string(tokens) + " tokens of " +
                                     std::string(tokenizer) + " instead of " +
                                     std::to_string(e.tokens));
    }
  }

  int conclude() const {
    std::printf("%zu passed, %zu failed\n", passed_, failed_);
    return failed_ == 0 ? 0 : 1;
  }

 private:
  std::size_t passed_ = 0;
  std::size_t failed_ = 0;
};

}  // namespace

int main() {
  const fs::path shared = pith_tests::shared_dir();
  if (!fs::is_directory(shared / "datasets") ||
      !fs::is_directory(shared / "mcp-samples")) {
    std::printf("skipped: no data sets in %s\n", shared.c_str());
    return 77;
  }
  if (!pith::load_tokenizer("o200k_base")) {
    std::printf("skipped: built without embedded tokenizers\n");
    return 77;
  }
  checker all;
  for (const std::string_view tokenizer : {"o200k_base", "cl100k_base"}) {
    all.check_table(shared / "datasets", tokenizer);
  }
  pith::token_counter counter{*pith::load_tokenizer("o200k_base")};
  for (const fs::path& file : json_files(shared / "mcp-samples")) {
    (void)all.count(file, counter);
  }
  return all.conclude();
}
