// SPDX-License-Identifier: MIT
#include "mcp/access/challenge.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

TEST(refuse_scopes, names_all_that_is_needed) {
  const http_response refusal = refuse_scopes("7", "files:write audit", "");
  EXPECT_EQ(refusal.status, 403);
  EXPECT_EQ(refusal.fields.find("WWW-Authenticate"),
            R"(Bearer realm="pith", error="insufficient_scope", )"
            R"(scope="files:write audit")");
  EXPECT_NE(refusal.body.find(R"("id":7)"), std::string::npos);
  const http_response with = refuse_scopes("7", "a", "https://x/y");
  EXPECT_TRUE(with.fields.find("WWW-Authenticate")
                  ->ends_with(R"(, resource_metadata="https://x/y")"));
  EXPECT_EQ(to_field({}), R"(Bearer realm="pith")");
}

}  // namespace
