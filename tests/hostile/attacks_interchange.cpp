// SPDX-License-Identifier: MIT
/// @file
/// Attacks on the interchange formats. The name of each begins with its codec.

#include "attacks.hpp"
#include "inputs.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace pith_tests {
namespace {

using pith::error_code;
using namespace std::string_view_literals;
constexpr operation decode = operation::decode_interchange;
constexpr operation encode = operation::encode_interchange;

// --- CSV --------------------------------------------------------------------

std::string csv_columns(size_t n, size_t) {
  return field_names(n) + "\n" + repeat("1,", n - 1) + "1\n";
}
// All names but the last are prefixes of one another.
std::string csv_equal_names(size_t n, size_t) {
  std::string out;
  for (size_t i = 0; i < n; ++i) out += "a" + number(i) + ",";
  return out + "a0\n";
}
std::string csv_rows(size_t n, size_t) { return "a,b\n" + repeat("1,x\n", n); }
std::string csv_blank_lines(size_t n, size_t) {
  return "a,b\n" + repeat("\n", n);
}
std::string csv_long_cell(size_t n, size_t) {
  return "a\n\"" + repeat("x\n", n) + "\"\n";
}
std::string csv_quotes(size_t n, size_t) {
  return "a\n\"" + repeat("\"\"", n) + "\"\n";
}
std::string csv_open_quote(size_t n, size_t) {
  return "a\n\"" + repeat("x,\n", n);
}
std::string csv_too_wide(size_t n, size_t) { return "a\n" + repeat(",", n); }
std::string csv_long_number(size_t n, size_t) {
  return "a\n" + repeat("1", n) + "\n";
}
std::string csv_malformed(size_t n, size_t variant) {
  return "a\n" + repeat("text\n", n) + std::string(malformed_utf8(variant)) +
         "\n";
}
std::string rows_in_reverse(size_t n, size_t) {
  std::string forth;
  std::string back;
  for (size_t i = 0; i < n; ++i) {
    forth += (i == 0 ? "\"k" : ",\"k") + number(i) + "\":1";
    back += (i == 0 ? "\"k" : ",\"k") + number(n - 1 - i) + "\":1";
  }
  return "[{" + forth + "},{" + back + "},{" + forth + "},{" + back + "}]";
}

// --- MessagePack and CBOR ---------------------------------------------------

std::string msgpack_deep(size_t n, size_t variant) {
  return repeat(variant == 0 ? "\x91"sv : "\x81\xA0"sv, n) + "\xC0";
}
std::string msgpack_endless(size_t n, size_t) {
  return repeat("\xDD\xFF\xFF\xFF\xFF"sv, n);
}
std::string msgpack_keys(size_t n, size_t) {
  std::string out = "\xDF";
  for (int shift = 24; shift >= 0; shift -= 8) {
    out += static_cast<char>(n >> shift & 0xFF);
  }
  for (size_t i = 0; i < n; ++i) {
    const std::string key = "prefix__" + number(1'000'000 + i);
    out += static_cast<char>(0xA0 + key.size());
    out += key + "\x01";
  }
  return out;
}
std::string msgpack_huge_string(size_t, size_t) {
  return std::string(
      "\xDB\xFF\xFF\xFF\xFF"
      "a");
}
std::string cbor_deep(size_t n, size_t variant) {
  return repeat(variant == 0 ? "\x81"sv : "\x9F"sv, n) + "\xF6" +
         (variant == 0 ? "" : repeat("\xFF", n));
}
std::string cbor_open(size_t n, size_t) { return repeat("\x9F", n); }
std::string cbor_chunks(size_t n, size_t) {
  return "\x7F" +
         repeat(
             "\x61"
             "a"sv,
             n) +
         "\xFF";
}
std::string cbor_empty_chunks(size_t n, size_t) {
  return "\x7F" + repeat("\x60", n) + "\xFF";
}
std::string cbor_marks(size_t n, size_t) {
  return repeat("\xD9\xD9\xF7", n) + "\x01";
}
std::string cbor_huge(size_t, size_t variant) {
  return std::string(variant == 0 ? "\x7B" : "\x9B") + repeat("\xFF", 8) + "a";
}

// --- YAML -------------------------------------------------------------------

std::string yaml_deep(size_t n, size_t variant) {
  constexpr std::string_view openings[] = {"[", "{a: ", "- "};
  return repeat(openings[variant], n);
}
std::string yaml_bomb(size_t n, size_t) {
  std::string out = "a0: &a0 x\n";
  for (size_t i = 1; i < n; ++i) {
    const std::string before = "*a" + number(i - 1);
    out += "a" + number(i) + ": &a" + number(i) + " [" + before + "," + before +
           "]\n";
  }
  return out;
}
std::string yaml_aliases(size_t n, size_t) {
  return "[&a x," + repeat("*a,", n) + "]";
}
std::string yaml_anchors(size_t n, size_t) {
  std::string out = "[";
  for (size_t i = 0; i < n; ++i) out += "&a" + number(i) + " x,";
  return out + "]";
}
std::string yaml_long_text_again(size_t n, size_t) {
  return "[&a " + std::string(n, 'x') + "," + repeat("*a,", n) + "]";
}
std::string yaml_tag_directives(size_t n, size_t) {
  std::string out;
  for (size_t i = 0; i < n; ++i) out += "%TAG !" + number(i) + "! x\n";
  return out + "--- 1\n";
}
std::string yaml_keys(size_t n, size_t) {
  std::string out;
  for (size_t i = 0; i < n; ++i) out += "prefix__" + number(i) + ": 1\n";
  return out;
}
std::string yaml_items_in_levels(size_t n, size_t) {
  return repeat("[", 500) + repeat("a,", n) + repeat("]", 500);
}
std::string yaml_text(size_t n, size_t variant) {
  constexpr std::string_view pieces[] = {"a ", "a\n ", "a:b", "#c\n", "\n"};
  return "- a\n  " + repeat(pieces[variant], n);
}
std::string yaml_block_text(size_t n, size_t variant) {
  return (variant == 0 ? "|\n" : ">\n") + repeat(" x\n\n", n);
}
std::string yaml_escapes(size_t n, size_t) {
  return "\"" + repeat("\\n\\\n ", n) + "\"";
}
std::string yaml_open_quote(size_t n, size_t) {
  return "\"" + repeat("x\n ", n);
}
std::string yaml_number(size_t n, size_t variant) {
  return (variant == 0 ? "" : variant == 1 ? "0x" : "1.") + repeat("1", n);
}

// --- TOML -------------------------------------------------------------------

std::string toml_deep(size_t n, size_t variant) {
  if (variant == 0) return "a = " + wrapped("[", "", "]", n);
  if (variant == 1) return "a = " + wrapped("{a = ", "1", "}", n);
  const std::string path = repeat("a.", n) + "a";
  return variant == 2 ? path + " = 1" : "[" + path + "]";
}
std::string toml_open(size_t n, size_t) { return "a = " + repeat("[", n); }
// Tables that a header went through, and then their own headers.
std::string toml_headers(size_t n, size_t variant) {
  std::string out;
  for (size_t i = 0; i < n; ++i) out += "[a" + number(i) + ".b]\n";
  for (size_t i = 0; i < n; ++i) {
    out += "[a" + number(i) + (variant == 0 ? "]\n" : ".c]\n");
  }
  return out;
}
std::string toml_lists(size_t n, size_t variant) {
  std::string out;
  for (size_t i = 0; i < n; ++i) {
    out += "[[a" + (variant == 0 ? "" : number(i)) + "]]\n";
  }
  return out + out;
}
std::string toml_dotted(size_t n, size_t) {
  std::string out;
  for (size_t i = 0; i < n; ++i) out += "a" + number(i) + ".b = 1\n";
  for (size_t i = 0; i < n; ++i) out += "a" + number(i) + ".c = 1\n";
  return out;
}
std::string toml_keys(size_t n, size_t) {
  std::string out;
  for (size_t i = 0; i < n; ++i) out += "prefix__" + number(i) + " = 1\n";
  return out;
}
std::string toml_same_key_last(size_t n, size_t) {
  return toml_keys(n, 0) + "prefix__0 = 1\n";
}
std::string toml_text(size_t n, size_t variant) {
  constexpr std::string_view pieces[] = {"x\n", "\"\" ", "\\\n \n", "\\n"};
  return "a = \"\"\"" + repeat(pieces[variant], n) + "\"\"\"";
}
std::string toml_open_text(size_t n, size_t) {
  return "a = \"\"\"" + repeat("\"\"x\n", n);
}
std::string toml_number(size_t n, size_t) { return "a = 1" + repeat("_1", n); }
std::string toml_comments(size_t n, size_t) {
  return "a = [" + repeat("# c\n", n) + "]";
}
std::string toml_items(size_t n, size_t) {
  return "a = [" + repeat("{},[],", n) + "]";
}

constexpr attack table[] = {
    fails("toml: 100,000 levels", decode, toml_deep, 100'000,
          error_code::depth_limit)
        .in_variants(4),
    succeeds("toml: a million levels", decode, toml_deep, 1'000'000, 50'000)
        .in_variants(4)
        .of_any_depth(),
    fails("toml: a million arrays without an end", decode, toml_open, 1'000'000,
          error_code::unexpected_end, 50'000)
        .of_any_depth(),
    succeeds("toml: 200,000 headers through one another", decode, toml_headers,
             100'000, 10'000)
        .in_variants(2),
    succeeds("toml: 200,000 tables of arrays", decode, toml_lists, 100'000,
             10'000)
        .in_variants(2),
    succeeds("toml: 200,000 dotted keys", decode, toml_dotted, 100'000, 10'000),
    succeeds("toml: 200,000 keys", decode, toml_keys, 200'000, 10'000),
    fails("toml: a key again after 200,000", decode, toml_same_key_last,
          200'000, error_code::duplicate_key, 10'000),
    succeeds("toml: a text of megabytes", decode, toml_text, 500'000, 50'000)
        .in_variants(4),
    fails("toml: a text without an end", decode, toml_open_text, 500'000,
          error_code::unterminated_quote, 50'000),
    fails("toml: an integer of a million digits", decode, toml_number,
          1'000'000, error_code::out_of_range, 100'000),
    succeeds("toml: a million comments", decode, toml_comments, 1'000'000,
             100'000),
    succeeds("toml: a million empty containers", decode, toml_items, 500'000,
             50'000),
    succeeds("toml: writing 500 levels", encode, deep_mixed, 250),
    succeeds("toml: writing 100,000 levels", encode, deep_objects, 100'000,
             50'000)
        .of_any_depth(),
    fails("toml: writing headers on 50,000 levels", encode, deep_mixed, 50'000,
          error_code::expansion_limit)
        .of_any_depth(),
    succeeds("toml: writing a million members", encode, many_fields, 1'000'000,
             50'000),
    fails("yaml: 100,000 levels", decode, yaml_deep, 100'000,
          error_code::depth_limit)
        .in_variants(3),
    fails("yaml: aliases that double 40 times", decode, yaml_bomb, 40,
          error_code::expansion_limit),
    succeeds("yaml: a million aliases", decode, yaml_aliases, 1'000'000,
             50'000),
    succeeds("yaml: 200,000 anchors", decode, yaml_anchors, 200'000, 10'000),
    fails("yaml: a long text a thousand times", decode, yaml_long_text_again,
          20'000, error_code::expansion_limit),
    fails("yaml: 100,000 tag directives", decode, yaml_tag_directives, 100'000,
          error_code::not_supported),
    succeeds("yaml: 200,000 keys", decode, yaml_keys, 200'000, 10'000),
    succeeds("yaml: 100,000 items on 500 levels", decode, yaml_items_in_levels,
             100'000, 10'000),
    succeeds("yaml: a plain text of megabytes", decode, yaml_text, 500'000,
             50'000)
        .in_variants(5),
    succeeds("yaml: a block text of megabytes", decode, yaml_block_text,
             500'000, 50'000)
        .in_variants(2),
    succeeds("yaml: 500,000 escapes", decode, yaml_escapes, 500'000, 50'000),
    fails("yaml: a quote without an end", decode, yaml_open_quote, 500'000,
          error_code::unexpected_end, 50'000),
    fails("yaml: an integer of a million digits", decode, yaml_number,
          1'000'000, error_code::out_of_range, 100'000)
        .in_variants(2),
    succeeds("yaml: writing 500 levels", encode, deep_mixed, 250),
    fails("yaml: writing 100,000 levels", encode, deep_objects, 100'000,
          error_code::expansion_limit)
        .of_any_depth(),
    succeeds("yaml: writing a million members", encode, many_fields, 1'000'000,
             50'000),

    succeeds("csv: a million columns", decode, csv_columns, 1'000'000, 10'000),
    fails("csv: a million columns and one", decode, csv_columns, 1'000'001,
          error_code::field_limit, 10'000),
    fails("csv: a name again after 500,000", decode, csv_equal_names, 500'000,
          error_code::duplicate_field_name, 10'000),
    succeeds("csv: a million rows", decode, csv_rows, 1'000'000, 50'000),
    succeeds("csv: a million blank lines", decode, csv_blank_lines, 1'000'000,
             50'000),
    succeeds("csv: a cell of a million lines", decode, csv_long_cell, 1'000'000,
             100'000),
    succeeds("csv: a cell of a million quotes", decode, csv_quotes, 1'000'000,
             100'000),
    fails("csv: a quote without an end", decode, csv_open_quote, 1'000'000,
          error_code::unterminated_quote, 100'000),
    fails("csv: a row that is too wide", decode, csv_too_wide, 1'000'000,
          error_code::row_width_mismatch),
    succeeds("csv: a number of a million digits", decode, csv_long_number,
             1'000'000, 100'000),
    fails("csv: malformed UTF-8 at the end", decode, csv_malformed, 100'000,
          error_code::invalid_utf8, 10'000)
        .in_variants(malformed_classes),
    succeeds("csv: wide rows in two orders", encode, rows_in_reverse, 100'000,
             5'000),
    fails("msgpack: 100,000 levels", decode, msgpack_deep, 100'000,
          error_code::depth_limit)
        .in_variants(2),
    succeeds("msgpack: a million levels", decode, msgpack_deep, 1'000'000,
             50'000)
        .in_variants(2)
        .of_any_depth(),
    fails("msgpack: counts of billions inside one another", decode,
          msgpack_endless, 500'000, error_code::unexpected_end, 50'000)
        .of_any_depth(),
    succeeds("msgpack: 200,000 keys alike", decode, msgpack_keys, 200'000,
             10'000),
    fails("msgpack: a string of four gigabytes, said", decode,
          msgpack_huge_string, 1, error_code::unexpected_end),
    fails("cbor: 100,000 levels", decode, cbor_deep, 100'000,
          error_code::depth_limit)
        .in_variants(2),
    succeeds("cbor: a million levels", decode, cbor_deep, 1'000'000, 50'000)
        .in_variants(2)
        .of_any_depth(),
    fails("cbor: a million arrays without an end", decode, cbor_open, 1'000'000,
          error_code::unexpected_end, 50'000)
        .of_any_depth(),
    succeeds("cbor: a string of a million strings", decode, cbor_chunks,
             1'000'000, 100'000),
    succeeds("cbor: a string of a million nothings", decode, cbor_empty_chunks,
             1'000'000, 100'000),
    succeeds("cbor: a million marks", decode, cbor_marks, 1'000'000, 100'000),
    fails("cbor: 2^64 bytes or items, said", decode, cbor_huge, 1,
          error_code::unexpected_end)
        .in_variants(2),
    succeeds("msgpack: writing a million levels", encode, deep_arrays,
             1'000'000, 50'000)
        .of_any_depth(),
    succeeds("cbor: writing a million levels", encode, deep_objects, 1'000'000,
             50'000)
        .of_any_depth(),
};

}  // namespace

std::span<const attack> interchange_attacks() noexcept { return table; }

}  // namespace pith_tests
