// SPDX-License-Identifier: MIT
#include <pith/codec.hpp>
#include <pith/equality.hpp>
#include <pith/json.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

pith::result<void> write_nothing(pith::sink&, pith::value,
                                 const pith::codec_settings&) {
  return {};
}

pith::codec named(std::string name, std::vector<std::string> aliases = {}) {
  return {.name = std::move(name),
          .summary = "",
          .aliases = std::move(aliases),
          .write = write_nothing};
}

std::string name_of(const pith::codec* c) { return c ? c->name : "none"; }

TEST(registry, finds_by_name_alias_extension_and_media_type) {
  const auto made = pith::registry::of({{.name = "one",
                                         .summary = "",
                                         .aliases = {"first"},
                                         .media_type = "text/one",
                                         .extensions = {"1"},
                                         .write = write_nothing},
                                        named("two")});
  ASSERT_TRUE(made);
  EXPECT_EQ(name_of(made->find("one")), "one");
  EXPECT_EQ(name_of(made->find("FIRST")), "one");
  EXPECT_EQ(name_of(made->find("two")), "two");
  EXPECT_EQ(made->find("three"), nullptr);
  EXPECT_EQ(made->find(""), nullptr);
  EXPECT_EQ(name_of(made->find_extension("1")), "one");
  EXPECT_EQ(name_of(made->find_extension(".1")), "one");
  EXPECT_EQ(made->find_extension("2"), nullptr);
  EXPECT_EQ(name_of(made->find_media_type("Text/One; charset=utf-8")), "one");
  EXPECT_EQ(made->find_media_type(""), nullptr);
}

TEST(registry, refuses_duplicates_as_a_value) {
  for (const auto& pair : {std::vector{named("a"), named("A")},
                           std::vector{named("a"), named("b", {"a"})},
                           std::vector{named("a", {"x"}), named("b", {"X"})},
                           std::vector{named("a", {"a"})}}) {
    const auto made = pith::registry::of(pair);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, pith::error_code::duplicate_codec);
  }
}

TEST(registry, refuses_codecs_without_a_name_or_a_writer) {
  for (const pith::codec& broken :
       {named(""), pith::codec{.name = "x", .summary = "", .write = {}}}) {
    const auto made = pith::registry::of({broken});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, pith::error_code::invalid_name);
  }
}

TEST(registry, grows_by_copy) {
  const auto more = pith::codecs().with({named("mine")});
  ASSERT_TRUE(more);
  EXPECT_EQ(name_of(more->find("mine")), "mine");
  EXPECT_EQ(name_of(more->find("gcf")), "gcf");
  EXPECT_EQ(pith::codecs().find("mine"), nullptr);
  EXPECT_FALSE(pith::codecs().with({named("gcf")}));
}

TEST(registry, knows_its_own_codecs_completely) {
  ASSERT_FALSE(pith::codecs().all().empty());
  for (const pith::codec& c : pith::codecs().all()) {
    SCOPED_TRACE(c.name);
    EXPECT_FALSE(c.summary.empty());
    EXPECT_FALSE(c.media_type.empty());
    EXPECT_FALSE(c.extensions.empty());
    EXPECT_TRUE(c.recognize);
    // A codec that cannot read says what is lost: everything.
    EXPECT_TRUE(c.read || !c.is_lossless());
    std::set<std::string> names;
    for (const pith::codec_option& option : c.options) {
      EXPECT_FALSE(option.help.empty()) << option.name;
      EXPECT_TRUE(names.insert(option.name).second) << option.name;
    }
    for (const pith::codec_variant& v : c.variants) {
      EXPECT_FALSE(v.name.empty());
      for (const pith::option_value& option : v.options) {
        EXPECT_TRUE(names.contains(std::string(option.name)));
      }
    }
  }
}

