// SPDX-License-Identifier: MIT
#include "mcp/raw_json/number_spelling.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using pith::mcp::keeps_all_digits;

TEST(number_spelling, keeps_what_a_double_says) {
  for (const char* json :
       {"[0]", "[0.1]", "[1.10]", "[1e2]", "[-1.5E-3]", "[100.000]", "[0.0]",
        "[-0.0]", "[0e99999]", "[0.1000000000000000000000]",
        "[3.141592653589793]", "[1.7976931348623157e308]", "[5e-324]",
        "[9223372036854775807]", "[123456789012345.0]", "[1e22]", "[10e21]",
        "[0.00000000000000000000000000001]"}) {
    EXPECT_TRUE(keeps_all_digits(json)) << json;
  }
}

TEST(number_spelling, finds_digits_that_would_be_lost) {
  for (const char* json :
       {"[3.14159265358979323846]", "[1e-400]", "[12345678901234567890.0]",
        "[0.10000000000000000001]", "[1,2,-0.12345678901234567891e5]",
        R"({"a":1.00000000000000000001})", "[1e400]", "[4e-324]",
        "[1.2345678901234567e-310]",
        "[1.00000000000000000000000000000000000000000000000000000000001]"}) {
    EXPECT_FALSE(keeps_all_digits(json)) << json;
  }
}

TEST(number_spelling, does_not_look_into_strings) {
  EXPECT_TRUE(keeps_all_digits(R"(["3.14159265358979323846",1])"));
  EXPECT_TRUE(keeps_all_digits(R"(["a\" 3.14159265358979323846 ",1])"));
  EXPECT_TRUE(keeps_all_digits(R"({"1e-400":"[1e-400]"})"));
  EXPECT_FALSE(keeps_all_digits(R"(["3.5\\",3.14159265358979323846])"));
}

TEST(number_spelling, finds_them_at_any_place) {
  for (std::size_t blanks = 0; blanks < 70; ++blanks) {
    std::string json{'['};
    json.append(blanks, ' ').append("3.14159265358979323846]");
    EXPECT_FALSE(keeps_all_digits(json)) << blanks;
    json = "[";
    json.append(blanks, ' ').append("1e-400]");
    EXPECT_FALSE(keeps_all_digits(json)) << blanks;
  }
}

/// Points in a long row of digits must not cost the row each time.
TEST(number_spelling, is_linear_in_hostile_strings) {
  std::string json = "[\"";
  for (int i = 0; i < 400'000; ++i) json.append("1.");
  json.append("\"]");
  EXPECT_TRUE(keeps_all_digits(json));
}

}  // namespace
