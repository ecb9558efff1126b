// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/equality.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>

#include "gcf/lex/scalar.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::error_code;
using pith::gcf::encode_options;

std::string encode(std::string_view json, const encode_options& options = {}) {
  const auto doc = pith::json::parse(json);
  EXPECT_TRUE(doc) << json;
  if (!doc) return {};
  const auto wire = pith::gcf::encode(doc->root(), options);
  EXPECT_TRUE(wire) << json;
  if (!wire) return {};
  const auto back = pith::gcf::decode(*wire);
  EXPECT_TRUE(back) << json << "\n" << *wire;
  if (back) {
    EXPECT_TRUE(pith::equal(doc->root(), back->root())) << json << *wire;
    EXPECT_EQ(pith::gcf::encode(back->root(), options).value_or(""), *wire);
  }
  constexpr std::string_view header = "GCF profile=generic\n";
  EXPECT_TRUE(wire->starts_with(header));
  return wire->substr(header.size());
}

struct example {
  const char* json;
  const char* wire;
};

void check(const std::vector<example>& table,
           const encode_options& options = {}) {
  for (const example& e : table) EXPECT_EQ(encode(e.json, options), e.wire);
}

TEST(encode, roots) {
  check({
      {"null", "=-\n"},
      {"true", "=true\n"},
      {"\"\"", "=\"\"\n"},
      {"\"hello world\"", "=hello world\n"},
      {"-5", "=-5\n"},
      {"{}", ""},
      {"[]", "## [0]\n"},
      {"[[]]", "## [1]\n@0 [0]\n"},
      {"[{}]", "## [1]\n@0 {}\n"},
      {"[1,\"a,b\",null]", "## [3]: 1,\"a,b\",-\n"},
  });
}

TEST(encode, columns_stay_in_first_seen_order) {
  check({
      {R"([{"a":1},{"b":2,"a":3},{"c":4}])",
       "## [3]{a,b,c}\n1|~|~\n3|2|~\n~|~|4\n"},
      {R"([{"z":1,"a":2},{"a":3,"z":4}])", "## [2]{z,a}\n1|2\n4|3\n"},
      {R"([{},{"a":null}])", "## [2]{a}\n~\n-\n"},
  });
}

TEST(encode, flattens_objects_of_one_structure) {
  check({
      {R"([{"o":{"p":{"x":1,"y":"t"}}},{"o":{"p":{"x":2,"y":null}}}])",
       "## [2]{\"o>p>x\",\"o>p>y\"}\n1|t\n2|-\n"},
      // Null rows and absent rows, as whole objects.
      {R"([{"o":{"x":1}},{"o":null},{}])", "## [3]{\"o>x\"}\n1\n-\n~\n"},
      // The first row need not have it.
      {R"([{"a":1},{"a":2,"o":{"x":1,"y":2}}])",
       "## [2]{a,\"o>x\",\"o>y\"}\n1|~|~\n2|1|2\n"},
  });
}

TEST(encode, does_not_flatten_what_would_not_come_back) {
  check({
      // Another order of keys is another structure (7.4.6.1 rule 1).
      {R"([{"o":{"x":1,"y":2}},{"o":{"y":3,"x":4}}])",
       "## [2]{o}\n@0 ^\n.o {}\n    x=1\n    y=2\n"
       "@1 ^\n.o {}\n    y=3\n    x=4\n"},
      // All leaves null would come back as null.
      {R"([{"o":{"x":null}}])", "## [1]{o}\n@0 ^\n.o {}\n    x=-\n"},
      // An object here, a scalar there.
      {R"([{"o":{"x":1}},{"o":2}])", "## [2]{o}\n@0 ^\n.o {}\n    x=1\n2\n"},
      // A null inside where another row has an object.
      {R"([{"o":{"p":{"x":1},"q":1}},{"o":{"p":null,"q":1}}])",
       "## [2]{o}\n@0 ^\n.o {}\n    ## p\n      x=1\n    q=1\n"
       "@1 ^\n.o {}\n    p=-\n    q=1\n"},
      // Empty objects, arrays, `>` and empty keys inside.
      {R"([{"o":{"x":{}}}])", "## [1]{o}\n@0 ^\n.o {}\n    ## x\n"},
      {R"([{"o":{"x":{"y":[1]}}}])",
       "## [1]{o}\n@0 ^\n.o {}\n    ## x\n      y[1]: 1\n"},
      {R"([{"o":{"a>b":1}}])", "## [1]{o}\n@0 ^\n.o {}\n    \"a>b\"=1\n"},
      {R"([{"":{"x":1}}])", "## [1]{\"\"}\n@0 ^\n.\"\" {}\n    x=1\n"},
  });
}

