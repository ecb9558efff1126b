// SPDX-License-Identifier: MIT
#include "digest/portable_sha256.hpp"

#include "digest/sha256.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

using pith::detail::portable_sha256;
using pith::detail::to_hex;

std::string hash_of(std::string_view bytes) {
  portable_sha256 hash;
  hash.update(bytes);
  return to_hex(hash.finish());
}

// The examples that NIST publishes with FIPS 180-4.
TEST(portable_sha256_test, published_examples) {
  EXPECT_EQ(hash_of(""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash_of("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(
      hash_of("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
              "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(hash_of(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// Around the ends of blocks, where the length still fits or does not.
TEST(portable_sha256_test, every_length_as_the_library_has_it) {
  pith::detail::sha256 other;
  std::string text;
  for (int length = 0; length < 300; ++length) {
    other.update(text);
    EXPECT_EQ(hash_of(text), to_hex(*other.finish())) << length;
    text += static_cast<char>(length * 7);
  }
}

TEST(portable_sha256_test, pieces_make_the_same_digest) {
  const std::string text(1000, 'x');
  const std::string whole = hash_of(text);
  portable_sha256 hash;
  for (std::size_t piece = 1; piece < 200; piece += 13) {
    for (std::size_t at = 0; at < text.size(); at += piece) {
      hash.update(std::string_view{text}.substr(at, piece));
    }
    EXPECT_EQ(to_hex(hash.finish()), whole) << piece;
  }
}

TEST(portable_sha256_test, a_copy_goes_on_by_itself) {
  portable_sha256 first;
  first.update("a");
  portable_sha256 second = first;
  first.update("bc");
  second.update("x");
  EXPECT_EQ(to_hex(first.finish()), hash_of("abc"));
  EXPECT_EQ(to_hex(second.finish()), hash_of("ax"));
}

}  // namespace
