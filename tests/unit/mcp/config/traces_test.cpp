// SPDX-License-Identifier: MIT
#include "mcp/config/traces.hpp"

#include "configuration_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdlib.h>

namespace {

using pith::mcp::principal_form;
using pith_tests::errors_of;
using pith_tests::with_server;
using testing::HasSubstr;

TEST(traces_configuration, is_off_without_a_table) {
  EXPECT_FALSE(with_server("").traces);
}

TEST(traces_configuration, has_defaults) {
  const auto made = with_server("[traces]\nurl = \"http://127.0.0.1:4318\"\n");
  ASSERT_TRUE(made.traces);
  EXPECT_EQ(made.traces->url, "http://127.0.0.1:4318");
  EXPECT_EQ(made.traces->sample, 1);
  EXPECT_EQ(made.traces->service_name, "pith");
  EXPECT_EQ(made.traces->principals, principal_form::none);
}

TEST(traces_configuration, all_keys) {
  ::setenv("PITH_TEST_TRACES", "key", 1);
  const auto made = with_server(
      "[traces]\nurl = \"https://collector.example:4318/v1/traces\"\n"
      "headers = { X-Key = \"env:PITH_TEST_TRACES\" }\nsample = 0.25\n"
      "service_name = \"gateway\"\nprincipals = \"hashed\"\n"
      "attributes = { \"deployment.environment.name\" = \"test\" }\n");
  ::unsetenv("PITH_TEST_TRACES");
  ASSERT_TRUE(made.traces);
  EXPECT_EQ(made.traces->headers.find("X-Key"), "key");
  EXPECT_EQ(made.traces->sample, 0.25);
  EXPECT_EQ(made.traces->service_name, "gateway");
  EXPECT_EQ(made.traces->principals, principal_form::hashed);
  ASSERT_EQ(made.traces->attributes.size(), 1U);
  EXPECT_EQ(made.traces->attributes[0].first, "deployment.environment.name");
}

TEST(traces_configuration, a_whole_number_is_a_share) {
  for (const char* const number : {"0", "1"}) {
    const auto made = with_server(
        std::string("[traces]\nurl = \"http://a\"\nsample = ") + number + "\n");
    ASSERT_TRUE(made.traces);
    EXPECT_EQ(made.traces->sample, *number == '1' ? 1 : 0);
  }
}

TEST(traces_configuration, says_what_is_wrong) {
  EXPECT_EQ(errors_of("[traces]\nsample = 1\n"),
            "1:2 [traces] must have url, the address of a collector such as "
            "'http://127.0.0.1:4318'\n");
  const auto with = [](const std::string& line) {
    return errors_of("[traces]\nurl = \"http://a\"\n" + line);
  };
  EXPECT_THAT(errors_of("[traces]\nurl = \"collector:4318\"\n"),
              HasSubstr("2:7 traces.url must be a URL such as"));
  for (const char* const wrong : {"1.5", "-0.1", "2", "nan", "\"1\"", "true"}) {
    EXPECT_EQ(with(std::string("sample = ") + wrong),
              "3:10 traces.sample must be a number from 0 to 1\n")
        << wrong;
  }
  EXPECT_THAT(with("principals = \"plane\""),
              HasSubstr("must be one of 'off', 'hashed', 'plain'"));
  EXPECT_THAT(with("headers = { Host = \"x\" }"),
              HasSubstr("traces.headers: 'Host' is a header that pith sets"));
  EXPECT_THAT(with("attributes = { a = 1 }"),
              HasSubstr("traces.attributes.a must be a string"));
  EXPECT_THAT(with("service_name = \"\""), HasSubstr("1 to 1024 bytes"));
  EXPECT_THAT(with("samples = 1"), HasSubstr("did you mean 'sample'?"));
  EXPECT_THAT(with("ca_file = \"nowhere.pem\""),
              HasSubstr("cannot read the file"));
}

}  // namespace
