// SPDX-License-Identifier: MIT
#include "mcp/redis/command.hpp"

#include "mcp/protocol/hex.hpp"

#include <hiredis/hiredis.h>
#include <openssl/evp.h>

#include <array>
#include <cstddef>
#include <memory>

namespace pith::mcp {

namespace {

struct free_command {
  void operator()(char* bytes) const noexcept { redisFreeCommand(bytes); }
};

}  // namespace

std::string redis_command_bytes(std::span<const std::string> words) {
  if (words.empty()) return {};
  std::vector<const char*> texts;
  std::vector<std::size_t> sizes;
  texts.reserve(words.size());
  sizes.reserve(words.size());
  for (const std::string& word : words) {
    texts.push_back(word.data());
    sizes.push_back(word.size());
  }
  char* made = nullptr;
  const int size = redisFormatCommandArgv(&made, static_cast<int>(words.size()),
                                          texts.data(), sizes.data());
  if (size < 0) return {};
  const std::unique_ptr<char, free_command> held(made);
  return {made, static_cast<std::size_t>(size)};
}

redis_script::redis_script(std::string_view lua) : text(lua) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha1(),
             nullptr);
  hash = hex_of(std::span(digest).first(size));
}

std::string redis_command::bytes(bool is_full) const {
  if (script == nullptr) return redis_command_bytes(words);
  std::vector<std::string> all;
  all.reserve(words.size() + 2);
  all.emplace_back(is_full ? "EVAL" : "EVALSHA");
  all.push_back(is_full ? script->text : script->hash);
  all.insert(all.end(), words.begin(), words.end());
  return redis_command_bytes(all);
}

}  // namespace pith::mcp
