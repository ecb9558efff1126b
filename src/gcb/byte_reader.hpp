// SPDX-License-Identifier: MIT
/// @file
/// Reads the parts of a GCB1 text, each no further than its bytes reach.
#ifndef PITH_GCB_BYTE_READER_HPP
#define PITH_GCB_BYTE_READER_HPP

#include <pith/error.hpp>

#include "gcb/wire.hpp"
#include "text/utf8.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcb {

/// Each read returns false when it fails; problem() then says why, and nothing
/// may be read any more.
class byte_reader {
 public:
  explicit byte_reader(std::string_view bytes) noexcept : bytes_(bytes) {}

  [[nodiscard]] std::size_t offset() const noexcept { return at_; }
  [[nodiscard]] std::size_t left() const noexcept {
    return bytes_.size() - at_;
  }
  [[nodiscard]] const error& problem() const noexcept { return problem_; }

  [[nodiscard]] bool fail(error_code code, std::size_t offset,
                          const char* detail) noexcept {
    problem_ = {code, offset, detail};
    return false;
  }

  /// True when `count` bytes are left.
  [[nodiscard]] bool has(std::size_t count) noexcept {
    if (left() >= count) return true;
    return fail(error_code::unexpected_end, bytes_.size(),
                "the bytes end inside a payload");
  }

  /// Takes what has() has seen.
  [[nodiscard]] std::uint8_t take_byte() noexcept {
    return static_cast<std::uint8_t>(bytes_[at_++]);
  }
  /// The same for four bytes. False for NaN and infinities.
  [[nodiscard]] bool take_score(double& into) noexcept {
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < 4; ++i) {
      bits |= std::uint32_t{take_byte()} << (8 * i);
    }
    const float score = std::bit_cast<float>(bits);
    if (!std::isfinite(score)) {
      return fail(error_code::not_finite, at_ - 4, "a score must be finite");
    }
    into = widen(score);
    return true;
  }

  [[nodiscard]] bool read_varint(std::uint64_t& into) noexcept {
    if (!has(1)) return false;
    into = take_byte();
    return into < 0x80 || read_long_varint(into);
  }

  /// The text points into the bytes.
  [[nodiscard]] bool read_text(std::string_view& into) noexcept {
    const std::size_t begin = at_;
    std::uint64_t length = 0;
    if (!read_varint(length)) return false;
    if (length > left()) {
      return fail(error_code::unexpected_end, begin,
                  "a text must end within the bytes");
    }
    into = bytes_.substr(at_, static_cast<std::size_t>(length));
    const std::size_t bad = text::find_invalid_utf8(into);
    if (bad != text::valid_utf8) {
      return fail(error_code::invalid_utf8, at_ + bad, "a text must be UTF-8");
    }
    at_ += into.size();
    return true;
  }

  /// A number of things of which each takes `min_bytes` bytes or more.
  [[nodiscard]] bool read_count(std::uint64_t& into, std::size_t min_bytes,
                                std::size_t most) noexcept {
    const std::size_t begin = at_;
    if (!read_varint(into)) return false;
    if (into > left() / min_bytes) {
      return fail(error_code::count_mismatch, begin,
                  "the bytes cannot hold so many symbols or edges");
    }
    if (into > most) {
      return fail(error_code::item_limit, begin,
                  "more symbols or edges than limits::max_items");
    }
    return true;
  }

 private:
  /// Goes on after the first of several bytes.
  [[nodiscard]] bool read_long_varint(std::uint64_t& into) noexcept {
    const std::size_t begin = at_ - 1;
    into &= 0x7F;
    for (unsigned shift = 7;; shift += 7) {
      if (!has(1)) return false;
      const std::uint64_t byte = take_byte();
      if (shift == 63 && byte > 1) {
        return fail(error_code::out_of_range, begin,
                    "an integer must be less than 2^64");
      }
      into |= (byte & 0x7F) << shift;
      if (byte >= 0x80) continue;
      if (byte != 0) return true;
      return fail(error_code::invalid_number, begin,
                  "an integer must not have more bytes than it needs");
    }
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  error problem_{};
};

}  // namespace pith::inline v0::gcb

#endif  // PITH_GCB_BYTE_READER_HPP
