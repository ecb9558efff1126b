// SPDX-License-Identifier: MIT
#include "mcp/state/key_ring.hpp"

#include "mcp/protocol/hex.hpp"
#include "mcp/protocol/hmac.hpp"
#include "mcp/system/random_bytes.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <span>

namespace pith::mcp {

namespace {

constexpr std::size_t nonce_bytes = 12;
constexpr std::size_t mark_bytes = 16;  // of GCM
constexpr std::size_t block_bytes = 16;
constexpr std::size_t id_bytes = 8;
constexpr std::size_t root_bytes = SHA256_DIGEST_LENGTH;
/// Fast: what is kept is read at most a few times.
constexpr int zstd_level = 1;

static_assert(key_ring::seal_bytes == nonce_bytes + mark_bytes);

const unsigned char* as_bytes(std::string_view text) noexcept {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* as_bytes(std::string& text) noexcept {
  return reinterpret_cast<unsigned char*>(text.data());
}

std::string digest_with(std::string_view key, std::string_view text) {
  const auto digest = hmac_sha256(key, text);
  return {digest.begin(), digest.end()};
}

std::string short_hex(std::string_view digest) {
  return hex_of({as_bytes(digest), block_bytes});
}

/// Texts in a row, so that no two rows are the same text.
void add_part(std::string& to, std::string_view part) {
  to.append(std::to_string(part.size())).push_back(':');
  to.append(part);
}

/// Whose share it is of.
std::string_view share_name(const page_owner& owner) noexcept {
  return owner.tenant.empty() ? owner.name : owner.tenant;
}

std::string whole_name(const page_owner& owner) {
  std::string out;
  add_part(out, share_name(owner));
  add_part(out, owner.name);
  return out;
}

struct free_cipher {
  void operator()(EVP_CIPHER_CTX* of) const noexcept {
    EVP_CIPHER_CTX_free(of);
  }
};
using cipher_pointer = std::unique_ptr<EVP_CIPHER_CTX, free_cipher>;

bool fits_int(std::size_t size) noexcept {
  return size <= static_cast<std::size_t>(std::numeric_limits<int>::max());
}

/// One block by AES-256, there or back.
bool turn_block(std::string_view key, bool is_sealing,
                const std::array<unsigned char, block_bytes>& from,
                std::array<unsigned char, block_bytes>& to) {
  const cipher_pointer cipher(EVP_CIPHER_CTX_new());
  int size = 0;
  return cipher &&
         EVP_CipherInit_ex(cipher.get(), EVP_aes_256_ecb(), nullptr,
                           as_bytes(key), nullptr, is_sealing ? 1 : 0) == 1 &&
         EVP_CIPHER_CTX_set_padding(cipher.get(), 0) == 1 &&
         EVP_CipherUpdate(cipher.get(), to.data(), &size, from.data(),
                          block_bytes) == 1 &&
         size == static_cast<int>(block_bytes);
}

int digit_of(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

bool read_hex(std::string_view text,
              std::array<unsigned char, block_bytes>& into) noexcept {
  if (text.size() != 2 * into.size()) return false;
  for (std::size_t i = 0; i < into.size(); ++i) {
    const int high = digit_of(text[2 * i]);
    const int low = digit_of(text[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    into[i] = static_cast<unsigned char>(high * 16 + low);
  }
  return true;
}

void put_number(unsigned char* to, std::uint32_t number) noexcept {
  for (unsigned i = 0; i < 4; ++i) {
    to[i] = static_cast<unsigned char>((number >> (24U - 8U * i)) & 0xFFU);
  }
}

std::uint32_t take_number(const unsigned char* from) noexcept {
  std::uint32_t number = 0;
  for (unsigned i = 0; i < 4; ++i) number = (number << 8U) | from[i];
  return number;
}

std::string root_of(std::string_view bytes) {
  std::string root(root_bytes, '\0');
  SHA256(as_bytes(bytes), bytes.size(), as_bytes(root));
  return root;
}

struct zstd_delete {
  void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
};

/// Of this thread, and kept: making its tables takes longer than packing a
/// small value. Null when there is no memory.
ZSTD_CCtx* packing_context() {
  thread_local const std::unique_ptr<ZSTD_CCtx, zstd_delete> context(
      ZSTD_createCCtx());
  return context.get();
}
ZSTD_DCtx* unpacking_context() {
  thread_local const std::unique_ptr<ZSTD_DCtx, zstd_delete> context(
      ZSTD_createDCtx());
  return context.get();
}

std::optional<std::string> unpack(std::string_view packed,
                                  std::size_t max_bytes) {
  if (packed.size() < root_bytes) return std::nullopt;
  const std::string_view root = packed.substr(0, root_bytes);
  packed.remove_prefix(root_bytes);
  const unsigned long long size =
      ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR ||
      size > max_bytes) {
    return std::nullopt;
  }
  std::string bytes(static_cast<std::size_t>(size), '\0');
  ZSTD_DCtx* const context = unpacking_context();
  if (context == nullptr) return std::nullopt;
  const std::size_t got = ZSTD_decompressDCtx(
      context, bytes.data(), bytes.size(), packed.data(), packed.size());
  if (got != bytes.size() || root_of(bytes) != root) return std::nullopt;
  return bytes;
}

}  // namespace

key_ring::key_ring(const std::vector<std::string>& secrets) {
  for (const std::string& secret : secrets) {
    if (keys_.size() == max_secrets) break;
    keys_.push_back({.tag = digest_with(secret, "pith:1:tag"),
                     .name = digest_with(secret, "pith:1:name"),
                     .value = digest_with(secret, "pith:1:value"),
                     .handle = digest_with(secret, "pith:1:handle")});
  }
}

std::string key_ring::tag(std::size_t key, const page_owner& owner) const {
  return short_hex(digest_with(keys_[key].tag, share_name(owner)));
}

std::string key_ring::name(std::size_t key, const page_owner& owner,
                           std::string_view what) const {
  std::string text = whole_name(owner);
  add_part(text, what);
  return short_hex(digest_with(keys_[key].name, text));
}

std::string key_ring::seal_small(std::size_t key, const page_owner& owner,
                                 std::string_view place,
                                 std::string_view bytes) const {
  // A key for each owner: random nonces of 96 bits suffice for 2^32 values.
  const std::string secret = digest_with(keys_[key].value, whole_name(owner));
  std::string out(seal_bytes + bytes.size(), '\0');
  unsigned char* const to = as_bytes(out);
  const cipher_pointer cipher(EVP_CIPHER_CTX_new());
  int size = 0;
  if (!cipher || !fits_int(bytes.size()) || !fits_int(place.size()) ||
      !fill_random({to, nonce_bytes}) ||
      EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr,
                         as_bytes(secret), to) != 1 ||
      EVP_EncryptUpdate(cipher.get(), nullptr, &size, as_bytes(place),
                        static_cast<int>(place.size())) != 1 ||
      EVP_EncryptUpdate(cipher.get(), to + nonce_bytes, &size, as_bytes(bytes),
                        static_cast<int>(bytes.size())) != 1 ||
      EVP_EncryptFinal_ex(cipher.get(), to + nonce_bytes + bytes.size(),
                          &size) != 1 ||
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_AEAD_GET_TAG, mark_bytes,
                          to + nonce_bytes + bytes.size()) != 1) {
    return {};
  }
  return out;
}

std::optional<std::string> key_ring::open_small(std::size_t key,
                                                const page_owner& owner,
                                                std::string_view place,
                                                std::string_view sealed) const {
  if (sealed.size() < seal_bytes || !fits_int(sealed.size()) ||
      !fits_int(place.size())) {
    return std::nullopt;
  }
  const std::string secret = digest_with(keys_[key].value, whole_name(owner));
  const std::size_t size = sealed.size() - seal_bytes;
  std::string out(size, '\0');
  std::string mark(sealed.substr(nonce_bytes + size));
  const cipher_pointer cipher(EVP_CIPHER_CTX_new());
  int got = 0;
  if (!cipher ||
      EVP_DecryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr,
                         as_bytes(secret), as_bytes(sealed)) != 1 ||
      EVP_DecryptUpdate(cipher.get(), nullptr, &got, as_bytes(place),
                        static_cast<int>(place.size())) != 1 ||
      EVP_DecryptUpdate(cipher.get(), as_bytes(out), &got,
                        as_bytes(sealed) + nonce_bytes,
                        static_cast<int>(size)) != 1 ||
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_AEAD_SET_TAG, mark_bytes,
                          mark.data()) != 1 ||
      EVP_DecryptFinal_ex(cipher.get(), as_bytes(out) + size, &got) != 1) {
    return std::nullopt;
  }
  return out;
}

