// SPDX-License-Identifier: MIT
// Rows as JSON and as GCF.
#include <pith/builder.hpp>
#include <pith/equality.hpp>
#include <pith/gcf.hpp>

#include "root_of.hpp"
#include "rows/gcf_row_sink.hpp"
#include "rows/json_row_sinks.hpp"
#include "rows_support.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace {

using cli::rows::gcf_row_options;
using cli::rows::gcf_row_sink;
using cli::rows::json_row_sink;
using cli::rows::ndjson_row_sink;
using cli::rows::row_form;
using cli::rows::row_shape;
using cli::rows::row_sink;
using pith::error_code;

/// Gives lines to a sink in batches of a size.
pith::result<void> write(row_sink& to, std::string_view lines,
                         std::size_t batch) {
  const auto all = pith::json::parse_lines(lines);
  EXPECT_TRUE(all.has_value());
  const auto rows = all->root().get_array();
  pith::builder part;
  pith::document made;
  std::size_t held = 0;
  const auto hand_over = [&]() -> pith::result<void> {
    held = 0;
    if (auto done = part.end_array().finish_into(made); !done) return done;
    return to.write(made.root());
  };
  for (const pith::value row : *rows) {
    if (held == 0) part.begin_array();
    part.copy(row);
    if (++held < batch) continue;
    if (auto done = hand_over(); !done) return done;
  }
  if (held != 0) {
    if (auto done = hand_over(); !done) return done;
  }
  return to.finish();
}

TEST(ndjson_row_sink, writes_lines) {
  for (const std::size_t batch : {1UL, 2UL, 10UL}) {
    std::string out;
    pith::string_sink sink(out);
    ndjson_row_sink rows(sink);
    ASSERT_TRUE(write(rows, "{\"a\": 1}\n[2]\n\"x\"\n", batch));
    EXPECT_EQ(out, "{\"a\":1}\n[2]\n\"x\"\n");
    EXPECT_EQ(rows.row_count(), 3U);
  }
}

TEST(json_row_sink, writes_one_array) {
  for (const std::size_t batch : {1UL, 2UL, 10UL}) {
    std::string out;
    pith::string_sink sink(out);
    json_row_sink rows(sink);
    ASSERT_TRUE(write(rows, "{\"a\":1}\n[2]\n\"x\"\n", batch));
    EXPECT_EQ(out, "[{\"a\":1},[2],\"x\"]\n");
  }
  std::string out;
  pith::string_sink sink(out);
  json_row_sink none(sink);
  ASSERT_TRUE(none.finish());
  EXPECT_EQ(out, "[]\n");
}

std::string encode(std::string_view lines) {
  return *pith::gcf::encode(
      pith_tests::root_of(pith::json::parse_lines(lines)));
}

/// What a sink makes of lines, whatever the batches.
std::string gcf_of(std::string_view lines, const gcf_row_options& options) {
  std::optional<std::string> first;
  for (const std::size_t batch : {1UL, 2UL, 3UL, 1000UL}) {
    std::string out;
    pith::string_sink sink(out);
    gcf_row_sink rows(sink, options);
    const auto done = write(rows, lines, batch);
    if (!done) {
      out += "! " + std::string(name(done.error().code)) + " row " +
             std::to_string(rows.row_count() + 1);
    }
    if (!first) first = out;
    EXPECT_EQ(out, *first) << "batches of " << batch;
  }
  return *first;
}

TEST(gcf_row_sink, few_rows_are_encoded_as_a_whole) {
  for (const std::string_view lines :
       {"", "{\"a\":1}\n{\"a\":2}\n", "1\n2\n", "{\"a\":{\"b\":1}}\n[2]\n"}) {
    EXPECT_EQ(gcf_of(lines, {}), encode(lines));
    EXPECT_EQ(gcf_of(lines, {.held_rows = 2}), encode(lines));
  }
}

TEST(gcf_row_sink, many_flat_rows_become_a_table) {
  EXPECT_EQ(
      gcf_of("{\"a\":1,\"b\":\"x\"}\n{\"b\":null}\n{\"b\":true,\"a\":2}\n",
             {.held_rows = 2}),
      "GCF profile=generic\n## [?]{a,b}\n1|x\n~|-\n2|true\n"
      "##! summary counts=3\n");
  EXPECT_EQ(gcf_of("{\"a\":1}\n{\"a\":2}\n", {.held_bytes = 8}),
            "GCF profile=generic\n## [?]{a}\n1\n2\n##! summary counts=2\n");
}

TEST(gcf_row_sink, other_rows_become_a_list) {
  const gcf_row_options two{.held_rows = 1};
  EXPECT_EQ(gcf_of("{\"a\":1}\n{\"a\":[2]}\n", two),
            "GCF profile=generic\n## [?]\n@0 {}\n  a=1\n@1 {}\n  a[1]: 2\n"
            "##! summary counts=2\n");
  EXPECT_EQ(gcf_of("1\n{\"a\":1}\n", two),
            "GCF profile=generic\n## [?]\n@0 =1\n@1 {}\n  a=1\n"
            "##! summary counts=2\n");
  EXPECT_EQ(
      gcf_of("{\"a>b\":1}\n{\"a>b\":2}\n", two),
      "GCF profile=generic\n## [?]\n@0 {}\n  \"a>b\"=1\n@1 {}\n  \"a>b\"=2\n"
      "##! summary counts=2\n");
  EXPECT_EQ(gcf_of("{}\n{}\n", two),
            "GCF profile=generic\n## [?]\n@0 {}\n@1 {}\n"
            "##! summary counts=2\n");
}

