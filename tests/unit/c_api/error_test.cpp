// SPDX-License-Identifier: MIT
#include <pith/error.hpp>
#include <pith/pith.h>
#include <pith/version.hpp>

#include "c_api/guard.hpp"
#include "c_api/verdict.hpp"
#include "c_handles.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <new>
#include <set>
#include <stdexcept>
#include <string>

namespace {

using namespace pith_tests;
using pith::c_api::verdict;

TEST(c_error, every_code_has_a_number_and_a_name_of_its_own) {
  std::set<std::int32_t> seen;
  for (int i = 0; i < static_cast<int>(pith::error_code::no_error); ++i) {
    const auto code = static_cast<pith::error_code>(i);
    const std::int32_t status = pith::c_api::status_of(code);
    EXPECT_GE(status, 10) << pith::name(code);
    EXPECT_TRUE(seen.insert(status).second) << pith::name(code);
    EXPECT_EQ(pith::name(code), pith_status_name(status));
    EXPECT_EQ(pith::c_api::code_of(status), code);
  }
  EXPECT_EQ(pith::c_api::status_of(pith::error_code::no_error), PITH_OK);
}

TEST(c_error, own_statuses_have_names) {
  EXPECT_STREQ(pith_status_name(PITH_OK), "ok");
  EXPECT_STREQ(pith_status_name(PITH_OUT_OF_MEMORY), "out_of_memory");
  EXPECT_STREQ(pith_status_name(PITH_INVALID_ARGUMENT), "invalid_argument");
  EXPECT_STREQ(pith_status_name(PITH_UNKNOWN_FORMAT), "unknown_format");
  EXPECT_STREQ(pith_status_name(PITH_INTERNAL_ERROR), "internal_error");
  EXPECT_STREQ(pith_status_name(PITH_NOT_FOUND), "not_found");
  EXPECT_STREQ(pith_status_name(PITH_WRONG_TYPE), "wrong_type");
  EXPECT_STREQ(pith_status_name(PITH_CALLBACK_FAILED), "callback_failed");
  EXPECT_STREQ(pith_status_name(8), "unknown");
  EXPECT_STREQ(pith_status_name(-1), "unknown");
}

TEST(c_error, versions) {
  EXPECT_EQ(pith_abi_version(), PITH_ABI_VERSION);
  EXPECT_EQ(pith::version, pith_version());
}

TEST(c_error, says_where) {
  pith_error error = fresh_error();
  pith_document* out = reinterpret_cast<pith_document*>(1);
  const std::string_view text = "[1,\n 2;]";
  EXPECT_EQ(
      pith_decode(text.data(), text.size(), "json", 4, nullptr, &out, &error),
      PITH_UNEXPECTED_CHARACTER);
  EXPECT_EQ(out, nullptr);
  EXPECT_EQ(error.code, PITH_UNEXPECTED_CHARACTER);
  EXPECT_EQ(error.offset, 6U);
  EXPECT_EQ(error.line, 2U);
  EXPECT_EQ(error.column, 3U);
  EXPECT_STREQ(error.name, "unexpected_character");
  EXPECT_STRNE(error.detail, "");
}

TEST(c_error, success_is_told_too) {
  pith_error error = fresh_error();
  pith_document* out = nullptr;
  EXPECT_EQ(pith_decode("1", 1, "json", 4, nullptr, &out, &error), PITH_OK);
  const c_document document(out);
  EXPECT_EQ(error.code, PITH_OK);
  EXPECT_EQ(error.line, 0U);
  EXPECT_STREQ(error.name, "ok");
  EXPECT_STREQ(error.detail, "");
}

TEST(c_error, writes_only_what_fits) {
  for (std::size_t size = 0; size <= sizeof(pith_error); ++size) {
    pith_error error;
    std::memset(&error, 0x5A, sizeof error);
    error.struct_size = size;
    pith_document* out = nullptr;
    EXPECT_EQ(pith_decode("[", 1, "json", 4, nullptr, &out, &error),
              PITH_UNEXPECTED_END);
    EXPECT_EQ(error.struct_size, size);
    const auto* const bytes = reinterpret_cast<const unsigned char*>(&error);
    for (std::size_t i = std::max(size, sizeof error.struct_size);
         i < sizeof error; ++i) {
      EXPECT_EQ(bytes[i], 0x5A) << size << " " << i;
    }
  }
}

TEST(c_error, a_newer_struct_keeps_its_rest) {
  struct {
    pith_error error;
    char more[16];
  } newer{};
  newer.error.struct_size = sizeof newer;
  std::memset(newer.more, 0x5A, sizeof newer.more);
  pith_document* out = nullptr;
  pith_decode("[", 1, "json", 4, nullptr, &out, &newer.error);
  EXPECT_EQ(newer.error.code, PITH_UNEXPECTED_END);
  EXPECT_EQ(newer.more[0], 0x5A);
}

TEST(c_error, exceptions_become_statuses) {
  pith_error error = fresh_error();
  EXPECT_EQ(
      pith::c_api::guarded(&error, []() -> verdict { throw std::bad_alloc(); }),
      PITH_OUT_OF_MEMORY);
  EXPECT_EQ(error.code, PITH_OUT_OF_MEMORY);
  EXPECT_STREQ(error.name, "out_of_memory");
  EXPECT_EQ(pith::c_api::guarded(
                &error, []() -> verdict { throw std::runtime_error("x"); }),
            PITH_INTERNAL_ERROR);
  EXPECT_EQ(error.code, PITH_INTERNAL_ERROR);
  EXPECT_EQ(pith::c_api::guarded(nullptr, []() -> verdict { throw 1; }),
            PITH_INTERNAL_ERROR);
  EXPECT_FALSE(pith::c_api::call_back([]() -> int { throw 1; }));
  EXPECT_FALSE(pith::c_api::call_back([] { return 0; }));
  EXPECT_TRUE(pith::c_api::call_back([] { return 5; }));
}

TEST(c_error, null_handles) {
  pith_text_free(nullptr);
  pith_document_free(nullptr);
  pith_builder_free(nullptr);
  pith_tokenizer_free(nullptr);
  pith_counter_free(nullptr);
  pith_ids_free(nullptr);
  pith_auto_result_free(nullptr);
  pith_stream_writer_free(nullptr);
  pith_stream_reader_free(nullptr);
  pith_delta_producer_free(nullptr);
  pith_delta_consumer_free(nullptr);
  pith_session_producer_free(nullptr);
  pith_session_consumer_free(nullptr);
  EXPECT_EQ(pith_text_data(nullptr), nullptr);
  EXPECT_EQ(pith_text_size(nullptr), 0U);
  EXPECT_EQ(pith_document_memory(nullptr), 0U);
  EXPECT_EQ(pith_value_type(pith_document_root(nullptr)), PITH_NULL);
}

}  // namespace
