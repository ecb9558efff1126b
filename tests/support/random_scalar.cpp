// SPDX-License-Identifier: MIT
/// @file
/// The scalars and keys of random documents.

#include "random_document.hpp"
#include "text_pools.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

namespace pith_tests {

namespace {

template <class T>
const T& pick(random_source& random, std::span<const T> pool) noexcept {
  return pool[random.below(static_cast<std::uint32_t>(pool.size()))];
}

std::size_t append_utf8(char* out, std::uint32_t c) noexcept {
  const auto byte = [](std::uint32_t v) { return static_cast<char>(v); };
  if (c < 0x80) {
    out[0] = byte(c);
    return 1;
  }
  if (c < 0x800) {
    out[0] = byte(0xC0 | (c >> 6U));
    out[1] = byte(0x80 | (c & 0x3FU));
    return 2;
  }
  if (c < 0x10000) {
    out[0] = byte(0xE0 | (c >> 12U));
    out[1] = byte(0x80 | ((c >> 6U) & 0x3FU));
    out[2] = byte(0x80 | (c & 0x3FU));
    return 3;
  }
  out[0] = byte(0xF0 | (c >> 18U));
  out[1] = byte(0x80 | ((c >> 12U) & 0x3FU));
  out[2] = byte(0x80 | ((c >> 6U) & 0x3FU));
  out[3] = byte(0x80 | (c & 0x3FU));
  return 4;
}

// A scalar value of any plane; small planes are drawn as often as large ones.
std::uint32_t random_scalar_value(random_source& random) noexcept {
  switch (random.below(6)) {
    case 0:
      return random.below(0x80);
    case 1:
      return random.between(0x80, 0x7FF);
    case 2:
      return random.between(0x2000, 0x206F);
    case 3:
      return random.between(0x800, 0xD7FF);
    case 4:
      return random.between(0xE000, 0xFFFF);
    default:
      return random.between(0x10000, 0x10FFFF);
  }
}

}  // namespace

std::string_view random_documents::draw_key() {
  if (!random_.chance(odd_key_percent_)) {
    return pick(random_, plain_keys());
  }
  const std::uint32_t r = random_.below(100);
  if (r < 88) {
    return pick(random_, odd_keys());
  }
  if (r < 93) {
    return random_ascii();
  }
  return r < 97 ? random_unicode() : random_long();
}

void random_documents::scalar(scalar_kind kind) {
  if (kind == scalar_kind::any) {
    const std::uint32_t r = random_.below(100);
    if (r < 8) {
      spend();
      builder_.null();
      return;
    }
    kind = r < 20   ? scalar_kind::boolean
           : r < 45 ? scalar_kind::integer
           : r < 58 ? scalar_kind::real
                    : scalar_kind::string;
  }
  spend();
  switch (kind) {
    case scalar_kind::integer:
      integer();
      return;
    case scalar_kind::real:
      real();
      return;
    case scalar_kind::boolean:
      builder_.boolean(random_.one_in(2));
      return;
    case scalar_kind::string:
    case scalar_kind::any:
      string();
      return;
  }
}

void random_documents::integer() {
  if (!random_.chance(taste_.odd_number_percent)) {
    builder_.integer(static_cast<std::int64_t>(random_.below(140)) - 20);
    return;
  }
  if (random_.one_in(2)) {
    builder_.integer(pick(random_, odd_integers()));
    return;
  }
  // Every length of digits, both signs.
  const std::uint64_t bits = random_.next() >> random_.below(64);
  builder_.integer(static_cast<std::int64_t>(
      random_.one_in(2) ? bits : std::uint64_t{0} - bits));
}

void random_documents::real() {
  if (!random_.chance(taste_.odd_number_percent)) {
    // Small decimals such as 12.25 and 0.07.
    const double hundredths = static_cast<double>(random_.below(20000)) - 5000;
    builder_.real(hundredths / 100);
    return;
  }
  const std::uint32_t r = random_.below(3);
  if (r == 0) {
    builder_.real(pick(random_, odd_doubles()));
    return;
  }
  if (r == 1) {
    // Seventeen digits between 0 and 16.
    builder_.real(static_cast<double>(random_.next() >> 11U) * 0x1p-49);
    return;
  }
  const double any = std::bit_cast<double>(random_.next());
  builder_.real(std::isfinite(any) ? any : 1e-300);
}

void random_documents::string() { builder_.string(draw_string()); }

std::string_view random_documents::draw_string() {
  if (!random_.chance(odd_string_percent_)) {
    return pick(random_, plain_strings());
  }
  const std::uint32_t r = random_.below(100);
  if (r < 72) {
    return pick(random_, odd_strings());
  }
  if (r < 86) {
    return random_ascii();
  }
  return r < 94 ? random_unicode() : random_long();
}

char* random_documents::scratch(std::size_t bytes) {
  if (text_.size() - text_used_ < bytes) {
    return nullptr;
  }
  char* at = text_.data() + text_used_;
  text_used_ += bytes;
  return at;
}

std::string_view random_documents::random_ascii() {
  static constexpr std::string_view alphabet =
      "abz019 \"\\|,:[]{}@#.=^~->+eE\t\nG!?/_";
  const std::uint32_t size = random_.between(1, 8);
  char* out = scratch(size);
  if (out == nullptr) {
    return "out of text";
  }
  for (std::uint32_t i = 0; i < size; ++i) {
    out[i] =
        alphabet[random_.below(static_cast<std::uint32_t>(alphabet.size()))];
  }
  return {out, size};
}

std::string_view random_documents::random_unicode() {
  const std::uint32_t count = random_.between(1, 4);
  char* out = scratch(std::size_t{4} * count);
  if (out == nullptr) {
    return "out of text";
  }
  std::size_t size = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    size += append_utf8(out + size, random_scalar_value(random_));
  }
  return {out, size};
}

// Fifteen to seventy bytes with one odd character somewhere: scanners that
// work in blocks of 16, 32 or 64 bytes must see it at every offset.
std::string_view random_documents::random_long() {
  static constexpr std::string_view odd = "\"\\|,:[]{}@#.=^~->\t\n\r\x01\x7f ";
  const std::uint32_t size = random_.between(15, 70);
  char* out = scratch(size);
  if (out == nullptr) {
    return "out of text";
  }
  std::fill_n(out, size, 'x');
  const std::uint32_t at = random_.below(size);
  const std::uint32_t r = random_.below(8);
  if (r == 0 && at + 4 <= size) {
    const std::uint32_t c = random_scalar_value(random_);
    append_utf8(out + at, c);
  } else if (r == 1 && at + 3 <= size) {
    out[at] = '[';
    out[at + 1] = ']';
    out[at + 2] = ':';
  } else if (r < 7) {
    out[at] = odd[random_.below(static_cast<std::uint32_t>(odd.size()))];
  }
  return {out, size};
}

}  // namespace pith_tests