TEST(gcf_row_sink, rows_that_share_nothing_become_a_list) {
  std::string lines;
  for (int i = 0; i < 6; ++i) lines += "{\"k" + std::to_string(i) + "\":1}\n";
  EXPECT_TRUE(gcf_of(lines, {.held_rows = 3})
                  .starts_with("GCF profile=generic\n## [?]{k0,k1,k2,k3}\n"));
  EXPECT_TRUE(gcf_of(lines, {.held_rows = 4})
                  .starts_with("GCF profile=generic\n## [?]\n@0 {}\n"));
}

TEST(gcf_row_sink, a_later_row_that_does_not_fit_is_named) {
  const std::string_view lines = "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n{\"b\":4}\n";
  const std::string out = gcf_of(lines, {.held_rows = 1});
  EXPECT_TRUE(out.ends_with("3\n! misplaced_value row 4")) << out;
  const std::string nested =
      gcf_of("{\"a\":1}\n{\"a\":2}\n{\"a\":[3]}\n", {.held_rows = 1});
  EXPECT_TRUE(nested.ends_with("! misplaced_value row 3")) << nested;
  // With all rows known beforehand it does.
  row_shape shape;
  ASSERT_TRUE(shape.write(pith_tests::root_of(pith::json::parse_lines(lines))));
  EXPECT_EQ(gcf_of(lines, {.shape = &shape, .held_rows = 1}),
            "GCF profile=generic\n## [?]{a,b}\n1|~\n2|~\n3|~\n~|4\n"
            "##! summary counts=4\n");
}

TEST(gcf_row_sink, a_form_can_be_asked_for) {
  const std::string_view lines = "{\"a\":1}\n{\"a\":2}\n";
  EXPECT_EQ(gcf_of(lines, {.form = row_form::list}),
            "GCF profile=generic\n## [?]\n@0 {}\n  a=1\n@1 {}\n  a=2\n"
            "##! summary counts=2\n");
  EXPECT_EQ(gcf_of(lines, {.form = row_form::table}),
            "GCF profile=generic\n## [?]{a}\n1\n2\n##! summary counts=2\n");
  row_shape shape;
  ASSERT_TRUE(shape.write(pith_tests::root_of(pith::json::parse_lines(lines))));
  EXPECT_EQ(gcf_of(lines, {.form = row_form::table, .shape = &shape}),
            gcf_of(lines, {.form = row_form::table}));
  EXPECT_EQ(gcf_of("", {.form = row_form::list}),
            "GCF profile=generic\n## [?]\n##! summary counts=0\n");
  EXPECT_TRUE(gcf_of("{\"a\":1}\n{\"a\":{}}\n", {.form = row_form::table})
                  .ends_with("! misplaced_value row 2"));
  EXPECT_TRUE(gcf_of("1\n", {.form = row_form::table})
                  .ends_with("! invalid_field_declaration row 1"));
}

TEST(gcf_row_sink, an_item_that_is_refused_is_named) {
  std::string deep = "1\n[2]\n";
  for (int i = 0; i < 511; ++i) deep += '[';
  for (int i = 0; i < 511; ++i) deep += ']';
  // As deep as a row can be; the writer takes it.
  const std::string out = gcf_of(deep, {.form = row_form::list});
  EXPECT_TRUE(out.ends_with("##! summary counts=3\n"));
  EXPECT_TRUE(pith::gcf::decode(out).has_value());
}

TEST(gcf_row_sink, a_full_disk_is_not_the_fault_of_a_row) {
  class full final : public pith::sink {
   public:
    bool write(std::string_view) override { return false; }
  } sink;
  gcf_row_sink rows(sink, {.held_rows = 1});
  const auto done = write(rows, "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", 1);
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().code, error_code::write_failed);
}

TEST(row_shape, stops_at_what_is_no_table) {
  row_shape shape;
  const auto rows = pith::json::parse(R"([{"a":1},{"b":2,"a":1},7,{"c":1}])");
  ASSERT_TRUE(shape.wants_more());
  ASSERT_TRUE(shape.write(rows->root()));
  EXPECT_FALSE(shape.wants_more());
  EXPECT_FALSE(shape.suits_table());
  EXPECT_EQ(shape.row_count(), 3U);
}

TEST(row_shape, keeps_the_order_in_which_fields_come) {
  row_shape shape;
  const auto rows =
      pith::json::parse(R"([{"a":1,"b":2},{"c":1,"a":2},{"b":1,"d":1},{}])");
  ASSERT_TRUE(shape.write(rows->root()));
  EXPECT_TRUE(shape.suits_table());
  EXPECT_EQ(shape.fields(),
            (std::vector<std::string_view>{"a", "b", "c", "d"}));
}

TEST(row_shape, too_many_fields_are_no_table) {
  std::string text = "[{";
  for (int i = 0; i <= 10'000; ++i) {
    text += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":1";
  }
  row_shape shape;
  const auto rows = pith::json::parse(text + "}]");
  ASSERT_TRUE(rows.has_value());
  ASSERT_TRUE(shape.write(rows->root()));
  EXPECT_FALSE(shape.suits_table());
}

}  // namespace
