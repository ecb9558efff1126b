// SPDX-License-Identifier: MIT
// The decoder as its users see it. What each construct of the format means and
// which error each mistake has is in testdata/gcf, which the conformance runner
// reads; here is what fixtures cannot say.
#include <pith/equality.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace {

using pith::error_code;

const std::string header = "GCF profile=generic\n";

std::string decoded(std::string_view body,
                    const pith::gcf::decode_options& options = {}) {
  const auto doc = pith::gcf::decode(header + std::string(body), options);
  if (!doc) return pith::message(doc.error());
  return *pith::json::write(doc->root());
}

pith::error failure(std::string_view body,
                    const pith::gcf::decode_options& options = {}) {
  const auto doc = pith::gcf::decode(header + std::string(body), options);
  EXPECT_FALSE(doc) << body;
  return doc ? pith::error{error_code::incomplete, 0, ""} : doc.error();
}

TEST(GcfDecode, ReadsADocument) {
  EXPECT_EQ(decoded("a=1\n## b [2]{c,d}\n1|x\n~|-\n"),
            R"({"a":1,"b":[{"c":1,"d":"x"},{"d":null}]})");
}

TEST(GcfDecode, OwnsItsText) {
  std::string text = header + "a=" + std::string(100, 'x') + "\n";
  const auto doc = pith::gcf::decode(text);
  text.assign(text.size(), '?');
  ASSERT_TRUE(doc);
  EXPECT_EQ(doc->root().find("a")->get_string(), std::string(100, 'x'));
}

TEST(GcfDecode, DoesNotChangeItsInput) {
  const std::string text =
      header + "a=\"x\\ny\"\n## b [1]{\"c\\td\"}\n\"\\\\\"\n";
  const std::string copy = text;
  ASSERT_TRUE(pith::gcf::decode(text));
  EXPECT_EQ(text, copy);
}

TEST(GcfDecode, KeepsCanonicalSpellingsOfReals) {
  EXPECT_EQ(decoded("## [3]{a,b}\n0.1|12.50\n1e5|100.0\n-3.25|0.000001\n"),
            R"([{"a":0.1,"b":12.5},{"a":100000,"b":100},)"
            R"({"a":-3.25,"b":0.000001}])");
}

TEST(GcfDecode, SaysWhatIsExpected) {
  EXPECT_EQ(pith::message(failure("## [1]{a,b}\n1\n")),
            "row_width_mismatch: a row must have one cell per declared field");
}

TEST(GcfDecoder, ReusesItsMemoryAndTheTarget) {
  pith::gcf::decoder decoder;
  pith::document doc;
  const std::string long_text =
      header + "## [3]{a,\"b>c\",d}\n@0 1|2|^\n.d {}\n    e=1\n3|~|4\n~|5|~\n";
  const std::string short_text = header + "z=1\n";
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(decoder.decode_into(doc, long_text));
    EXPECT_EQ(*pith::json::write(doc.root()),
              R"([{"a":1,"b":{"c":2},"d":{"e":1}},{"a":3,"d":4},)"
              R"({"b":{"c":5}}])");
    ASSERT_TRUE(decoder.decode_into(doc, short_text));
    EXPECT_EQ(*pith::json::write(doc.root()), R"({"z":1})");
  }
}

TEST(GcfDecoder, IsNullAfterAFailure) {
  pith::gcf::decoder decoder;
  pith::document doc;
  ASSERT_TRUE(decoder.decode_into(doc, header + "a=1\n"));
  // At every stage: in the header, in a row, among attachments, at the end.
  for (const char* const text :
       {"", "GCF", "GCF profile=generic\n## [1]{a,b}\n1\n",
        "GCF profile=generic\n## [2]{a,b}\n@0 ^|^\n.b {}\n    c=1\n.a [2]: 1\n",
        "GCF profile=generic\n## [2]{a}\n@0 ^\n.a [2]{b}\n    1\n",
        "GCF profile=generic\na=\xFF\n"}) {
    EXPECT_FALSE(decoder.decode_into(doc, text)) << text;
    EXPECT_TRUE(doc.root().is_null()) << text;
    ASSERT_TRUE(decoder.decode_into(doc, header + "## [1]{a}\n1\n"));
    EXPECT_EQ(*pith::json::write(doc.root()), R"([{"a":1}])");
  }
}

