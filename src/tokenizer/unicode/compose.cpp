// SPDX-License-Identifier: MIT
#include "tokenizer/unicode/compose.hpp"

#include "text/append_utf8.hpp"
#include "tokenizer/unicode/unicode.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <vector>

namespace pith::inline v0::tokens {

namespace {

constexpr std::uint32_t combining[] = {
#include "tokenizer/unicode/combining.inc"
};
constexpr std::uint32_t decompositions[] = {
#include "tokenizer/unicode/decompositions.inc"
};
constexpr std::uint32_t compatibilities[] = {
#include "tokenizer/unicode/compatibilities.inc"
};
constexpr std::uint32_t compositions[] = {
#include "tokenizer/unicode/compositions.inc"
};
constexpr std::uint32_t unstable[] = {
#include "tokenizer/unicode/unstable.inc"
};
constexpr std::uint32_t unstable_compatible[] = {
#include "tokenizer/unicode/unstable_compatible.inc"
};

constexpr std::uint32_t code_bits = 21;
constexpr std::uint32_t code_mask = (1u << code_bits) - 1;

/// The heads of the sequences of a table of decompositions, by place.
template <std::size_t size>
constexpr std::size_t count_sequences(const std::uint32_t (&table)[size]) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < size; at += 1 + (table[at] >> code_bits)) {
    ++count;
  }
  return count;
}

template <std::size_t count, std::size_t size>
constexpr auto make_heads(const std::uint32_t (&table)[size]) {
  std::array<std::uint16_t, count> heads{};
  std::size_t i = 0;
  for (std::size_t at = 0; at < size; at += 1 + (table[at] >> code_bits)) {
    heads[i++] = static_cast<std::uint16_t>(at);
  }
  return heads;
}

constexpr auto decomposition_heads =
    make_heads<count_sequences(decompositions)>(decompositions);
constexpr auto compatibility_heads =
    make_heads<count_sequences(compatibilities)>(compatibilities);

/// Characters in order; `combining_class` 0 begins a new group.
struct symbol {
  std::uint32_t code;
  std::uint32_t combining_class;
  /// A byte that is not UTF-8: its value is in `code`.
  bool is_broken = false;
};

// Hangul syllables are computed: Unicode, section 3.12.
constexpr std::uint32_t syllables = 0xAC00;
constexpr std::uint32_t leads = 0x1100;
constexpr std::uint32_t vowels = 0x1161;
constexpr std::uint32_t trails = 0x11A7;
constexpr std::uint32_t lead_count = 19;
constexpr std::uint32_t vowel_count = 21;
constexpr std::uint32_t trail_count = 28;
constexpr std::uint32_t syllable_count = lead_count * vowel_count * trail_count;

std::uint32_t class_of(std::uint32_t code) noexcept {
  const auto* const found =
      std::lower_bound(std::begin(combining), std::end(combining), code << 8);
  return found != std::end(combining) && *found >> 8 == code ? *found & 0xFF
                                                             : 0;
}

template <std::size_t size>
bool is_in_ranges(const std::uint32_t (&ranges)[size],
                  std::uint32_t code) noexcept {
  // The first bound above: at an odd place it ends a range that began before.
  const auto* const bound = std::lower_bound(ranges, ranges + size, code);
  if (bound == ranges + size) return false;
  return (bound - ranges) % 2 == 1 || *bound == code;
}

bool is_unstable(std::uint32_t code, composition form) noexcept {
  if (code >= 0x3400 && code < 0xA000) return false;  // most of Chinese
  return form == composition::canonical
             ? is_in_ranges(unstable, code)
             : is_in_ranges(unstable_compatible, code);
}

/// The characters that `code` falls into; none when it does not.
template <std::size_t size, std::size_t count>
bool append_sequence(const std::uint32_t (&table)[size],
                     const std::array<std::uint16_t, count>& heads,
                     std::uint32_t code, std::vector<symbol>& out) {
  const auto found =
      std::lower_bound(heads.begin(), heads.end(), code,
                       [&](std::uint16_t at, std::uint32_t wanted) {
                         return (table[at] & code_mask) < wanted;
                       });
  if (found == heads.end() || (table[*found] & code_mask) != code) return false;
  const std::uint32_t length = table[*found] >> code_bits;
  for (std::uint32_t i = 1; i <= length; ++i) {
    const std::uint32_t part = table[*found + i];
    out.push_back({part, class_of(part)});
  }
  return true;
}

void append_decomposed(std::uint32_t code, composition form,
                       std::vector<symbol>& out) {
  if (code >= syllables && code < syllables + syllable_count) {
    const std::uint32_t index = code - syllables;
    const std::uint32_t trail = index % trail_count;
    out.push_back({leads + index / (vowel_count * trail_count), 0});
    out.push_back({vowels + index / trail_count % vowel_count, 0});
    if (trail != 0) out.push_back({trails + trail, 0});
    return;
  }
  if (form == composition::compatible &&
      append_sequence(compatibilities, compatibility_heads, code, out)) {
    return;
  }
  if (append_sequence(decompositions, decomposition_heads, code, out)) return;
  out.push_back({code, class_of(code)});
}

