// SPDX-License-Identifier: MIT
#include "mcp/protocol/encoding_mark.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

std::string marked(std::string_view result,
                   const std::vector<encoding_mark>& marks) {
  return with_marks(result, marks).value_or("same");
}

TEST(with_marks, marks_the_block_and_the_result) {
  EXPECT_EQ(
      marked(R"({"content":[{"type":"text","text":"x"} ]} )", {{0, "gcf"}}),
      R"({"content":[{"type":"text","text":"x",)"
      R"("_meta":{"pith/encoding":"gcf"}} ],)"
      R"("_meta":{"pith/encoding":"gcf"}} )");
  EXPECT_EQ(marked(R"({"_meta":{"k":1e2},"content":[{"_meta":{"a" : 1},)"
                   R"("type":"text","text":"x"}]})",
                   {{0, "gcf"}}),
            R"({"_meta":{"k":1e2,"pith/encoding":"gcf"},"content":[{"_meta":)"
            R"({"a" : 1,"pith/encoding":"gcf"},"type":"text","text":"x"}]})");
}

TEST(with_marks, of_several_formats_leave_the_result_without_one) {
  const std::string block = R"({"type":"text","text":"x"})";
  EXPECT_EQ(marked(R"({"content":[)" + block + "," + block + "]}",
                   {{0, "gcf"}, {1, "tron"}}),
            R"({"content":[{"type":"text","text":"x","_meta":)"
            R"({"pith/encoding":"gcf"}},{"type":"text","text":"x","_meta":)"
            R"({"pith/encoding":"tron"}}]})");
}

const std::string own =
    R"({"content":[{"type":"text","text":"x","_meta":{"pith/encoding":"gcf",)"
    R"("a":1}}],"_meta":{"pith\/encoding":"gcf"}})";

TEST(with_marks, takes_away_what_is_not_to_be_believed) {
  EXPECT_EQ(marked(own, {}),
            R"({"content":[{"type":"text","text":"x","_meta":{"a":1}}],)"
            R"("_meta":{}})");
  EXPECT_EQ(marked(own, {{0, ""}}), marked(own, {}));
  EXPECT_EQ(marked(own, {{0, "gcf"}}), "same");
  EXPECT_EQ(marked(R"({"content":[],"_meta":{"pith/encoding":7}})", {}),
            R"({"content":[],"_meta":{}})");
}

TEST(with_marks, leaves_what_it_does_not_understand) {
  EXPECT_EQ(marked("[]", {{0, "gcf"}}), "same");
  EXPECT_EQ(marked(R"({"content":[7,null]})", {}), "same");
  EXPECT_EQ(marked(R"({"content":[{"type":"text","text":"x","_meta":null}],)"
                   R"("_meta":7})",
                   {{0, "gcf"}}),
            "same");
  EXPECT_EQ(marked(R"({"content":[{"type":"image"}]})", {}), "same");
  EXPECT_EQ(marked(R"({"content":[{"type":"text","text":"x","_meta":)"
                   R"({"pith/enc","a":1}}]})",
                   {{0, "gcf"}}),
            "same")
      << "not JSON, and no place for a second _meta";
}

TEST(encoding_of, reads_text_blocks_only) {
  const auto first = [](std::string_view result) {
    return encoding_of(read_call_result(result)->blocks.front());
  };
  EXPECT_EQ(first(own), "gcf");
  EXPECT_EQ(first(R"({"content":[{"type":"image","_meta":)"
                  R"({"pith/encoding":"gcf"}}]})"),
            "");
  EXPECT_EQ(first(R"({"content":[{"type":"text","text":"","_meta":)"
                  R"({"pith/encoding":["gcf"]}}]})"),
            "");
}

}  // namespace
