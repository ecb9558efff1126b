// SPDX-License-Identifier: MIT
/// @file
/// Tokens of recorded tool results and tool lists, as clients show them with
/// and without the gateway.
///
/// usage: bench_mcp_savings DIRECTORY [TOKENIZER]
/// DIRECTORY holds files `{server, tool, arguments, result}`, and tool lists
/// in files called `*.tools_list.json`.
#include "mcp/raw_json/json_span.hpp"
#include "mcp/rewrite/result_rewriter.hpp"
#include "mcp/rewrite/tool_list.hpp"
#include "test_data.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;
namespace mcp = pith::mcp;

void require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "bench_mcp_savings: %s\n", what.c_str());
  std::exit(1);
}

struct tally {
  std::size_t before = 0;
  std::size_t after = 0;

  void add(std::size_t more_before, std::size_t more_after) {
    before += more_before;
    after += more_after;
  }
  void print() const {
    const double saved = before == 0
                             ? 0
                             : 100.0 - 100.0 * static_cast<double>(after) /
                                           static_cast<double>(before);
    std::printf(" %7zu %7zu %5.1f %%", before, after, saved);
  }
};

constexpr std::array forms{mcp::shown_form::structured, mcp::shown_form::text,
                           mcp::shown_form::both};

void print_name(const std::string& name) { std::printf("%-44s", name.c_str()); }

std::vector<fs::path> files_of(const char* directory) {
  std::vector<fs::path> files;
  std::error_code problem;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(directory, problem)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  require(!problem && !files.empty(), "no samples in the directory");
  std::ranges::sort(files);
  return files;
}

class savings {
 public:
  explicit savings(std::string_view tokenizer)
      : rewriter_(policy_, load(tokenizer), nullptr) {}

  void add_result(const std::string& name, std::string_view result,
                  const std::string& tool) {
    print_name(name);
    std::string_view why;
    for (std::size_t i = 0; i < forms.size(); ++i) {
      mcp::client_profile client;
      client.shows = forms[i];
      const auto outcome =
          rewriter_.rewrite(result, policy_.mode_of(tool), client, "");
      tally one;
      one.add(outcome.tokens_before, outcome.tokens_after);
      one.print();
      results_[i].add(one.before, one.after);
      if (i == 0) {
        why =
            outcome.format.empty() ? mcp::name(outcome.reason) : outcome.format;
      }
    }
    std::printf("  %s\n", std::string(why).c_str());
  }

  void add_list(const std::string& name, std::string_view list) {
    mcp::tool_registry registry;
    const auto outcome =
        mcp::rewrite_tool_list(list, policy_, rewriter_.counter(), registry);
    print_name(name);
    tally one;
    one.add(outcome.tokens_before, outcome.tokens_after);
    one.print();
    std::printf("  %zu tools\n", outcome.tools_after);
    lists_.add(one.before, one.after);
  }

  void print_results() const {
    print_name("all results");
    for (const tally& each : results_) each.print();
    std::printf("\n");
  }
  void print_lists() const {
    print_name("all tool lists");
    lists_.print();
    std::printf("\n");
  }

 private:
  static pith::token_counter load(std::string_view tokenizer) {
    auto loaded = pith::load_tokenizer(tokenizer);
    require(loaded.has_value(), "no such tokenizer");
    return pith::token_counter{std::move(*loaded)};
  }

  mcp::rewrite_policy policy_;
  mcp::result_rewriter rewriter_;
  std::array<tally, forms.size()> results_{};
  tally lists_{};
};

}  // namespace

int main(int argc, char** argv) {
  require(argc == 2 || argc == 3, "usage: DIRECTORY [TOKENIZER]");
  savings all(argc == 3 ? argv[2] : "o200k_base");
  const auto files = files_of(argv[1]);
  print_name("tool result: tokens before, after, fewer");
  std::printf(" %-23s %-23s %s\n", "structured", "text", "both");
  for (const fs::path& file : files) {
    const std::string sample = pith_tests::read_file(file);
    const auto result = mcp::find_member(sample, "result");
    const auto tool = mcp::find_member(sample, "tool");
    if (!result || !tool) continue;
    all.add_result(file.stem().string(), *result,
                   mcp::text_of(*tool).value_or(std::string{}));
  }
  all.print_results();
  std::printf("\n");
  for (const fs::path& file : files) {
    if (!file.stem().string().ends_with(".tools_list")) continue;
    all.add_list(file.stem().string(), pith_tests::read_file(file));
  }
  all.print_lists();
  return 0;
}
