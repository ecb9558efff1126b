// SPDX-License-Identifier: MIT
#include "mcp/system/command_line.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace pith::mcp {
namespace {

using words = std::vector<std::string>;

/// What the documentation of CommandLineToArgvW and of the C library say of a
/// command line: the program up to its closing quotation mark; then 2n
/// backslashes before a quotation mark are n, 2n + 1 are n and a quotation
/// mark; two quotation marks within quotation marks are one.
words cut_apart(const std::string& line) {
  words out;
  std::size_t i = line.find('"', 1);
  out.push_back(line.substr(1, i - 1));
  ++i;
  while (i < line.size()) {
    while (i < line.size() && (line[i] == ' ' || line[i] == '\t')) ++i;
    if (i == line.size()) break;
    std::string word;
    bool is_quoted = false;
    for (; i < line.size(); ++i) {
      std::size_t backslashes = 0;
      while (i < line.size() && line[i] == '\\') {
        ++backslashes;
        ++i;
      }
      const bool is_mark = i < line.size() && line[i] == '"';
      word.append(is_mark ? backslashes / 2 : backslashes, '\\');
      if (i == line.size()) break;
      if (is_mark && backslashes % 2 == 1) {
        word += '"';
      } else if (is_mark && is_quoted && i + 1 < line.size() &&
                 line[i + 1] == '"') {
        word += '"';
        ++i;
      } else if (is_mark) {
        is_quoted = !is_quoted;
      } else if (!is_quoted && (line[i] == ' ' || line[i] == '\t')) {
        break;
      } else {
        word += line[i];
      }
    }
    out.push_back(word);
  }
  return out;
}

TEST(command_line, quotes_what_needs_it) {
  EXPECT_EQ(quoted_command_line(words{"C:\\a b\\node.exe", "x", "a b", ""}),
            "\"C:\\a b\\node.exe\" x \"a b\" \"\"");
  EXPECT_EQ(quoted_command_line(words{"p", R"({"a":1})"}),
            R"("p" "{\"a\":1}")");
  EXPECT_EQ(quoted_command_line(words{"p", R"(C:\a b\)", R"(\\x\y)"}),
            R"("p" "C:\a b\\" \\x\y)");
  EXPECT_EQ(quoted_command_line(words{"p", R"(a\"b)", R"(\\")"}),
            R"("p" "a\\\"b" "\\\\\"")");
}

TEST(command_line, words_come_back) {
  constexpr std::string_view characters = "ab \t\\\"\\\"'%^&|<>{}$\xC3\xA9";
  std::mt19937 random(20);  // NOLINT(*-msc51-cpp): the same in each run
  for (int round = 0; round < 10'000; ++round) {
    words sent{"C:\\Program Files\\x.exe"};
    const std::size_t count = random() % 5;
    for (std::size_t i = 0; i < count; ++i) {
      std::string word;
      for (std::size_t n = random() % 9; n > 0; --n) {
        word += characters[random() % characters.size()];
      }
      sent.push_back(word);
    }
    const std::string line = quoted_command_line(sent);
    ASSERT_EQ(cut_apart(line), sent) << line;
  }
}

TEST(command_line, batch_files_go_through_the_shell) {
  std::string problem;
  EXPECT_EQ(batch_command_line("C:\\W\\cmd.exe",
                               words{"C:\\n\\npx.cmd", "-y", "@scope/server",
                                     "C:\\My Files", "a&b", ""},
                               problem),
            "\"C:\\W\\cmd.exe\" /e:ON /v:OFF /d /s /c \"\"C:\\n\\npx.cmd\" -y "
            "@scope/server \"C:\\My Files\" \"a&b\" \"\"\"");
  EXPECT_EQ(problem, "");
  EXPECT_EQ(batch_command_line("c", words{"x.cmd", "a b\\"}, problem),
            "\"c\" /e:ON /v:OFF /d /s /c \"\"x.cmd\" \"a b\\\\\"\"");
}

TEST(command_line, what_the_shell_would_change_is_refused) {
  for (const char* const word :
       {"%PATH%", "100%", "a\"b", "\"&calc&\"", "a\nb", "a\rb", "\x01"}) {
    std::string problem;
    EXPECT_FALSE(batch_command_line("cmd.exe", words{"npx.cmd", word}, problem))
        << word;
    EXPECT_NE(problem.find("'npx.cmd' is a batch file"), std::string::npos)
        << problem;
    EXPECT_EQ(problem.find_first_of("\r\n\x01"), std::string::npos);
  }
  std::string problem;
  EXPECT_FALSE(batch_command_line("cmd.exe", words{"%a%.cmd"}, problem));
}

// Outside of quotation marks, which the shell only toggles, there is nothing
// that it could take for a command of its own.
TEST(command_line, no_word_leaves_its_quotes) {
  std::mt19937 random(21);  // NOLINT(*-msc51-cpp): the same in each run
  int made = 0;
  for (int round = 0; round < 10'000; ++round) {
    words sent{"C:\\a b\\x.cmd"};
    for (std::size_t i = random() % 4; i > 0; --i) {
      std::string word;
      for (std::size_t n = random() % 8; n > 0; --n) {
        word += static_cast<char>(random() % 256);
      }
      sent.push_back(word);
    }
    std::string problem;
    const auto line = batch_command_line("cmd", sent, problem);
    if (!line) continue;
    ++made;
    const std::size_t start = line->find("/c \"") + 4;
    bool is_quoted = false;
    for (std::size_t i = start; i + 1 < line->size(); ++i) {
      const char c = (*line)[i];
      if (c == '"') is_quoted = !is_quoted;
      ASSERT_NE(c, '%');
      ASSERT_NE(c, '\n');
      if (!is_quoted) {
        ASSERT_EQ(std::string_view("&|<>^()!,;=").find(c),
                  std::string_view::npos)
            << *line;
      }
    }
    ASSERT_FALSE(is_quoted) << *line;
    // And its program gets what was sent.
    ASSERT_EQ(cut_apart(line->substr(start, line->size() - start - 1)), sent);
  }
  EXPECT_GT(made, 2'000);
}

}  // namespace
}  // namespace pith::mcp
