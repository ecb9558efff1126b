// SPDX-License-Identifier: MIT
#include "mcp/changes/change_answer.hpp"

#include <pith/equality.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>

#include "mcp/changes/base_handle.hpp"
#include "mcp/changes/keyed_rows.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using pith::document;
using pith::gcf::outcome;

document parsed(std::string_view json) {
  auto doc = pith::json::parse(json);
  EXPECT_TRUE(doc) << json;
  return doc ? std::move(*doc) : document{};
}

std::string key_of(std::string_view json, std::string_view key = {}) {
  const document doc = parsed(json);
  const auto found = find_keyed_rows(doc.root(), key);
  return found ? found->set.key : "";
}

change_base base_from(const change_answer& answer) {
  auto base = read_base(answer.bytes);
  EXPECT_TRUE(base) << answer.bytes;
  return base ? std::move(*base) : change_base{};
}

std::optional<change_answer> full_of(std::string_view json,
                                     const change_rules& rules = {}) {
  const document doc = parsed(json);
  return answer_in_full({doc.root(), json}, rules);
}

std::optional<change_answer> changes_of(std::string_view json,
                                        const change_base& base,
                                        const change_rules& rules = {}) {
  const document doc = parsed(json);
  return answer_with_changes({doc.root(), json}, base, rules);
}

TEST(keyed_rows, are_told_apart_by_what_usually_does) {
  EXPECT_EQ(key_of(R"([{"name":"a","id":1},{"name":"b","id":2}])"), "id");
  EXPECT_EQ(key_of(R"({"items":[{"v":1,"path":"a"},{"v":1,"path":"b"}]})"),
            "path");
  EXPECT_EQ(key_of(R"([{"n":1,"x":"p"},{"n":1,"x":"q"}])"), "x");
}

TEST(keyed_rows, need_a_field_that_is_proven_unique) {
  EXPECT_EQ(key_of(R"([{"id":1,"x":1},{"id":1,"x":1}])"), "");
  EXPECT_EQ(key_of(R"([{"id":1},{"x":1}])"), "");
  EXPECT_EQ(key_of(R"([{"id":1.5},{"id":2.5}])"), "");
  EXPECT_EQ(key_of(R"([{"id":null},{"id":2}])"), "");
  EXPECT_EQ(key_of("[]"), "");
  EXPECT_EQ(key_of("[]", "id"), "id");
}

TEST(keyed_rows, are_not_found_in_anything_else) {
  EXPECT_EQ(key_of(R"({"items":[{"id":1}],"total":1})"), "");
  EXPECT_EQ(key_of(R"([1,2])", "id"), "");
  EXPECT_EQ(key_of(R"({"id":1})", "id"), "");
  EXPECT_EQ(key_of(R"("text")", "id"), "");
}

constexpr std::string_view before_json =
    R"([{"id":1,"s":"open"},{"id":2,"s":"open"},{"id":3,"s":"done"}])";

TEST(change_answer, is_full_at_first_and_unchanged_then) {
  const auto full = full_of(before_json);
  ASSERT_TRUE(full);
  EXPECT_EQ(full->kind, outcome::full);
  const change_base base = base_from(*full);
  EXPECT_EQ(base.root, full->root);
  const auto again = changes_of(before_json, base);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->kind, outcome::unchanged);
  EXPECT_EQ(again->root, full->root);
  EXPECT_LT(again->text.size(), full->text.size());
}

TEST(change_answer, says_what_has_changed) {
  const auto full = full_of(before_json);
  ASSERT_TRUE(full);
  constexpr std::string_view json =
      R"([{"id":1,"s":"open"},{"id":3,"s":"open"},{"id":4,"s":"new"}])";
  const document next = parsed(json);
  const auto delta = changes_of(json, base_from(*full));
  ASSERT_TRUE(delta);
  EXPECT_EQ(delta->kind, outcome::delta);
  pith::gcf::delta_consumer model;
  ASSERT_TRUE(model.receive(full->text));
  ASSERT_TRUE(model.receive(delta->text));
  EXPECT_TRUE(pith::equal(model.rows(), next.root()));
}

