// SPDX-License-Identifier: MIT
#include <pith/tokens.hpp>

#include "tokenizer/ranked/encodings.hpp"

#include <gmock/gmock.h>

#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

using pith::error_code;
using testing::ElementsAre;

class counter_test : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const auto data = pith::load_tokenizer(GetParam());
    if (!data) GTEST_SKIP() << pith::message(data.error());
    counter_.emplace(*data);
  }

  std::size_t encoded(std::string_view text) {
    std::vector<pith::token_id> ids;
    counter_->encode(text, ids);
    return ids.size();
  }

  std::optional<pith::token_counter> counter_;
};

/// Texts in which the interesting bytes are frequent.
std::string random_text(std::mt19937_64& random, std::size_t parts) {
  static constexpr std::string_view words[] = {
      "a",        "the", "Name",     "\"",           "'",
      "'s",       ",",   ":",        "{\"",          "\":\"",
      "|",        " ",   "  ",       "\n",           "\r\n",
      "\t",       "/",   "1",        "42",           "1000",
      "-",        ".",   "\xc3\xa9", "\xe4\xb8\xad", "\xf0\x9f\x98\x80",
      "\xff",     "xyz", "ABC",      "\xc2\xa0",     "2024-05-01T12:00:00Z",
      "123456789"};
  std::string out;
  for (std::size_t i = 0; i < parts; ++i) {
    out += words[random() % std::size(words)];
  }
  return out;
}

TEST_P(counter_test, counts_what_it_encodes) {
  std::mt19937_64 random{7};
  for (int i = 0; i < 3000; ++i) {
    const std::string text = random_text(random, random() % 120);
    ASSERT_EQ(counter_->count(text), encoded(text)) << text;
  }
}

TEST_P(counter_test, decodes_what_it_encodes) {
  std::mt19937_64 random{8};
  for (int i = 0; i < 500; ++i) {
    const std::string text = random_text(random, random() % 60);
    std::vector<pith::token_id> ids;
    counter_->encode(text, ids);
    const auto back = counter_->decode(ids);
    ASSERT_TRUE(back);
    ASSERT_EQ(*back, text);
  }
}

TEST_P(counter_test, counts_add_up_at_safe_cuts) {
  std::mt19937_64 random{9};
  std::size_t cuts = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::string text = random_text(random, 40);
    std::size_t at = random() % (text.size() + 1);
    at = counter_->last_safe_cut(text, at);
    if (at == 0) continue;
    ++cuts;
    const std::string_view whole = text;
    ASSERT_EQ(counter_->count(whole.substr(0, at)) +
                  counter_->count(whole.substr(at)),
              counter_->count(whole))
        << text << " at " << at;
  }
  EXPECT_GT(cuts, 500u);
}

TEST_P(counter_test, a_growing_text_counts_as_the_whole) {
  std::mt19937_64 random{10};
  for (int i = 0; i < 100; ++i) {
    std::string text;
    pith::running_count running{*counter_};
    for (int n = 0; n < 30; ++n) {
      const std::string more = random_text(random, random() % 5);
      text += more;
      ASSERT_EQ(running.append(more), counter_->count(text)) << text;
    }
  }
}

TEST_P(counter_test, fit_takes_the_most_rows_that_fit) {
  std::mt19937_64 random{11};
  for (int i = 0; i < 200; ++i) {
    const std::string head = random_text(random, 6);
    std::vector<std::string> owned;
    for (std::size_t n = random() % 30; n > 0; --n) {
      owned.push_back(random_text(random, 1 + random() % 8) + "\n");
    }
    const std::vector<std::string_view> rows(owned.begin(), owned.end());
    const auto tail = [&](std::size_t kept) {
      return "# " + std::to_string(rows.size() - kept) + " more\n";
    };
    const auto whole = [&](std::size_t kept) {
      std::string text = head;
      for (std::size_t n = 0; n < kept; ++n) text += owned[n];
      return counter_->count(text + tail(kept));
    };
    const std::size_t budget = random() % 150;
    const pith::fitted fitted = pith::fit(*counter_, head, rows, tail, budget);
    ASSERT_EQ(fitted.tokens, whole(fitted.rows));
    ASSERT_EQ(fitted.fits, fitted.tokens <= budget);
    if (fitted.fits && fitted.rows < rows.size()) {
      ASSERT_GT(whole(fitted.rows + 1), budget);
    }
    if (!fitted.fits) {
      ASSERT_EQ(fitted.rows, 0u);
    }
  }
}

TEST_P(counter_test, a_long_piece_costs_no_square) {
  // Seconds instead of hours would already show a square.
  const std::string text(1 << 18, 'a');
  EXPECT_EQ(counter_->count(text), encoded(text));
  const std::string dashes(1 << 18, '-');
  EXPECT_GT(counter_->count(dashes), 0u);
}

