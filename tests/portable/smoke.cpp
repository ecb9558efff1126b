// SPDX-License-Identifier: MIT
/// @file
/// What the library makes of files of JSON, in lines that do not depend on the
/// machine: run where it is known to be right and where it is new, it must
/// print the same.
///
///     smoke TOKENIZER_IMAGE FILE...

#include <pith/codec.hpp>
#include <pith/equality.hpp>
#include <pith/tokens.hpp>

#include "digest/sha256.hpp"

#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

namespace {

std::optional<std::string> read_file(const char* path) {
  struct closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  const std::unique_ptr<std::FILE, closer> file{std::fopen(path, "rb")};
  if (file == nullptr) return std::nullopt;
  std::string text;
  std::array<char, 4096> part{};
  while (const std::size_t got =
             std::fread(part.data(), 1, part.size(), file.get())) {
    text.append(part.data(), got);
  }
  return text;
}

std::string digest_of(std::string_view text) {
  pith::detail::sha256 hash;
  hash.update(text);
  const auto digest = hash.finish();
  return digest ? pith::detail::to_hex(*digest).substr(0, 16) : "none";
}

/// One line for a document in one format.
bool say(const char* path, const pith::codec& format, const pith::document& in,
         pith::token_counter& counter) {
  std::printf("%s %s ", path, format.name.c_str());
  const auto text = format.encode(in.root());
  if (!text) {
    std::printf("refused %d\n", static_cast<int>(text.error().code));
    return true;
  }
  std::printf("%zu bytes %s", text->size(), digest_of(*text).c_str());
  if (!format.is_binary) std::printf(" %zu tokens", counter.count(*text));
  if (!format.read || !format.is_lossless()) {
    std::printf("\n");
    return true;
  }
  const auto back = format.decode(*text);
  const bool is_same = back && pith::equal(back->root(), in.root());
  std::printf(is_same ? " back\n" : " NOT THE SAME\n");
  return is_same;
}

}  // namespace

int main(int count, char** words) {
  if (count < 3) {
    std::printf("usage: smoke TOKENIZER_IMAGE FILE...\n");
    return 2;
  }
  std::printf("SHA-256 of abc %s\n", digest_of("abc").c_str());
  auto image = read_file(words[1]);
  if (!image) {
    std::printf("cannot read %s\n", words[1]);
    return 2;
  }
  const auto tokenizer =
      pith::load_tokenizer_bytes(std::move(*image), "o200k_base");
  if (!tokenizer) {
    std::printf("the image was refused: %s\n", tokenizer.error().detail);
    return 1;
  }
  pith::token_counter counter{*tokenizer};
  const pith::codec* const json = pith::codecs().find("json");
  bool is_good = true;
  for (int i = 2; i < count; ++i) {
    const auto text = read_file(words[i]);
    const auto read = json->decode(text ? *text : std::string{});
    if (!read) {
      std::printf("%s cannot be read\n", words[i]);
      is_good = false;
      continue;
    }
    for (const pith::codec& format : pith::codecs().all()) {
      is_good = say(words[i], format, *read, counter) && is_good;
    }
  }
  return is_good ? 0 : 1;
}
