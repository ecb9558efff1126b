// SPDX-License-Identifier: MIT
// The readers of values and of the lines of each container.
#include "gcf/decode/object_reader.hpp"
#include "gcf/decode/table_reader.hpp"
#include "gcf/decode/value_reader.hpp"
#include "reader_parts.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace {

using pith::error_code;
using namespace pith::gcf::decoding;  // NOLINT: this file is about nothing else
using pith_tests::reader_parts;

class value_readers : public ::testing::Test {
 protected:
  /// Opens or reads the array whose header is the first line.
  std::string read(std::string_view text) {
    parts_.begin(text);
    const line ln = parts_.next_line();
    count_bracket bracket;
    char* p = parts_.values.read_count(ln.first + 1, bracket);
    if (p != nullptr) {
      p = parts_.values.open_array(p, bracket, 0, no_key_id, place::root, ln);
    }
    if (p == nullptr) return "failed";
    parts_.in.next = p;
    return parts_.read_on() ? parts_.json() : "failed";
  }
  error_code failure(std::string_view text) {
    EXPECT_EQ(read(text), "failed") << text;
    return parts_.failure();
  }

  reader_parts parts_;
};

TEST_F(value_readers, scalars) {
  parts_.begin("\"x\"\n");
  EXPECT_EQ(parts_.values.read_scalar(parts_.in.next), parts_.in.text.last);
  EXPECT_EQ(parts_.json(), "\"x\"");
  parts_.begin("~\n");
  EXPECT_EQ(parts_.values.read_scalar(parts_.in.next), nullptr);
}

TEST_F(value_readers, counts) {
  pith::limits bounds;
  bounds.max_items = 12;
  const auto end_of = [&](std::string_view text, count_bracket& bracket) {
    parts_.begin(text, bounds);
    bracket = {};
    return parts_.values.read_count(parts_.in.next, bracket);
  };
  count_bracket bracket;
  EXPECT_EQ(end_of("12]", bracket), parts_.in.text.last);
  EXPECT_EQ(bracket.count, 12u);
  EXPECT_NE(end_of("?:]", bracket), nullptr);
  EXPECT_TRUE(bracket.is_deferred);
  EXPECT_TRUE(bracket.is_keyed);
  EXPECT_EQ(end_of("13]", bracket), nullptr);
  EXPECT_EQ(parts_.failure(), error_code::item_limit);
  for (const char* const wrong : {"]", "01]", "1", "-1]", "1:?]"}) {
    EXPECT_EQ(end_of(wrong, bracket), nullptr) << wrong;
    EXPECT_EQ(parts_.failure(), error_code::invalid_count) << wrong;
  }
}

TEST_F(value_readers, arrays_by_their_headers) {
  EXPECT_EQ(read("[0]"), "[]");
  EXPECT_EQ(read("[3]: 1,x,-"), R"([1,"x",null])");
  EXPECT_EQ(read("[?]{a}\n1\n2"), R"([{"a":1},{"a":2}])");
  EXPECT_EQ(read("[1]\n@0 =1"), "[1]");
  EXPECT_EQ(read("[1:]{k,a}\nx|1"), R"({"x":{"a":1}})");
}

TEST_F(value_readers, headers_that_are_wrong) {
  EXPECT_EQ(failure("[2]: 1"), error_code::count_mismatch);
  EXPECT_EQ(failure("[1]: 1,2"), error_code::count_mismatch);
  EXPECT_EQ(failure("[1]:1"), error_code::invalid_line);
  EXPECT_EQ(failure("[1] x"), error_code::invalid_line);
  EXPECT_EQ(failure("[1]{a} x"), error_code::invalid_line);
  EXPECT_EQ(failure("[0:]{k,a}"), error_code::keyed_map);
  EXPECT_EQ(failure("[1:]"), error_code::keyed_map);
  EXPECT_EQ(failure("[1:]{k}"), error_code::keyed_map);
}

