// SPDX-License-Identifier: MIT
#include "mcp/jwt/key_set.hpp"

#include "mcp/jwt/base64url.hpp"
#include "mcp/jwt/strict_object.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/raw_json/json_text.hpp"

#include <algorithm>
#include <utility>

namespace pith::mcp {

namespace {

/// The bytes of a member; empty when it has none.
std::string key_bytes(const strict_object& key, std::string_view name) {
  const auto text = key.text(name);
  if (!text) return {};
  return decode_base64url(*text).value_or(std::string{});
}

/// Whether the members that restrict a key allow it to verify signatures.
bool is_for_signatures(const strict_object& key) {
  if (key.has("use") && key.text("use") != "sig") return false;
  const auto operations = key.find("key_ops");
  if (!operations) return true;
  const auto all = elements_of(*operations);
  return all && std::any_of(all->begin(), all->end(), [](std::string_view raw) {
           return is_text(raw, "verify");
         });
}

std::optional<public_key> to_public_key(const strict_object& key) {
  const auto type = key.text("kty");
  if (type == "RSA") {
    return public_key::rsa(key_bytes(key, "n"), key_bytes(key, "e"));
  }
  if (type == "EC" && key.text("crv") == "P-256") {
    return public_key::p256(key_bytes(key, "x"), key_bytes(key, "y"));
  }
  if (type == "OKP" && key.text("crv") == "Ed25519") {
    return public_key::ed25519(key_bytes(key, "x"));
  }
  return std::nullopt;
}

}  // namespace

/// Adds keys to a set that is being made.
struct key_set_reader {
  key_set& into;

  /// False when the text cannot be used as a key.
  [[nodiscard]] bool add(std::string_view text) const {
    const auto key = strict_object::read(text);
    if (!key) return false;
    auto id = key->text("kid");
    if (!id || id->empty()) return false;
    // Whoever publishes the private part has no signatures to trust.
    if (key->has("d") || !is_for_signatures(*key)) return false;
    std::optional<token_algorithm> only;
    if (key->has("alg")) {
      only = to_token_algorithm(key->text("alg").value_or(std::string{}));
      if (!only) return false;
    }
    auto made = to_public_key(*key);
    if (!made || (only && !made->fits(*only))) return false;
    into.keys_.push_back({std::move(*id), only, std::move(*made)});
    return true;
  }
  void skip() const { ++into.skipped_; }
};

key_set::found key_set::find(std::string_view id,
                             token_algorithm algorithm) const noexcept {
  found result;
  for (const entry& each : keys_) {
    if (each.id != id) continue;
    result.is_known = true;
    if (each.key.fits(algorithm) && (!each.only || *each.only == algorithm)) {
      result.key = &each.key;
      break;
    }
  }
  return result;
}

key_set_result read_key_set(std::string_view text) {
  if (text.size() > max_key_set_bytes) {
    return {nullptr, "the key set is larger than 256 KiB"};
  }
  const auto whole = strict_object::read(text);
  if (!whole) return {nullptr, "the key set is not a JSON object"};
  const auto list = elements_of(whole->find("keys").value_or(""));
  if (!list) return {nullptr, "the key set has no list of keys"};
  if (list->size() > max_keys) {
    return {nullptr, "the key set has more than 100 keys"};
  }
  const auto made = std::make_shared<key_set>();
  const key_set_reader reader{*made};
  for (const std::string_view each : *list) {
    if (!reader.add(each)) reader.skip();
  }
  if (made->size() == 0) {
    return {nullptr,
            "the key set has no key that can be used: RSA of at least 2048 "
            "bits, P-256 or Ed25519, with a kid, for signatures"};
  }
  return {made, {}};
}

}  // namespace pith::mcp
