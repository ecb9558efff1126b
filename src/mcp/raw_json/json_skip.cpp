// SPDX-License-Identifier: MIT
#include "mcp/raw_json/json_skip.hpp"

#include "text/escape.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::size_t step_bytes = 64;

/// Gives the blocks of a step to `look(block, place of its first byte)`:
/// `bytes` bytes from `p` on, and zeros if these are fewer than a step.
template <class Look>
void each_block(const char* p, std::size_t bytes, Look&& look) noexcept {
  char copy[step_bytes] = {};
  if (bytes < step_bytes) {
    std::memcpy(copy, p, bytes);
    p = copy;
  }
  for (std::size_t i = 0; i < step_bytes; i += text::block_bytes) {
    look(text::block::load(p + i), i);
  }
}

/// 64 bytes; a mask has bit i set when byte i has the property.
struct step {
  std::uint64_t quotes = 0;
  std::uint64_t slashes = 0;
  std::uint64_t controls = 0;

  /// Looks at `bytes` bytes from `p` on; there need be no more.
  static step at(const char* p, std::size_t bytes) noexcept {
    step out;
    each_block(p, bytes, [&out](const text::block& b, std::size_t i) {
      out.quotes |= std::uint64_t{b.equals('"')} << i;
      out.slashes |= std::uint64_t{b.equals('\\')} << i;
      out.controls |= std::uint64_t{b.below(0x20)} << i;
    });
    return out;
  }
};

/// Brackets of a step, opening and closing ones of both kinds.
struct brackets {
  std::uint64_t open = 0;
  std::uint64_t close = 0;

  static brackets at(const char* p, std::size_t bytes) noexcept {
    brackets out;
    each_block(p, bytes, [&out](const text::block& b, std::size_t i) {
      out.open |= std::uint64_t{b.equals('{') | b.equals('[')} << i;
      out.close |= std::uint64_t{b.equals('}') | b.equals(']')} << i;
    });
    return out;
  }
};

/// Which characters a backslash takes their meaning from, step by step.
class escape_finder {
 public:
  /// The bytes of the step after a backslash that counts.
  std::uint64_t escaped(std::uint64_t slashes) noexcept {
    if (slashes == 0) return std::exchange(first_is_escaped_, 0);
    slashes &= ~first_is_escaped_;
    const std::uint64_t after = slashes << 1U | first_is_escaped_;
    // Of a run of backslashes every second one counts. Adding the beginnings
    // of runs at odd places to the runs carries after their ends; so places
    // after runs tell where the run began, and with that its parity.
    constexpr std::uint64_t even = 0x5555555555555555;
    const std::uint64_t odd_starts = slashes & ~even & ~after;
    const std::uint64_t carried = odd_starts + slashes;
    first_is_escaped_ = carried < slashes ? 1 : 0;
    return (even ^ (carried << 1U)) & after;
  }

 private:
  std::uint64_t first_is_escaped_ = 0;
};

/// Bit i of the result is the parity of bits 0 to i.
std::uint64_t running_parity(std::uint64_t bits) noexcept {
  for (unsigned shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

/// The length of the container at the beginning; 0 when it does not end.
std::size_t skip_container(std::string_view text) noexcept {
  escape_finder escapes;
  std::uint64_t is_inside = 0;  // all bits: the step begins inside a string
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size(); at += step_bytes) {
    const std::size_t bytes = text.size() - at;
    const step s = step::at(text.data() + at, bytes);
    const std::uint64_t quotes = s.quotes & ~escapes.escaped(s.slashes);
    const std::uint64_t inside = running_parity(quotes) ^ is_inside;
    is_inside = inside >> 63U == 0 ? 0 : ~std::uint64_t{0};
    const brackets b = brackets::at(text.data() + at, bytes);
    const std::uint64_t open = b.open & ~inside;
    std::uint64_t close = b.close & ~inside;
    const auto closing = static_cast<std::size_t>(std::popcount(close));
    if (closing < depth) {
      depth += static_cast<std::size_t>(std::popcount(open));
      depth -= closing;
      continue;
    }
    std::size_t closed = 0;
    for (; close != 0; close &= close - 1) {
      const auto place = static_cast<unsigned>(std::countr_zero(close));
      const std::uint64_t before = (std::uint64_t{1} << place) - 1;
      ++closed;
      if (depth + static_cast<std::size_t>(std::popcount(open & before)) <=
          closed) {
        return at + place + 1;
      }
    }
    depth += static_cast<std::size_t>(std::popcount(open));
    depth -= closed;
  }
  return 0;
}

bool ends_scalar(char c) noexcept {
  return c == ',' || c == '}' || c == ']' || c == ' ' || c == '\n' ||
         c == '\r' || c == '\t' || c == ':' || c == '"' || c == '{' || c == '[';
}

}  // namespace

std::size_t skip_string(std::string_view text) noexcept {
  if (!text.starts_with('"')) return 0;
  std::size_t at = 1;
  if (text.size() > text::block_bytes) {  // most strings end here
    const std::uint32_t special =
        text::special_mask(text::block::load(text.data() + 1));
    const auto first = static_cast<std::size_t>(std::countr_zero(special));
    if (special == 0) {
      at += text::block_bytes;
    } else if (text[first + 1] == '"') {
      return first + 2;
    }
  }
  escape_finder escapes;
  for (; at < text.size(); at += step_bytes) {
    const step s = step::at(text.data() + at, text.size() - at);
    const std::uint64_t quotes = s.quotes & ~escapes.escaped(s.slashes);
    // Everything up to the quote; all of it when there is none.
    const std::uint64_t inside = quotes ^ (quotes - 1);
    if ((s.controls & inside) != 0) return 0;
    if (quotes != 0) {
      return at + static_cast<std::size_t>(std::countr_zero(quotes)) + 1;
    }
  }
  return 0;
}

std::size_t skip_value(std::string_view text) noexcept {
  if (text.empty()) return 0;
  if (text.front() == '"') return skip_string(text);
  if (text.front() == '{' || text.front() == '[') return skip_container(text);
  std::size_t at = 0;
  while (at < text.size() && !ends_scalar(text[at])) ++at;
  return at;
}

}  // namespace pith::mcp