TEST(GcfDecoder, Moves) {
  pith::gcf::decoder first;
  pith::gcf::decoder second = std::move(first);
  first = std::move(second);
  pith::document doc;
  EXPECT_TRUE(first.decode_into(doc, header + "a=1\n"));
  pith::document moved = std::move(doc);
  // A document that was moved from may be decoded into.
  EXPECT_TRUE(first.decode_into(doc, header + "b=2\n"));
  EXPECT_EQ(*pith::json::write(moved.root()), R"({"a":1})");
  EXPECT_EQ(*pith::json::write(doc.root()), R"({"b":2})");
}

TEST(GcfDecode, LimitsAreTheCallers) {
  pith::gcf::decode_options options;
  options.bounds.max_depth = 3;
  EXPECT_EQ(decoded("## a\n  ## b\n    c=1\n", options),
            R"({"a":{"b":{"c":1}}})");
  EXPECT_EQ(failure("## a\n  ## b\n    ## c\n", options).code,
            error_code::depth_limit);
  options.bounds.max_depth = ~std::size_t{0};
  options.bounds.max_items = ~std::size_t{0};
  options.bounds.max_expansion = ~std::size_t{0};
  EXPECT_EQ(decoded("a[1]: 1\n", options), R"({"a":[1]})");
  EXPECT_EQ(failure("a[99999999999999999999]: 1\n", options).code,
            error_code::item_limit);
}

TEST(GcfDecode, DeclaredCountsTakeNoMemory) {
  EXPECT_EQ(failure("## [4000000000]{a,b,c}\n1|2|3\n").code,
            error_code::count_mismatch);
  EXPECT_EQ(failure("## a [4000000000]\n@0 =1\n").code,
            error_code::count_mismatch);
  EXPECT_EQ(failure("a[4000000000]: 1\n").code, error_code::count_mismatch);
}

TEST(GcfDecode, KeysOf16MiBAreTooLong) {
  const std::string key(std::size_t{1} << 24, 'k');
  EXPECT_EQ(failure(key + "=1\n").code, error_code::size_limit);
  EXPECT_EQ(failure("\"" + key + "\"=1\n").code, error_code::size_limit);
  EXPECT_EQ(failure("## [1:]{k,v}\n" + key + "|1\n").code,
            error_code::size_limit);
  EXPECT_EQ(failure("## [1]{" + key + "}\n1\n").code, error_code::size_limit);
}

TEST(GcfDecode, ExpectsLongKeysOnlyInsideTheText) {
  // The key that is expected would reach far after the end.
  const std::string key(200, 'k');
  EXPECT_EQ(failure("## a\n  x=1\n  " + key + "=2\n## b\n  x=1\n  " +
                    key.substr(0, 20))
                .code,
            error_code::invalid_line);
}

TEST(GcfDecode, LongStrings) {
  // Longer than one word of the tape describes.
  const std::string text(3'000'000, 't');
  EXPECT_EQ(decoded("a=" + text + "\n"), "{\"a\":\"" + text + "\"}");
  EXPECT_EQ(decoded("## [1]{a,b}\n" + text + "|\"" + text + "\"\n"),
            "[{\"a\":\"" + text + "\",\"b\":\"" + text + "\"}]");
  EXPECT_EQ(decoded("## [1:]{k,a}\n" + text + "|1\n"),
            "{\"" + text + "\":{\"a\":1}}");
}

TEST(GcfDecode, AcceptsTheDefaultDepthAndNoMore) {
  std::string text;
  for (std::size_t i = 0; i < 511; ++i) {
    text.append(2 * i, ' ').append("## a\n");
  }
  EXPECT_EQ(decoded(text).size(),
            511 * std::string_view("{\"a\":}").size() + 2);
  text.append(2 * 511, ' ').append("## a\n");
  EXPECT_EQ(failure(text).code, error_code::depth_limit);
}

}  // namespace
