// SPDX-License-Identifier: MIT
#include "mcp/merge/exposed_name.hpp"

#include "mcp/protocol/hex.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <span>

namespace pith::mcp {

namespace {

constexpr std::string_view app_scheme = "ui://";
constexpr std::size_t hash_digits = 8;

constexpr bool is_plain(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '-';
}

constexpr bool is_prefix_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

std::string hash_of(std::string_view member, std::string_view name) {
  std::string text(member);
  text.push_back('\0');
  text.append(name);
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(),
             nullptr);
  return hex_of(std::span(digest).first(hash_digits / 2));
}

}  // namespace

std::string exposed_name(std::string_view prefix, std::string_view member,
                         std::string_view name, std::size_t most) {
  std::string whole(prefix);
  if (!prefix.empty()) whole += "__";
  whole += name;
  const bool is_kept = whole.size() <= most && !name.empty() &&
                       std::all_of(whole.begin(), whole.end(), is_plain);
  if (is_kept) return whole;
  std::replace_if(
      whole.begin(), whole.end(), [](char c) { return !is_plain(c); }, '_');
  whole.resize(std::min(whole.size(), most - hash_digits - 1));
  whole.push_back('_');
  whole += hash_of(member, name);
  return whole;
}

std::string exposed_uri(std::string_view prefix, std::string_view uri) {
  if (prefix.empty()) return std::string(uri);
  std::string out;
  if (uri.starts_with(app_scheme)) {
    out = app_scheme;
    uri.remove_prefix(app_scheme.size());
  }
  out += prefix;
  out.push_back('+');
  out += uri;
  return out;
}

member_uri split_uri(std::string_view exposed) {
  const bool is_app = exposed.starts_with(app_scheme);
  std::string_view rest = exposed;
  if (is_app) rest.remove_prefix(app_scheme.size());
  const std::size_t plus = rest.find('+');
  if (plus == 0 || plus == rest.npos) return {{}, std::string(exposed)};
  const std::string_view prefix = rest.substr(0, plus);
  if (!std::all_of(prefix.begin(), prefix.end(), is_prefix_letter)) {
    return {{}, std::string(exposed)};
  }
  rest.remove_prefix(plus + 1);
  std::string uri(is_app ? app_scheme : std::string_view{});
  uri += rest;
  return {prefix, std::move(uri)};
}

}  // namespace pith::mcp
