// SPDX-License-Identifier: MIT
// The exports as JavaScript calls them, on this machine.
#include "native/module.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

extern "C" {
char* pith_wasm_reserve(std::uint32_t slot, std::uint32_t size);
void pith_wasm_release();
std::uint32_t pith_wasm_plan(std::uint32_t size);
void pith_wasm_forget_plans();
std::int32_t pith_wasm_encode(std::uint32_t by);
std::int32_t pith_wasm_decode(std::uint32_t by, std::uint32_t size,
                              std::int32_t as_words);
std::int32_t pith_wasm_convert(std::uint32_t from, std::uint32_t to,
                               std::uint32_t size);
std::int32_t pith_wasm_take(std::uint32_t which, std::uint32_t words,
                            std::uint32_t text_size);
std::int32_t pith_wasm_detect(std::uint32_t size);
std::int32_t pith_wasm_is_binary(std::uint32_t by);
std::int32_t pith_wasm_formats();
std::int32_t pith_wasm_delta_encode();
std::int32_t pith_wasm_delta_decode(std::uint32_t size);
std::int32_t pith_wasm_delta_diff();
std::int32_t pith_wasm_delta_apply(std::int32_t verify);
}

namespace {

using pith::wasm::state;
using namespace std::literals;

std::uint32_t put(std::string_view text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  char* const at = pith_wasm_reserve(0, size);
  if (size != 0) std::memcpy(at, text.data(), size);
  return size;
}

std::uint32_t plan(std::string_view words) {
  return pith_wasm_plan(put(words));
}

// A plan is put where the text is, so each is made before the text is put.
std::int32_t decode(std::uint32_t by, std::string_view text) {
  return pith_wasm_decode(by, put(text), 0);
}

std::int32_t convert(std::uint32_t from, std::uint32_t to,
                     std::string_view text) {
  return pith_wasm_convert(from, to, put(text));
}

std::string_view said() { return {state().said.data, state().said.size}; }

std::string_view code() { return state().said.error.name; }

/// A value that JavaScript hands over.
void give(std::uint32_t which, std::string_view json) {
  ASSERT_EQ(decode(plan("json"), json), PITH_OK);
  if (which == 1) std::swap(state().values[0], state().values[1]);
}

class typescript_exports : public testing::Test {
 protected:
  void TearDown() override {
    pith_wasm_forget_plans();
    pith_wasm_release();
  }
};

TEST_F(typescript_exports, converts) {
  const std::uint32_t gcf = plan("gcf");
  const std::uint32_t json = plan("json");
  ASSERT_EQ(convert(json, gcf, R"([{"a":1},{"a":2}])"), PITH_OK);
  EXPECT_EQ(said(), "GCF profile=generic\n## [2]{a}\n1\n2\n");
}

TEST_F(typescript_exports, says_where_a_text_is_wrong) {
  EXPECT_NE(decode(plan("gcf"), "GCF profile=generic\n## [1]{a,b}\n1\n"),
            PITH_OK);
  EXPECT_EQ(code(), "row_width_mismatch");
  EXPECT_EQ(state().said.error.line, 3u);
  EXPECT_EQ(state().said.error.column, 2u);
  EXPECT_EQ(said(), "");
}

TEST_F(typescript_exports, plans_have_options_and_limits) {
  const std::uint32_t pipe = plan("toon\0delimiter\0pipe\0"sv);
  ASSERT_NE(pipe, 0u);
  ASSERT_EQ(convert(plan("json"), pipe, R"({"a":[1,2]})"), PITH_OK);
  EXPECT_EQ(said(), "a[2|]: 1|2");
  const std::uint32_t shallow = plan("json\0max-depth\0002\0"sv);
  EXPECT_NE(decode(shallow, "[[[1]]]"), PITH_OK);
  EXPECT_EQ(code(), "depth_limit");
  EXPECT_EQ(plan("no such format"), 0u);
  EXPECT_EQ(code(), "unknown_format");
  EXPECT_EQ(plan("json\0max-depth\0many\0"sv), 0u);
  EXPECT_EQ(code(), "invalid_option");
}

TEST_F(typescript_exports, a_plan_that_was_forgotten_finds_out_the_format) {
  pith_wasm_forget_plans();
  ASSERT_EQ(decode(200, "[1]"), PITH_OK);
  EXPECT_EQ(said(), "[1]");
}

TEST_F(typescript_exports, integers_beyond_2_to_the_53_come_in_words) {
  ASSERT_EQ(decode(plan("json"), "[9007199254740991]"), PITH_OK);
  EXPECT_EQ(state().said.word_count, 0u);
  ASSERT_EQ(decode(plan("json"), "[9007199254740993]"), PITH_OK);
  EXPECT_EQ(state().said.word_count, 4u);
}

TEST_F(typescript_exports, refuses_words_that_make_no_value) {
  pith_wasm_reserve(1, 8);
  std::memset(pith_wasm_reserve(1, 8), 0xFF, 8);
  EXPECT_NE(pith_wasm_take(0, 2, 0), PITH_OK);
  EXPECT_EQ(code(), "invalid_argument");
  EXPECT_NE(pith_wasm_take(0, 1u << 30, 0), PITH_OK);
  EXPECT_EQ(code(), "invalid_argument");
}

TEST_F(typescript_exports, names_formats) {
  EXPECT_EQ(pith_wasm_is_binary(plan("gcb")), 1);
  EXPECT_EQ(pith_wasm_is_binary(plan("toon")), 0);
  ASSERT_EQ(pith_wasm_detect(put("GCF profile=generic\n1\n")), PITH_OK);
  EXPECT_EQ(said(), "gcf");
  ASSERT_EQ(pith_wasm_formats(), PITH_OK);
  EXPECT_NE(said().find(R"("name":"toon")"), std::string_view::npos);
}

TEST_F(typescript_exports, deltas_are_objects_on_both_sides) {
  give(1, R"({"next":[{"id":1,"n":3}],"key":"id"})");
  give(0, R"([{"id":1,"n":2}])");
  ASSERT_EQ(pith_wasm_delta_diff(), PITH_OK);
  const std::string delta(said());
  EXPECT_NE(delta.find(R"("baseRoot":")"), std::string::npos) << delta;
  give(0, delta);
  ASSERT_EQ(pith_wasm_delta_encode(), PITH_OK);
  const std::string text(said());
  ASSERT_EQ(pith_wasm_delta_decode(put(text)), PITH_OK);
  EXPECT_EQ(said(), delta);
  give(1, R"({"key":"id","delta":)" + delta + "}");
  give(0, R"([{"id":1,"n":2}])");
  ASSERT_EQ(pith_wasm_delta_apply(1), PITH_OK) << code();
  EXPECT_EQ(said(), R"([{"id":1,"n":3}])");
}

TEST_F(typescript_exports, gives_large_memory_back) {
  ASSERT_EQ(
      convert(plan("json"), plan("gcf"), '"' + std::string(8 << 20, 'x') + '"'),
      PITH_OK);
  EXPECT_GT(state().slots[0].capacity(), 8u << 20);
  pith_wasm_release();
  EXPECT_EQ(state().slots[0].capacity(), 0u);
  EXPECT_LT(state().text.capacity(), 1u << 20);
}

}  // namespace
