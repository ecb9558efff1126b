// SPDX-License-Identifier: MIT
#include "support.hpp"

#include <gtest/gtest.h>

namespace {

using pith::interchange::all_codecs;
using pith::interchange::interchange_codecs;

TEST(interchange, adds_to_the_codecs_of_the_library) {
  EXPECT_EQ(all_codecs().all().size(),
            pith::codecs().all().size() + interchange_codecs().size());
  EXPECT_NE(all_codecs().find("gcf"), nullptr);
}

TEST(interchange, knows_its_codecs_completely) {
  for (const pith::codec& c : interchange_codecs()) {
    SCOPED_TRACE(c.name);
    EXPECT_FALSE(c.summary.empty());
    EXPECT_TRUE(c.is_lossless());
    EXPECT_TRUE(c.read);
    ASSERT_FALSE(c.extensions.empty());
    for (const std::string& extension : c.extensions) {
      const pith::codec* const found = all_codecs().find_extension(extension);
      ASSERT_NE(found, nullptr);
      EXPECT_EQ(found->name, c.name);
    }
    const pith::codec* const found = all_codecs().find_media_type(c.media_type);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->name, c.name);
    for (const pith::codec_option& option : c.options) {
      const pith::option_value given{option.name, option.default_value};
      const auto doc = pith::json::parse(R"([{"a":1}])");
      EXPECT_TRUE(c.name == "toml" ||
                  c.encode(doc->root(), {.options = {given}, .bounds = {}}));
    }
  }
}

}  // namespace