// Defaults that are said are those that hold.
TEST(registry, options_have_the_defaults_that_they_say) {
  const auto doc = pith::json::parse(
      R"({"rows":[{"id":1,"at":{"x":1,"y":2}},{"id":2,"at":{"x":3,"y":4}}]})");
  ASSERT_TRUE(doc);
  for (const pith::codec& c : pith::codecs().all()) {
    if (c.subject != pith::codec_subject::any_value) continue;
    SCOPED_TRACE(c.name);
    std::vector<pith::option_value> defaults;
    for (const pith::codec_option& option : c.options) {
      defaults.push_back({option.name, option.default_value});
    }
    const auto plain = c.encode(doc->root());
    const auto said = c.encode(doc->root(), {.options = defaults});
    ASSERT_TRUE(plain);
    ASSERT_TRUE(said) << pith::message(said.error());
    EXPECT_EQ(*plain, *said);
    for (const pith::codec_option& option : c.options) {
      const pith::option_value wrong[] = {{option.name, "no such value"}};
      const auto refused = c.encode(doc->root(), {.options = wrong});
      ASSERT_FALSE(refused) << option.name;
      EXPECT_EQ(refused.error().code, pith::error_code::invalid_option);
    }
    const pith::option_value unknown[] = {{"no-such-option", "1"}};
    const auto refused = c.encode(doc->root(), {.options = unknown});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, pith::error_code::unknown_option);
  }
}

TEST(registry, lossless_codecs_give_back_what_they_got) {
  const auto doc = pith::json::parse(
      R"({"a":[1,-0.5,"x y",null,true,[],{}],"b":{"c":"\u0000|,\n"}})");
  ASSERT_TRUE(doc);
  for (const pith::codec& c : pith::codecs().all()) {
    if (c.subject != pith::codec_subject::any_value || !c.is_lossless()) {
      continue;
    }
    SCOPED_TRACE(c.name);
    const auto text = c.encode(doc->root());
    ASSERT_TRUE(text);
    const auto back = c.decode(*text);
    ASSERT_TRUE(back) << pith::message(back.error());
    EXPECT_TRUE(pith::equal(back->root(), doc->root()));
  }
}

TEST(registry, names_the_codec_of_a_table) {
  const auto doc = pith::json::parse(
      R"({"rows":[{"id":1,"name":"a"},{"id":2,"name":"b"}]})");
  ASSERT_TRUE(doc);
  for (const pith::codec& c : pith::codecs().all()) {
    if (c.subject != pith::codec_subject::any_value) continue;
    const auto text = c.encode(doc->root());
    ASSERT_TRUE(text);
    EXPECT_EQ(name_of(pith::codecs().detect(*text)), c.name) << *text;
  }
}

TEST(registry, options_are_heard) {
  const auto doc = pith::json::parse(R"({"a":[{"b":{"c":1}},{"b":{"c":2}}]})");
  ASSERT_TRUE(doc);
  const pith::option_value pretty[] = {{"indent", "2"}};
  EXPECT_EQ(
      *pith::codecs().find("json")->encode(doc->root(), {.options = pretty}),
      *pith::json::write(doc->root(), {.indent = 2}));
  const pith::option_value nested[] = {{"flatten", "true"},
                                       {"flatten", "false"}};
  const auto text =
      pith::codecs().find("gcf")->encode(doc->root(), {.options = nested});
  ASSERT_TRUE(text);
  EXPECT_EQ(text->find('>'), std::string::npos);  // the last one counts
}

TEST(registry, writes_graphs) {
  const auto doc = pith::json::parse(
      R"({"symbols":[{"qualifiedName":"a.b","kind":"function","score":0.5,)"
      R"("provenance":"lsp"}],"edges":[]})");
  ASSERT_TRUE(doc);
  const pith::option_value graph[] = {{"profile", "graph"}};
  const auto text =
      pith::codecs().find("gcf")->encode(doc->root(), {.options = graph});
  ASSERT_TRUE(text);
  EXPECT_TRUE(text->starts_with("GCF profile=graph"));
}

