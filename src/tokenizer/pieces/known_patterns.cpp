// SPDX-License-Identifier: MIT
#include "tokenizer/pieces/split.hpp"

namespace pith::inline v0::tokens {

namespace {

struct known_expression {
  known_pattern pattern;
  std::string_view text;
};

/// As the files have them, to the letter.
constexpr known_expression known_expressions[] = {
    {known_pattern::gpt2, R"('s|'t|'re|'ve|'m|'ll|'d|)"
                          R"( ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|)"
                          R"(\s+(?!\S)|\s+)"},
    {known_pattern::cl100k, R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|)"
                            R"([^\r\n\p{L}\p{N}]?\p{L}+|)"
                            R"(\p{N}{1,3}|)"
                            R"( ?[^\s\p{L}\p{N}]+[\r\n]*|)"
                            R"(\s*[\r\n]+|\s+(?!\S)|\s+)"},
    {known_pattern::qwen, R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|)"
                          R"([^\r\n\p{L}\p{N}]?\p{L}+|)"
                          R"(\p{N}|)"
                          R"( ?[^\s\p{L}\p{N}]+[\r\n]*|)"
                          R"(\s*[\r\n]+|\s+(?!\S)|\s+)"},
    {known_pattern::o200k,
     R"([^\r\n\p{L}\p{N}]?)"
     R"([\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+)"
     R"((?i:'s|'t|'re|'ve|'m|'ll|'d)?|)"
     R"([^\r\n\p{L}\p{N}]?)"
     R"([\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*)"
     R"((?i:'s|'t|'re|'ve|'m|'ll|'d)?|)"
     R"(\p{N}{1,3}|)"
     R"( ?[^\s\p{L}\p{N}]+[\r\n/]*|)"
     R"(\s*[\r\n]+|\s+(?!\S)|\s+)"},
    {known_pattern::tekken,
     R"([^\r\n\p{L}\p{N}]?)"
     R"([\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|)"
     R"([^\r\n\p{L}\p{N}]?)"
     R"([\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|)"
     R"(\p{N}|)"
     R"( ?[^\s\p{L}\p{N}]+[\r\n/]*|)"
     R"(\s*[\r\n]+|\s+(?!\S)|\s+)"},
};

}  // namespace

known_pattern find_known_pattern(std::string_view expression) noexcept {
  for (const known_expression& known : known_expressions) {
    if (known.text == expression) return known.pattern;
  }
  return known_pattern::none;
}

std::string_view expression_of(known_pattern pattern) noexcept {
  for (const known_expression& known : known_expressions) {
    if (known.pattern == pattern) return known.text;
  }
  return {};
}

}  // namespace pith::inline v0::tokens
