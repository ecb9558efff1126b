// SPDX-License-Identifier: MIT
#include "mcp/jwt/access_token.hpp"

#include "mcp/http/types.hpp"
#include "mcp/jwt/base64url.hpp"
#include "mcp/jwt/strict_object.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/raw_json/json_text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::size_t max_subject_bytes = 512;
constexpr std::size_t max_listed = 256;  // scopes, groups, audiences

/// The three parts of a token, and what was signed.
struct token_parts {
  std::string_view header;
  std::string_view claims;
  std::string_view signature;
  std::string_view is_signed;  // the first two with the dot between them
};

std::optional<token_parts> split_token(std::string_view token) noexcept {
  const std::size_t first = token.find('.');
  if (first == token.npos) return std::nullopt;
  const std::size_t second = token.find('.', first + 1);
  if (second == token.npos || token.find('.', second + 1) != token.npos) {
    return std::nullopt;
  }
  const token_parts parts{token.substr(0, first),
                          token.substr(first + 1, second - first - 1),
                          token.substr(second + 1), token.substr(0, second)};
  if (parts.header.empty() || parts.claims.empty() || parts.signature.empty()) {
    return std::nullopt;
  }
  return parts;
}

bool has_controls(std::string_view text) noexcept {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  });
}

/// A text that can be shown, logged and compared.
std::optional<std::string> clean_text(std::string_view raw) {
  auto text = text_of(raw);
  if (!text || has_controls(*text)) return std::nullopt;
  return text;
}

/// A list of texts, or one text; nothing for anything else.
std::optional<std::vector<std::string>> read_texts(std::string_view raw) {
  std::vector<std::string> texts;
  const auto items = elements_of(raw);
  if (!items) {
    auto only = clean_text(raw);
    if (!only) return std::nullopt;
    texts.push_back(std::move(*only));
    return texts;
  }
  if (items->size() > max_listed) return std::nullopt;
  for (const std::string_view item : *items) {
    auto text = clean_text(item);
    if (!text) return std::nullopt;
    texts.push_back(std::move(*text));
  }
  return texts;
}

/// The words between blanks.
std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty() && words.size() < max_listed) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// A NumericDate: seconds, of which a fraction does not count. Digits alone:
/// no issuer writes a time with an exponent, or before 1970.
std::optional<std::int64_t> read_time(std::string_view raw) {
  constexpr std::size_t max_digits = 15;
  const std::string_view whole = raw.substr(0, raw.find('.'));
  const std::string_view rest =
      raw.substr(std::min(raw.size(), whole.size() + 1));
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (whole.empty() || whole.size() > max_digits ||
      !std::all_of(whole.begin(), whole.end(), is_digit) ||
      !std::all_of(rest.begin(), rest.end(), is_digit)) {
    return std::nullopt;
  }
  std::int64_t seconds = 0;
  for (const char c : whole) seconds = seconds * 10 + (c - '0');
  return seconds;
}

/// False when there is one that is not a time.
bool take_time(const strict_object& claims, std::string_view name,
               std::int64_t& into) {
  const auto raw = claims.find(name);
  if (!raw) return true;
  const auto time = read_time(*raw);
  if (time) into = *time;
  return time.has_value();
}

/// False when there is one that is of the wrong type.
bool take_scopes(const strict_object& claims, std::vector<std::string>& into) {
  if (const auto raw = claims.find("scope")) {
    const auto text = clean_text(*raw);
    if (!text) return false;
    into = split_words(*text);
    return true;
  }
  const auto raw = claims.find("scp");
  if (!raw) return true;
  const auto texts = read_texts(*raw);
  if (!texts) return false;
  for (const std::string& text : *texts) {
    const auto words = split_words(text);
    into.insert(into.end(), words.begin(), words.end());
    if (into.size() > max_listed) return false;
  }
  return true;
}

