// SPDX-License-Identifier: MIT
/// @file
/// GCF text on its way into a document: tables and malformed UTF-8.

#include "attacks.hpp"
#include "inputs.hpp"

namespace pith_tests {

namespace {

using pith::error_code;
using std::size_t;
using enum operation;

std::string bad_key(size_t n, size_t variant) {
  return text("\"" + repeat("k", n) + std::string(malformed_utf8(variant)) +
              "\"=1\n");
}

std::string bad_value(size_t n, size_t variant) {
  return text("a=" + repeat("\xe4\xb8\xad", n) +
              std::string(malformed_utf8(variant)) + "\n");
}

std::string bad_cell(size_t n, size_t variant) {
  return text("## [1]{a,b}\n" + repeat("x", n) + "|" +
              std::string(malformed_utf8(variant)) + "\n");
}

std::string bad_comment(size_t n, size_t variant) {
  return text("# " + repeat("c", n) + std::string(malformed_utf8(variant)) +
              "\na=1\n");
}

std::string bad_field_name(size_t n, size_t variant) {
  return text("## [1]{\"" + repeat("f", n) +
              std::string(malformed_utf8(variant)) + "\"}\n1\n");
}

std::string bad_header(size_t n, size_t variant) {
  return "GCF profile=generic tool=" + repeat("t", n) +
         std::string(malformed_utf8(variant)) + "\na=1\n";
}

std::string bad_end(size_t n, size_t variant) {
  static constexpr std::string_view cut[] = {"\xc3", "\xe2\x82", "\xf0\x9f\x98",
                                             "\xe2"};
  return text("a=" + repeat("x", n) + std::string(cut[variant % 4]));
}

std::string attachment_columns(size_t n, size_t) {
  std::string fields_of = "id";
  std::string cells;
  for (size_t k = 0; k < n; ++k) {
    fields_of += ",c" + number(k);
    cells += "|^";
  }
  return lines("## r [20]{" + fields_of + "}\n", 20, [&](size_t i) {
    std::string out = "@" + number(i) + " " + number(i) + cells + "\n";
    for (size_t k = 0; k < n; ++k) {
      out += ".c" + number(k) + " {}\n    a=1\n    b[1]: 1\n";
    }
    return out;
  });
}

// One row; its bodies come in the opposite order of its cells.
std::string reversed_attachments(size_t n, size_t) {
  std::string out =
      text("## [1]{" + field_names(n) + "}\n@0 ^" + repeat("|^", n - 1) + "\n");
  for (size_t k = n; k-- > 0;) {
    out += ".f" + number(k) + " [0]\n";
  }
  return out;
}

std::string repeated_attachment(size_t n, size_t) {
  return text("## [1]{a,b}\n@0 ^|^\n" + repeat(".a [0]\n", n));
}

std::string missing_attachments(size_t n, size_t) {
  return text("## [1]{" + field_names(n) + "}\n@0 ^" + repeat("|^", n - 1) +
              "\n");
}

std::string inline_columns(size_t n, size_t) {
  std::string out = text("## [1]{" + field_names(n) + "}\n@0 ^{a,b,c}" +
                         repeat("|^{a,b,c}", n - 1) + "\n");
  return out + repeat("1|2|3\n", n);
}

std::string inline_rows(size_t n, size_t) {
  return lines("## [" + number(n) + "]{id,o}\n", n, [](size_t i) {
    return "@" + number(i) + (i == 0 ? " 0|^{a,b,c}" : " 1|^") + "\n1|2|3\n";
  });
}

std::string shared_rows(size_t n, size_t) {
  return lines("## [" + number(n) + "]{id,l}\n", n, [](size_t i) {
    return "@" + number(i) + " 0|^\n.l [1]" + (i == 0 ? "{x,y}" : "") +
           "\n    1|2\n";
  });
}

std::string keyed_rows(size_t n, size_t) {
  return lines("## [" + number(n) + ":]{key,a}\n", n,
               [](size_t i) { return "k" + number(i) + "|1\n"; });
}

std::string duplicate_member(size_t n, size_t) {
  return lines("## [" + number(n + 1) + ":]{key,a}\n", n,
               [](size_t i) { return "k" + number(i) + "|1\n"; }) +
         "k0|1\n";
}

// A short cell stands for a long chain of objects.
std::string path_of(size_t segments) {
  return "\"a" + repeat(">a", segments - 1) + "\"";
}

std::string path_rows(size_t n, size_t) {
  return text("## [" + number(n) + "]{" + path_of(400) + "}\n" +
              repeat("1\n", n));
}

std::string long_path(size_t n, size_t) {
  return text("## [1]{" + path_of(n) + "}\n1\n");
}

std::string shared_prefixes(size_t n, size_t) {
  std::string fields_of = "\"a>f0\"";
  for (size_t k = 1; k < n; ++k) {
    fields_of += ",\"a>f" + number(k) + "\"";
  }
  return text("## [2]{" + fields_of + "}\n1" + repeat("|1", n - 1) + "\n~" +
              repeat("|~", n - 1) + "\n");
}

// Groups that come back after others have begun.
std::string scattered_paths(size_t n, size_t) {
  std::string fields_of;
  for (size_t k = 0; k < n; ++k) {
    fields_of +=
        (k == 0 ? "\"g" : ",\"g") + number(k % 97) + ">f" + number(k) + "\"";
  }
  return text("## [1]{" + fields_of + "}\n1" + repeat("|1", n - 1) + "\n");
}

std::string long_key_rows(size_t n, size_t) {
  return text("## [" + number(n) + "]{" + repeat("k", 10 * n) + "}\n" +
              repeat("1\n", n));
}

std::string missing_cells(size_t n, size_t) {
  return text("## [" + number(n) + "]{a,b,c,d}\n" + repeat("~|~|~|~\n", n));
}

constexpr attack table[] = {
    // Malformed UTF-8, everywhere.
    fails("gcf: malformed UTF-8 in a key", decode, bad_key, 100'000,
          error_code::invalid_utf8, 100'000)
        .in_variants(malformed_classes),
    fails("gcf: malformed UTF-8 in a value", decode, bad_value, 100'000,
          error_code::invalid_utf8, 50'000)
        .in_variants(malformed_classes),
    fails("gcf: malformed UTF-8 in a cell", decode, bad_cell, 100'000,
          error_code::invalid_utf8, 100'000)
        .in_variants(malformed_classes),
    fails("gcf: malformed UTF-8 in a comment", decode, bad_comment, 100'000,
          error_code::invalid_utf8, 100'000)
        .in_variants(malformed_classes),
    fails("gcf: malformed UTF-8 in a field name", decode, bad_field_name,
          100'000, error_code::invalid_utf8, 100'000)
        .in_variants(malformed_classes),
    fails("gcf: malformed UTF-8 in the header", decode, bad_header, 100'000,
          error_code::invalid_utf8, 100'000)
        .in_variants(malformed_classes),
    fails("gcf: UTF-8 cut off at the end", decode, bad_end, 100'000,
          error_code::invalid_utf8)
        .in_variants(4),
    // Tables.
    succeeds("gcf: 6,400 attachment columns", decode, attachment_columns, 6'400,
             200),
    succeeds("gcf: 50,000 attachments in reverse", decode, reversed_attachments,
             50'000, 4'000),
    fails("gcf: one attachment 100,000 times", decode, repeated_attachment,
          100'000, error_code::duplicate_attachment),
    fails("gcf: 100,000 cells without their attachments", decode,
          missing_attachments, 100'000, error_code::missing_attachment, 10'000),
    succeeds("gcf: 50,000 inline schemas in one row", decode, inline_columns,
             50'000, 4'000),
    succeeds("gcf: an inline schema for 100,000 rows", decode, inline_rows,
             100'000, 8'000),
    succeeds("gcf: a shared schema for 100,000 rows", decode, shared_rows,
             100'000, 8'000),
    succeeds("gcf: a map of 500,000 members", decode, keyed_rows, 500'000,
             10'000),
    fails("gcf: a duplicate after 100,000 members", decode, duplicate_member,
          100'000, error_code::duplicate_key, 10'000),
    fails("gcf: two bytes that stand for 400 objects", decode, path_rows,
          100'000, error_code::expansion_limit, 50'000),
    fails("gcf: a path of a million segments", decode, long_path, 1'000'000,
          error_code::depth_limit),
    succeeds("gcf: a path of a million segments, allowed", decode, long_path,
             1'000'000, 10'000)
        .of_any_depth(),
    succeeds("gcf: 100,000 columns of one object", decode, shared_prefixes,
             100'000, 5'000),
    succeeds("gcf: columns of many objects, scattered", decode, scattered_paths,
             50'000, 4'000),
    succeeds("gcf: a million missing cells", decode, missing_cells, 250'000,
             10'000),
    succeeds("gcf: a key of a megabyte for 100,000 rows", decode, long_key_rows,
             100'000, 10'000),
    fails("write a key of a megabyte for 100,000 rows", write, long_key_rows,
          100'000, error_code::expansion_limit, 10'000),
    succeeds(
        "write a million control characters", write,
        [](size_t n, size_t) {
          return text("a=\"" + repeat("\\u0001", n) + "\"\n");
        },
        1'000'000, 30'000),
};

}  // namespace

std::span<const attack> table_attacks() noexcept { return table; }

}  // namespace pith_tests
