// SPDX-License-Identifier: MIT
#include <pith/pith.h>

#include "c_handles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace pith_tests;

/// The letter that stands for a byte in a tokenizer.json, as JSON: those that
/// do not print have code points from 256 on.
std::string letter_of(unsigned byte, unsigned& hidden) {
  const bool is_plain =
      (byte > 0x20 && byte < 0x7F) || (byte > 0xA0 && byte != 0xAD);
  const unsigned code = is_plain ? byte : 256 + hidden++;
  char text[8];
  std::snprintf(text, sizeof text, "\\u%04x", code);
  return text;
}

/// A vocabulary of the 256 bytes, under their own numbers, and of two words, as
/// a tokenizer.json, so that the tests need no data.
std::string small_tokenizer() {
  std::string vocabulary;
  unsigned hidden = 0;
  for (unsigned byte = 0; byte < 256; ++byte) {
    vocabulary +=
        "\"" + letter_of(byte, hidden) + "\":" + std::to_string(byte) + ",";
  }
  vocabulary += "\"ab\":256,\"abc\":257";
  return R"({"version":"1.0","added_tokens":[{"id":258,"content":"<end>",)"
         R"("single_word":false,"lstrip":false,"rstrip":false,)"
         R"("normalized":false,"special":true}],"normalizer":null,)"
         R"("pre_tokenizer":{"type":"ByteLevel","add_prefix_space":false,)"
         R"("trim_offsets":true,"use_regex":true},"post_processor":null,)"
         R"("decoder":{"type":"ByteLevel","add_prefix_space":true,)"
         R"("trim_offsets":true,"use_regex":true},"model":{"type":"BPE",)"
         R"("dropout":null,"unk_token":null,"continuing_subword_prefix":null,)"
         R"("end_of_word_suffix":null,"fuse_unk":false,"byte_fallback":false,)"
         R"("vocab":{)" +
         vocabulary + R"(},"merges":["a b","ab c"]}})";
}

c_tokenizer load_small() {
  const std::string bytes = small_tokenizer();
  pith_tokenizer* out = nullptr;
  pith_error error = fresh_error();
  EXPECT_EQ(pith_tokenizer_load_bytes(bytes.data(), bytes.size(),
                                      "tokenizer.json", 14, &out, &error),
            PITH_OK)
      << error.name << ": " << error.detail;
  return c_tokenizer(out);
}

c_counter make_counter() {
  const c_tokenizer tokenizer = load_small();
  pith_counter* out = nullptr;
  EXPECT_EQ(pith_counter_new(tokenizer.get(), &out, nullptr), PITH_OK);
  return c_counter(out);  // the tokenizer may go away
}

TEST(c_tokens, from_memory) {
  const c_tokenizer tokenizer = load_small();
  const pith_view name = pith_tokenizer_name(tokenizer.get());
  EXPECT_EQ(std::string_view(name.data, name.size), "tokenizer.json");
  EXPECT_EQ(pith_tokenizer_vocabulary_size(tokenizer.get()), 259U);
  EXPECT_EQ(pith_tokenizer_is_estimate(tokenizer.get()), 0);
}

TEST(c_tokens, count_encode_decode) {
  const c_counter counter = make_counter();
  std::size_t count = 0;
  EXPECT_EQ(pith_counter_count(counter.get(), "abcd", 4, &count, nullptr),
            PITH_OK);
  EXPECT_EQ(count, 2U);
  pith_ids* out = nullptr;
  ASSERT_EQ(pith_counter_encode(counter.get(), "abcd", 4, 0, &out, nullptr),
            PITH_OK);
  const c_ids ids(out);
  ASSERT_EQ(pith_ids_size(ids.get()), 2U);
  EXPECT_EQ(pith_ids_data(ids.get())[0], 257U);
  EXPECT_EQ(pith_ids_data(ids.get())[1], 100U);
  pith_text* text = nullptr;
  ASSERT_EQ(pith_counter_decode(counter.get(), pith_ids_data(ids.get()),
                                pith_ids_size(ids.get()), &text, nullptr),
            PITH_OK);
  const c_text back(text);
  EXPECT_EQ(shown(back.get()), "abcd");
}

