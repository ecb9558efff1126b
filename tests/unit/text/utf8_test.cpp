// SPDX-License-Identifier: MIT
#include "text/utf8.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace {

using pith::text::find_invalid_utf8;
using pith::text::valid_utf8;

/// RFC 3629 as its text has it: decode, then look at the number.
std::size_t reference(std::string_view bytes) {
  std::size_t i = 0;
  while (i < bytes.size()) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    std::size_t length = 0;
    std::uint32_t code = 0;
    std::uint32_t least = 0;
    if (lead < 0x80) {
      length = 1, code = lead, least = 0;
    } else if (lead >> 5 == 6) {
      length = 2, code = lead & 0x1Fu, least = 0x80;
    } else if (lead >> 4 == 14) {
      length = 3, code = lead & 0x0Fu, least = 0x800;
    } else if (lead >> 3 == 30) {
      length = 4, code = lead & 0x07u, least = 0x10000;
    } else {
      return i;
    }
    if (length > bytes.size() - i) return i;
    for (std::size_t k = 1; k < length; ++k) {
      const auto tail = static_cast<unsigned char>(bytes[i + k]);
      if (tail >> 6 != 2) return i;
      code = code << 6 | (tail & 0x3Fu);
    }
    if (code < least || code > 0x10FFFF) return i;
    if (code >= 0xD800 && code <= 0xDFFF) return i;
    i += length;
  }
  return valid_utf8;
}

void expect_agreement(const std::string& bytes) {
  ASSERT_EQ(find_invalid_utf8(bytes), reference(bytes));
}

TEST(find_invalid_utf8, accepts_every_code_point) {
  std::string all;
  for (std::uint32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    const auto put = [&all](std::uint32_t byte) {
      all += static_cast<char>(byte);
    };
    if (c < 0x80) {
      put(c);
    } else if (c < 0x800) {
      put(0xC0 | c >> 6), put(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
      put(0xE0 | c >> 12), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
    } else {
      put(0xF0 | c >> 18), put(0x80 | (c >> 12 & 0x3F));
      put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
    }
  }
  EXPECT_EQ(find_invalid_utf8(all), valid_utf8);
}

TEST(find_invalid_utf8, agrees_with_the_definition_on_all_short_texts) {
  expect_agreement("");
  std::string text;
  for (unsigned a = 0; a < 256; ++a) {
    text.assign(1, static_cast<char>(a));
    expect_agreement(text);
    for (unsigned b = 0; b < 256; ++b) {
      text.assign(1, static_cast<char>(a));
      text += static_cast<char>(b);
      expect_agreement(text);
      for (unsigned c = 0; c < 256; ++c) {
        text.resize(2);
        text += static_cast<char>(c);
        expect_agreement(text);
      }
    }
  }
}

TEST(find_invalid_utf8, agrees_with_the_definition_on_four_bytes) {
  const unsigned char edges[] = {0x00, 0x41, 0x7F, 0x80, 0x81, 0x8F,
                                 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2,
                                 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xFF};
  std::string text(4, '\0');
  for (unsigned a = 0xE0; a < 256; ++a) {
    text[0] = static_cast<char>(a);
    for (unsigned b = 0x70; b < 0xD0; ++b) {
      text[1] = static_cast<char>(b);
      for (const unsigned char c : edges) {
        text[2] = static_cast<char>(c);
        for (const unsigned char d : edges) {
          text[3] = static_cast<char>(d);
          expect_agreement(text);
        }
      }
    }
  }
}

TEST(find_invalid_utf8, finds_a_fault_at_every_offset) {
  for (const std::string_view filler :
       {"a", "\u00e9", "\u6f22", "\U0001f600"}) {
    std::string text;
    while (text.size() < 200) {
      for (const std::string_view fault :
           {"\x80", "\xC3", "\xE6\xBC", "\xF0\x9F\x98", "\xED\xA0\x80",
            "\xC0\xAF", "\xF4\x90\x80\x80", "\xFF"}) {
        std::string broken = text;
        broken += fault;
        EXPECT_EQ(find_invalid_utf8(broken), text.size());
        broken += "abc";
        EXPECT_EQ(find_invalid_utf8(broken), text.size());
        broken.append(100, 'z');
        EXPECT_EQ(find_invalid_utf8(broken), text.size());
      }
      EXPECT_EQ(find_invalid_utf8(text), valid_utf8);
      text += filler;
    }
  }
}

TEST(find_invalid_utf8, agrees_with_the_definition_on_random_damage) {
  std::mt19937_64 random(3);
  const std::string_view pieces[] = {"plain ascii text ", "\u00fcber ",
                                     "\u6771\u4eac\u90fd", "\U0001f680", "x"};
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (std::uint64_t n = random() % 20; n != 0; --n) {
      text += pieces[random() % std::size(pieces)];
    }
    expect_agreement(text);
    if (text.empty()) continue;
    text[random() % text.size()] = static_cast<char>(random());
    expect_agreement(text);
    text.resize(random() % text.size());
    expect_agreement(text);
  }
}

}  // namespace
