// SPDX-License-Identifier: MIT
#include "settings/settings_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using cli::defaults;
using cli::option;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

constexpr option tokenizer{.name = "tokenizer",
                           .value = "NAME",
                           .kind = cli::word_kind::tokenizer,
                           .usual = "o200k_base"};
constexpr option color{
    .name = "color", .value = "WHEN", .choices = "auto|never", .usual = "auto"};
constexpr option exact{.name = "exact", .usual = "false"};
constexpr option width{.name = "width",
                       .value = "N",
                       .kind = cli::word_kind::number,
                       .usual = "80"};
constexpr const option* known[] = {&tokenizer, &color, &exact, &width};

std::vector<std::string> read(std::string_view text, defaults& into) {
  return cli::read_settings_file(text, {"/etc/pith/c.toml", "/home/ann"}, known,
                                 into);
}

std::vector<std::string> mistakes(std::string_view text) {
  defaults ignored;
  return read(text, ignored);
}

TEST(settings_file, every_type_of_option_has_its_type_of_value) {
  defaults got;
  EXPECT_THAT(read("tokenizer = \"gpt-4o\"\n"
                   "# a comment\n"
                   "color = 'never'\n"
                   "exact = true\nwidth = 100\n",
                   got),
              IsEmpty());
  ASSERT_NE(got.find("tokenizer"), nullptr);
  EXPECT_EQ(got.find("tokenizer")->value, "gpt-4o");
  EXPECT_EQ(got.find("tokenizer")->origin, "/etc/pith/c.toml:1");
  EXPECT_EQ(got.find("color")->value, "never");
  EXPECT_EQ(got.find("color")->origin, "/etc/pith/c.toml:3");
  EXPECT_EQ(got.find("exact")->value, "true");
  EXPECT_EQ(got.find("width")->value, "100");
  EXPECT_EQ(got.find("to"), nullptr);
}

TEST(settings_file, a_path_counts_from_the_file_and_from_home) {
  const auto tokenizer_of = [](std::string_view word) {
    defaults got;
    read("tokenizer = \"" + std::string(word) + "\"", got);
    return got.find("tokenizer")->value;
  };
  EXPECT_EQ(tokenizer_of("./t.json"), "/etc/pith/./t.json");
  EXPECT_EQ(tokenizer_of("../t.json"), "/etc/pith/../t.json");
  EXPECT_EQ(tokenizer_of("~/t.json"), "/home/ann/t.json");
  EXPECT_EQ(tokenizer_of("/t.json"), "/t.json");
  EXPECT_EQ(tokenizer_of("openai/gpt-4o"), "openai/gpt-4o");
}

TEST(settings_file, mistakes_name_file_line_and_key) {
  EXPECT_THAT(
      mistakes("tokeniser = 'x'\n\nfrob = 1\ncolor = 'pink'\nexact = 'yes'\n"
               "width = 'wide'\ncolor.x = 1"),
      ElementsAre(StartsWith("/etc/pith/c.toml:7: error: ")));
  EXPECT_THAT(
      mistakes("tokeniser = 'x'\n\nfrob = 1\ncolor = 'pink'\nexact = 'yes'\n"
               "width = -1\n[tokenizer]\n"),
      ElementsAre("/etc/pith/c.toml:1: error: unknown key 'tokeniser'; did you "
                  "mean 'tokenizer'?",
                  "/etc/pith/c.toml:3: error: unknown key 'frob'",
                  "/etc/pith/c.toml:4: error: color takes one of auto|never, "
                  "not 'pink'",
                  "/etc/pith/c.toml:5: error: exact takes true or false",
                  "/etc/pith/c.toml:6: error: width takes a number, not '-1'",
                  "/etc/pith/c.toml:7: error: tokenizer takes a string"));
}

TEST(settings_file, is_bounded) {
  const std::string large(std::size_t{2} << 20, '\n');
  EXPECT_THAT(mistakes(large),
              ElementsAre("/etc/pith/c.toml: error: the configuration is "
                          "larger than 1 MiB"));
}

}  // namespace
