// SPDX-License-Identifier: MIT
#include <pith/tokens.hpp>

#include <gtest/gtest.h>

#include <string_view>

namespace {

std::string_view encoding_of(std::string_view word) {
  const auto* const found = pith::find_tokenizer_name(word);
  return found == nullptr ? "none" : found->encoding;
}

TEST(tokenizer_names, are_those_of_the_field) {
  for (const std::string_view word :
       {"gpt-4o", "GPT-4o", "gpt-4o-mini", "gpt-4o-2024-08-06", "openai/gpt-4o",
        "ft:gpt-4o:team::id", "chatgpt-4o-latest", "gpt-4.1-nano", "gpt-4.5",
        "gpt-5", "gpt-5.1", "gpt-5-codex", "gpt-5.1-mini", "o1", "o1-pro",
        "o3-mini", "o4-mini-high", "gpt-oss-120b", "o200k_harmony"}) {
    EXPECT_EQ(encoding_of(word), "o200k_base") << word;
  }
  for (const std::string_view word :
       {"gpt-4", "gpt-4-turbo", "gpt-4-0613", "gpt-3.5-turbo-16k",
        "gpt-35-turbo", "text-embedding-3-small", "text-embedding-ada-002",
        "davinci-002"}) {
    EXPECT_EQ(encoding_of(word), "cl100k_base") << word;
  }
  EXPECT_EQ(encoding_of("text-davinci-003"), "p50k_base");
  EXPECT_EQ(encoding_of("davinci"), "r50k_base");
  EXPECT_EQ(encoding_of("gpt2"), "r50k_base");
}

TEST(tokenizer_names, of_models_without_a_public_tokenizer_are_estimates) {
  for (const std::string_view word :
       {"claude", "claude-sonnet-4-5", "anthropic/claude-3-opus",
        "gemini-2.5-pro", "google/gemini-2.5-flash", "grok-4", "x-ai/grok-4"}) {
    const auto* const found = pith::find_tokenizer_name(word);
    ASSERT_NE(found, nullptr) << word;
    EXPECT_TRUE(found->is_estimate) << word;
  }
}

TEST(tokenizer_names, do_not_take_what_only_looks_alike) {
  for (const std::string_view word :
       {"", "gpt", "gpt-", "gpt-6", "gpt-4.7", "gpt-4oo", "gpt-4x", "o2", "o11",
        "o200k", "o200k_base-2", "o200k_base.tiktoken", "gpt-5.json",
        "gpt2/tokenizer.json", "./gpt-4o", "claudette", "openai/", "ft:"}) {
    EXPECT_EQ(encoding_of(word), "none") << word;
  }
}

}  // namespace
