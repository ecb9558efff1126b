// SPDX-License-Identifier: MIT
// Makes the image of a tokenizer from its published rank file.
//
// usage: tokenizer_image RANKS IMAGE
//
// RANKS is named after its encoding, o200k_base.tiktoken, and must have the
// SHA-256 that is written down for it.
#include "digest/sha256.hpp"
#include "tokenizer/ranked/encodings.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

namespace {

using namespace pith::tokens;

int fail(const std::string& words) {
  std::cerr << "tokenizer_image: " << words << '\n';
  return 1;
}

std::string sha256_of(const std::string& bytes) {
  pith::detail::sha256 hash;
  hash.update(bytes);
  const auto digest = hash.finish();
  return digest ? pith::detail::to_hex(*digest) : std::string{};
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return fail("usage: tokenizer_image RANKS IMAGE");
  const std::filesystem::path from{words[1]};
  const encoding* const known = find_encoding(from.stem().string());
  if (known == nullptr) return fail(from.string() + " is not a known encoding");
  std::ifstream in{from, std::ios::binary};
  const std::string ranks{std::istreambuf_iterator<char>{in}, {}};
  if (!in) return fail("cannot read " + from.string());
  if (sha256_of(ranks) != known->sha256) {
    return fail(from.string() + " has not the published SHA-256");
  }
  vocabulary_source source = source_of(*known);
  auto tokens = read_ranks(ranks);
  if (!tokens) return fail(from.string() + " is not a rank file");
  source.tokens = std::move(*tokens);
  const auto image = make_image(source);
  if (!image || !vocabulary::check(*image)) return fail("cannot make an image");
  std::ofstream out{words[2], std::ios::binary};
  out << *image;
  out.close();
  return out ? 0 : fail(std::string{"cannot write "} + words[2]);
}