class container_readers : public ::testing::Test {
 protected:
  /// Reads the lines of an object.
  std::string object(std::string_view text) {
    parts_.begin(text);
    parts_.push(body::object);
    return parts_.read_on() ? parts_.json() : "failed";
  }
  /// Reads the lines of an expanded array with `count` elements.
  std::string list(std::size_t count, std::string_view text) {
    parts_.begin(text);
    frame& f = parts_.push(body::expanded);
    f.is_counted = true;
    f.declared = count;
    return parts_.read_on() ? parts_.json() : "failed";
  }
  /// Reads the lines of a table, after its declaration.
  std::string table(std::string_view text) {
    parts_.begin(text);
    const std::uint32_t layout = parts_.declared();
    frame& f = parts_.push(body::table);
    f.layout = layout;
    f.declared = no_count;
    return parts_.read_on() ? parts_.json() : "failed";
  }
  void expect_failure(const std::string& read, error_code code) {
    EXPECT_EQ(read, "failed");
    EXPECT_EQ(parts_.failure(), code);
  }

  reader_parts parts_;
};

TEST_F(container_readers, objects) {
  EXPECT_EQ(object("a=1\nb[2]: x,y\n## c\n  d=2\n## e [1]{f}\n3\n"),
            R"({"a":1,"b":["x","y"],"c":{"d":2},"e":[{"f":3}]})");
  expect_failure(object("a=1\na=2\n"), error_code::duplicate_key);
  expect_failure(object("a 1\n"), error_code::invalid_line);
  expect_failure(object("a=1\n    b=1\n"), error_code::invalid_indent);
  expect_failure(object("a[1:]: 1\n"), error_code::invalid_line);
  expect_failure(object("##! summary\na=1\n"), error_code::invalid_line);
}

/// The keys of the second object are guessed from those of the first.
TEST_F(container_readers, objects_of_one_kind) {
  for (const bool may_have_many : {false, true}) {
    parts_.begin("@0 {}\n  a=1\n  b=2\n@1 {}\n  a=3\n  b=4\n  c=5\n");
    parts_.objects.begin(may_have_many, true);
    parts_.push(body::expanded).declared = no_count;
    ASSERT_TRUE(parts_.read_on());
    EXPECT_EQ(parts_.json(), R"([{"a":1,"b":2},{"a":3,"b":4,"c":5}])");
  }
}

TEST_F(container_readers, expanded_arrays) {
  EXPECT_EQ(list(3, "@0 =1\n@1 {}\n  a=2\n@2 [1]: x\n"),
            R"([1,{"a":2},["x"]])");
  expect_failure(list(1, "@1 =1\n"), error_code::invalid_item_id);
  expect_failure(list(1, "@0 1\n"), error_code::invalid_line);
  expect_failure(list(2, "@0 =1\nx\n"), error_code::count_mismatch);
  expect_failure(list(2, "@0 =1\n"), error_code::count_mismatch);
  expect_failure(list(1, "  @0 =1\n"), error_code::invalid_indent);
}

TEST_F(container_readers, tables) {
  EXPECT_EQ(table("{a,b}\n1|2\n@1 3|^\n.b {}\n    c=4\n5|6\n"),
            R"([{"a":1,"b":2},{"a":3,"b":{"c":4}},{"a":5,"b":6}])");
  expect_failure(table("{a}\n1\n.a {}\n"), error_code::orphan_attachment);
  expect_failure(table("{a}\n@1 1\n"), error_code::invalid_item_id);
  expect_failure(table("{a}\n@0 ^\n"), error_code::missing_attachment);
  expect_failure(table("{a}\n@0 1\n  x\n"),
                 error_code::orphan_inline_attachment);
}

TEST_F(container_readers, attachments) {
  EXPECT_EQ(table("{a,b}\n@0 ^{p,q}|^\n1|2\n.b [2]: x,y\n"),
            R"([{"a":{"p":1,"q":2},"b":["x","y"]}])");
  EXPECT_EQ(table("{a}\n@0 ^\n.a {}\n.\"x>y\" =1\n"), R"([{"a":{},"x>y":1}])");
  expect_failure(table("{a}\n@0 ^{p,q}\n1\n"),
                 error_code::inline_width_mismatch);
  expect_failure(table("{a}\n@0 ^\n.b {}\n"), error_code::orphan_attachment);
  expect_failure(table("{a}\n@0 ^\n.a =1\n"), error_code::invalid_line);
}

/// The fields that the first row declared hold for the second one.
TEST_F(container_readers, shared_schemas_of_attachments) {
  EXPECT_EQ(table("{a}\n@0 ^\n.a [1]{x}\n    1\n@1 ^\n.a [1]\n    2\n"
                  "@2 ^\n.a [1]\n    @0 =3\n"),
            R"([{"a":[{"x":1}]},{"a":[{"x":2}]},{"a":[3]}])");
}

}  // namespace
