// SPDX-License-Identifier: MIT
/// @file
/// Functions of our own against those of SQLite, on every pair of texts.
#include "mcp/query/query_functions.hpp"

#include "query_bench.hpp"

#include <gtest/gtest.h>

#include <sqlite3.h>

#include <memory>
#include <string>
#include <vector>

namespace {

using namespace pith::mcp;

struct closing {
  void operator()(sqlite3* database) const { sqlite3_close(database); }
};
using database = std::unique_ptr<sqlite3, closing>;

database open_database() {
  sqlite3* made = nullptr;
  EXPECT_EQ(sqlite3_open(":memory:", &made), SQLITE_OK);
  return database{made};
}

/// The first cell of the answer, with its type; or "error".
std::string ask(sqlite3* of, const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(of, sql.c_str(), -1, &statement, nullptr) !=
      SQLITE_OK) {
    return "cannot be read";
  }
  std::string out = "error";
  if (sqlite3_step(statement) == SQLITE_ROW) {
    out = std::to_string(sqlite3_column_type(statement, 0)) + ":";
    const void* const text = sqlite3_column_blob(statement, 0);
    if (text != nullptr) {
      out.append(static_cast<const char*>(text),
                 static_cast<std::size_t>(sqlite3_column_bytes(statement, 0)));
    }
  }
  sqlite3_finalize(statement);
  return out;
}

class own_functions : public testing::Test {
 protected:
  own_functions() {
    clock_.start(std::chrono::minutes(5), 1'000'000'000);
    EXPECT_TRUE(replace_functions(changed_.get(), clock_));
  }
  void expect_same(const std::string& sql) {
    ASSERT_EQ(ask(changed_.get(), sql), ask(usual_.get(), sql)) << sql;
  }

  query_clock clock_;
  database usual_ = open_database();
  database changed_ = open_database();
};

const std::vector<std::string> texts{"''",
                                     "'a'",
                                     "'A'",
                                     "'abc'",
                                     "'ABC'",
                                     "'aab'",
                                     "'aaab'",
                                     "'a b'",
                                     "'\u00fc'",
                                     "'x\u00fcy'",
                                     "'\u65e5\u672c'",
                                     "'a%b'",
                                     "'a_b'",
                                     "'a]b'",
                                     "'a-c'",
                                     "'^a'",
                                     "NULL",
                                     "12",
                                     "1.5",
                                     "x'6162'",
                                     "'mississippi'"};

TEST_F(own_functions, like) {
  const std::vector<std::string> patterns{
      "''",      "'%'",     "'_'",       "'a%'",       "'%b'",     "'%a%b%'",
      "'a_c'",   "'__'",    "'\u00fc'",  "'%\u00fc%'", "'\u00dc'", "'%%'",
      "'%_%_%'", "'%ss%i'", "'%iss%s%'", "NULL",       "1",        "'1%'"};
  for (const std::string& text : texts) {
    for (const std::string& pattern : patterns) {
      expect_same("SELECT " + text + " LIKE " + pattern);
    }
    for (const char* const pattern : {"'a!%b'", "'%!_%'", "'!'", "'!!'"}) {
      expect_same("SELECT " + text + " LIKE " + pattern + " ESCAPE '!'");
    }
  }
  expect_same("SELECT 'a' LIKE 'a' ESCAPE 'xy'");
  expect_same("SELECT 'a' LIKE 'a' ESCAPE ''");
  expect_same("SELECT 'a' LIKE 'a' ESCAPE NULL");
}

TEST_F(own_functions, glob) {
  const std::vector<std::string> patterns{
      "''",       "'*'",      "'?'",     "'a*'",          "'*b'",
      "'*a*b*'",  "'[abc]'",  "'[a-c]'", "'[^a]'",        "'[]a]'",
      "'[^]a]*'", "'a[]-]b'", "'[a'",    "'*[\u00fcx]*'", "'[\u65e5-\u672c]?'",
      "'A'",      "NULL",     "'1*'",    "'*[s-z]*i'"};
  for (const std::string& text : texts) {
    for (const std::string& pattern : patterns) {
      expect_same("SELECT " + text + " GLOB " + pattern);
    }
  }
}

TEST_F(own_functions, instr_replace_and_trim) {
  for (const std::string& a : texts) {
    for (const std::string& b : texts) {
      expect_same("SELECT instr(" + a + "," + b + ")");
      expect_same("SELECT trim(" + a + "," + b + ")");
      expect_same("SELECT ltrim(" + a + "," + b + ")");
      expect_same("SELECT rtrim(" + a + "," + b + ")");
      for (const char* const c : {"''", "'xx'", "NULL", "'\u00fc'"}) {
        expect_same("SELECT replace(" + a + "," + b + "," + c + ")");
      }
    }
  }
}

TEST_F(own_functions, printf) {
  for (const char* const format :
       {"%d", "%5d",     "%-5d|",  "%05d", "%+d",    "%x", "%X",
        "%o", "%,d",     "%f",     "%.2f", "%10.3f", "%e", "%g",
        "%s", "%10s",    "%-10s|", "%.2s", "%q",     "%Q", "%w",
        "%%", "a%db%sc", "plain",  ""}) {
    for (const char* const value : {"1", "-12345678", "2.5", "'text'",
                                    "'it''s'", "NULL", "'12x'", "'\u00fc'"}) {
      expect_same(std::string("SELECT printf('") + format + "'," + value +
                  ",7)");
      expect_same(std::string("SELECT format('") + format + "'," + value + ")");
    }
    expect_same(std::string("SELECT printf('") + format + "')");
  }
  for (const char* const value : {"'x'", "'xyz'", "'\u00fc'", "7"}) {
    expect_same(std::string("SELECT printf('<%c>',") + value + ")");
  }
}

TEST(query_functions, are_allowed_by_name) {
  EXPECT_TRUE(is_allowed_function("count"));
  EXPECT_TRUE(is_allowed_function("COUNT"));
  EXPECT_TRUE(is_allowed_function("->>"));
  EXPECT_FALSE(is_allowed_function("random"));
  EXPECT_FALSE(is_allowed_function(""));
  EXPECT_FALSE(is_allowed_function("a_name_that_is_much_too_long_to_be_one"));
}

}  // namespace
