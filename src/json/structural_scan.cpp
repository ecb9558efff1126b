// SPDX-License-Identifier: MIT
#include "json/structural_scan.hpp"

#include "text/block.hpp"
#include "text/utf8.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <string_view>

namespace pith::inline v0::json {

namespace {

constexpr std::size_t step = 64;

/// Sixty-four bytes; bit i of a mask belongs to byte i.
class wide_block {
 public:
  explicit wide_block(const char* p) noexcept {
    for (unsigned i = 0; i < 4; ++i) {
      const text::block part = text::block::load(p + 16 * i);
      const unsigned at = 16 * i;
      quotes_ |= std::uint64_t{part.equals('"')} << at;
      slashes_ |= std::uint64_t{part.equals('\\')} << at;
      controls_ |= std::uint64_t{part.below(0x20)} << at;
      operators_ |= std::uint64_t{part.equals_either('{', '}') |
                                  part.equals_either('[', ']') |
                                  part.equals_either(':', ',')}
                    << at;
      blanks_ |= std::uint64_t{part.equals_either(' ', '\n') |
                               part.equals_either('\t', '\r')}
                 << at;
    }
  }
  [[nodiscard]] std::uint64_t quotes() const noexcept { return quotes_; }
  [[nodiscard]] std::uint64_t slashes() const noexcept { return slashes_; }
  [[nodiscard]] std::uint64_t controls() const noexcept { return controls_; }
  [[nodiscard]] std::uint64_t operators() const noexcept { return operators_; }
  [[nodiscard]] std::uint64_t blanks() const noexcept { return blanks_; }

 private:
  std::uint64_t quotes_ = 0;
  std::uint64_t slashes_ = 0;
  std::uint64_t controls_ = 0;
  std::uint64_t operators_ = 0;
  std::uint64_t blanks_ = 0;
};

/// Bit i of the result is the parity of bits 0 to i.
constexpr std::uint64_t parities(std::uint64_t bits) noexcept {
  for (unsigned by = 1; by < step; by *= 2) bits ^= bits << by;
  return bits;
}

/// What one block leaves to the next.
class scanner {
 public:
  /// The bytes of a block where something begins.
  std::uint64_t take(const wide_block& b) noexcept {
    const std::uint64_t quotes = b.quotes() & ~escaped(b.slashes());
    // From each opening quote to before its closing one.
    const std::uint64_t inside = parities(quotes) ^ in_string_;
    in_string_ = 0 - (inside >> 63);
    bad_ |= b.controls() & inside;
    const std::uint64_t scalars = ~(b.operators() | b.blanks());
    const std::uint64_t others = scalars & ~quotes;
    const std::uint64_t follows = others << 1 | after_scalar_;
    after_scalar_ = others >> 63;
    return (b.operators() | (scalars & ~follows)) & ~(inside ^ quotes);
  }
  [[nodiscard]] bool is_good() const noexcept {
    return bad_ == 0 && in_string_ == 0;
  }

 private:
  /// Bytes after an odd number of backslashes.
  std::uint64_t escaped(std::uint64_t slashes) noexcept {
    if (slashes == 0) {
      const std::uint64_t first = after_slash_;
      after_slash_ = 0;
      return first;
    }
    slashes &= ~after_slash_;
    const std::uint64_t after = slashes << 1 | after_slash_;
    constexpr std::uint64_t even = 0x5555555555555555;
    const std::uint64_t odd_starts = slashes & ~even & ~after;
    const std::uint64_t ends = odd_starts + slashes;
    after_slash_ = ends < odd_starts ? 1 : 0;
    return (even ^ (ends << 1)) & after;
  }

  std::uint64_t after_slash_ = 0;   // 0 or 1
  std::uint64_t in_string_ = 0;     // all bits or none
  std::uint64_t after_scalar_ = 0;  // 0 or 1
  std::uint64_t bad_ = 0;
};

/// Appends the places of the bits; there is room for all.
void put(std::uint64_t bits, std::size_t at,
         detail::pod_buffer<std::uint32_t>& out) noexcept {
  for (; bits != 0; bits &= bits - 1) {
    out.push_unchecked(static_cast<std::uint32_t>(at) +
                       static_cast<std::uint32_t>(std::countr_zero(bits)));
  }
}

/// What a byte is outside of strings.
enum class byte_kind : std::uint8_t { other, blank, mark, quote };

constexpr std::array<byte_kind, 256> make_kinds() {
  std::array<byte_kind, 256> kinds{};
  for (const char c : {' ', '\t', '\n', '\r'}) {
    kinds[static_cast<unsigned char>(c)] = byte_kind::blank;
  }
  for (const char c : {'{', '}', '[', ']', ':', ','}) {
    kinds[static_cast<unsigned char>(c)] = byte_kind::mark;
  }
  kinds[static_cast<unsigned char>('"')] = byte_kind::quote;
  return kinds;
}
constexpr std::array<byte_kind, 256> kinds = make_kinds();

byte_kind kind_of(char c) noexcept {
  return kinds[static_cast<unsigned char>(c)];
}

/// The byte after the string that begins at `at`; 0 when it does not end, or
/// has a control character.
std::size_t end_of_string(const char* text, std::size_t size,
                          std::size_t at) noexcept {
  for (++at; at < size; ++at) {
    const char c = text[at];
    if (c == '"') return at + 1;
    // What a backslash escapes is looked at, too: it may be such a character.
    if (c == '\\' && at + 1 < size &&
        static_cast<unsigned char>(text[at + 1]) >= 0x20) {
      ++at;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      return 0;
    }
  }
  return 0;
}

}  // namespace

bool scan_structurals_scalar(const char* text, std::size_t size,
                             detail::pod_buffer<std::uint32_t>& out) {
  out.clear();
  if (text::find_invalid_utf8({text, size}) != text::valid_utf8) return false;
  for (std::size_t at = 0; at < size;) {
    const byte_kind kind = kind_of(text[at]);
    if (kind == byte_kind::blank) {
      ++at;
      continue;
    }
    out.push_back(static_cast<std::uint32_t>(at));
    if (kind == byte_kind::mark) {
      ++at;
    } else if (kind == byte_kind::quote) {
      at = end_of_string(text, size, at);
      if (at == 0) return false;
    } else {
      // A backslash hides a quote here as well; no such text is JSON.
      for (; at < size && kind_of(text[at]) == byte_kind::other; ++at) {
        if (text[at] == '\\') ++at;
      }
    }
  }
  return !out.empty();
}

bool scan_structurals(const char* text, std::size_t size,
                      detail::pod_buffer<std::uint32_t>& out) {
  out.clear();
  if (text::find_invalid_utf8({text, size}) != text::valid_utf8) return false;
  scanner scan;
  std::size_t at = 0;
  for (; size - at >= step; at += step) {
    out.ensure(step);
    put(scan.take(wide_block(text + at)), at, out);
  }
  if (at != size) {
    char rest[step];
    std::memset(rest, ' ', step);
    std::memcpy(rest, text + at, size - at);
    out.ensure(step);
    put(scan.take(wide_block(rest)), at, out);
  }
  return scan.is_good() && !out.empty();
}

}  // namespace pith::inline v0::json
