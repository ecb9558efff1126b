// SPDX-License-Identifier: MIT
#include "gcf/decode/identity_rules.hpp"

#include "loaded_reading.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace {

using pith::error_code;
using namespace pith::gcf::decoding;  // NOLINT: this file is about nothing else

class identity_rules_of_a_header : public ::testing::Test {
 protected:
  /// Reads the header `fields`, with `rest` after it.
  [[nodiscard]] bool read(std::string_view fields, std::string_view rest = {},
                          purpose wanted = purpose::document) {
    r_.load("GCF profile=generic" + std::string(fields) + "\n" +
            std::string(rest));
    rules_.begin(wanted);
    r_.in.next = rules_.read_header_line();
    return r_.in.next != nullptr;
  }
  error_code failure(std::string_view fields) {
    EXPECT_FALSE(read(fields)) << fields;
    return r_.failure();
  }
  /// Notes the table whose declaration follows the header.
  [[nodiscard]] bool note(layout_kind kind = layout_kind::table) {
    std::uint32_t id = 0;
    char* const fields = r_.in.next;
    if (r_.in.layouts.find(r_.in.text, fields, kind, id, true) == nullptr) {
      return false;
    }
    return rules_.note_table(r_.in.layouts[id], fields,
                             kind == layout_kind::keyed);
  }

  pith_tests::loaded_reading r_;
  identity_rules rules_{r_.in};
};

TEST_F(identity_rules_of_a_header, who_takes_part) {
  ASSERT_TRUE(read(" tool=x"));
  EXPECT_FALSE(rules_.takes_part());
  ASSERT_TRUE(read(" tool=x", {}, purpose::loose_update));
  EXPECT_TRUE(rules_.takes_part());
  ASSERT_TRUE(read(" key=id pack_root=r"));
  EXPECT_TRUE(rules_.takes_part());
  EXPECT_FALSE(rules_.is_delta());
  EXPECT_EQ(rules_.identified().key, "id");
  EXPECT_EQ(rules_.identified().table, no_table);
  ASSERT_TRUE(read(" delta=true key=id base_root=a new_root=b"));
  EXPECT_TRUE(rules_.is_delta());
  EXPECT_EQ(rules_.header().new_root.value, "b");
}

TEST_F(identity_rules_of_a_header, what_a_header_must_have) {
  EXPECT_EQ(failure(" key=id"), error_code::invalid_identity);
  EXPECT_EQ(failure(" delta=true key=id"), error_code::malformed_delta);
  EXPECT_EQ(failure(" unchanged=true pack_root=r count=01"),
            error_code::malformed_delta);
  EXPECT_EQ(failure(" delta=true unchanged=true key=id base_root=a new_root=b"),
            error_code::malformed_delta);
  EXPECT_TRUE(read(" delta=true", {}, purpose::loose_update));
}

TEST_F(identity_rules_of_a_header, one_table_marks_the_key) {
  ASSERT_TRUE(read(" key=id pack_root=r", "{a,@id}"));
  EXPECT_TRUE(note());
  EXPECT_NE(rules_.identified().table, no_table);
  EXPECT_FALSE(note());  // another one
  EXPECT_EQ(r_.failure(), error_code::invalid_identity);
  ASSERT_TRUE(read(" key=id pack_root=r", "{@a,id}"));
  EXPECT_FALSE(note());
  ASSERT_TRUE(read(" key=id pack_root=r", "{a,@id}"));
  EXPECT_FALSE(note(layout_kind::keyed));  // not the key column
  ASSERT_TRUE(read(" key=id pack_root=r", "{@id,a}"));
  EXPECT_TRUE(note(layout_kind::keyed));
  EXPECT_TRUE(rules_.identified().is_keyed);
}

TEST_F(identity_rules_of_a_header, sections_of_a_delta) {
  const char* const delta = " delta=true key=id base_root=a new_root=b";
  ASSERT_TRUE(read(delta, "{@id,a}"));
  EXPECT_TRUE(rules_.check_section("added", r_.in.text.first, " [1]"));
  EXPECT_TRUE(note());
  EXPECT_TRUE(rules_.check_section("removed", r_.in.text.first, " [1]"));
  EXPECT_FALSE(note());  // removed rows have nothing else
  EXPECT_EQ(r_.failure(), error_code::malformed_delta);
  EXPECT_FALSE(rules_.check_section("other", r_.in.text.first, " [1]"));
  EXPECT_FALSE(rules_.check_section("added", r_.in.text.first, "\n"));
  EXPECT_EQ(r_.failure(), error_code::malformed_delta);
  ASSERT_TRUE(read(delta, "{id,a}"));
  EXPECT_FALSE(note());
  EXPECT_EQ(r_.failure(), error_code::invalid_identity);
}

TEST_F(identity_rules_of_a_header, only_updates_need_no_document) {
  ASSERT_TRUE(read(" unchanged=true pack_root=r count=1"));
  EXPECT_FALSE(rules_.check_document());
  EXPECT_EQ(r_.failure(), error_code::not_supported);
  ASSERT_TRUE(read(" unchanged=true pack_root=r count=1", {}, purpose::update));
  EXPECT_TRUE(rules_.check_document());
}

}  // namespace
