// SPDX-License-Identifier: MIT
#include "toon/decode/member_reader.hpp"

#include "loaded_text.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace {

using namespace pith::toon::decoding;  // NOLINT: this file is about it alone
using pith::toon::decode_options;
using toon_tests::loaded_text;
using toon_tests::loose;

/// Objects alone: lines of the root and of the objects in it.
struct object_text : loaded_text {
  line_scanner lines{shared};
  container_stack containers{shared};
  array_reader arrays{shared, containers};
  member_reader members{shared, containers, arrays};
  std::size_t calls = 0;  ///< of read_members()

  explicit object_text(std::string_view text,
                       const decode_options& options = {})
      : loaded_text(text, options) {
    lines.reset();
    containers.reset();
    arrays.reset();
    members.reset();
  }

  /// What the lines are, or what is wrong with them.
  std::string read() {
    if (containers.push(body::object, 0, at(0)) == nullptr) return problem();
    char* next = at(0);
    line ln;
    while (next != nullptr && lines.find(next, ln) == line_search::found) {
      if (!containers.close_before(ln.depth, ln.first)) return problem();
      next = members.read_members(ln);
      ++calls;
    }
    if (next == nullptr) return problem();
    while (!containers.empty()) {
      if (!containers.close(shared.text.last)) return problem();
    }
    return json();
  }
};

std::string object_of(std::string_view text,
                      const decode_options& options = {}) {
  return object_text(text, options).read();
}

TEST(toon_member_reader, reads_members_of_every_kind) {
  EXPECT_EQ(object_of("a: 1\nb: x y \nc: \"q\\n\"\nd: []\ne[2]: 1,2\nf:\n"),
            R"({"a":1,"b":"x y","c":"q\n","d":[],"e":[1,2],"f":{}})");
  EXPECT_EQ(object_of("a:\n  b:\n    c: 1\n  d: 2\ne: 3"),
            R"({"a":{"b":{"c":1},"d":2},"e":3})");
}

TEST(toon_member_reader, reads_keys_that_are_not_plain) {
  EXPECT_EQ(object_of("a b : 1\n\"c:\" : 2\n\"d\"[1]: 3\nx\"[:\": 4"),
            R"({"a b":1,"c:":2,"d":[3],"x\"[:\"":4})");
  EXPECT_EQ(object_of("a"), "invalid_line@0");
  EXPECT_EQ(object_of("[1]: 1"), "invalid_line@0");
  EXPECT_EQ(object_of("a b [1]: 1"), "invalid_line@3");
  EXPECT_EQ(object_of("\"a\" b: 1"), "invalid_line@4");
  EXPECT_EQ(object_of("\"a"), "unterminated_quote@0");
  EXPECT_EQ(object_of("a: \"b\" c"), "trailing_characters@6");
}

TEST(toon_member_reader, guesses_keys_that_came_before) {
  std::string text = "x:\n";
  std::string json = R"({"x":{)";
  for (int i = 0; i < 3; ++i) {
    const std::string key = "o" + std::to_string(i);
    text += "  " + key + ":\n    id: 1\n    name: \"a\"\n    note: b\n";
    json +=
        (i == 0 ? "\"" : ",\"") + key + R"(":{"id":1,"name":"a","note":"b"})";
  }
  EXPECT_EQ(object_of(text), json + "}}");
}

TEST(toon_member_reader, survives_wrong_guesses) {
  EXPECT_EQ(
      object_of("p:\n  o:\n    a: 1\n    b: 2\nq:\n  o:\n    a: 3\n    bc: 4\n"
                "r:\n  o:\n    a[1]: 5\n    b: \"6\"\n    c: 7\n"
                "s:\n  o:\n    a:\n    b: \"x\\ty\"\n"),
      R"({"p":{"o":{"a":1,"b":2}},"q":{"o":{"a":3,"bc":4}},)"
      R"("r":{"o":{"a":[5],"b":"6","c":7}},)"
      R"("s":{"o":{"a":{},"b":"x\ty"}}})");
}

TEST(toon_member_reader, reads_plain_lines_in_one_go) {
  object_text t("a: 1\nb: 2\nc: 3\n\nd: 4");
  EXPECT_EQ(t.read(), R"({"a":1,"b":2,"c":3,"d":4})");
  EXPECT_EQ(t.calls, 2u);
}

TEST(toon_member_reader, refuses_or_replaces_duplicates) {
  EXPECT_EQ(object_of("a: 1\na: 2"), "duplicate_key@5");
  EXPECT_EQ(object_of("a: 1\nb: 2\na: x", loose()), R"({"a":"x","b":2})");
}

TEST(toon_member_reader, keeps_limits) {
  decode_options options;
  options.bounds.max_items = 2;
  EXPECT_EQ(object_of("a: 1\nb: 2\nc: 3", options), "item_limit@10");
  options = {};
  options.bounds.max_depth = 1;
  EXPECT_EQ(object_of("a:\n", options), "depth_limit@2");
}

}  // namespace