TEST(registry, carries_graphs_in_all_that_take_them) {
  const auto doc = pith::json::parse(
      R"({"tool":"find","symbols":[{"qualifiedName":"a.b","kind":"function",)"
      R"("score":0.5,"provenance":"lsp_resolved"},{"qualifiedName":"a.c",)"
      R"("kind":"type","score":0.25,"provenance":"lsp_resolved",)"
      R"("distance":1}],"edges":[{"source":"a.b","target":"a.c",)"
      R"("edgeType":"calls"}]})");
  ASSERT_TRUE(doc);
  for (const pith::codec& c : pith::codecs().all()) {
    if (c.subject != pith::codec_subject::graph &&
        c.subject != pith::codec_subject::rows_or_graph) {
      continue;
    }
    SCOPED_TRACE(c.name);
    const auto text = c.encode(doc->root());
    ASSERT_TRUE(text) << pith::message(text.error());
    EXPECT_NE(text->find("a.b"), std::string::npos);
    EXPECT_EQ(name_of(pith::codecs().detect(*text)), c.name);
    if (!c.read) continue;
    const auto back = c.decode(*text);
    ASSERT_TRUE(back) << pith::message(back.error());
    EXPECT_EQ(back->root().find("edges")->at(0)->find("target")->get_string(),
              "a.c");
    const auto none = pith::json::parse("[1]");
    EXPECT_FALSE(c.encode(none->root()));
  }
}

TEST(registry, writes_rows_for_people) {
  const auto doc = pith::json::parse(R"([{"id":1,"name":"a"}])");
  const pith::codec* const markdown = pith::codecs().find("md");
  const auto text = markdown->encode(doc->root());
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("| 1 | a |"), std::string::npos) << *text;
  EXPECT_EQ(name_of(pith::codecs().detect(*text)), "markdown") << *text;
  EXPECT_FALSE(markdown->decode(*text));
}

TEST(registry, carries_answers_of_graph_queries) {
  const auto doc = pith::json::parse(
      R"({"query_type":"traversal","nodes":[{"type":"User","id":"1",)"
      R"("username":"ann"}],"edges":[]})");
  const pith::codec* const goon = pith::codecs().find("goon");
  const auto text = goon->encode(doc->root());
  ASSERT_TRUE(text) << pith::message(text.error());
  EXPECT_EQ(name_of(pith::codecs().detect(*text)), "goon");
  const auto back = goon->decode(*text);
  ASSERT_TRUE(back) << pith::message(back.error());
  EXPECT_TRUE(pith::equal(back->root(), doc->root()))
      << *pith::json::write(back->root());
}

TEST(registry, says_when_it_cannot_tell) {
  EXPECT_EQ(pith::codecs().detect(""), nullptr);
  EXPECT_EQ(pith::codecs().detect("plain words"), nullptr);
  EXPECT_EQ(name_of(pith::codecs().detect("{\"a\":1}")), "json");
  EXPECT_EQ(name_of(pith::codecs().detect("GCF profile=generic\n=1\n")), "gcf");
}

TEST(registry, takes_no_broken_or_telling_json_for_something_else) {
  for (const char* const text :
       {R"({"id":7,"msg":"failed at items[0]: expected","data":[1,2)",
        R"({"id":7,"msg":"failed at items[0]: expected","x":NaN})",
        R"({"errors[0]:":1})", R"([{"a":"a[0]:"},{"a":"b[2]{c}:"}])"}) {
    EXPECT_EQ(name_of(pith::codecs().detect(text)), "json") << text;
  }
  // What one lost or changed byte makes of a string, or of `[0]`.
  for (const char* const text :
       {R"(a[1]: x")", R"(a[2]: \"x\",y")", "[0]:", "[1]:", R"("a[1]: x)",
        "Nov 16 08:00:01 host sshd[123]: Accepted\n", "a: 1\n"}) {
    EXPECT_EQ(pith::codecs().detect(text), nullptr) << text;
  }
}