TEST(c_tokens, special_tokens_on_request) {
  const c_counter counter = make_counter();
  pith_ids* out = nullptr;
  ASSERT_EQ(pith_counter_encode(counter.get(), "<end>", 5, 1, &out, nullptr),
            PITH_OK);
  const c_ids ids(out);
  ASSERT_EQ(pith_ids_size(ids.get()), 1U);
  EXPECT_EQ(pith_ids_data(ids.get())[0], 258U);
}

TEST(c_tokens, failures) {
  pith_tokenizer* tokenizer = reinterpret_cast<pith_tokenizer*>(1);
  pith_error error = fresh_error();
  EXPECT_EQ(pith_tokenizer_load("no-such-thing", 13, &tokenizer, &error),
            PITH_UNKNOWN_TOKENIZER);
  EXPECT_EQ(tokenizer, nullptr);
  EXPECT_EQ(error.code, PITH_UNKNOWN_TOKENIZER);
  EXPECT_EQ(pith_tokenizer_load("/nowhere/x.tiktoken", 19, &tokenizer, &error),
            PITH_READ_FAILED);
  EXPECT_EQ(pith_tokenizer_load(nullptr, 3, &tokenizer, &error),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_tokenizer_load("gpt-4o", hostile_size, &tokenizer, &error),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_tokenizer_load("gpt-4o", 6, nullptr, &error),
            PITH_INVALID_ARGUMENT);
  EXPECT_NE(pith_tokenizer_load_bytes("rubbish", 7, "x", 1, &tokenizer, &error),
            PITH_OK);
  EXPECT_EQ(pith_tokenizer_load_bytes(nullptr, 7, "x", 1, &tokenizer, &error),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_tokenizer_load_bytes("{}", 2, nullptr, 1, &tokenizer, &error),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_tokenizer_name(nullptr).data, nullptr);
  EXPECT_EQ(pith_tokenizer_vocabulary_size(nullptr), 0U);
  EXPECT_EQ(pith_tokenizer_is_estimate(nullptr), 0);
  pith_counter* counter = nullptr;
  EXPECT_EQ(pith_counter_new(nullptr, &counter, &error), PITH_INVALID_ARGUMENT);
  const c_tokenizer small = load_small();
  EXPECT_EQ(pith_counter_new(small.get(), nullptr, &error),
            PITH_INVALID_ARGUMENT);
}

