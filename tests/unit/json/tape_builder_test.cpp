// SPDX-License-Identifier: MIT
#include "json/tape_builder.hpp"

#include <pith/json.hpp>

#include "document/document_data.hpp"
#include "document/tape.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::detail::array_count_of;
using pith::detail::document_access;
using pith::detail::document_data;
using pith::detail::flags_of;
using pith::detail::has_array;
using pith::detail::has_object;
using pith::detail::has_scalar;
using pith::detail::header_words;
using pith::detail::is_container;
using pith::detail::is_scalar_tree;
using pith::detail::max_short_text;
using pith::detail::payload_of;
using pith::detail::shape_of;
using pith::detail::span_of;
using pith::detail::tag;
using pith::detail::tag_of;
using pith::detail::text_length_of;
using pith::detail::text_offset_of;
using pith::detail::text_padding;
using pith::detail::word;

/// A parsed text and its tape.
struct parsed {
  explicit parsed(std::string_view text) : doc(pith::json::parse(text)) {
    EXPECT_TRUE(doc) << text;
  }
  [[nodiscard]] const document_data& data() const {
    return document_access::data(doc->root());
  }
  /// Tags in order; a container's header is one of them.
  [[nodiscard]] std::vector<tag> tags() const {
    std::vector<tag> found;
    const auto& tape = data().tape;
    for (std::size_t i = 0; i < tape.size();) {
      found.push_back(tag_of(tape[i]));
      i += is_container(tag_of(tape[i])) ? header_words : span_of(tape[i]);
    }
    return found;
  }
  [[nodiscard]] unsigned flags(std::size_t index) const {
    return flags_of(data().tape[index + 1]) & ~unsigned{is_scalar_tree};
  }
  pith::result<pith::document> doc;
};

TEST(tape_builder, writes_each_value_with_its_tag) {
  EXPECT_EQ(parsed(R"([null,true,false,"s",1.5,12,-7,0,-0,[],{}])").tags(),
            (std::vector{
                tag::array, tag::null, tag::boolean_true, tag::boolean_false,
                tag::string, tag::real, tag::spelt_integer, tag::spelt_integer,
                tag::spelt_integer, tag::integer, tag::array, tag::object}));
  EXPECT_EQ(parsed("1234567890123456789").tags(),
            (std::vector{tag::spelt_integer}));
  EXPECT_EQ(parsed('"' + std::string(max_short_text, 'x') + '"').tags(),
            (std::vector{tag::string}));
  EXPECT_EQ(parsed('"' + std::string(max_short_text + 1, 'x') + '"').tags(),
            (std::vector{tag::long_string}));
}

TEST(tape_builder, notes_how_long_containers_are_and_what_they_hold) {
  const struct {
    std::string_view text;
    std::size_t words;
    std::size_t count;
    unsigned flags;
  } cases[] = {
      {"[]", 2, 0, 0},
      {"[1]", 3, 1, has_scalar},
      {"[1,2.5,\"x\"]", 6, 3, has_scalar},
      {"[[]]", 4, 1, has_array},
      {"[{}]", 4, 1, has_object},
      {"[{},{}]", 6, 2, has_object},
      {"[{},[]]", 6, 2, has_object | has_array},
      {"[{},1]", 5, 2, has_object | has_scalar},
      {"[1,[2],{\"a\":3}]", 9, 3, has_object | has_array | has_scalar},
      {"[[[1]]]", 7, 1, has_array},
      {"[[1],[{}]]", 9, 2, has_array},
  };
  for (const auto& c : cases) {
    const parsed p(c.text);
    EXPECT_EQ(p.data().tape.size(), c.words) << c.text;
    EXPECT_EQ(span_of(p.data().tape[0]), c.words) << c.text;
    EXPECT_EQ(array_count_of(p.data().tape[1]), c.count) << c.text;
    EXPECT_EQ(p.flags(0), c.flags) << c.text;
  }
  EXPECT_EQ(parsed("{}").flags(0), 0u);
  EXPECT_EQ(parsed(R"({"a":1})").flags(0), unsigned{has_scalar});
  EXPECT_EQ(parsed(R"({"a":{}})").flags(0), unsigned{has_object});
  EXPECT_EQ(parsed(R"({"a":[],"b":1})").flags(0),
            unsigned{has_array} | has_scalar);
}

TEST(tape_builder, gives_objects_of_the_same_keys_the_same_shape) {
  const parsed p(R"([{"a":1,"b":2},{"b":1,"a":2},{"a":3,"b":4},{},{"a":1}])");
  const auto& data = p.data();
  std::vector<std::uint32_t> shapes;
  for (std::size_t i = header_words; i < data.tape.size();
       i += span_of(data.tape[i])) {
    shapes.push_back(shape_of(data.tape[i + 1]));
  }
  ASSERT_EQ(shapes.size(), 5u);
  EXPECT_EQ(shapes[0], shapes[2]);
  EXPECT_NE(shapes[0], shapes[1]);
  EXPECT_EQ(shapes[3], 0u);
  EXPECT_NE(shapes[4], shapes[0]);
  EXPECT_EQ(data.shapes[shapes[0]].count, 2u);
}

TEST(tape_builder, keeps_the_spelling_of_canonical_reals_only) {
  const struct {
    std::string_view text;
    bool is_spelt;
  } cases[] = {
      {"0.5", true},
      {"-12.25", true},
      {"123456.5", true},
      {"1.50", false},
      {"1.0", false},
      {"1e5", false},
      {"12345678.25", true},
      {"0.000001", true},
      {"0.0000001", false},
      {"-0.5", true},
      {"0.0000012", true},
      {"123456789.125", true},
      {"0.1", true},
      {"99999999.9", true},
      {"1234567.1234567", true},
      {"0.10", false},
      {"0.00000001", false},
      {"13.664229381472103", true},
  };
  for (const auto& c : cases) {
    const parsed p(c.text);
    ASSERT_EQ(p.tags(), std::vector{tag::real}) << c.text;
    const word w = p.data().tape[0];
    EXPECT_EQ(payload_of(w) != 0, c.is_spelt) << c.text;
    if (c.is_spelt) {
      EXPECT_EQ(p.data().text_at(text_offset_of(w), text_length_of(w)), c.text);
    }
    EXPECT_EQ(p.data().real_at(0), std::stod(std::string(c.text)));
  }
}

TEST(tape_builder, pads_the_text_with_zeros) {
  const parsed p("[1]");
  const auto& text = p.data().text;
  ASSERT_EQ(text.size(), 3u);
  ASSERT_GE(text.capacity(), text.size() + text_padding);
  for (std::size_t i = 0; i < text_padding; ++i) {
    EXPECT_EQ(text.data()[text.size() + i], '\0');
  }
}

}  // namespace
