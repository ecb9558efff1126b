// SPDX-License-Identifier: MIT
/// @file
/// GCF text on its way into a document: lines, headers and values.

#include "attacks.hpp"
#include "inputs.hpp"

namespace pith_tests {

namespace {

using pith::error_code;
using std::size_t;
using enum operation;

std::string deep_sections(size_t n, size_t) {
  std::string out(header);
  std::string indent;
  for (size_t i = 0; i < n; ++i) {
    out += indent;
    out += "## a\n";
    indent += "  ";
  }
  return out + indent + "x=1\n";
}

std::string deep_items(size_t n, size_t) {
  std::string out = text("## [1]\n");
  std::string indent;
  for (size_t i = 1; i < n; ++i) {
    out += indent;
    out += "@0 [1]\n";
    indent += "  ";
  }
  return out + indent + "@0 =1\n";
}

std::string deep_attachments(size_t n, size_t) {
  std::string out = text("## [1]{c}\n");
  std::string indent;
  for (size_t i = 1; i < n; ++i) {
    out += indent;
    out += "@0 ^\n";
    out += indent;
    out += ".c [1]{c}\n";
    indent += "    ";
  }
  return out + indent + "1\n";
}

std::string huge_counts(size_t, size_t variant) {
  static constexpr std::string_view all[] = {
      "## [4000000000]{a}\n",
      "## [4000000000]\n",
      "## [4100000000]{a}\n1\n",
      "## [4000000000:]{key,a}\n",
      "a[4000000000]: 1\n",
      "## a [4200000000]{x,y}\n1|2\n",
      "## [1]{a}\n@0 ^\n.a [4000000000]\n",
      "## [1]{a}\n@0 ^\n.a [4000000000]{b}\n    1\n",
      "## [1]\n@0 [4000000000]: 1\n",
  };
  return text(all[variant]);
}

std::string overlong_counts(size_t n, size_t variant) {
  const std::string digits = repeat("9", n);
  return text(variant == 0   ? "## [" + digits + "]{a}\n1\n"
              : variant == 1 ? "a[" + digits + "]: 1\n"
                             : "## [" + digits + ":]{key,a}\nx|1\n");
}

std::string counts_beyond_limits(size_t, size_t variant) {
  static constexpr std::string_view all[] = {
      "## [4294967295]{a}\n", "## [18446744073709551615]\n",
      "## [18446744073709551616:]{key,a}\n", "a[99999999999999999999]: 1\n",
      "## [1]{a}\n@0 ^\n.a [9223372036854775808]\n"};
  return text(all[variant]);
}

std::string padded_counts(size_t n, size_t) {
  return text("## [" + repeat("0", n) + "1]{a}\n1\n");
}

std::string huge_item_ids(size_t n, size_t) {
  return text("## [2]\n@0 =1\n@" + repeat("9", n) + " =1\n");
}

std::string pipes(size_t n, size_t) {
  return text("## [1]{a,b}\n" + repeat("|", n) + "\n");
}

std::string wide_table(size_t n, size_t) {
  return text("## [2]{" + field_names(n) + "}\n1" + repeat("|1", n - 1) +
              "\n2" + repeat("|~", n - 1) + "\n");
}

std::string too_many_fields(size_t n, size_t) { return wide_table(n + 1, 0); }

std::string duplicate_field(size_t n, size_t) {
  return text("## [1]{" + field_names(n) + ",f0}\n1\n");
}

std::string open_declaration(size_t n, size_t) {
  return text("## [1]{" + field_names(n) + "\n1\n");
}

std::string empty_names(size_t n, size_t) {
  return text("## [1]{" + repeat(",", n) + "}\n1\n");
}

std::string header_fields(size_t n, size_t) {
  std::string out = "GCF profile=generic";
  for (size_t i = 0; i < n; ++i) {
    out += " h" + number(i) + "=v";
  }
  return out + "\na=1\n";
}

std::string duplicate_header(size_t n, size_t) {
  std::string out = header_fields(n, 0);
  out.resize(out.find('\n'));
  return out + " h0=v\na=1\n";
}

std::string long_header_value(size_t n, size_t) {
  return "GCF profile=generic tool=" + repeat("x", n) + "\na=1\n";
}

std::string no_header(size_t n, size_t) { return repeat("x", n); }

std::string comments(size_t n, size_t) {
  return lines("", n, [](size_t) { return "# nothing\n"; }) + "a=1\n";
}

std::string blank_lines(size_t n, size_t) {
  return text(repeat("\n", n) + "a=1\n");
}

std::string carriage_returns(size_t n, size_t) {
  return text(repeat("\r\n", n) + "a=1\r\n");
}

std::string lone_returns(size_t n, size_t) {
  return text("a=" + repeat("\r", n) + "\n");
}

std::string blank_value(size_t n, size_t) {
  return text("a=" + repeat(" ", n) + "x" + repeat(" ", n) + "\n");
}

std::string deep_indent(size_t n, size_t) {
  return text("a=1\n" + repeat(" ", n) + "b=2\n");
}

std::string tab_indent(size_t n, size_t) {
  return text("a=1\n" + repeat("\t", n) + "b=2\n");
}

std::string sections(size_t n, size_t) {
  return lines("", n, [](size_t i) { return "## a" + number(i) + "\n"; });
}

std::string deferred_sections(size_t n, size_t) {
  std::string out = lines(
      "", n, [](size_t i) { return "## a" + number(i) + " [?]{x}\n1\n"; });
  out += "##! summary counts=1";
  return out + repeat(",1", n - 1) + "\n";
}

std::string summary_counts(size_t n, size_t) {
  return text("## a [?]{x}\n1\n##! summary counts=1" + repeat(",1", n) + "\n");
}

std::string junk_lines(size_t n, size_t) {
  return lines("a=1\n", n, [](size_t) { return "junk\n"; });
}

std::string open_quote(size_t n, size_t) {
  return text("a=\"" + repeat("x", n) + "\n");
}

std::string quote_pairs(size_t n, size_t) {
  return text("a=" + repeat("\"\"", n) + "\n");
}

std::string quoted_cells(size_t n, size_t) {
  return text("## [1]{a}\n\"" + repeat("|,", n) + "\"\n");
}

std::string backslashes(size_t n, size_t) {
  return text("a=\"" + repeat("\\\\", n) + "\"\n");
}

std::string odd_backslashes(size_t n, size_t) {
  return text("a=\"" + repeat("\\\\", n) + "\\\"\n");
}

std::string escaped_pairs(size_t n, size_t) {
  return text("a=\"" + repeat("\\ud83d\\ude00", n) + "\"\n");
}

std::string lone_surrogate(size_t n, size_t) {
  return text("a=\"" + repeat("\\ud83d\\ude00", n) + "\\ud83d\"\n");
}

std::string short_escapes(size_t n, size_t) {
  return text("a=\"" + repeat("\\u00", n) + "\"\n");
}

std::string bracket_value(size_t n, size_t) {
  return text("a=" + repeat("[", n) + "\n");
}

std::string bracket_lines(size_t n, size_t) {
  return text("a" + repeat("[]", n) + "\n");
}

std::string bracket_name(size_t n, size_t) {
  return text("## \"" + repeat("[]", n) + "\" [1]{a}\n1\n");
}

std::string long_integer(size_t n, size_t) {
  return text("a=" + repeat("7", n) + "\n");
}

std::string long_fraction(size_t n, size_t) {
  return text("a=0." + repeat("7", n) + "\n");
}

std::string almost_number(size_t n, size_t) {
  return text("a=" + repeat("7", n) + "x\n");
}

std::string huge_reals(size_t, size_t variant) {
  static constexpr std::string_view all[] = {
      "=1e999999999\n", "=-1e400\n", "a[2]: 1,1e309\n",
      "## [1]{a}\n9223372036854775808\n", "=-9223372036854775809\n"};
  return text(all[variant]);
}

std::string zeros(size_t, size_t variant) {
  static constexpr std::string_view all[] = {
      "=-0\n",          "=-0.0\n",           "=-0e99999\n",
      "=0e999999999\n", "=0.0e-999999999\n", "=-0E+1\n"};
  return text(all[variant]);
}

std::string many_integers(size_t n, size_t) {
  std::string out = text("a[" + number(n) + "]: 0");
  for (size_t i = 1; i < n; ++i) {
    out += ',' + number(i);
  }
  return out + "\n";
}

std::string fields(size_t n, size_t) {
  return lines("", n, [](size_t i) {
    return "field" + number(i) + "=" + number(i) + "\n";
  });
}

std::string similar_fields(size_t n, size_t) {
  return lines("", n, [](size_t i) {
    return "prefix__" + number(1'000'000 + i) + "__suffix=1\n";
  });
}

std::string duplicate_last(size_t n, size_t) {
  return fields(n, 0) + "field0=0\n";
}

std::string mixed_items(size_t n, size_t) {
  return lines("## [" + number(n) + "]\n", n, [](size_t i) {
    return "@" + number(i) +
           (i % 2 == 0 ? " {}\n  v=" + number(i) : " =" + number(i)) + "\n";
  });
}

constexpr attack table[] = {
    // Nesting.
    fails("gcf: 20,000 sections deep", decode, deep_sections, 20'000,
          error_code::depth_limit),
    fails("gcf: 5,000 items deep", decode, deep_items, 5'000,
          error_code::depth_limit),
    fails("gcf: 5,000 attachments deep", decode, deep_attachments, 5'000,
          error_code::depth_limit),
    succeeds("gcf: 20,000 sections deep, allowed", decode, deep_sections,
             20'000, 700)
        .of_any_depth(),
    succeeds("gcf: 5,000 items deep, allowed", decode, deep_items, 5'000, 700)
        .of_any_depth(),
    succeeds("gcf: 5,000 attachments deep, allowed", decode, deep_attachments,
             5'000, 400)
        .of_any_depth(),
    succeeds("write 20,000 sections deep", write, deep_sections, 20'000, 700)
        .of_any_depth(),
    // Counts and headers.
    fails("gcf: counts without rows", decode, huge_counts, 1,
          error_code::count_mismatch)
        .in_variants(9),
    fails("gcf: counts beyond every limit", decode, counts_beyond_limits, 1,
          error_code::item_limit)
        .in_variants(5),
    fails("gcf: a count of a million digits", decode, overlong_counts,
          1'000'000, error_code::item_limit, 100'000)
        .in_variants(3),
    fails("gcf: a count after a million zeros", decode, padded_counts,
          1'000'000, error_code::invalid_count, 100'000),
    fails("gcf: an item id of a million digits", decode, huge_item_ids,
          1'000'000, error_code::invalid_item_id, 100'000),
    fails("gcf: a million cells under two fields", decode, pipes, 1'000'000,
          error_code::row_width_mismatch, 100'000),
    succeeds("gcf: a table of 500,000 fields", decode, wide_table, 500'000,
             10'000),
    fails("gcf: one field more than allowed", decode, too_many_fields,
          1'000'000, error_code::field_limit),
    fails("gcf: a duplicate after 100,000 fields", decode, duplicate_field,
          100'000, error_code::duplicate_field_name, 10'000),
    fails("gcf: 100,000 fields without a closing brace", decode,
          open_declaration, 100'000, error_code::invalid_field_declaration,
          10'000),
    fails("gcf: a million empty field names", decode, empty_names, 1'000'000,
          error_code::invalid_field_declaration),
    succeeds("gcf: 100,000 header fields", decode, header_fields, 100'000,
             10'000),
    fails("gcf: a duplicate after 100,000 header fields", decode,
          duplicate_header, 100'000, error_code::duplicate_header_field,
          10'000),
    succeeds("gcf: a header value of ten megabytes", decode, long_header_value,
             10'000'000, 100'000),
    fails("gcf: ten megabytes without a header", decode, no_header, 10'000'000,
          error_code::missing_header),
    // Lines.
    succeeds("gcf: a million comments", decode, comments, 1'000'000, 20'000),
    succeeds("gcf: a million blank lines", decode, blank_lines, 1'000'000,
             50'000),
    succeeds("gcf: a million lines of a carriage return", decode,
             carriage_returns, 1'000'000, 50'000),
    succeeds("gcf: a million carriage returns in one line", decode,
             lone_returns, 1'000'000, 50'000),
    succeeds("gcf: a value inside ten megabytes of blanks", decode, blank_value,
             5'000'000, 100'000),
    fails("gcf: an indent of ten megabytes", decode, deep_indent, 10'000'000,
          error_code::invalid_indent, 100'000),
    fails("gcf: a million tabs", decode, tab_indent, 1'000'000,
          error_code::tab_indentation),
    succeeds("gcf: a million sections", decode, sections, 1'000'000, 20'000),
    succeeds("gcf: 300,000 deferred counts", decode, deferred_sections, 300'000,
             5'000),
    fails("gcf: a summary of a million counts", decode, summary_counts,
          1'000'000, error_code::count_mismatch, 50'000),
    fails("gcf: a million lines of junk", decode, junk_lines, 1'000'000,
          error_code::invalid_line),
    // Values.
    fails("gcf: ten megabytes without a closing quote", decode, open_quote,
          10'000'000, error_code::unterminated_quote, 100'000),
    fails("gcf: a million pairs of quotes", decode, quote_pairs, 1'000'000,
          error_code::trailing_characters),
    succeeds("gcf: delimiters inside quotes", decode, quoted_cells, 1'000'000,
             50'000),
    succeeds("gcf: backslashes", decode, backslashes, 5'000'000, 50'000),
    fails("gcf: backslashes that hide the end", decode, odd_backslashes,
          5'000'000, error_code::unterminated_quote, 50'000),
    succeeds("gcf: escaped surrogate pairs", decode, escaped_pairs, 1'000'000,
             20'000),
    fails("gcf: a lone surrogate at the end", decode, lone_surrogate, 1'000'000,
          error_code::invalid_surrogate, 20'000),
    fails("gcf: escapes that are too short", decode, short_escapes, 1'000'000,
          error_code::invalid_escape),
    succeeds("gcf: a value of a million brackets", decode, bracket_value,
             1'000'000, 50'000),
    fails("gcf: a line of a million bracket pairs", decode, bracket_lines,
          1'000'000, error_code::invalid_count, 50'000),
    succeeds("gcf: a name of a million bracket pairs", decode, bracket_name,
             1'000'000, 50'000),
    fails("gcf: an integer of a million digits", decode, long_integer,
          1'000'000, error_code::out_of_range, 100'000),
    succeeds("gcf: a fraction of a million digits", decode, long_fraction,
             1'000'000, 100'000),
    succeeds("gcf: a million digits and a letter", decode, almost_number,
             1'000'000, 100'000),
    fails("gcf: numbers beyond their range", decode, huge_reals, 1,
          error_code::out_of_range)
        .in_variants(5),
    succeeds("gcf: zeros in disguise", decode, zeros, 1).in_variants(6),
    succeeds("gcf: a million integers in one line", decode, many_integers,
             1'000'000, 20'000),
    succeeds("gcf: a million fields", decode, fields, 1'000'000, 10'000),
    succeeds("gcf: keys with the same ends", decode, similar_fields, 100'000,
             10'000),
    fails("gcf: a duplicate after 100,000 keys", decode, duplicate_last,
          100'000, error_code::duplicate_key, 10'000),
    succeeds("gcf: a million items of two kinds", decode, mixed_items,
             1'000'000, 10'000),
};

}  // namespace

std::span<const attack> gcf_attacks() noexcept { return table; }

}  // namespace pith_tests