std::optional<token_claims> read_claims(const strict_object& from,
                                        const token_rules& rules) {
  token_claims claims;
  auto issuer = clean_text(from.find("iss").value_or(""));
  auto subject = clean_text(from.find("sub").value_or(""));
  auto audiences = read_texts(from.find("aud").value_or(""));
  if (!issuer || !subject || subject->empty() ||
      subject->size() > max_subject_bytes || !audiences) {
    return std::nullopt;
  }
  claims.issuer = std::move(*issuer);
  claims.subject = std::move(*subject);
  claims.audiences = std::move(*audiences);
  if (!take_time(from, "exp", claims.expires) ||
      claims.expires == token_claims::no_time ||
      !take_time(from, "nbf", claims.not_before) ||
      !take_time(from, "iat", claims.issued) ||
      !take_scopes(from, claims.scopes)) {
    return std::nullopt;
  }
  if (!rules.groups_claim.empty()) {
    if (const auto raw = from.find(rules.groups_claim)) {
      auto groups = read_texts(*raw);
      if (!groups) return std::nullopt;
      claims.groups = std::move(*groups);
    }
  }
  // A name is for people to read; without one, the subject is shown.
  if (!rules.name_claim.empty()) {
    auto shown = clean_text(from.find(rules.name_claim).value_or(""));
    if (shown && shown->size() <= max_subject_bytes) {
      claims.name = std::move(*shown);
    }
  }
  return claims;
}

bool is_right_type(const strict_object& header, const token_rules& rules) {
  const auto type = header.text("typ");
  if (!type) return false;
  return same_name(*type, "at+jwt") || same_name(*type, "application/at+jwt") ||
         (rules.allow_jwt_type && same_name(*type, "JWT"));
}

/// What the header asks for, before any key is looked for.
token_fault check_header(const strict_object& header, const token_rules& rules,
                         token_algorithm& algorithm) {
  const auto asked =
      to_token_algorithm(header.text("alg").value_or(std::string{}));
  if (!asked || std::find(rules.algorithms.begin(), rules.algorithms.end(),
                          *asked) == rules.algorithms.end()) {
    return token_fault::algorithm;
  }
  algorithm = *asked;
  if (header.has("crit")) return token_fault::critical;
  if (!is_right_type(header, rules)) return token_fault::type;
  return token_fault::none;
}

std::string_view without_slash(std::string_view url) noexcept {
  if (url.ends_with('/')) url.remove_suffix(1);
  return url;
}

}  // namespace

std::string_view name(token_fault fault) noexcept {
  constexpr std::array<std::string_view, 15> names{
      "none",   "too_long",  "form",        "algorithm", "critical",
      "type",   "no_key_id", "unknown_key", "other_key", "signature",
      "claims", "issuer",    "audience",    "expired",   "not_yet"};
  return names[static_cast<std::size_t>(fault)];
}

bool looks_like_token(std::string_view text) noexcept {
  return text.size() <= max_token_bytes && split_token(text).has_value();
}

token_verdict read_signed_token(std::string_view token, const key_set& keys,
                                const token_rules& rules) {
  if (token.size() > max_token_bytes) return {token_fault::too_long};
  const auto parts = split_token(token);
  if (!parts) return {token_fault::form};
  const auto header_text = decode_base64url(parts->header);
  const auto claims_text = decode_base64url(parts->claims);
  const auto signature = decode_base64url(parts->signature);
  if (!header_text || !claims_text || !signature) return {token_fault::form};
  const auto header = strict_object::read(*header_text);
  const auto claims = strict_object::read(*claims_text);
  if (!header || !claims) return {token_fault::form};

  auto algorithm = token_algorithm::rs256;
  const token_fault fault = check_header(*header, rules, algorithm);
  if (fault != token_fault::none) return {fault};
  const auto id = header->text("kid");
  if (!id || id->empty()) return {token_fault::no_key_id};
  const key_set::found found = keys.find(*id, algorithm);
  if (!found.is_known) return {token_fault::unknown_key};
  if (found.key == nullptr) return {token_fault::other_key};
  if (!found.key->verifies(algorithm, parts->is_signed, *signature)) {
    return {token_fault::signature};
  }
  auto read = read_claims(*claims, rules);
  if (!read) return {token_fault::claims};
  return {token_fault::none, std::move(*read)};
}

token_fault check_claims(const token_claims& claims, const token_rules& rules,
                         std::span<const std::string> audiences,
                         std::int64_t now) {
  if (claims.issuer != rules.issuer) return token_fault::issuer;
  const bool is_for_us = std::any_of(
      claims.audiences.begin(), claims.audiences.end(),
      [audiences](const std::string& named) {
        return std::any_of(audiences.begin(), audiences.end(),
                           [&named](const std::string& ours) {
                             return without_slash(named) == without_slash(ours);
                           });
      });
  if (!is_for_us) return token_fault::audience;
  if (now - token_skew_seconds >= claims.expires) return token_fault::expired;
  // A time that the token does not have is before all others.
  const std::int64_t soon = now + token_skew_seconds;
  if (claims.not_before > soon || claims.issued > soon) {
    return token_fault::not_yet;
  }
  return token_fault::none;
}

}  // namespace pith::mcp
