// SPDX-License-Identifier: MIT
#include "tokenizer/unicode/code_ranges.hpp"

#include "tokenizer/unicode/unicode.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace pith::inline v0::tokens {

namespace {

// First and last of each range.
constexpr std::uint32_t punctuation_bounds[] = {
#include "tokenizer/unicode/punctuation.inc"
};
constexpr std::uint32_t symbol_bounds[] = {
#include "tokenizer/unicode/symbol.inc"
};
constexpr std::uint32_t titlecase_bounds[] = {
#include "tokenizer/unicode/titlecase.inc"
};
constexpr std::uint32_t modifier_bounds[] = {
#include "tokenizer/unicode/modifier.inc"
};

constexpr std::uint32_t first_surrogate = 0xD800;
constexpr std::uint32_t last_surrogate = 0xDFFF;
constexpr std::uint32_t code_count = 0x110000;

template <std::size_t size>
code_ranges listed(const std::uint32_t (&bounds)[size]) {
  code_ranges ranges;
  for (std::size_t i = 0; i < size; i += 2) {
    ranges.push_back({bounds[i], bounds[i + 1]});
  }
  return ranges;
}

template <std::size_t size>
bool is_in(const std::uint32_t (&bounds)[size], std::uint32_t code) {
  const auto* const bound = std::lower_bound(bounds, bounds + size, code);
  if (bound == bounds + size) return false;
  return (bound - bounds) % 2 == 1 || *bound == code;
}

template <class Predicate>
code_ranges all_that(Predicate is_member) {
  code_ranges ranges;
  bool is_open = false;
  for (std::uint32_t code = 0; code < code_count; ++code) {
    if (code == first_surrogate) {
      is_open = false;
      code = last_surrogate;
      continue;
    }
    const bool is_inside = is_member(code);
    if (is_inside && is_open) ranges.back().last = code;
    if (is_inside && !is_open) ranges.push_back({code, code});
    is_open = is_inside;
  }
  return ranges;
}

code_ranges with_classes(std::uint8_t mask, std::uint8_t wanted) {
  return all_that(
      [=](std::uint32_t code) { return (classes_of(code) & mask) == wanted; });
}

}  // namespace

code_ranges joined(code_ranges any) {
  std::sort(any.begin(), any.end(),
            [](const code_range& a, const code_range& b) {
              return a.first < b.first;
            });
  std::size_t size = 0;
  for (const code_range& range : any) {
    if (size != 0 && range.first <= any[size - 1].last + 1) {
      any[size - 1].last = std::max(any[size - 1].last, range.last);
    } else {
      any[size++] = range;
    }
  }
  any.resize(size);
  return any;
}

code_ranges complement(const code_ranges& set) {
  code_ranges rest;
  std::uint32_t next = 0;
  const auto close = [&](std::uint32_t end) {  // [next, end) is not in the set
    if (next >= end) return;
    if (next < first_surrogate && end > last_surrogate) {
      rest.push_back({next, first_surrogate - 1});
      next = last_surrogate + 1;
      if (next == end) return;
    }
    rest.push_back({next, end - 1});
  };
  for (const code_range& range : set) {
    close(range.first);
    next = range.last + 1;
    if (next == first_surrogate) next = last_surrogate + 1;
  }
  close(code_count);
  return rest;
}

code_ranges white_space_ranges() { return with_classes(space, space); }

std::optional<code_ranges> property_ranges(std::string_view name) {
  constexpr std::uint8_t cases = letter | upper | lower;
  constexpr std::uint8_t both = upper | lower;
  if (name == "L") return with_classes(letter, letter);
  if (name == "N") return with_classes(number, number);
  if (name == "M") return with_classes(cases, both);
  if (name == "Ll") return with_classes(cases, letter | lower);
  if (name == "Lu") {
    return all_that([](std::uint32_t code) {
      return (classes_of(code) & cases) == (letter | upper) &&
             !is_in(titlecase_bounds, code);
    });
  }
  if (name == "Lo") {
    return all_that([](std::uint32_t code) {
      return (classes_of(code) & cases) == cases &&
             !is_in(modifier_bounds, code);
    });
  }
  if (name == "Lt") return listed(titlecase_bounds);
  if (name == "Lm") return listed(modifier_bounds);
  if (name == "P") return listed(punctuation_bounds);
  if (name == "S") return listed(symbol_bounds);
  return std::nullopt;
}

}  // namespace pith::inline v0::tokens