TEST(change_answer, does_not_lose_the_order_of_rows) {
  const auto full = full_of(before_json);
  ASSERT_TRUE(full);
  constexpr std::string_view moved(
      R"([{"id":2,"s":"open"},{"id":1,"s":"open"},{"id":3,"s":"done"}])");
  constexpr std::string_view first(
      R"([{"id":9,"s":"new"},{"id":1,"s":"open"},{"id":2,"s":"open"},{"id":3,"s":"done"}])");
  const change_base base = base_from(*full);
  EXPECT_FALSE(changes_of(moved, base, {}));
  EXPECT_FALSE(changes_of(first, base, {}));
  const change_rules any_order{.key = {}, .is_ordered = false};
  EXPECT_TRUE(changes_of(moved, base, any_order));
  EXPECT_TRUE(changes_of(first, base, any_order));
}

TEST(change_answer, does_not_take_one_wrapper_for_another) {
  const std::string rows(before_json);
  const auto named = full_of(R"({"rows":)" + rows + "}");
  const auto bare = full_of(rows);
  ASSERT_TRUE(named && bare);
  EXPECT_FALSE(changes_of(rows, base_from(*named)));
  EXPECT_FALSE(changes_of(R"({"rows":)" + rows + "}", base_from(*bare)));
  EXPECT_FALSE(changes_of(R"({"others":)" + rows + "}", base_from(*named)));
  EXPECT_TRUE(changes_of(R"({"rows":)" + rows + "}", base_from(*named)));
}

TEST(change_answer, begins_again_after_many_changes) {
  auto last = full_of(R"([{"id":1,"n":0},{"id":2,"n":0}])");
  ASSERT_TRUE(last);
  std::size_t deltas = 0;
  for (int n = 1; n < 40; ++n) {
    auto answer = changes_of(
        R"([{"id":1,"n":)" + std::to_string(n) + R"(},{"id":2,"n":0}])",
        base_from(*last));
    if (!answer) break;
    ++deltas;
    last = std::move(answer);
  }
  EXPECT_EQ(deltas, max_changes_in_a_row - 1);
}

TEST(change_answer, refuses_a_base_that_was_changed) {
  const auto full = full_of(before_json);
  ASSERT_TRUE(full);
  std::string bytes = full->bytes;
  bytes.replace(bytes.find(R"(2,"s":"open)"), 11, R"(2,"s":"shut)");
  const auto base = read_base(bytes);
  ASSERT_TRUE(base);
  EXPECT_FALSE(changes_of(before_json, *base));
  EXPECT_FALSE(read_base(full->text));
  EXPECT_FALSE(read_base("pith-base-2 bare x\n" + full->text));
  EXPECT_FALSE(read_base("pith-base-2 bare 0"));
  EXPECT_FALSE(read_base(""));
  for (std::size_t size = 0; size < full->bytes.size(); size += 7) {
    EXPECT_FALSE(read_base(full->bytes.substr(0, size)));
  }
}

// Whatever changes, a model that follows has what the tool said.
TEST(change_answer, is_right_for_random_tables) {
  std::mt19937 random{7};  // NOLINT(cert-msc51-cpp): the same every time
  const auto below = [&random](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>{0, n - 1}(random);
  };
  const std::vector<std::string> cells{
      "1",        "1.5",    "null",       "true",
      R"("a|b")", R"("")",  R"("null")",  R"("line\nbreak")",
      R"("@1")",  R"("^")", R"({"x":1})", "[1,2]",
      "[]"};
  std::size_t deltas = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<std::pair<std::size_t, std::string>> rows;
    std::size_t next_id = 0;
    for (; next_id < 1 + below(12); ++next_id) {
      rows.emplace_back(next_id, cells[below(cells.size())]);
    }
    const auto json = [&rows] {
      std::string out = "[";
      for (const auto& [id, cell] : rows) {
        if (out.size() > 1) out.push_back(',');
        out.append(R"({"id":)").append(std::to_string(id));
        if (cell != "[]") out.append(R"(,"v":)").append(cell);
        out.append("}");
      }
      return out + "]";
    };
    pith::gcf::delta_consumer model;
    std::optional<change_answer> last;
    for (int turn = 0; turn < 6; ++turn) {
      const std::string said = json();
      const document now = parsed(said);
      std::optional<change_answer> answer;
      if (last) answer = changes_of(said, base_from(*last));
      if (answer && answer->kind == outcome::delta) ++deltas;
      if (!answer) answer = full_of(said, {.key = "id"});
      if (!answer) break;
      ASSERT_TRUE(model.receive(answer->text)) << answer->text;
      EXPECT_TRUE(pith::equal(model.rows(), now.root()))
          << said << answer->text;
      last = std::move(answer);
      if (!rows.empty() && below(2) == 0)
        rows.erase(rows.begin() +
                   static_cast<std::ptrdiff_t>(below(rows.size())));
      if (!rows.empty())
        rows[below(rows.size())].second = cells[below(cells.size())];
      if (below(2) == 0)
        rows.emplace_back(++next_id, cells[below(cells.size())]);
    }
  }
  EXPECT_GT(deltas, 100U);
}