TEST(encode, special_names_are_like_any_other) {
  check({
      {R"([{"constructor":{"b":1}}])", "## [1]{\"constructor>b\"}\n1\n"},
      {R"([{"__proto__":{"b":1}}])", "## [1]{\"__proto__>b\"}\n1\n"},
      {R"([{"m":{"constructor":1}}])", "## [1]{\"m>constructor\"}\n1\n"},
  });
}

TEST(encode, fields_with_a_path_separator_follow_their_row) {
  check({
      {R"([{"a>b":1,"c":2},{"c":3}])", "## [2]{c}\n@0 2\n.\"a>b\" =1\n3\n"},
      {R"([{"a>b":[1,2],"c":2,"d>e":{"x":1}}])",
       "## [1]{c}\n@0 2\n.\"a>b\" [2]: 1,2\n.\"d>e\" {}\n    x=1\n"},
      // Nothing else: no table.
      {R"([{"a>b":1}])", "## [1]\n@0 {}\n  \"a>b\"=1\n"},
      {R"({"p":{"x>y":1},"q":{"x>y":2}})",
       "## p\n  \"x>y\"=1\n## q\n  \"x>y\"=2\n"},
      // A path column and a field of the same spelling are different things.
      {R"([{"a":{"b":1},"a>b":2}])", "## [1]{\"a>b\"}\n@0 1\n.\"a>b\" =2\n"},
  });
}

TEST(encode, inline_schemas_where_flattening_does_not_apply) {
  check({
      {R"([{"":{"x":1,"y":2,"z":"a|b"}},{"":{"x":4,"y":5,"z":6}},{}])",
       "## [3]{\"\"}\n@0 ^{x,y,z}\n1|2|\"a|b\"\n@1 ^\n4|5|6\n~\n"},
      // Two keys are too few, and a null forbids it (7.4.5.1).
      {R"([{"":{"x":1,"y":2}}])",
       "## [1]{\"\"}\n@0 ^\n.\"\" {}\n    x=1\n    y=2\n"},
      {R"([{"":{"x":1,"y":2,"z":3}},{"":null}])",
       "## [2]{\"\"}\n@0 ^\n.\"\" {}\n    x=1\n    y=2\n    z=3\n-\n"},
  });
}

TEST(encode, shared_array_schemas) {
  check({
      {R"([{"c":[{"a":1,"b":2}]},{"c":null},{},{"c":[{"a":3},{"b":4}]}])",
       "## [4]{c}\n@0 ^\n.c [1]{a,b}\n    1|2\n-\n~\n"
       "@3 ^\n.c [2]\n    3|~\n    ~|4\n"},
      // Another order, another list; an empty array; a nested value.
      {R"([{"c":[{"a":1,"b":2}]},{"c":[{"b":4},{"a":3}]}])",
       "## [2]{c}\n@0 ^\n.c [1]{a,b}\n    1|2\n"
       "@1 ^\n.c [2]{b,a}\n    4|~\n    ~|3\n"},
      {R"([{"c":[{"a":1}]},{"c":[]},{"c":[{"a":1}]}])",
       "## [3]{c}\n@0 ^\n.c [1]{a}\n    1\n@1 ^\n.c [0]\n"
       "@2 ^\n.c [1]{a}\n    1\n"},
      {R"([{"c":[{"a":1}]},{"c":[{"a":[1]}]}])",
       "## [2]{c}\n@0 ^\n.c [1]{a}\n    1\n"
       "@1 ^\n.c [1]{a}\n    @0 ^\n    .a [1]: 1\n"},
      // Later an expanded array under the same name.
      {R"([{"c":[{"a":1}]},{"c":[[1],2]}])",
       "## [2]{c}\n@0 ^\n.c [1]{a}\n    1\n"
       "@1 ^\n.c [2]\n    @0 [1]: 1\n    @1 =2\n"},
  });
}

