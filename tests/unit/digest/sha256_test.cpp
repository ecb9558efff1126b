// SPDX-License-Identifier: MIT
#include "digest/sha256.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

using pith::detail::sha256;

std::string hex(const std::optional<pith::detail::sha256_digest>& digest) {
  return digest ? pith::detail::to_hex(*digest) : std::string{};
}

// The examples of FIPS 180-4.
TEST(sha256_test, published_examples) {
  sha256 hash;
  EXPECT_EQ(hex(hash.finish()),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  hash.update("abc");
  EXPECT_EQ(hex(hash.finish()),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(sha256_test, pieces_make_the_same_digest) {
  const std::string text(1000, 'x');
  sha256 hash;
  hash.update(text);
  const std::string whole = hex(hash.finish());
  for (std::size_t piece = 1; piece < 200; piece += 13) {
    for (std::size_t at = 0; at < text.size(); at += piece) {
      hash.update(std::string_view{text}.substr(at, piece));
    }
    EXPECT_EQ(hex(hash.finish()), whole) << piece;
  }
}

}  // namespace