/// A graph; the score of its first symbol.
std::string graph_json(std::string_view score, std::string_view more = {}) {
  return R"({"tool":"context","symbols":[{"qualifiedName":"pkg.A","kind":)"
         R"("function","score":)" +
         std::string(score) +
         R"(,"provenance":"lsp","distance":0},{"qualifiedName":"pkg.B",)"
         R"("kind":"type","score":0.5,"provenance":"lsp","distance":1}],)"
         R"("edges":[{"source":"pkg.A","target":"pkg.B","edgeType":"calls"}])" +
         std::string(more) + "}";
}

TEST(change_answer, follows_a_graph) {
  const auto full = full_of(graph_json("0.78"));
  ASSERT_TRUE(full);
  EXPECT_TRUE(full->text.starts_with("GCF profile=graph")) << full->text;
  const change_base base = base_from(*full);
  EXPECT_EQ(base.what, change_base::form::graph);
  const auto same = changes_of(graph_json("0.78"), base);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->kind, outcome::unchanged);
  const auto next = changes_of(graph_json("0.9"), base);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->kind, outcome::delta);
  pith::gcf::graph_delta_consumer model;
  ASSERT_TRUE(model.receive(full->text));
  ASSERT_TRUE(model.receive(next->text));
  EXPECT_EQ(model.root(), next->root);
  EXPECT_EQ(model.graph().symbols.size(), 2U);
}

TEST(change_answer, does_not_lose_what_a_graph_cannot_carry) {
  EXPECT_FALSE(full_of(graph_json("0.785")));  // the wire has two decimals
  EXPECT_FALSE(full_of(graph_json("0.78", R"(,"other":1)")));
  EXPECT_FALSE(full_of(graph_json("0.78", R"(,"packRoot":"sha256:00")")));
  EXPECT_FALSE(full_of(graph_json("0.78", R"(,"tokensUsed":0)")));
  EXPECT_FALSE(full_of(R"({"symbols":[{"qualifiedName":"a","kind":"fn",)"
                       R"("score":1,"provenance":"p","distance":0}],"x":[]})"));
  const auto full = full_of(graph_json("0.78", R"(,"tokensUsed":7)"));
  ASSERT_TRUE(full);
  EXPECT_FALSE(
      changes_of(graph_json("0.78", R"(,"tokensUsed":8)"), base_from(*full)));
}

TEST(base_handles, are_of_one_owner_and_one_root) {
  const base_handles one{{"key 1"}};
  const std::string handle = one.make("me", "sha256:1");
  EXPECT_TRUE(is_base_handle(handle)) << handle;
  EXPECT_TRUE(one.fits(handle, "me", "sha256:1"));
  EXPECT_FALSE(one.fits(handle, "you", "sha256:1"));
  EXPECT_FALSE(one.fits(handle, "me", "sha256:2"));
  EXPECT_FALSE(one.fits(handle.substr(1), "me", "sha256:1"));
  EXPECT_NE(handle, base_handles{}.make("me", "sha256:1"));
}

TEST(base_handles, survive_a_change_of_keys) {
  const std::string handle = base_handles{{"old"}}.make("me", "r");
  EXPECT_TRUE((base_handles{std::vector<std::string>{"new", "old"}})
                  .fits(handle, "me", "r"));
  EXPECT_FALSE(base_handles{{"new"}}.fits(handle, "me", "r"));
}

TEST(base_handles, have_one_form) {
  EXPECT_FALSE(is_base_handle(""));
  EXPECT_FALSE(is_base_handle("AAAAAAAAAAA"));
  EXPECT_FALSE(is_base_handle("AAAAAAAAAAA "));
  EXPECT_FALSE(is_base_handle("AAAAAAAAAAAAA"));
  EXPECT_TRUE(is_base_handle("AAAA-AAAA_A0"));
}

}  // namespace
