// SPDX-License-Identifier: MIT
/// @file
/// Recorded results of real servers: what comes out decodes to what went in,
/// and costs what was measured.
#include "rewriter_bench.hpp"
#include "test_data.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace {

using namespace mcp_test;

struct sample {
  std::string name;
  std::string tool;
  std::string result;
};

std::vector<sample> read_samples() {
  std::vector<sample> out;
  for (const auto& file :
       pith_tests::json_files(pith_tests::shared_dir() / "mcp-samples")) {
    const std::string text = pith_tests::read_file(file);
    const auto tool = find_member(text, "tool");
    const auto result = find_member(text, "result");
    if (!tool || !result) continue;
    out.push_back({file.stem().string(), text_of(*tool).value_or(std::string{}),
                   std::string(*result)});
  }
  std::ranges::sort(out, {}, &sample::name);
  return out;
}

constexpr std::array forms{shown_form::structured, shown_form::text,
                           shown_form::both};

/// Everything that the server said, as one of the forms says it, must be in
/// what the model reads.
void expect_faithful(const sample& of, std::string_view rewritten) {
  const auto before = read_call_result(of.result);
  const auto after = read_call_result(rewritten);
  ASSERT_TRUE(before && after) << of.name;
  ASSERT_EQ(before->blocks.size(), after->blocks.size()) << of.name;
  for (std::size_t i = 0; i < after->blocks.size(); ++i) {
    if (after->blocks[i].raw == before->blocks[i].raw) continue;
    const std::string text = text_of(after->blocks[i].text).value_or("");
    const std::string old = text_of(before->blocks[i].text).value_or("");
    const auto value = decoded(text);
    const auto old_value = parsed(old);
    const bool same_text = pith::equal(value.root(), old_value.root());
    bool same_structured = false;
    if (before->has_structured()) {
      const auto structured = parsed(before->structured.value);
      same_structured = pith::equal(value.root(), structured.root());
    }
    EXPECT_TRUE(same_text || same_structured) << of.name;
  }
}

TEST(result_samples, decode_to_what_they_were) {
  const auto samples = read_samples();
  if (samples.empty()) GTEST_SKIP() << "no samples";
  EXPECT_GE(samples.size(), 37U);
  rewriter_bench bench;
  for (const sample& each : samples) {
    for (const shown_form form : forms) {
      bench.client = client_that_shows(form);
      for (const rewrite_mode mode :
           {rewrite_mode::text_only, rewrite_mode::keep_structured}) {
        const auto outcome = bench.run(each.result, mode);
        EXPECT_LE(outcome.tokens_after, outcome.tokens_before) << each.name;
        if (outcome.result) {
          EXPECT_LT(outcome.tokens_after, outcome.tokens_before) << each.name;
          expect_faithful(each, *outcome.result);
        }
      }
    }
  }
}

struct tally {
  std::size_t before = 0;
  std::size_t after = 0;
};

TEST(result_samples, cost_what_was_measured) {
  const auto samples = read_samples();
  if (samples.empty()) GTEST_SKIP() << "no samples";
  rewriter_bench bench;
  std::map<shown_form, tally> totals;
  for (const sample& each : samples) {
    for (const shown_form form : forms) {
      bench.client = client_that_shows(form);
      const auto outcome =
          bench.run(each.result, bench.policy.mode_of(each.tool));
      totals[form].before += outcome.tokens_before;
      totals[form].after += outcome.tokens_after;
      if (each.name == "filesystem.directory_tree") {
        EXPECT_LE(outcome.tokens_after, 2250U);
        if (form == shown_form::structured) {
          EXPECT_EQ(outcome.tokens_before, 6810U);
        }
      }
    }
  }
  // Of all tool results; 39.7 %, 48.3 % and 63.9 % fewer.
  EXPECT_EQ(totals[shown_form::structured].before, 56'035U);
  EXPECT_LE(totals[shown_form::structured].after, 33'773U);
  EXPECT_EQ(totals[shown_form::text].before, 65'283U);
  EXPECT_LE(totals[shown_form::text].after, 33'762U);
  EXPECT_EQ(totals[shown_form::both].before, 93'718U);
  EXPECT_LE(totals[shown_form::both].after, 33'846U);
}

TEST(result_samples, keep_the_null_member_of_git_branch) {
  const auto samples = read_samples();
  if (samples.empty()) GTEST_SKIP() << "no samples";
  rewriter_bench bench;
  bench.client = client_that_shows(shown_form::both);
  const auto found =
      std::ranges::find(samples, "git.git_branch", &sample::name);
  ASSERT_NE(found, samples.end());
  const auto outcome = bench.run(found->result);
  ASSERT_TRUE(outcome.result);
  EXPECT_TRUE(
      same(texts_of(*outcome.result).at(0), texts_of(found->result).at(0)));
}

TEST(result_samples, pass_tools_that_return_files) {
  const auto samples = read_samples();
  if (samples.empty()) GTEST_SKIP() << "no samples";
  rewriter_bench bench;
  for (const sample& each : samples) {
    if (!each.name.starts_with("filesystem.read_text_file")) continue;
    const auto outcome =
        bench.run(each.result, bench.policy.mode_of(each.tool));
    EXPECT_FALSE(outcome.result);
    EXPECT_EQ(outcome.reason, pass_reason::mode);
  }
}

}  // namespace