TEST(encode, never_shares_a_schema_with_path_separators) {
  check({
      {R"([{"c":[{"a>b":1}]},{"c":[{"a>b":2}]}])",
       "## [2]{c}\n@0 ^\n.c [1]\n    @0 {}\n      \"a>b\"=1\n"
       "@1 ^\n.c [1]\n    @0 {}\n      \"a>b\"=2\n"},
      {R"([{"c":[{"a>b":1,"d":1}]},{"c":[{"a>b":2,"d":2}]}])",
       "## [2]{c}\n@0 ^\n.c [1]{d}\n    @0 1\n    .\"a>b\" =1\n"
       "@1 ^\n.c [1]{d}\n    @0 2\n    .\"a>b\" =2\n"},
  });
}

TEST(encode, keyed_maps) {
  check({
      {R"({"r":{"_key":1},"s":{"key":2,"__key":3}})",
       "## [2:]{___key,_key,key,__key}\nr|1|~|~\ns|~|2|3\n"},
      {R"({"r":{"_key":1},"s":{"_key":2}})", "## [2:]{key,_key}\nr|1\ns|2\n"},
      {R"([{"m":{"a":{"x":[1]},"b":{"x":[]}}}])",
       "## [1]{m}\n@0 ^\n.m [2:]{key,x}\n    @0 a|^\n    .x [1]: 1\n"
       "    @1 b|^\n    .x [0]\n"},
      {R"([1,{"a":{"x":1},"b":{"x":2}}])",
       "## [2]\n@0 =1\n@1 [2:]{key,x}\n  a|1\n  b|2\n"},
      {R"({"a":{},"b":{"x":1}})", "## [2:]{key,x}\na|~\nb|1\n"},
  });
}

TEST(encode, options_switch_the_optional_forms_off) {
  const char* json = R"([{"o":{"x":1,"y":2,"z":3},"c":[{"a":1}]},)"
                     R"({"o":{"x":4,"y":5,"z":6},"c":[{"a":2}]}])";
  check({{json,
          "## [2]{\"o>x\",\"o>y\",\"o>z\",c}\n@0 1|2|3|^\n.c [1]{a}\n    1\n"
          "@1 4|5|6|^\n.c [1]\n    2\n"}});
  check({{json,
          "## [2]{o,c}\n@0 ^{x,y,z}|^\n1|2|3\n.c [1]{a}\n    1\n"
          "@1 ^|^\n4|5|6\n.c [1]\n    2\n"}},
        {.flatten = false});
  check({{json,
          "## [2]{o,c}\n@0 ^|^\n.o {}\n    x=1\n    y=2\n    z=3\n"
          ".c [1]{a}\n    1\n@1 ^|^\n.o {}\n    x=4\n    y=5\n    z=6\n"
          ".c [1]{a}\n    2\n"}},
        {.flatten = false,
         .inline_schemas = false,
         .shared_array_schemas = false});
  check({{R"({"a":{"x":1},"b":{"x":2}})", "## a\n  x=1\n## b\n  x=2\n"}},
        {.keyed_maps = false});
}

TEST(encode, numbers_in_canonical_form) {
  check({
      {"[-0.0,1e2,1.50,1e-6,9.9e-7,1E20,9007199254740992.0,0.1]",
       "## [8]: 0,100,1.5,0.000001,9.9e-7,1e+20,9.007199254740992e+15,0.1\n"},
      {"[9223372036854775807,-9223372036854775808,9007199254740993]",
       "## [3]: 9223372036854775807,-9223372036854775808,9007199254740993\n"},
  });
}

TEST(encode, block_writer_agrees_with_the_rule) {
  // Every special text at every position around block boundaries.
  const std::vector<std::string> specials = {"\"",
                                             "\\",
                                             "|",
                                             ",",
                                             "\n",
                                             "\x01",
                                             "[x]:",
                                             "\xC2\xA0",
                                             "\xE2\x80\xA8",
                                             "\xE3\x80\x80",
                                             "\xEF\xBB\xBF",
                                             "\xC3\xA9",
                                             "[",
                                             " ",
                                             "\xF0\x9F\x98\x80"};
  for (const std::string& special : specials) {
    for (std::size_t length = 0; length < 70; ++length) {
      for (const std::size_t tail : {0u, 1u, 5u}) {
        const std::string text =
            std::string(length, 'x') + special + std::string(tail, 'y');
        pith::builder b;
        const auto doc =
            b.begin_array().string(text).string("end").end_array().finish();
        ASSERT_TRUE(doc);
        const auto wire = pith::gcf::encode(doc->root());
        ASSERT_TRUE(wire);
        const bool is_quoted = wire->find(": \"") != std::string::npos;
        EXPECT_EQ(is_quoted, pith::gcf::needs_quote(text)) << text;
        const auto back = pith::gcf::decode(*wire);
        ASSERT_TRUE(back);
        EXPECT_EQ(back->root().at(0)->get_string(), text);
      }
    }
  }
}

