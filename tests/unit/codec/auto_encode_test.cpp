// SPDX-License-Identifier: MIT
#include <pith/auto_encode.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace {

/// A tokenizer whose tokens are bytes; cuts are safe everywhere.
struct byte_counter {
  std::size_t counted = 0;
  std::size_t count(std::string_view text) {
    counted += text.size();
    return text.size();
  }
  std::size_t last_safe_cut(std::string_view text, std::size_t at) const {
    return std::min(at, text.size());
  }
};

/// The same, but it cannot tell where to cut.
struct whole_counter {
  std::size_t count(std::string_view text) const { return text.size(); }
};

pith::document parse(std::string_view text) {
  auto doc = pith::json::parse(text);
  EXPECT_TRUE(doc);
  return std::move(*doc);
}

std::string many_rows(int rows) {
  std::string text = "[";
  for (int i = 0; i < rows; ++i) {
    text += (i == 0 ? "" : ",");
    text += R"({"identifier":)" + std::to_string(i) + R"(,"name":"x"})";
  }
  return text + "]";
}

pith::codec lossless(std::string name, std::string output) {
  return {.name = std::move(name),
          .summary = "",
          .write = [output](pith::sink& out, pith::value,
                            const pith::codec_settings&) -> pith::result<void> {
            out.write(output);
            return {};
          },
          .read =
              [](std::string_view, const pith::codec_settings&) {
                return pith::json::parse("[1,2]");
              }};
}

TEST(auto_encode, takes_gcf_for_rows_and_json_for_crumbs) {
  byte_counter counter;
  const auto table = parse(many_rows(20));
  const auto best = pith::auto_encode(table.root(), counter);
  ASSERT_TRUE(best);
  EXPECT_EQ(best->used->name, "gcf");
  EXPECT_EQ(best->text, *pith::gcf::encode(table.root()));
  EXPECT_EQ(best->tokens, best->text.size());

  const auto crumb = parse("[1]");
  const auto small = pith::auto_encode(crumb.root(), counter);
  ASSERT_TRUE(small);
  EXPECT_EQ(small->used->name, "json");
  EXPECT_EQ(small->text, "[1]");
  EXPECT_EQ(small->tokens, 3U);
}

TEST(auto_encode, gives_ties_to_json_then_to_the_earlier) {
  whole_counter counter;
  const auto doc = parse("[1,2]");
  const pith::codec a = lossless("a", "xxxxx");
  const pith::codec b = lossless("b", "xxxx");
  const pith::codec c = lossless("c", "yyyy");
  const pith::candidate even[] = {{&a}};
  EXPECT_EQ(
      pith::auto_encode(doc.root(), counter, {.candidates = even})->used->name,
      "json");
  const pith::candidate shorter[] = {{&a}, {&b}, {&c}};
  EXPECT_EQ(pith::auto_encode(doc.root(), counter, {.candidates = shorter})
                ->used->name,
            "b");
}

TEST(auto_encode, falls_back_when_a_text_does_not_come_back) {
  whole_counter counter;
  const auto doc = parse("[1,3]");  // the codec below reads [1,2]
  const pith::codec liar = lossless("liar", "x");
  const pith::candidate candidates[] = {{&liar}};
  const auto best =
      pith::auto_encode(doc.root(), counter, {.candidates = candidates});
  ASSERT_TRUE(best);
  EXPECT_EQ(best->used->name, "json");
  EXPECT_EQ(best->text, "[1,3]");
  EXPECT_EQ(best->tokens, 5U);
  ASSERT_EQ(best->counts.size(), 2U);
  ASSERT_TRUE(best->counts[1].refused);
  EXPECT_EQ(best->counts[1].refused->code, pith::error_code::not_faithful);
}

TEST(auto_encode, falls_back_to_an_exact_count) {
  byte_counter counter;
  const auto doc = parse(many_rows(2000));
  const pith::codec liar = lossless("liar", "x");
  const pith::candidate candidates[] = {{&liar}};
  const auto best =
      pith::auto_encode(doc.root(), counter, {.candidates = candidates});
  ASSERT_TRUE(best);
  EXPECT_EQ(best->used->name, "json");
  EXPECT_EQ(best->tokens, best->text.size());
  EXPECT_TRUE(best->counts[0].is_exact);
  EXPECT_EQ(best->counts[0].tokens, best->text.size());
}

TEST(auto_encode, keeps_the_order_of_members_when_asked) {
  whole_counter counter;
  std::string text = many_rows(30);
  text.back() = ',';
  text += R"({"name":"y","identifier":30}])";
  const auto doc = parse(text);
  EXPECT_EQ(pith::auto_encode(doc.root(), counter)->used->name, "gcf");
  const auto strict = pith::auto_encode(
      doc.root(), counter, {.order = pith::member_order::significant});
  EXPECT_EQ(strict->used->name, "json");
  EXPECT_EQ(strict->counts[1].refused->code, pith::error_code::not_faithful);
}