TEST(registry, knows_toon_by_its_headers) {
  const pith::codec* const toon = pith::codecs().find("toon");
  for (const char* const text :
       {"a: b\nitems[2]: 1,2\n", "\"x y\"[1]{a}:\n  1\n", "[2|]: 1|2\n",
        "x:\n  - [1]: \"a\\\"b\"\n", "m[1:]{q}:\n  k: 1\n",
        "# \"odd\na[1]: 1\n"}) {
    EXPECT_EQ(toon->recognize(text),
              toon->decode(text) ? pith::likeness::certain : pith::likeness::no)
        << text;
  }
  EXPECT_EQ(toon->recognize("items[2]{a,b}:\n  1,2\n"),
            pith::likeness::possible);
}

TEST(registry, two_that_are_alike_are_none) {
  const auto yes = [](std::string_view) { return pith::likeness::certain; };
  auto a = named("a");
  auto b = named("b");
  a.recognize = yes;
  b.recognize = yes;
  const auto alike = pith::registry::of({a, b});
  EXPECT_EQ(alike->detect("x"), nullptr);
  b.recognize = [](std::string_view) { return pith::likeness::possible; };
  const auto first = pith::registry::of({a, b});
  EXPECT_EQ(name_of(first->detect("x")), "a");
  const auto last = pith::registry::of({b, a});
  EXPECT_EQ(name_of(last->detect("x")), "a");
}

TEST(codec, without_a_reader_does_not_decode) {
  const auto back = named("a").decode("x");
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().code, pith::error_code::not_supported);
}

TEST(codec, without_a_writer_does_not_encode) {
  const pith::codec unfinished{.name = "x", .summary = "", .write = {}};
  const auto text = unfinished.encode(pith::value());
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, pith::error_code::not_supported);
  std::string out;
  pith::string_sink sink(out);
  EXPECT_FALSE(unfinished.encode_to(sink, pith::value()));
}

TEST(registry, shares_its_codecs_with_copies_and_references) {
  pith::codec_reference kept;
  std::optional<pith::registry> copy;
  {
    const auto made = pith::codecs().with({named("mine")});
    ASSERT_TRUE(made);
    copy = *made;
    kept = made->share(*made->find("mine"));
    EXPECT_EQ(copy->find("mine"), made->find("mine"));
  }
  EXPECT_EQ(kept->name, "mine");
  EXPECT_EQ(copy->find("mine"), kept.get());
  // NOLINTBEGIN(bugprone-use-after-move): what this is about
  const pith::registry last = *std::move(copy);
  EXPECT_EQ(copy->find("mine"), nullptr);
  EXPECT_TRUE(copy->all().empty());
  // NOLINTEND(bugprone-use-after-move)
  EXPECT_NE(last.find("mine"), nullptr);
  EXPECT_FALSE(pith::codec_reference());
}

TEST(codec, settings_keep_their_options) {
  const auto settings = [] {
    const std::string name = std::string("in") + "dent";
    return pith::codec_settings{
        .options = std::vector<pith::option_value>{{name, "2"}}};
  }();
  const auto doc = pith::json::parse("[1]");
  ASSERT_TRUE(doc);
  const auto text = pith::codecs().find("json")->encode(doc->root(), settings);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, "[\n  1\n]");
}

TEST(codec, says_which_option_is_bad) {
  const pith::codec* const toon = pith::codecs().find("toon");
  ASSERT_NE(toon, nullptr);
  const pith::error unknown =
      toon->check_options(
              {.options = {{"delimiter", "tab"}, {"delimeter", "x"}}})
          .error();
  EXPECT_EQ(unknown.code, pith::error_code::unknown_option);
  EXPECT_EQ(unknown.offset, 1U);
  const pith::error invalid =
      toon->encode(pith::value(),
                   {.options = {{"delimiter", "tab"}, {"indent", "many"}}})
          .error();
  EXPECT_EQ(invalid.code, pith::error_code::invalid_option);
  EXPECT_EQ(invalid.offset, 1U);
}

}  // namespace