TEST(encode, long_strings_cross_the_output_buffer) {
  for (const std::size_t n :
       {1023u, 1024u, 1025u, 65'535u, 65'536u, 300'000u}) {
    for (const char* end : {"", "\n", "|", "\xC2\xA0"}) {
      pith::builder b;
      const std::string text = std::string(n, 'x') + end;
      const auto doc = b.begin_object()
                           .key(text)
                           .string(text)
                           .key("k")
                           .string(text)
                           .end_object()
                           .finish();
      ASSERT_TRUE(doc);
      const auto wire = pith::gcf::encode(doc->root());
      ASSERT_TRUE(wire);
      const auto back = pith::gcf::decode(*wire);
      ASSERT_TRUE(back) << pith::message(back.error());
      EXPECT_TRUE(pith::equal(doc->root(), back->root()));
    }
  }
}

class failing_sink final : public pith::sink {
 public:
  explicit failing_sink(std::size_t room) : room_(room) {}
  bool write(std::string_view bytes) override {
    if (bytes.size() > room_) return false;
    room_ -= bytes.size();
    return true;
  }

 private:
  std::size_t room_;
};

TEST(encode, reports_a_sink_that_refuses) {
  std::string json = "[";
  for (int i = 0; i < 50'000; ++i) json += R"({"a":"some text","b":1},)";
  json.back() = ']';
  const auto doc = pith::json::parse(json);
  ASSERT_TRUE(doc);
  for (const std::size_t room : {0u, 100'000u}) {
    failing_sink sink(room);
    pith::gcf::encoder encoder;
    const auto done = encoder.encode_to(sink, doc->root());
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, error_code::write_failed);
  }
}

TEST(encode, holds_its_limits) {
  std::string sparse = "[";
  for (int i = 0; i < 4000; ++i) {
    sparse += R"({"id":)" + std::to_string(i) + R"(,"f)" + std::to_string(i) +
              R"(":1},)";
  }
  sparse.back() = ']';
  const auto doc = pith::json::parse(sparse);
  ASSERT_TRUE(doc);
  std::string out = "kept";
  const auto limited = pith::gcf::append(out, doc->root());
  ASSERT_FALSE(limited);
  EXPECT_EQ(limited.error().code, error_code::expansion_limit);
  EXPECT_EQ(out, "kept");
  encode_options wide;
  wide.bounds.max_expansion = 1'000'000;
  EXPECT_TRUE(pith::gcf::append(out, doc->root(), wide));
  wide.bounds.max_fields = 10;
  const auto fields = pith::gcf::encode(doc->root(), wide);
  ASSERT_FALSE(fields);
  EXPECT_EQ(fields.error().code, error_code::field_limit);

  const auto deep = pith::json::parse(R"({"a":{"b":{"c":{"d":1}}}})");
  encode_options shallow;
  shallow.bounds.max_depth = 3;
  const auto nested = pith::gcf::encode(deep->root(), shallow);
  ASSERT_FALSE(nested);
  EXPECT_EQ(nested.error().code, error_code::depth_limit);
}

TEST(encode, any_value_of_a_document_can_be_the_root) {
  const auto doc = pith::json::parse(R"({"a":[{"x":1},{"x":2}],"b":"s"})");
  ASSERT_TRUE(doc);
  EXPECT_EQ(pith::gcf::encode(*doc->root().find("a")).value_or(""),
            "GCF profile=generic\n## [2]{x}\n1\n2\n");
  EXPECT_EQ(pith::gcf::encode(*doc->root().find("b")).value_or(""),
            "GCF profile=generic\n=s\n");
}

}  // namespace