TEST(c_tokens, failures_of_a_counter) {
  const c_counter counter = make_counter();
  std::size_t count = 7;
  EXPECT_EQ(pith_counter_count(nullptr, "a", 1, &count, nullptr),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_counter_count(counter.get(), nullptr, 1, &count, nullptr),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(
      pith_counter_count(counter.get(), "a", hostile_size, &count, nullptr),
      PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_counter_count(counter.get(), "a", 1, nullptr, nullptr),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(count, 7U);
  EXPECT_EQ(pith_counter_count(counter.get(), nullptr, 0, &count, nullptr),
            PITH_OK);
  EXPECT_EQ(count, 0U);
  pith_ids* ids = nullptr;
  EXPECT_EQ(pith_counter_encode(nullptr, "a", 1, 0, &ids, nullptr),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_counter_encode(counter.get(), "a", 1, 0, nullptr, nullptr),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_ids_data(nullptr), nullptr);
  EXPECT_EQ(pith_ids_size(nullptr), 0U);
  pith_text* text = nullptr;
  pith_error error = fresh_error();
  const std::uint32_t numbers[] = {0, 4'000'000'000U};
  EXPECT_EQ(pith_counter_decode(counter.get(), numbers, 2, &text, &error),
            PITH_OUT_OF_RANGE);
  EXPECT_EQ(error.offset, 1U);
  EXPECT_EQ(pith_counter_decode(counter.get(), nullptr, 2, &text, &error),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(
      pith_counter_decode(counter.get(), numbers, hostile_size, &text, &error),
      PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_counter_decode(nullptr, numbers, 1, &text, &error),
            PITH_INVALID_ARGUMENT);
}

struct left_out {
  std::size_t of;
  std::string text;
};

std::int32_t make_tail(void* context, std::size_t rows, pith_view* text) {
  auto* const said = static_cast<left_out*>(context);
  said->text = std::string(said->of - rows, 'z');
  *text = {said->text.data(), said->text.size()};
  return 1;
}

TEST(c_fit, as_many_rows_as_fit) {
  const c_counter counter = make_counter();
  const std::vector<pith_view> rows(5, pith_view{"abc", 3});
  pith_fitted found{};
  found.struct_size = sizeof found;
  EXPECT_EQ(pith_counter_fit(counter.get(), "a", 1, rows.data(), rows.size(),
                             nullptr, nullptr, 4, &found, nullptr),
            PITH_OK);
  EXPECT_EQ(found.rows, 3U);
  EXPECT_EQ(found.tokens, 4U);
  EXPECT_EQ(found.fits, 1);
  left_out said{rows.size(), {}};
  EXPECT_EQ(pith_counter_fit(counter.get(), "a", 1, rows.data(), rows.size(),
                             make_tail, &said, 6, &found, nullptr),
            PITH_OK);
  EXPECT_EQ(found.fits, 1);
  EXPECT_EQ(found.tokens, 6U);
  EXPECT_EQ(pith_counter_fit(counter.get(), "abcd", 4, nullptr, 0, nullptr,
                             nullptr, 1, &found, nullptr),
            PITH_OK);
  EXPECT_EQ(found.fits, 0);
}

TEST(c_fit, failures) {
  const c_counter counter = make_counter();
  const pith_view row{"abc", 3};
  const pith_view bad{nullptr, 3};
  pith_fitted found{};
  found.struct_size = sizeof found;
  pith_error error = fresh_error();
  const auto refuse = [](void*, std::size_t, pith_view*) -> std::int32_t {
    return 0;
  };
  EXPECT_EQ(pith_counter_fit(counter.get(), "", 0, &row, 1, refuse, nullptr, 9,
                             &found, &error),
            PITH_CALLBACK_FAILED);
  const auto raise = [](void*, std::size_t, pith_view*) -> std::int32_t {
    throw std::runtime_error("not C");
  };
  EXPECT_EQ(pith_counter_fit(counter.get(), "", 0, &row, 1, raise, nullptr, 9,
                             &found, &error),
            PITH_CALLBACK_FAILED);
  const auto lie = [](void*, std::size_t, pith_view* text) -> std::int32_t {
    *text = {nullptr, 9};
    return 1;
  };
  EXPECT_EQ(pith_counter_fit(counter.get(), "", 0, &row, 1, lie, nullptr, 9,
                             &found, &error),
            PITH_CALLBACK_FAILED);
  EXPECT_EQ(error.code, PITH_CALLBACK_FAILED);
  EXPECT_EQ(pith_counter_fit(counter.get(), "", 0, &bad, 1, nullptr, nullptr, 9,
                             &found, &error),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_counter_fit(counter.get(), "", 0, &row, hostile_size, nullptr,
                             nullptr, 9, &found, &error),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_counter_fit(nullptr, "", 0, &row, 1, nullptr, nullptr, 9,
                             &found, &error),
            PITH_INVALID_ARGUMENT);
  found.struct_size = 0;
  EXPECT_EQ(pith_counter_fit(counter.get(), "", 0, &row, 1, nullptr, nullptr, 9,
                             &found, &error),
            PITH_INVALID_ARGUMENT);
}

TEST(c_auto, chooses_the_cheapest) {
  const c_counter counter = make_counter();
  const c_document doc =
      decoded(R"([{"a":1,"b":2},{"a":3,"b":4},{"a":5,"b":6}])");
  const pith_option tab{"delimiter", 9, "tab", 3};
  const pith_candidate candidates[] = {{"gcf", 3, nullptr, 0},
                                       {"toon", 4, &tab, 1}};
  pith_auto_options options{};
  options.struct_size = sizeof options;
  options.candidates = candidates;
  options.candidate_count = 2;
  options.count_all = 1;
  options.recognized = 1;
  pith_auto_result* out = nullptr;
  ASSERT_EQ(
      pith_auto(root_of(doc), counter.get(), &options, nullptr, &out, nullptr),
      PITH_OK);
  const c_auto_result best(out);
  ASSERT_EQ(pith_auto_result_count(best.get()), 3U);
  std::size_t least = SIZE_MAX;
  for (std::size_t i = 0; i < 3; ++i) {
    pith_candidate_count one{};
    one.struct_size = sizeof one;
    ASSERT_EQ(pith_auto_result_at(best.get(), i, &one), PITH_OK);
    EXPECT_EQ(one.refused, PITH_OK);
    EXPECT_EQ(one.is_exact, 1);
    if (one.is_recognized != 0) least = std::min(least, one.tokens);
  }
  EXPECT_EQ(pith_auto_result_tokens(best.get()), least);
  const pith_view text = pith_auto_result_text(best.get());
  const c_document back =
      decoded({text.data, text.size}, pith_auto_result_format(best.get()));
  ASSERT_NE(back, nullptr);
  std::int32_t same = 0;
  pith_value_equal(root_of(back), root_of(doc), 0, &same);
  EXPECT_EQ(same, 1);
  EXPECT_STRNE(pith_auto_result_name(best.get()), "");
}

TEST(c_auto, all_candidates_in_order) {
  const c_counter counter = make_counter();
  const c_document doc = decoded(R"({"a":[1,2,3]})");
  pith_auto_options options{};
  options.struct_size = sizeof options;
  options.all_candidates = 1;
  options.ordered = 1;
  pith_auto_result* out = nullptr;
  ASSERT_EQ(
      pith_auto(root_of(doc), counter.get(), &options, nullptr, &out, nullptr),
      PITH_OK);
  const c_auto_result best(out);
  EXPECT_GT(pith_auto_result_count(best.get()), 3U);
}

TEST(c_auto, failures) {
  const c_counter counter = make_counter();
  const c_document doc = decoded("[1]");
  pith_auto_result* out = nullptr;
  pith_error error = fresh_error();
  EXPECT_EQ(pith_auto(root_of(doc), nullptr, nullptr, nullptr, &out, &error),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(
      pith_auto(root_of(doc), counter.get(), nullptr, nullptr, nullptr, &error),
      PITH_INVALID_ARGUMENT);
  pith_auto_options options{};
  const auto status = [&] {
    return pith_auto(root_of(doc), counter.get(), &options, nullptr, &out,
                     &error);
  };
  EXPECT_EQ(status(), PITH_INVALID_ARGUMENT);  // no struct_size
  options.struct_size = sizeof options;
  options.candidate_count = 1;
  EXPECT_EQ(status(), PITH_INVALID_ARGUMENT);
  pith_candidate one{"nope", 4, nullptr, 0};
  options.candidates = &one;
  EXPECT_EQ(status(), PITH_UNKNOWN_FORMAT);
  one = {nullptr, 4, nullptr, 0};
  EXPECT_EQ(status(), PITH_INVALID_ARGUMENT);
  one = {"toon", 4, nullptr, 1};
  EXPECT_EQ(status(), PITH_INVALID_ARGUMENT);
  one = {"xml", 3, nullptr, 0};  // has no decoder
  EXPECT_EQ(status(), PITH_NOT_SUPPORTED);
  const pith_option unknown{"x", 1, "y", 1};
  pith_settings settings{};
  settings.struct_size = sizeof settings;
  settings.options = &unknown;
  settings.option_count = 1;
  EXPECT_EQ(
      pith_auto(root_of(doc), counter.get(), nullptr, &settings, &out, &error),
      PITH_UNKNOWN_OPTION);
  EXPECT_EQ(pith_auto_result_name(nullptr), nullptr);
  EXPECT_EQ(pith_auto_result_format(nullptr), nullptr);
  EXPECT_EQ(pith_auto_result_text(nullptr).data, nullptr);
  EXPECT_EQ(pith_auto_result_tokens(nullptr), 0U);
  EXPECT_EQ(pith_auto_result_count(nullptr), 0U);
  pith_candidate_count count{};
  EXPECT_EQ(pith_auto_result_at(nullptr, 0, &count), PITH_INVALID_ARGUMENT);
  ASSERT_EQ(
      pith_auto(root_of(doc), counter.get(), nullptr, nullptr, &out, &error),
      PITH_OK);
  const c_auto_result best(out);
  EXPECT_EQ(pith_auto_result_at(best.get(), 99, &count), PITH_NOT_FOUND);
  EXPECT_EQ(pith_auto_result_at(best.get(), 0, &count), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_auto_result_at(best.get(), 0, nullptr), PITH_INVALID_ARGUMENT);
}

}  // namespace
