// SPDX-License-Identifier: MIT
/// @file
/// JSON text on its way into a document.

#include "attacks.hpp"
#include "inputs.hpp"

namespace pith_tests {

namespace {

using pith::error_code;
using std::size_t;
using enum operation;

std::string open_arrays(size_t n, size_t) { return repeat("[", n); }

std::string open_objects(size_t n, size_t) { return repeat(R"({"a":)", n); }

std::string backslashes(size_t n, size_t) { return string_of("\\\\", n); }

std::string odd_backslashes(size_t n, size_t) {
  return "{\"s\":\"" + repeat("\\\\", n) + "\\\"}";
}

std::string escaped_letters(size_t n, size_t) {
  return string_of("\\u0041", n);
}

std::string escaped_pairs(size_t n, size_t) {
  return string_of("\\ud83d\\ude00", n);
}

std::string lone_surrogate(size_t n, size_t) {
  return "{\"s\":\"" + repeat("\\ud83d\\ude00", n) + "\\ud83d\"}";
}

std::string short_escapes(size_t n, size_t) {
  return "{\"s\":\"" + repeat("\\u00", n) + "\"}";
}

std::string open_string(size_t n, size_t) {
  return "{\"s\":\"" + repeat("x", n);
}

std::string white_space(size_t n, size_t) { return repeat(" \n", n) + "1"; }

std::string bad_key(size_t n, size_t variant) {
  return "{\"" + repeat("k", n) + std::string(malformed_utf8(variant)) +
         "\":1}";
}

std::string bad_value(size_t n, size_t variant) {
  return "[\"" + repeat("\xe4\xb8\xad", n) +
         std::string(malformed_utf8(variant)) + "\"]";
}

std::string bad_end(size_t n, size_t variant) {
  static constexpr std::string_view cut[] = {"\xc3", "\xe2\x82", "\xf0\x9f\x98",
                                             "\xe2"};
  return "\"" + repeat("x", n) + std::string(cut[variant % 4]);
}

std::string long_integer(size_t n, size_t) { return repeat("7", n); }

std::string long_fraction(size_t n, size_t) { return "0." + repeat("7", n); }

std::string long_zeros(size_t n, size_t) { return "0." + repeat("0", n) + "1"; }

std::string long_exponent(size_t n, size_t) { return "1e-" + repeat("9", n); }

std::string cancelled_exponent(size_t n, size_t) {
  return "1" + repeat("0", n) + "e-" + number(n);
}

std::string huge_reals(size_t, size_t variant) {
  static constexpr std::string_view all[] = {"1e999999999", "-1e400", "1e309",
                                             "123456789e99999999999999999999",
                                             "1.7976931348623159e308"};
  return std::string(all[variant]);
}

std::string huge_integers(size_t, size_t variant) {
  static constexpr std::string_view all[] = {
      "9223372036854775808", "-9223372036854775809", "18446744073709551616",
      "99999999999999999999", "-100000000000000000000000"};
  return std::string(all[variant]);
}

std::string zeros(size_t, size_t variant) {
  static constexpr std::string_view all[] = {
      "-0", "-0.0", "-0e99999", "0e999999999", "0.0e-999999999", "-0E+1"};
  return std::string(all[variant]);
}

// Long keys that differ in two bytes in the middle only.
std::string middle_keys(size_t n, size_t) {
  const std::string side = repeat("a", 60);
  return members(n, [&side](size_t i) {
    return "\"" + side + number(100'000 + i) + side + "\":1";
  });
}

// The same bytes in another order: equal sums, equal xor.
std::string permuted_keys(size_t n, size_t) {
  std::string key = "abcdefghij";
  return members(n, [&key](size_t i) {
    std::string out = key;
    for (size_t k = 0, left = i; k < 9; ++k) {
      std::swap(out[k], out[k + left % (10 - k)]);
      left /= 10 - k;
    }
    return "\"" + out + "\":1";
  });
}

std::string duplicate_last(size_t n, size_t) {
  std::string out = many_fields(n, 0);
  out.back() = ',';
  return out + R"("field0":0})";
}

std::string open_list(size_t n, size_t) { return "[1" + repeat(",1", n); }

constexpr attack table[] = {
    // Nesting. The default limit stops it; with a higher one the text that
    // GCF needs grows with the square of the depth, and that limit stops it.
    fails("json: a million open arrays", parse, open_arrays, 1'000'000,
          error_code::depth_limit),
    fails("json: a million open objects", parse, open_objects, 1'000'000,
          error_code::depth_limit),
    fails("json: 20,000 objects deep", parse, deep_objects, 20'000,
          error_code::depth_limit),
    fails("json: 20,000 arrays deep", parse, deep_arrays, 20'000,
          error_code::depth_limit),
    fails("json: 20,000 mixed levels", parse, deep_mixed, 20'000,
          error_code::depth_limit),
    succeeds("json: a million objects deep, allowed", parse, deep_objects,
             1'000'000, 20'000)
        .of_any_depth(),
    succeeds("json: a million arrays deep, allowed", parse, deep_arrays,
             1'000'000, 20'000)
        .of_any_depth(),
    succeeds("json: a million mixed levels, allowed", parse, deep_mixed,
             1'000'000, 10'000)
        .of_any_depth(),
    // Strings.
    succeeds("json: backslashes", parse, backslashes, 5'000'000, 100'000),
    fails("json: backslashes that hide the end", parse, odd_backslashes,
          5'000'000, error_code::unterminated_quote, 100'000),
    succeeds("json: escaped letters", parse, escaped_letters, 2'000'000,
             50'000),
    succeeds("json: escaped surrogate pairs", parse, escaped_pairs, 1'000'000,
             30'000),
    fails("json: a lone surrogate at the end", parse, lone_surrogate, 1'000'000,
          error_code::invalid_surrogate, 30'000),
    fails("json: escapes that are too short", parse, short_escapes, 1'000'000,
          error_code::invalid_escape),
    fails("json: ten megabytes without a closing quote", parse, open_string,
          10'000'000, error_code::unterminated_quote, 200'000),
    fails("json: malformed UTF-8 in a key", parse, bad_key, 100'000,
          error_code::invalid_utf8, 100'000)
        .in_variants(malformed_classes),
    fails("json: malformed UTF-8 in a value", parse, bad_value, 100'000,
          error_code::invalid_utf8, 50'000)
        .in_variants(malformed_classes),
    fails("json: UTF-8 cut off at the end", parse, bad_end, 100'000,
          error_code::invalid_utf8)
        .in_variants(4),
    succeeds("json: ten megabytes of white space", parse, white_space,
             5'000'000, 100'000),
    // Numbers.
    fails("json: an integer of a million digits", parse, long_integer,
          1'000'000, error_code::out_of_range, 100'000),
    succeeds("json: a fraction of a million digits", parse, long_fraction,
             1'000'000, 100'000),
    succeeds("json: a fraction with a million zeros", parse, long_zeros,
             1'000'000, 100'000),
    succeeds("json: an exponent of a million digits", parse, long_exponent,
             1'000'000, 100'000),
    succeeds("json: a million zeros taken back by the exponent", parse,
             cancelled_exponent, 1'000'000, 100'000),
    fails("json: reals beyond every double", parse, huge_reals, 1,
          error_code::out_of_range)
        .in_variants(5),
    fails("json: integers beyond int64", parse, huge_integers, 1,
          error_code::out_of_range)
        .in_variants(5),
    succeeds("json: zeros in disguise", parse, zeros, 1).in_variants(6),
    // Width and keys.
    succeeds("json: an object of a million fields", parse, many_fields,
             1'000'000, 10'000),
    succeeds("json: keys with the same ends", parse, similar_keys, 100'000,
             10'000),
    succeeds("json: long keys that differ in the middle", parse, middle_keys,
             100'000, 5'000),
    succeeds("json: keys that are permutations", parse, permuted_keys, 200'000,
             10'000),
    fails("json: a duplicate after 100,000 keys", parse, duplicate_last,
          100'000, error_code::duplicate_key, 10'000),
    fails("json: a list of a million without its end", parse, open_list,
          1'000'000, error_code::unexpected_end, 50'000),
};

}  // namespace

std::span<const attack> json_attacks() noexcept { return table; }

}  // namespace pith_tests
