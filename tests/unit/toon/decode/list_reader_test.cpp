// SPDX-License-Identifier: MIT
#include "toon/decode/list_reader.hpp"

#include "loaded_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

using namespace pith::toon::decoding;  // NOLINT: this file is about it alone
using toon_tests::loaded_text;

struct list_text : loaded_text {
  line_scanner lines{shared};
  container_stack containers{shared};
  array_reader arrays{shared, containers};
  member_reader members{shared, containers, arrays};
  list_reader lists{shared, containers, arrays, members};

  explicit list_text(std::string_view text) : loaded_text(text) {
    lines.reset();
    containers.reset();
    arrays.reset();
    members.reset();
  }

  /// The root's line, then items of lists; every object has one line.
  std::string read() {
    line ln;
    if (lines.find(at(0), ln) != line_search::found) return problem();
    char* next = lists.read_root(ln);
    while (next != nullptr && lines.find(next, ln) == line_search::found) {
      if (!containers.close_before(ln.depth, ln.first)) return problem();
      next = lists.read_item(ln);
    }
    if (next == nullptr) return problem();
    while (!containers.empty()) {
      if (!containers.close(shared.text.last)) return problem();
    }
    return json();
  }
};

std::string value_of(std::string_view text) { return list_text(text).read(); }

TEST(toon_list_reader, tells_what_the_root_is) {
  EXPECT_EQ(value_of("1"), "1");
  EXPECT_EQ(value_of("[]"), "[]");
  EXPECT_EQ(value_of("\"a: b\""), R"("a: b")");
  EXPECT_EQ(value_of("a: 1"), R"({"a":1})");
  EXPECT_EQ(value_of("[2]: 1,2"), "[1,2]");
  EXPECT_EQ(value_of("  a: 1"), "invalid_indent@2");
}

TEST(toon_list_reader, reads_items_of_every_kind) {
  EXPECT_EQ(value_of("[6]:\n  - 1\n  - \"x\"\n  -\n  - []\n  - [1]: 2\n"
                     "  - a: 3\n"),
            R"([1,"x",{},[],[2],{"a":3}])");
  EXPECT_EQ(value_of("[1]:\n  - [1]:\n    - a[1]:\n        - 1"),
            R"([[{"a":[1]}]])");
  EXPECT_EQ(value_of("[1]:\n  - [2]:\n    - 1\n    - 2"), "[[1,2]]");
}

TEST(toon_list_reader, expects_the_key_of_the_item_before) {
  EXPECT_EQ(value_of("k[4]:\n  - id: 1\n  - id: 2\n  - ids: 3\n  - id[1]: 4"),
            R"({"k":[{"id":1},{"id":2},{"ids":3},{"id":[4]}]})");
}

TEST(toon_list_reader, refuses_what_is_not_an_item) {
  EXPECT_EQ(value_of("[1]:\n  1"), "invalid_line@7");
  EXPECT_EQ(value_of("[1]:\n  -1"), "invalid_line@7");
  EXPECT_EQ(value_of("[1]:\n  - [1]{a}:\n    1"), "invalid_line@9");
  EXPECT_EQ(value_of("[1]:\n  - 1\n  - 2"), "count_mismatch@13");
  EXPECT_EQ(value_of("[2]:\n  - 1"), "count_mismatch@10");
}

}  // namespace
