// SPDX-License-Identifier: MIT
#include <pith/codec.hpp>
#include <pith/pith.h>

#include "c_handles.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>

namespace {

using namespace pith_tests;

pith_settings with(const pith_option* options, std::size_t count) {
  pith_settings settings{};
  settings.struct_size = sizeof settings;
  settings.options = options;
  settings.option_count = count;
  return settings;
}

std::int32_t decode_status(std::string_view text, std::string_view format,
                           const pith_settings* settings = nullptr,
                           pith_error* error = nullptr) {
  pith_document* out = nullptr;
  const std::int32_t status =
      pith_decode(text.data(), text.size(), format.data(), format.size(),
                  settings, &out, error);
  EXPECT_EQ(status == PITH_OK, out != nullptr);
  pith_document_free(out);
  return status;
}

TEST(c_formats, are_those_of_the_library) {
  const auto all = pith::codecs().all();
  ASSERT_EQ(pith_format_count(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    pith_format format{};
    format.struct_size = sizeof format;
    ASSERT_EQ(pith_format_at(i, &format), PITH_OK);
    EXPECT_EQ(all[i].name, format.name);
    EXPECT_EQ(all[i].summary, format.summary);
    EXPECT_EQ(all[i].media_type, format.media_type);
    EXPECT_EQ(all[i].loses, format.loses);
    EXPECT_EQ(static_cast<std::int32_t>(all[i].subject), format.subject);
    EXPECT_EQ(all[i].is_binary, format.is_binary != 0);
    EXPECT_EQ(static_cast<bool>(all[i].read), format.can_decode != 0);
    ASSERT_EQ(all[i].options.size(), format.option_count);
    for (std::size_t k = 0; k < format.option_count; ++k) {
      pith_format_option option{};
      option.struct_size = sizeof option;
      ASSERT_EQ(pith_format_option_at(all[i].name.data(), all[i].name.size(), k,
                                      &option),
                PITH_OK);
      EXPECT_EQ(all[i].options[k].name, option.name);
      EXPECT_EQ(all[i].options[k].default_value, option.default_value);
      EXPECT_EQ(all[i].options[k].help, option.help);
    }
  }
}

TEST(c_formats, what_is_not_there) {
  pith_format format{};
  format.struct_size = sizeof format;
  EXPECT_EQ(pith_format_at(pith_format_count(), &format), PITH_NOT_FOUND);
  EXPECT_EQ(pith_format_at(0, nullptr), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_format_find("nope", 4, &format), PITH_UNKNOWN_FORMAT);
  EXPECT_EQ(pith_format_find(nullptr, 4, &format), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_format_find("gcf", 3, nullptr), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_format_find("GCF", 3, &format), PITH_OK);
  EXPECT_STREQ(format.name, "gcf");
  pith_format_option option{};
  option.struct_size = sizeof option;
  EXPECT_EQ(pith_format_option_at("gcf", 3, hostile_size, &option),
            PITH_NOT_FOUND);
  EXPECT_EQ(pith_format_option_at("nope", 4, 0, &option), PITH_UNKNOWN_FORMAT);
  EXPECT_EQ(pith_format_option_at("toon", 4, 0, nullptr),
            PITH_INVALID_ARGUMENT);
  option.struct_size = 0;
  EXPECT_EQ(pith_format_option_at("toon", 4, 0, &option),
            PITH_INVALID_ARGUMENT);
}

TEST(c_formats, an_older_struct_gets_what_it_has) {
  pith_format format{};
  format.struct_size = offsetof(pith_format, summary);
  EXPECT_EQ(pith_format_find("toon", 4, &format), PITH_OK);
  EXPECT_STREQ(format.name, "toon");
  EXPECT_EQ(format.summary, nullptr);
  format.struct_size = 0;
  EXPECT_EQ(pith_format_find("toon", 4, &format), PITH_INVALID_ARGUMENT);
}

TEST(c_formats, detection) {
  pith_format format{};
  format.struct_size = sizeof format;
  const std::string_view text = "GCF profile=generic\na=1\n";
  EXPECT_EQ(pith_detect(text.data(), text.size(), &format), PITH_OK);
  EXPECT_STREQ(format.name, "gcf");
  EXPECT_EQ(pith_detect("", 0, &format), PITH_UNKNOWN_FORMAT);
  EXPECT_EQ(pith_detect(nullptr, 1, &format), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_detect(text.data(), hostile_size, &format),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_detect(text.data(), text.size(), nullptr),
            PITH_INVALID_ARGUMENT);
}

TEST(c_convert, there_and_back) {
  const c_document doc = decoded(R"([{"a":1,"b":"x"},{"a":2,"b":"y"}])");
  const std::string gcf = encoded(root_of(doc), "gcf");
  EXPECT_TRUE(gcf.starts_with("GCF profile=generic\n"));
  const c_document back = decoded(gcf, "");  // detected
  ASSERT_NE(back, nullptr);
  EXPECT_EQ(encoded(root_of(back)), R"([{"a":1,"b":"x"},{"a":2,"b":"y"}])");
}

TEST(c_convert, a_text_ends_with_a_zero_byte) {
  const c_document doc = decoded("[1]");
  pith_text* out = nullptr;
  ASSERT_EQ(pith_encode(root_of(doc), "json", 4, nullptr, &out, nullptr),
            PITH_OK);
  const c_text text(out);
  EXPECT_STREQ(pith_text_data(text.get()), "[1]");
  EXPECT_EQ(pith_text_size(text.get()), 3U);
}

TEST(c_convert, in_one_call) {
  const std::string_view json = R"({"a":[1,2]})";
  const pith_option tab{"delimiter", 9, "tab", 3};
  const pith_settings writing = with(&tab, 1);
  pith_text* out = nullptr;
  ASSERT_EQ(pith_convert(json.data(), json.size(), "json", 4, nullptr, "toon",
                         4, &writing, &out, nullptr),
            PITH_OK);
  const c_text text(out);
  EXPECT_EQ(shown(text.get()), "a[2\t]: 1\t2");
}

TEST(c_convert, errors_of_both_sides) {
  pith_error error = fresh_error();
  pith_text* out = reinterpret_cast<pith_text*>(1);
  EXPECT_EQ(pith_convert("[1", 2, "json", 4, nullptr, "gcf", 3, nullptr, &out,
                         &error),
            PITH_UNEXPECTED_END);
  EXPECT_EQ(out, nullptr);
  EXPECT_EQ(error.line, 1U);
  EXPECT_EQ(pith_convert("[1]", 3, "json", 4, nullptr, "nope", 4, nullptr, &out,
                         &error),
            PITH_UNKNOWN_FORMAT);
  EXPECT_EQ(pith_convert("[1]", 3, "nope", 4, nullptr, "gcf", 3, nullptr, &out,
                         &error),
            PITH_UNKNOWN_FORMAT);
  EXPECT_EQ(pith_convert("[1]", 3, "json", 4, nullptr, nullptr, 0, nullptr,
                         &out, &error),
            PITH_UNKNOWN_FORMAT);
  EXPECT_EQ(pith_convert(nullptr, 3, "json", 4, nullptr, "gcf", 3, nullptr,
                         &out, &error),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_convert("[1]", 3, "json", 4, nullptr, "gcf", 3, nullptr,
                         nullptr, &error),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_convert("?", 1, nullptr, 0, nullptr, "gcf", 3, nullptr, &out,
                         &error),
            PITH_UNKNOWN_FORMAT);
  EXPECT_EQ(pith_convert("[1]", 3, nullptr, 4, nullptr, "gcf", 3, nullptr, &out,
                         &error),
            PITH_INVALID_ARGUMENT);
}

TEST(c_convert, options_by_name) {
  pith_error error = fresh_error();
  const pith_option strict{"strict", 6, "maybe", 5};
  pith_settings settings = with(&strict, 1);
  EXPECT_EQ(decode_status("a: 1", "toon", &settings, &error),
            PITH_INVALID_OPTION);
  EXPECT_EQ(error.line, 0U);  // it is not in the text
  const pith_option unknown{"strikt", 6, "true", 4};
  settings = with(&unknown, 1);
  EXPECT_EQ(decode_status("a: 1", "toon", &settings, &error),
            PITH_UNKNOWN_OPTION);
  EXPECT_EQ(error.line, 0U);
}

TEST(c_convert, settings_that_cannot_be) {
  const pith_option null_name{nullptr, 6, "true", 4};
  pith_settings settings = with(&null_name, 1);
  EXPECT_EQ(decode_status("a: 1", "toon", &settings), PITH_INVALID_ARGUMENT);
  const pith_option null_value{"strict", 6, nullptr, 4};
  settings = with(&null_value, 1);
  EXPECT_EQ(decode_status("a: 1", "toon", &settings), PITH_INVALID_ARGUMENT);
  settings = with(nullptr, 1);
  EXPECT_EQ(decode_status("a: 1", "toon", &settings), PITH_INVALID_ARGUMENT);
  settings = with(&null_name, hostile_size);
  EXPECT_EQ(decode_status("a: 1", "toon", &settings), PITH_INVALID_ARGUMENT);
  settings = with(nullptr, 0);
  settings.struct_size = 0;
  EXPECT_EQ(decode_status("a: 1", "toon", &settings), PITH_INVALID_ARGUMENT);
}

TEST(c_convert, older_settings_have_defaults_for_the_rest) {
  pith_settings settings = with(nullptr, 0);
  settings.max_depth = 1;
  settings.max_bytes = 3;
  EXPECT_EQ(decode_status("[[]]", "json", &settings), PITH_SIZE_LIMIT);
  settings.max_bytes = 0;
  EXPECT_EQ(decode_status("[[]]", "json", &settings), PITH_DEPTH_LIMIT);
  settings.struct_size = offsetof(pith_settings, max_depth);
  EXPECT_EQ(decode_status("[[]]", "json", &settings), PITH_OK);
}

TEST(c_convert, every_size_of_settings) {
  for (std::size_t size = 0; size <= sizeof(pith_settings) + 8; ++size) {
    const pith_option unknown{"strikt", 6, "true", 4};
    pith_settings settings = with(&unknown, 1);
    settings.struct_size = size;
    const std::int32_t status = decode_status("a: 1", "toon", &settings);
    const std::int32_t expected =
        size < sizeof(std::size_t)                  ? PITH_INVALID_ARGUMENT
        : size < offsetof(pith_settings, max_bytes) ? PITH_OK
                                                    : PITH_UNKNOWN_OPTION;
    EXPECT_EQ(status, expected) << size;
  }
}

TEST(c_convert, exact_numbers) {
  pith_settings settings = with(nullptr, 0);
  EXPECT_EQ(decode_status("0.1234567890123456789", "json", &settings), PITH_OK);
  settings.exact_numbers = 1;
  EXPECT_EQ(decode_status("0.1234567890123456789", "json", &settings),
            PITH_OUT_OF_RANGE);
}

TEST(c_convert, hostile_sizes) {
  EXPECT_EQ(decode_status({}, "json"), PITH_UNEXPECTED_END);
  pith_document* out = nullptr;
  EXPECT_EQ(pith_decode("[1]", hostile_size, "json", 4, nullptr, &out, nullptr),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_decode("[1]", 3, "json", hostile_size, nullptr, &out, nullptr),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_decode("[1]", 3, "json", 4, nullptr, nullptr, nullptr),
            PITH_INVALID_ARGUMENT);
  const c_document doc = decoded("[1]");
  pith_text* text = nullptr;
  EXPECT_EQ(
      pith_encode(root_of(doc), "gcf", hostile_size, nullptr, &text, nullptr),
      PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_encode(root_of(doc), "gcf", 3, nullptr, nullptr, nullptr),
            PITH_INVALID_ARGUMENT);
}

TEST(c_convert, a_format_that_is_only_written) {
  EXPECT_EQ(decode_status("<a/>", "xml"), PITH_NOT_SUPPORTED);
}

std::int32_t append(void* context, const char* data, std::size_t size) {
  static_cast<std::string*>(context)->append(data, size);
  return 1;
}

TEST(c_convert, piece_by_piece) {
  const c_document doc = decoded(R"([{"a":1},{"a":2}])");
  std::string got;
  EXPECT_EQ(
      pith_encode_to(root_of(doc), "gcf", 3, nullptr, append, &got, nullptr),
      PITH_OK);
  EXPECT_EQ(got, encoded(root_of(doc), "gcf"));
}

TEST(c_convert, writing_that_fails) {
  const c_document doc = decoded("[1]");
  pith_error error = fresh_error();
  const auto refuse = [](void*, const char*, std::size_t) -> std::int32_t {
    return 0;
  };
  EXPECT_EQ(
      pith_encode_to(root_of(doc), "gcf", 3, nullptr, refuse, nullptr, &error),
      PITH_WRITE_FAILED);
  EXPECT_EQ(error.code, PITH_WRITE_FAILED);
  const auto raise = [](void*, const char*, std::size_t) -> std::int32_t {
    throw std::runtime_error("not C");
  };
  EXPECT_EQ(
      pith_encode_to(root_of(doc), "gcf", 3, nullptr, raise, nullptr, &error),
      PITH_WRITE_FAILED);
  EXPECT_EQ(
      pith_encode_to(root_of(doc), "gcf", 3, nullptr, nullptr, nullptr, &error),
      PITH_INVALID_ARGUMENT);
  EXPECT_EQ(
      pith_encode_to(root_of(doc), "nope", 4, nullptr, append, nullptr, &error),
      PITH_UNKNOWN_FORMAT);
}

}  // namespace
