// SPDX-License-Identifier: MIT
#include "digest/portable_sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace pith::inline v0::detail {

namespace {

constexpr std::array<std::uint32_t, 64> round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t read_big_endian(const unsigned char* at) noexcept {
  return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 |
         std::uint32_t{at[2]} << 8 | std::uint32_t{at[3]};
}

}  // namespace

void portable_sha256::mix(const unsigned char* block) noexcept {
  std::array<std::uint32_t, 64> w;
  for (std::size_t i = 0; i < 16; ++i) w[i] = read_big_endian(block + 4 * i);
  for (std::size_t i = 16; i < w.size(); ++i) {
    const std::uint32_t low =
        std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const std::uint32_t high =
        std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + low + w[i - 7] + high;
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < w.size(); ++i) {
    const std::uint32_t chosen = (e & f) ^ (~e & g);
    const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
    const std::uint32_t first =
        h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + chosen +
        round_constants[i] + w[i];
    const std::uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + majority;
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const std::array<std::uint32_t, 8> mixed = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += mixed[i];
}

void portable_sha256::update(std::string_view bytes) noexcept {
  const std::size_t held = total_ % block_bytes;
  total_ += bytes.size();
  if (held != 0) {
    const std::size_t taken = std::min(bytes.size(), block_bytes - held);
    bytes.copy(reinterpret_cast<char*>(pending_.data()) + held, taken);
    bytes.remove_prefix(taken);
    if (held + taken < block_bytes) return;
    mix(pending_.data());
  }
  while (bytes.size() >= block_bytes) {
    mix(reinterpret_cast<const unsigned char*>(bytes.data()));
    bytes.remove_prefix(block_bytes);
  }
  bytes.copy(reinterpret_cast<char*>(pending_.data()), bytes.size());
}

sha256_digest portable_sha256::finish() noexcept {
  const std::uint64_t bits = total_ * 8;
  constexpr std::size_t length_bytes = 8;
  const std::size_t held = total_ % block_bytes;
  pending_[held] = 0x80;
  std::fill(pending_.begin() + static_cast<std::ptrdiff_t>(held) + 1,
            pending_.end(), static_cast<unsigned char>(0));
  if (held + 1 > block_bytes - length_bytes) {
    mix(pending_.data());
    pending_.fill(0);
  }
  for (std::size_t i = 0; i < length_bytes; ++i) {
    pending_[block_bytes - 1 - i] = static_cast<unsigned char>(bits >> (8 * i));
  }
  mix(pending_.data());
  sha256_digest digest{};
  for (std::size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<std::uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
  }
  *this = {};
  return digest;
}

}  // namespace pith::inline v0::detail
