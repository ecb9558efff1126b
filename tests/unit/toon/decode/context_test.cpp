// SPDX-License-Identifier: MIT
#include "toon/decode/context.hpp"

#include "loaded_text.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace {

using pith::toon::decode_options;
using toon_tests::loaded_text;
using toon_tests::loose;

std::string refused(std::string_view text, const decode_options& options) {
  const loaded_text t(text, options);
  return t.is_loaded ? "loaded" : t.problem();
}

TEST(toon_decode_context, copies_the_text_and_ends_it) {
  const std::string text = "a: 1";
  loaded_text t(text);
  ASSERT_TRUE(t.is_loaded);
  EXPECT_NE(t.shared.text.first, text.data());
  EXPECT_EQ(std::string_view(t.shared.text.first, 5), "a: 1\n");
  EXPECT_EQ(t.shared.text.last, t.at(4));
  EXPECT_EQ(t.shared.first_line(), t.at(0));
  EXPECT_TRUE(t.shared.tape().empty());
}

TEST(toon_decode_context, passes_a_byte_order_mark) {
  const loaded_text t(
      "\xEF\xBB\xBF"
      "a: 1");
  ASSERT_TRUE(t.is_loaded);
  EXPECT_EQ(t.shared.first_line(), t.at(3));
}

TEST(toon_decode_context, loads_nothing) {
  const loaded_text t("");
  ASSERT_TRUE(t.is_loaded);
  EXPECT_EQ(t.shared.text.first, t.shared.text.last);
  EXPECT_EQ(*t.shared.first_line(), '\n');
}

TEST(toon_decode_context, refuses_texts_that_cannot_be_read) {
  decode_options options;
  options.indent_size = 0;
  EXPECT_EQ(refused("a: 1", options), "invalid_indent@0");
  options = {};
  options.bounds.max_bytes = 3;
  EXPECT_EQ(refused("a: 1", options), "size_limit@3");
  options = {};
  options.bounds.max_line_bytes = 3;
  EXPECT_EQ(refused("a:1\nb: 1", options), "line_limit@7");
  EXPECT_EQ(refused("a:1\nb:1\n", options), "loaded");
  EXPECT_EQ(refused("a: \xC0", {}), "invalid_utf8@3");
}

TEST(toon_decode_context, bounds_the_document_by_the_text_read_so_far) {
  decode_options options;
  options.bounds.max_expansion = 1;
  // Short texts may become what this many bytes may.
  const std::string text(1'000'000, 'a');
  loaded_text t(text, options);
  ASSERT_TRUE(t.is_loaded);
  const std::size_t most = text.size() / sizeof(pith::detail::word);
  t.shared.tape().resize(most, 0);
  EXPECT_TRUE(t.shared.check_size(t.at(text.size())));
  t.shared.tape().resize(most + 1, 0);
  EXPECT_FALSE(t.shared.check_size(t.at(text.size())));
  EXPECT_EQ(t.problem(), "expansion_limit@1000000");
}

TEST(toon_decode_context, forgets_the_last_text) {
  loaded_text t("a: 1", loose());
  t.shared.tape().push_back(0);
  ASSERT_TRUE(t.shared.load(t.data, "bc", {}));
  EXPECT_TRUE(t.shared.is_strict);
  EXPECT_TRUE(t.shared.tape().empty());
  EXPECT_EQ(t.shared.text.last, t.at(2));
}

}  // namespace
