// SPDX-License-Identifier: MIT
/// @file
/// Attacks on TRON: classes that would multiply, texts without an end, values
/// that make many classes.

#include "attacks.hpp"
#include "inputs.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace pith_tests {
namespace {

using pith::error_code;
constexpr operation decode = operation::decode_tron;
constexpr operation encode = operation::encode_tron;
constexpr operation write = operation::write_tron;

std::string class_of(size_t properties) {
  return "class A: " + field_names(properties) + "\n\n";
}

std::string zeros_of(size_t count) {
  return count == 0 ? "" : "0" + repeat(",0", count - 1);
}

// --- classes ----------------------------------------------------------------

std::string wide_class(size_t n, size_t) {
  return class_of(n) + "A(" + zeros_of(n) + ")";
}

// One class of n properties and one instance without arguments: each property
// is read, nothing is made of them.
std::string wide_class_unused(size_t n, size_t) { return class_of(n) + "[]"; }

// Each class extends the one before: n classes have n * n / 2 properties.
std::string chain(size_t n, std::string_view last) {
  std::string out = "class C0: p0\n";
  for (size_t i = 1; i < n; ++i) {
    out += "class C" + number(i) + "(C" + number(i - 1) + "): p" + number(i) +
           "\n";
  }
  return out.append(last);
}

std::string chain_unused(size_t n, size_t) { return chain(n, "\n0"); }

std::string chain_used(size_t n, size_t) {
  return chain(n, "\nC" + number(n - 1) + "(" + zeros_of(n) + ")");
}

std::string chain_with_names(size_t n, size_t) {
  std::string out = chain(n, "\nC" + number(n - 1) + "(");
  for (size_t i = n; i-- != 0;) out += "p" + number(i) + "=0,";
  return out + ")";
}

std::string chain_with_duplicate(size_t n, size_t) {
  return chain(n, "class D(C" + number(n - 1) + "): p0\n0");
}

// n classes extend one of n properties, and repeat one another's.
std::string wide_parent(size_t n, size_t) {
  std::string out = "class P: " + field_names(n) + "\n";
  for (size_t i = 0; i < n; ++i) {
    out += "class C" + number(i) + "(P): q\n";
  }
  return out + "0";
}

std::string many_classes(size_t n, size_t) {
  std::string out;
  for (size_t i = 0; i < n; ++i) out += "class C" + number(i) + ":a;";
  out += "[";
  for (size_t i = 0; i < n; ++i) out += "C" + number(i) + "(0),";
  return out + "]";
}

// Each of n instances of one class writes all its keys as JSON.
std::string expanding(size_t n, size_t) {
  const std::string key(n * 8, 'k');
  return "class A: " + key + "\n\n[" + repeat("A(0),", n) + "]";
}

// --- named arguments --------------------------------------------------------

std::string reversed_names(size_t n, size_t) {
  std::string out = class_of(n) + "A(";
  for (size_t i = n; i-- != 0;) out += "f" + number(i) + "=0,";
  return out + ")";
}

// Instances inside one another, with names on every level.
std::string nested_names(size_t n, size_t) {
  return "class A: a,b\n\n" + wrapped("A(b=", "0", ",a=1)", n);
}

std::string nested_wide_names(size_t n, size_t) {
  // Four levels, each waits with half of its arguments given.
  std::string half;
  std::string rest;
  for (size_t i = 0; i < n; ++i) {
    (i < n / 2 ? half : rest) +=
        (i == n / 2 ? "" : ",") + ("f" + number(i)) + "=0";
  }
  half.erase(0, 1);
  rest.erase(0, rest.find(','));
  std::string out = class_of(n);
  const std::string middle = ",f" + number(n / 2) + "=";
  for (int level = 0; level < 4; ++level) out += "A(" + half + middle;
  out += "0";
  for (int level = 0; level < 4; ++level) out += rest + ")";
  return out;
}

std::string unknown_name_last(size_t n, size_t) {
  return class_of(n) + "A(" + zeros_of(n - 1) + ",nothing=0)";
}

// --- texts ------------------------------------------------------------------

std::string deep_instances(size_t n, size_t) {
  return "class A: a,b\n\n" + wrapped("A(0,", "0", ")", n);
}

std::string open_instances(size_t n, size_t) {
  return "class A: a,b\n\n" + repeat("A(0,", n);
}

std::string only_separators(size_t n, size_t) { return repeat(" ;\n#x\n", n); }

std::string only_comment(size_t n, size_t) { return "1#" + repeat("#", n); }

std::string comments_everywhere(size_t n, size_t) {
  return "[" + repeat("1#x\n,#y\n", n) + "]";
}

std::string long_word(size_t n, size_t) { return repeat("a", n); }

std::string long_class_name(size_t n, size_t) {
  const std::string name = repeat("a", n);
  return "class " + name + ": x\n[" + name + "(1)," + name + "(2)]";
}

std::string long_number(size_t n, size_t) {
  return "class A: a\nA(" + repeat("1", n) + "=0)";
}

std::string open_string(size_t n, size_t) {
  return "[" + repeat("\"\\n\",", n) + "\"";
}

std::string escapes(size_t n, size_t) {
  return "[\"" + repeat("\\u00e9\\n", n) + "\"]";
}

std::string malformed(size_t n, size_t variant) {
  return "[" + repeat("\"text\",", n) + "\"" +
         std::string(malformed_utf8(variant)) + "\"]";
}

std::string classes_without_end(size_t n, size_t) {
  return repeat("class A: a,b\n", n);
}

std::string many_items(size_t n, size_t) {
  return "[" + repeat("[],", n) + "]";
}

// --- values -----------------------------------------------------------------

// Every object has keys of its own, twice.
std::string private_keys(size_t n, size_t) {
  return rows(n, [](size_t i) {
    const std::string one = "{\"x\":1,\"k" + number(i) + "\":2}";
    return one + "," + one;
  });
}

// One shape per row, and each is wider than the one before.
std::string staircase(size_t n, size_t) {
  std::string row;
  return rows(n, [&](size_t i) {
    row += (i == 0 ? "\"k" : ",\"k") + number(i) + "\":1";
    return "{" + row + "},{" + row + "}";
  });
}

std::string long_key(size_t n, size_t) {
  const std::string key(n, 'k');
  return "[" + repeat("{\"" + key + "\":0},", 20) + "0]";
}

constexpr attack table[] = {
    succeeds("tron: a class of 500,000 properties", decode, wide_class, 500'000,
             10'000),
    succeeds("tron: a class of 500,000 properties without use", decode,
             wide_class_unused, 500'000, 10'000),
    fails("tron: a class of a million properties and one", decode, wide_class,
          1'000'001, error_code::field_limit, 10'000),
    succeeds("tron: a chain of 200,000 classes", decode, chain_unused, 200'000,
             10'000),
    succeeds("tron: an instance at the end of a chain", decode, chain_used,
             200'000, 10'000),
    succeeds("tron: names at the end of a chain", decode, chain_with_names,
             200'000, 10'000),
    fails("tron: a duplicate at the end of a chain", decode,
          chain_with_duplicate, 200'000, error_code::duplicate_field_name,
          10'000),
    succeeds("tron: 200,000 heirs of 200,000 properties", decode, wide_parent,
             200'000, 10'000),
    succeeds("tron: 200,000 classes", decode, many_classes, 200'000, 10'000),
    fails("tron: instances that multiply a long key", write, expanding, 20'000,
          error_code::expansion_limit),
    succeeds("tron: 200,000 arguments in reverse", decode, reversed_names,
             200'000, 10'000),
    succeeds("tron: names on 500 levels", decode, nested_names, 500),
    succeeds("tron: names on a million levels", decode, nested_names, 1'000'000,
             50'000)
        .of_any_depth(),
    succeeds("tron: wide instances that wait for one another", decode,
             nested_wide_names, 100'000, 10'000),
    fails("tron: an unknown name after 200,000 arguments", decode,
          unknown_name_last, 200'000, error_code::unresolved_reference, 10'000),
    fails("tron: instances on 100,000 levels", decode, deep_instances, 100'000,
          error_code::depth_limit),
    succeeds("tron: instances on a million levels", decode, deep_instances,
             1'000'000, 50'000)
        .of_any_depth(),
    succeeds("tron: arrays on a million levels", decode, deep_arrays, 1'000'000,
             50'000)
        .of_any_depth(),
    fails("tron: a million instances without an end", decode, open_instances,
          1'000'000, error_code::unexpected_end, 50'000)
        .of_any_depth(),
    fails("tron: nothing but separators", decode, only_separators, 1'000'000,
          error_code::unexpected_end, 50'000),
    succeeds("tron: a comment of ten megabytes", decode, only_comment,
             10'000'000, 1'000'000),
    succeeds("tron: a comment after every token", decode, comments_everywhere,
             500'000, 50'000),
    fails("tron: a word of ten megabytes", decode, long_word, 10'000'000,
          error_code::invalid_literal, 1'000'000),
    succeeds("tron: a class with a name of megabytes", decode, long_class_name,
             3'000'000, 300'000),
    fails("tron: a number of a million digits that is a name", decode,
          long_number, 1'000'000, error_code::unresolved_reference, 100'000),
    fails("tron: a string that does not end after a million", decode,
          open_string, 1'000'000, error_code::unterminated_quote, 50'000),
    succeeds("tron: a million escapes", decode, escapes, 1'000'000, 100'000),
    fails("tron: malformed UTF-8 at the end", decode, malformed, 100'000,
          error_code::invalid_utf8)
        .in_variants(malformed_classes),
    fails("tron: a class defined again and again", decode, classes_without_end,
          500'000, error_code::duplicate_header_field),
    succeeds("tron: a million empty arrays", decode, many_items, 1'000'000,
             50'000),
    succeeds("tron: an object of a million fields", decode, many_fields,
             1'000'000, 10'000),
    succeeds("tron: encode a million fields", encode, many_fields, 1'000'000,
             10'000),
    succeeds("tron: encode 100,000 classes", encode, private_keys, 100'000,
             10'000),
    succeeds("tron: encode a staircase of keys", encode, staircase, 600, 100),
    succeeds("tron: encode a long key", encode, long_key, 1'000'000, 100'000),
    succeeds("tron: encode a million levels", encode, deep_mixed, 500'000,
             50'000)
        .of_any_depth(),
};

}  // namespace

std::span<const attack> tron_attacks() noexcept { return table; }

}  // namespace pith_tests