/// What two characters become; 0 when they stay apart.
std::uint32_t composed(std::uint32_t first, std::uint32_t second) noexcept {
  if (first - leads < lead_count && second - vowels < vowel_count) {
    return syllables +
           ((first - leads) * vowel_count + second - vowels) * trail_count;
  }
  if (first - syllables < syllable_count &&
      (first - syllables) % trail_count == 0 && second > trails &&
      second - trails < trail_count) {
    return first + second - trails;
  }
  // Rows of three, in order of the first two.
  std::size_t low = 0;
  std::size_t high = std::size(compositions) / 3;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const std::uint32_t* const row = compositions + 3 * middle;
    if (row[0] == first && row[1] == second) return row[2];
    if (row[0] < first || (row[0] == first && row[1] < second)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return 0;
}

/// Runs of marks go by class; those of one class keep their order.
void put_in_order(std::vector<symbol>& group) {
  const auto by_class = [](const symbol& a, const symbol& b) {
    return a.combining_class < b.combining_class;
  };
  const auto is_mark = [](const symbol& s) { return s.combining_class != 0; };
  for (auto at = group.begin(); at != group.end();) {
    const auto begin = std::find_if(at, group.end(), is_mark);
    at = std::find_if_not(begin, group.end(), is_mark);
    if (!std::is_sorted(begin, at, by_class)) {
      std::stable_sort(begin, at, by_class);
    }
  }
}

/// Joins what can be joined, in place: a character joins the last starter when
/// nothing of its own class or above stands between them.
void compose(std::vector<symbol>& group) {
  constexpr std::size_t none = ~std::size_t{0};
  std::size_t starter = none;
  std::size_t size = 0;
  std::uint32_t last_class = 0;  // of what stands after the starter
  for (std::size_t i = 0; i < group.size(); ++i) {
    const symbol s = group[i];
    const bool is_next = starter != none && size == starter + 1;
    if (starter != none && !s.is_broken &&
        (is_next || last_class < s.combining_class)) {
      const std::uint32_t both = composed(group[starter].code, s.code);
      if (both != 0) {
        group[starter].code = both;
        continue;
      }
    }
    if (s.combining_class == 0) starter = s.is_broken ? none : size;
    last_class = s.combining_class;
    group[size++] = s;
  }
  group.resize(size);
}

/// After bytes below `limit`, from `p` on; `group` becomes the last character
/// before that place, if there is one.
const char* skip_stable(const char* p, const char* end, unsigned char limit,
                        const char*& group) noexcept {
  constexpr std::ptrdiff_t step = 64;
  const char* const begin = p;
  const auto at = [](const char* q) { return static_cast<unsigned char>(*q); };
  while (end - p >= step) {
    unsigned char largest = 0;
    for (std::ptrdiff_t i = 0; i < step; ++i) {
      largest = std::max(largest, at(p + i));
    }
    if (largest >= limit) break;
    p += step;
  }
  while (p != end && at(p) < limit) ++p;
  if (p == begin) return p;
  const char* last = p - 1;
  while (last != begin && p - last < 4 && (at(last) & 0xC0) == 0x80) --last;
  // What is not a whole character joins nothing.
  group = last + character_at(last, p).length == p ? last : p;
  return p;
}

}  // namespace

bool append_composed(std::string& out, std::string_view text,
                     composition form) {
  const char* const end = text.data() + text.size();
  const char* group = text.data();  // where the last stable character begins
  const char* copied = text.data();
  bool is_changed = false;
  std::vector<symbol> symbols;
  // The first character that may change is U+0300, or U+00A0.
  const unsigned char limit = form == composition::canonical ? 0xCC : 0xC2;
  for (const char* p = text.data(); p != end;) {
    p = skip_stable(p, end, limit, group);
    if (p == end) break;
    const character c = character_at(p, end);
    const bool is_broken = c.length == 1 && c.code >= 0x80;
    if (is_broken || !is_unstable(c.code, form)) {
      group = p;
      p += c.length;
      continue;
    }
    // From the last stable character to the next one.
    symbols.clear();
    for (p = group; p != end;) {
      const character member = character_at(p, end);
      if (member.length == 1 && member.code >= 0x80) {
        if (p != group) break;
        symbols.push_back({member.code, 0, true});
      } else {
        if (p != group && !is_unstable(member.code, form)) break;
        append_decomposed(member.code, form, symbols);
      }
      p += member.length;
    }
    put_in_order(symbols);
    compose(symbols);
    is_changed = true;
    out.append(copied, group);
    for (const symbol& s : symbols) {
      if (s.is_broken) {
        out += static_cast<char>(s.code);
      } else {
        text::append_utf8(out, s.code);
      }
    }
    copied = group = p;
  }
  if (is_changed) out.append(copied, end);
  return is_changed;
}

}  // namespace pith::inline v0::tokens
