// SPDX-License-Identifier: MIT
// Stand-ins for parts of the C++ library that would be a third of the module:
// the digits of doubles beyond 17 places, for which libc++ has 105 kB of
// tables, and the words with which a program ends, for which it has printf. And
// an operator new that traps when there is no memory: without exceptions,
// libc++'s returns a null pointer, and its containers then write there.
// Archives are searched after this file, so theirs are never linked.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <system_error>
#include <vector>

namespace {

/// The exact decimal expansion of a positive double: every one has an end.
struct expansion {
  std::string digits{};   ///< without zeros at the front, but for "0"
  std::size_t whole = 0;  ///< how many stand before the point
};

/// Divides a number in base 2^32, lowest first, by 10^9; returns the rest.
std::uint32_t divide(std::vector<std::uint32_t>& number) {
  std::uint64_t rest = 0;
  for (std::size_t i = number.size(); i-- != 0;) {
    const std::uint64_t part = (rest << 32) | number[i];
    number[i] = static_cast<std::uint32_t>(part / 1'000'000'000);
    rest = part % 1'000'000'000;
  }
  while (!number.empty() && number.back() == 0) number.pop_back();
  return static_cast<std::uint32_t>(rest);
}

/// Multiplies a fraction in base 2^32, lowest first, by 10^9; returns what
/// passes the point.
std::uint32_t multiply(std::vector<std::uint32_t>& fraction) {
  std::uint64_t carry = 0;
  for (std::uint32_t& part : fraction) {
    carry += std::uint64_t{part} * 1'000'000'000;
    part = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  return static_cast<std::uint32_t>(carry);
}

void append_nine(std::string& out, std::uint32_t nine) {
  for (std::uint32_t power = 100'000'000; power != 0; power /= 10) {
    out += static_cast<char>('0' + nine / power % 10);
  }
}

/// `significand` shifted left, in base 2^32.
std::vector<std::uint32_t> shifted(std::uint64_t significand, unsigned by) {
  std::vector<std::uint32_t> number(by / 32 + 3, 0);
  const unsigned bits = by % 32;
  const std::uint64_t low = significand << bits;
  const std::uint64_t high = bits == 0 ? 0 : significand >> (64 - bits);
  number[by / 32] = static_cast<std::uint32_t>(low);
  number[by / 32 + 1] = static_cast<std::uint32_t>(low >> 32);
  number[by / 32 + 2] = static_cast<std::uint32_t>(high);
  return number;
}

std::string whole_digits(std::vector<std::uint32_t> number) {
  std::vector<std::uint32_t> nines;
  while (!number.empty() && number.back() == 0) number.pop_back();
  while (!number.empty()) nines.push_back(divide(number));
  std::string digits;
  for (std::size_t i = nines.size(); i-- != 0;) append_nine(digits, nines[i]);
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

expansion expand(double v) {
  const auto bits = std::bit_cast<std::uint64_t>(v);
  std::uint64_t significand = bits & ((std::uint64_t{1} << 52) - 1);
  int exponent = static_cast<int>(bits >> 52 & 0x7FF);
  if (exponent != 0) {
    significand |= std::uint64_t{1} << 52;
  } else {
    exponent = 1;
  }
  exponent -= 1075;
  expansion made;
  if (significand == 0) {
    made.digits = "0";
    made.whole = 1;
    return made;
  }
  const int zeros = std::countr_zero(significand);
  significand >>= zeros;
  exponent += zeros;
  if (exponent >= 0) {
    made.digits =
        whole_digits(shifted(significand, static_cast<unsigned>(exponent)));
    made.whole = made.digits.size();
    return made;
  }
  const auto places = static_cast<unsigned>(-exponent);
  const std::uint64_t whole = places < 64 ? significand >> places : 0;
  if (whole != 0) made.digits = std::to_string(whole);
  made.whole = made.digits.size();
  if (made.whole == 0) {
    made.digits = "0";
    made.whole = 1;
  }
  // The fraction, so that the point stands at a whole word.
  const std::uint64_t part =
      places < 64 ? significand & ((std::uint64_t{1} << places) - 1)
                  : significand;
  const unsigned words = (places + 31) / 32;
  std::vector<std::uint32_t> fraction = shifted(part, words * 32 - places);
  fraction.resize(words, 0);
  for (unsigned done = 0; done < places; done += 9) {
    append_nine(made.digits, multiply(fraction));
  }
  return made;
}

/// Keeps `count` digits, rounded to the nearest, and to even between two. True
/// when a digit more stands before the others.
bool round_to(std::string& digits, std::size_t count) {
  if (digits.size() <= count) {
    digits.append(count - digits.size(), '0');
    return false;
  }
  const char next = digits[count];
  const bool is_half = next == '5' && digits.find_first_not_of(
                                          '0', count + 1) == std::string::npos;
  const bool is_odd = count != 0 && (digits[count - 1] - '0') % 2 != 0;
  const bool is_up = is_half ? is_odd : next >= '5';
  digits.resize(count);
  if (!is_up) return false;
  for (std::size_t i = count; i-- != 0;) {
    if (digits[i] != '9') {
      ++digits[i];
      return false;
    }
    digits[i] = '0';
  }
  digits.insert(digits.begin(), '1');
  return true;
}

std::to_chars_result put_text(const std::string& text, char* first,
                              char* last) {
  if (text.size() > static_cast<std::size_t>(last - first)) {
    return {last, std::errc::value_too_large};
  }
  return {std::copy(text.begin(), text.end(), first), std::errc{}};
}

}  // namespace

_LIBCPP_BEGIN_NAMESPACE_STD

// NOLINTBEGIN(bugprone-reserved-identifier): these are libc++'s
to_chars_result __d2fixed_buffered_n(char* first, char* last, double v,
                                     uint32_t precision) {
  expansion exact = expand(v);
  const size_t whole =
      exact.whole + (round_to(exact.digits, exact.whole + precision) ? 1 : 0);
  if (precision != 0) exact.digits.insert(whole, 1, '.');
  return put_text(exact.digits, first, last);
}

to_chars_result __d2exp_buffered_n(char* first, char* last, double v,
                                   uint32_t precision) {
  expansion exact = expand(v);
  const size_t zeros =
      std::min(exact.digits.find_first_not_of('0'), exact.digits.size() - 1);
  exact.digits.erase(0, zeros);
  int exponent =
      v == 0 ? 0 : static_cast<int>(exact.whole) - 1 - static_cast<int>(zeros);
  if (round_to(exact.digits, precision + 1)) {
    exact.digits.pop_back();
    ++exponent;
  }
  if (precision != 0) exact.digits.insert(1, 1, '.');
  exact.digits += exponent < 0 ? "e-" : "e+";
  const unsigned magnitude = static_cast<unsigned>(std::abs(exponent));
  if (magnitude < 10) exact.digits += '0';
  exact.digits += std::to_string(magnitude);
  return put_text(exact.digits, first, last);
}

/// pith has no floats.
to_chars_result __f2s_buffered_n(char*, char*, float, chars_format) {
  __builtin_trap();
}

[[noreturn]] void __libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
// NOLINTEND(bugprone-reserved-identifier)

_LIBCPP_END_NAMESPACE_STD

/// The trap is told to JavaScript as `out_of_memory`.
void* operator new(std::size_t size) {
  void* const made = std::malloc(size == 0 ? 1 : size);
  if (made == nullptr) __builtin_trap();
  return made;
}

/// Who asks for this one can do without.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return std::malloc(size == 0 ? 1 : size);
}

void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto align = static_cast<std::size_t>(alignment);
  void* const made = std::aligned_alloc(align, (size + align) / align * align);
  if (made == nullptr) __builtin_trap();
  return made;
}

/// libc++abi ends a program here, for example when a pure virtual function is
/// called. The trap is told to JavaScript.
extern "C" [[noreturn]] void abort_message(const char*, ...);
extern "C" void abort_message(const char*, ...) { __builtin_trap(); }