TEST(auto_encode, offers_every_lossless_codec_and_its_variants) {
  std::vector<std::string> names;
  for (const pith::candidate& c : pith::all_candidates()) {
    EXPECT_TRUE(c.with->is_lossless());
    EXPECT_TRUE(c.with->read);
    names.emplace_back(c.name.empty() ? c.with->name : c.name);
  }
  EXPECT_EQ(names,
            (std::vector<std::string>{"gcf", "toon", "toon-tab", "tron"}));
}

TEST(auto_encode, names_the_variant_that_won) {
  // Tabs are cheaper where cells hold commas, which must be quoted.
  whole_counter counter;
  const auto doc = parse(R"([{"a":"x,y"},{"a":"y,z"}])");
  const auto all = pith::all_candidates();
  const auto best = pith::auto_encode(doc.root(), counter, {.candidates = all});
  ASSERT_TRUE(best);
  EXPECT_EQ(best->name, "toon-tab");
  EXPECT_EQ(best->used->name, "toon");
}

TEST(auto_encode, stops_counting_what_cannot_win) {
  byte_counter counter;
  const auto doc = parse(many_rows(5000));
  const auto quick = pith::auto_encode(doc.root(), counter);
  ASSERT_TRUE(quick);
  const std::size_t json_bytes = quick->counts[0].bytes;
  EXPECT_FALSE(quick->counts[0].is_exact);
  EXPECT_GT(quick->counts[0].tokens, quick->tokens);
  EXPECT_LT(counter.counted, quick->tokens + json_bytes);

  const auto whole =
      pith::auto_encode(doc.root(), counter, {.count_all = true});
  EXPECT_TRUE(whole->counts[0].is_exact);
  EXPECT_EQ(whole->counts[0].tokens, json_bytes);
  EXPECT_EQ(whole->text, quick->text);
}

TEST(auto_encode, passes_over_what_cannot_be_encoded) {
  whole_counter counter;
  const auto doc = parse("[1,2]");
  pith::codec failing = lossless("failing", "");
  failing.write = [](pith::sink&, pith::value,
                     const pith::codec_settings&) -> pith::result<void> {
    return pith::error{pith::error_code::expansion_limit, 0, "too large"};
  };
  const pith::candidate candidates[] = {{&failing}};
  const auto best =
      pith::auto_encode(doc.root(), counter, {.candidates = candidates});
  ASSERT_TRUE(best);
  EXPECT_EQ(best->used->name, "json");
  EXPECT_EQ(best->counts[1].refused->code, pith::error_code::expansion_limit);
}

TEST(auto_encode, refuses_candidates_that_declare_a_loss) {
  whole_counter counter;
  const auto doc = parse("[1,2]");
  pith::codec lossy = lossless("lossy", "x");
  lossy.loses = "everything";
  pith::codec mute = lossless("mute", "x");
  mute.read = nullptr;
  for (const pith::codec* unfit : {static_cast<const pith::codec*>(&lossy),
                                   static_cast<const pith::codec*>(&mute),
                                   static_cast<const pith::codec*>(nullptr)}) {
    const pith::candidate candidates[] = {{unfit}};
    const auto best =
        pith::auto_encode(doc.root(), counter, {.candidates = candidates});
    ASSERT_FALSE(best);
    EXPECT_EQ(best.error().code, pith::error_code::not_supported);
  }
}

TEST(auto_encode, fails_when_json_fails) {
  whole_counter counter;
  const auto doc = parse(many_rows(2000));
  pith::limits tight;
  tight.max_expansion = 0;
  const auto best = pith::auto_encode(doc.root(), counter, {.bounds = tight});
  ASSERT_FALSE(best);
  EXPECT_EQ(best.error().code, pith::error_code::expansion_limit);
}

TEST(auto_encode, keeps_its_candidates_and_their_registry) {
  whole_counter counter;
  const auto doc = parse("[1,2]");
  const pith::auto_options options = [] {
    const auto made = pith::registry::of({lossless("mine", "x")});
    EXPECT_TRUE(made);
    return pith::auto_options{.candidates = pith::all_candidates(*made)};
  }();
  ASSERT_EQ(options.candidates.size(), 1U);
  const auto best = pith::auto_encode(doc.root(), counter, options);
  ASSERT_TRUE(best);
  EXPECT_EQ(best->name, "mine");
  EXPECT_EQ(best->used->name, "mine");
  EXPECT_EQ(best->counts[1].with->name, "mine");
}

TEST(auto_encode, chooses_what_strangers_recognize) {
  byte_counter counter;
  const auto doc = parse(R"({"name":"x","city":"Rome"})");
  const auto all = pith::all_candidates();
  const auto told = pith::auto_encode(doc.root(), counter, {.candidates = all});
  ASSERT_TRUE(told);
  EXPECT_EQ(told->used->name, "toon");
  for (const bool count_all : {false, true}) {
    const auto best = pith::auto_encode(doc.root(), counter,
                                        {.candidates = all,
                                         .count_all = count_all,
                                         .recognized_by = &pith::codecs()});
    ASSERT_TRUE(best);
    EXPECT_EQ(best->used->name, "json");
    for (const pith::candidate_count& one : best->counts) {
      EXPECT_EQ(one.is_recognized, one.with->name != "toon");
      EXPECT_TRUE(!count_all || one.tokens != 0);
    }
  }
}

}  // namespace