TEST_P(counter_test, threads_share_the_data) {
  const pith::tokenizer data = counter_->data();
  std::vector<std::size_t> counts(4);
  std::vector<std::thread> threads;
  for (std::size_t& count : counts) {
    threads.emplace_back([&count, data] {
      pith::token_counter own{data};
      std::mt19937_64 random{12};
      for (int i = 0; i < 50; ++i) {
        count += own.count(random_text(random, 100));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::size_t count : counts) EXPECT_EQ(count, counts[0]);
}

INSTANTIATE_TEST_SUITE_P(encodings, counter_test,
                         testing::Values("o200k_base", "cl100k_base",
                                         "p50k_base", "r50k_base"));

std::optional<pith::token_counter> o200k() {
  auto data = pith::load_tokenizer("o200k_base");
  if (!data) return std::nullopt;
  return pith::token_counter{*data};
}

TEST(special_test, special_tokens_are_text_unless_asked) {
  auto counter = o200k();
  if (!counter) GTEST_SKIP() << "no embedded tokenizers";
  std::vector<pith::token_id> ids;
  counter->encode("a<|endoftext|>b", ids, pith::special_tokens::as_tokens);
  EXPECT_THAT(ids, ElementsAre(64, 199999, 65));
  ids.clear();
  counter->encode("a<|endoftext|>b", ids);
  EXPECT_GT(ids.size(), 3u);
  EXPECT_EQ(counter->count("<|endoftext|>"), ids.size() - 2);
  EXPECT_EQ(*counter->decode(std::vector<pith::token_id>{199999}),
            "<|endoftext|>");
}

TEST(special_test, unknown_tokens_do_not_decode) {
  auto counter = o200k();
  if (!counter) GTEST_SKIP() << "no embedded tokenizers";
  const auto text = counter->decode(std::vector<pith::token_id>{64, 5'000'000});
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, error_code::out_of_range);
  EXPECT_EQ(text.error().offset, 1u);
}

TEST(load_test, names) {
  EXPECT_EQ(pith::load_tokenizer("nonsense").error().code,
            error_code::unknown_tokenizer);
  EXPECT_EQ(pith::load_tokenizer("./no/such/file").error().code,
            error_code::read_failed);
  const auto claude = pith::load_tokenizer("claude");
  if (!claude) GTEST_SKIP() << "no embedded tokenizers";
  EXPECT_TRUE(claude->is_estimate());
  EXPECT_EQ(claude->name(), "o200k_base");
  EXPECT_FALSE(pith::load_tokenizer("gpt-4o")->is_estimate());
}

TEST(load_test, bytes_are_what_a_file_would_hold) {
  const std::string_view image = pith::tokens::embedded_image("o200k_base");
  if (image.empty()) GTEST_SKIP() << "no embedded tokenizers";
  const auto loaded =
      pith::load_tokenizer_bytes(std::string{image}, "mine.pithtok");
  ASSERT_TRUE(loaded) << pith::message(loaded.error());
  EXPECT_EQ(loaded->name(), "mine.pithtok");
  EXPECT_EQ(pith::token_counter{*loaded}.count("tokens from memory"),
            pith::token_counter{*pith::load_tokenizer("o200k_base")}.count(
                "tokens from memory"));

  EXPECT_EQ(pith::load_tokenizer_bytes("", "empty").error().code,
            error_code::not_supported);
  EXPECT_EQ(
      pith::load_tokenizer_bytes(std::string{image.substr(0, 1000)}, "cut")
          .error()
          .code,
      error_code::not_supported);
  EXPECT_EQ(
      pith::load_tokenizer_bytes("IQ== 0\n", "unknown.tiktoken").error().code,
      error_code::unknown_tokenizer);
  EXPECT_EQ(
      pith::load_tokenizer_bytes("words", "o200k_base.tiktoken").error().code,
      error_code::not_supported);
}

TEST(token_counter, counts_nothing_after_it_was_moved_from) {
  const auto loaded = pith::load_tokenizer("o200k_base");
  ASSERT_TRUE(loaded);
  pith::token_counter first{*loaded};
  pith::token_counter second = std::move(first);
  // NOLINTBEGIN(bugprone-use-after-move): what this is about
  EXPECT_EQ(first.count("some words"), 0U);
  EXPECT_EQ(first.last_safe_cut("some words", 5), 0U);
  std::vector<pith::token_id> ids;
  first.encode("some words", ids, pith::special_tokens::as_tokens);
  EXPECT_TRUE(ids.empty());
  EXPECT_FALSE(first.decode(std::vector<pith::token_id>{1}));
  EXPECT_EQ(first.data().name(), "");
  EXPECT_EQ(first.data().vocabulary_size(), 0U);
  EXPECT_EQ(first.data().text(1), "");
  const pith::token_counter of_nothing{first.data()};
  first = std::move(second);
  // NOLINTEND(bugprone-use-after-move)
  EXPECT_EQ(first.count("some words"), 2U);
}

TEST(fit, needs_no_tail) {
  const auto loaded = pith::load_tokenizer("o200k_base");
  ASSERT_TRUE(loaded);
  pith::token_counter counter{*loaded};
  const std::vector<std::string_view> rows = {"a\n", "b\n", "c\n"};
  const auto some = pith::fit(counter, "head\n", rows, nullptr, 100);
  EXPECT_TRUE(some.fits);
  EXPECT_EQ(some.rows, 3U);
  EXPECT_FALSE(pith::fit(counter, "head\n", rows, nullptr, 0).fits);
}

TEST(tokenizer, counts_in_many_threads_at_a_time) {
  const auto data = pith::load_tokenizer("o200k_base");
  if (!data) GTEST_SKIP() << pith::message(data.error());
  std::mt19937_64 random(7);
  std::vector<std::string> texts;
  std::vector<std::size_t> expected;
  pith::token_counter alone(*data);
  for (std::size_t i = 0; i < 200; ++i) {
    texts.push_back(random_text(random, i));
    expected.push_back(alone.count(texts.back()));
  }
  // More threads than counters are kept.
  std::vector<std::thread> threads;
  std::vector<std::size_t> wrong(20);
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t, copy = *data] {
      for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::size_t at = (i + 7 * t) % texts.size();
        wrong[t] += copy.count(texts[at]) != expected[at] ? 1 : 0;
      }
    });
  }
  for (std::thread& one : threads) one.join();
  EXPECT_EQ(wrong, std::vector<std::size_t>(wrong.size()));
  auto from = *data;
  const auto to = std::move(from);
  EXPECT_EQ(to.count(texts[100]), expected[100]);
  EXPECT_EQ(from.count(texts[100]), 0U);  // NOLINT(bugprone-use-after-move)
}

}  // namespace
