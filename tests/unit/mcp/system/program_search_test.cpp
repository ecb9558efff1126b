// SPDX-License-Identifier: MIT
#include "mcp/system/program_search.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace pith::mcp {
namespace {

class program_search : public testing::Test {
 protected:
  /// The file that was found, and " (batch)".
  std::string find(std::string_view name) {
    const auto is_file = [this](const std::string& file) {
      asked_.push_back(file);
      return files_.contains(file);
    };
    const found_program found = find_program(name, {.path = path_,
                                                    .extensions = extensions_,
                                                    .directory = directory_,
                                                    .is_file = is_file});
    return found.file + (found.is_batch ? " (batch)" : "");
  }

  std::set<std::string> files_;
  std::vector<std::string> asked_;
  std::string path_ = R"(C:\one;D:\two\)";
  std::string extensions_ = ".COM;.EXE;.BAT;.CMD;.VBS;.JS";
  std::string directory_;
};

TEST_F(program_search, tries_each_folder_with_each_extension) {
  files_ = {R"(C:\one\npx)", R"(C:\one\npx.CMD)", R"(D:\two\npx.EXE)",
            R"(D:\two\node.EXE)"};
  EXPECT_EQ(find("npx"), R"(C:\one\npx.CMD (batch))");
  EXPECT_EQ(find("node"), R"(D:\two\node.EXE)");
  EXPECT_EQ(find("uvx"), "");
}

TEST_F(program_search, takes_an_extension_that_is_there) {
  files_ = {R"(C:\one\a.exe)", R"(C:\one\a.exe.CMD)", R"(C:\one\b.JS)",
            R"(C:\one\c.js.CMD)"};
  EXPECT_EQ(find("a.exe"), R"(C:\one\a.exe)");
  EXPECT_EQ(find("b"), "") << "nobody could run it";
  EXPECT_EQ(find("b.js"), "");
  EXPECT_EQ(find("c.js"), R"(C:\one\c.js.CMD (batch))");
}

TEST_F(program_search, never_looks_where_we_are) {
  path_ = R"(;.;bin;C:;C:bin;\root;"C:\quoted";%X%)";
  files_ = {"x.EXE", R"(.\x.EXE)", R"(C:\quoted\x.EXE)"};
  EXPECT_EQ(find("x"), R"(C:\quoted\x.EXE)");
  for (const std::string& file : asked_) {
    EXPECT_TRUE(file.starts_with(R"(C:\quoted\)")) << file;
  }
  path_ = "";
  EXPECT_EQ(find("x"), "");
}

TEST_F(program_search, a_path_is_a_path) {
  directory_ = R"(E:\work)";
  files_ = {R"(E:\work\bin\x.BAT)", R"(C:\p\y.EXE)", R"(C:\p\plain)",
            R"(C:\one\bin\x.EXE)"};
  EXPECT_EQ(find(R"(bin\x)"), R"(E:\work\bin\x.BAT (batch))");
  EXPECT_EQ(find(R"(C:\p\y)"), R"(C:\p\y.EXE)");
  EXPECT_EQ(find(R"(C:\p\plain)"), R"(C:\p\plain)");
  EXPECT_EQ(find(R"(C:\p\none)"), "");
}

// Windows cuts dots and blanks off, so that "x.bat." is a batch file.
TEST_F(program_search, names_that_mean_others_are_not_found) {
  files_ = {R"(C:\p\x.bat.)", R"(C:\p\x.bat )", R"(C:\p\x.bat::$DATA)",
            R"(C:\one\x.bat:s.EXE)"};
  for (const char* const name :
       {R"(C:\p\x.bat.)", R"(C:\p\x.bat )", R"(C:\p\x.bat::$DATA)", "x.bat:s",
        "", "*", R"(\:x)"}) {
    EXPECT_EQ(find(name), "") << name;
  }
}

TEST_F(program_search, without_pathext_the_usual_ones_are_tried) {
  extensions_ = "";
  files_ = {R"(C:\one\a.cmd)"};
  EXPECT_EQ(find("a"), R"(C:\one\a.cmd (batch))");
}

}  // namespace
}  // namespace pith::mcp