std::string key_ring::seal(std::size_t key, const page_owner& owner,
                           std::string_view place,
                           std::string_view bytes) const {
  ZSTD_CCtx* const context = packing_context();
  if (context == nullptr) return {};
  std::string packed = root_of(bytes);
  packed.resize(root_bytes + ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compressCCtx(
      context, packed.data() + root_bytes, packed.size() - root_bytes,
      bytes.data(), bytes.size(), zstd_level);
  if (ZSTD_isError(size) != 0) return {};
  packed.resize(root_bytes + size);
  return seal_small(key, owner, place, packed);
}

std::optional<std::string> key_ring::open(std::size_t key,
                                          const page_owner& owner,
                                          std::string_view place,
                                          std::string_view sealed,
                                          std::size_t max_bytes) const {
  const auto packed = open_small(key, owner, place, sealed);
  return packed ? unpack(*packed, max_bytes) : std::nullopt;
}

std::string key_ring::make_handle(const page_owner& owner,
                                  std::int64_t expires) const {
  std::array<unsigned char, block_bytes> plain{};
  std::array<unsigned char, block_bytes> sealed{};
  if (!fill_random(std::span(plain).first(id_bytes))) return {};
  put_number(plain.data() + id_bytes, static_cast<std::uint32_t>(expires));
  const std::string secret =
      digest_with(keys_.front().handle, whole_name(owner));
  if (!turn_block(secret, true, plain, sealed)) return {};
  return hex_of(sealed);
}

std::optional<opened_handle> key_ring::open_handle(const page_owner& owner,
                                                   std::string_view handle,
                                                   std::int64_t now,
                                                   std::int64_t latest) const {
  std::array<unsigned char, block_bytes> sealed{};
  if (!read_hex(handle, sealed)) return std::nullopt;
  const std::string who = whole_name(owner);
  for (std::size_t key = 0; key < keys_.size(); ++key) {
    std::array<unsigned char, block_bytes> plain{};
    const std::string secret = digest_with(keys_[key].handle, who);
    if (!turn_block(secret, false, sealed, plain)) return std::nullopt;
    const std::int64_t expires = take_number(plain.data() + id_bytes);
    if (take_number(plain.data() + id_bytes + 4) != 0 || expires <= now ||
        expires > latest) {
      continue;
    }
    return opened_handle{.key = key,
                         .id = hex_of(std::span(plain).first(id_bytes)),
                         .expires = expires};
  }
  return std::nullopt;
}

}  // namespace pith::mcp
