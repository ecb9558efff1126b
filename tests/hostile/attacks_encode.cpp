// SPDX-License-Identifier: MIT
/// @file
/// Documents on their way to GCF.

#include "attacks.hpp"
#include "inputs.hpp"

namespace pith_tests {

namespace {

using pith::error_code;
using std::size_t;
using enum operation;

// Cannot be flattened, and every level looks as if it could.
std::string deep_maps(size_t n, size_t) {
  return wrapped(R"({"x":)", R"({"q":[1]})", R"(,"y":{"p":[1]}})", n);
}

std::string deep_rows(size_t n, size_t) {
  return wrapped(R"([{"id":1,"c":)", "[]", "}]", n);
}

// Two rows that flatten into n columns whose names have up to n segments.
std::string deep_paths(size_t n, size_t) {
  const std::string row = wrapped(R"({"s":1,"n":)", "1", "}", n);
  return "[" + row + "," + row + "]";
}

// A tree with two children per node; n is about the number of nodes.
std::string tree(size_t n, std::string_view open, std::string_view middle,
                 std::string_view close, std::string_view leaf) {
  std::string out(leaf);
  for (size_t nodes = 1; nodes < n; nodes = nodes * 2 + 1) {
    std::string next(open);
    next += out;
    next += middle;
    next += out;
    next += close;
    out = std::move(next);
  }
  return out;
}

std::string array_tree(size_t n, size_t) {
  return tree(n, R"({"id":1,"c":[)", ",", "]}", R"({"id":0,"c":[]})");
}

std::string map_tree(size_t n, size_t) {
  return tree(n, R"({"x":)", R"(,"y":)", "}", R"({"v":[1]})");
}

std::string open_brackets(size_t n, size_t) { return string_of("[", n); }

std::string bracket_pairs(size_t n, size_t) { return string_of("[]", n); }

std::string bracket_blanks(size_t n, size_t) { return string_of("[ ", n); }

std::string closing_brackets(size_t n, size_t) {
  return "{\"s\":\"[" + repeat("] ", n) + "\"}";
}

std::string pair_then_blanks(size_t n, size_t) {
  return "{\"s\":\"[]" + repeat(" ", n) + "x\"}";
}

std::string bracket_keys(size_t n, size_t) {
  return "{\"" + repeat("[", n) + "\":[1]}";
}

std::string long_string(size_t n, size_t) { return string_of("x", n); }

std::string quoted_string(size_t n, size_t) { return string_of("x,\\\"", n); }

std::string control_string(size_t n, size_t) { return string_of("\\u0001", n); }

std::string markers(size_t n, size_t) { return string_of("^{a,b,c}", n); }

std::string marker_of_fields(size_t n, size_t) {
  return "{\"s\":\"^{" + repeat("a,", n) + "a}\"}";
}

std::string digits_string(size_t n, size_t) { return string_of("1", n); }

std::string two_wide_rows(size_t n, size_t) {
  return rows(2, [n](size_t) { return many_fields(n, 0); });
}

std::string wide_flat_object(size_t n, size_t) {
  return rows(
      10, [n](size_t) { return R"({"id":1,"o":)" + many_fields(n, 0) + "}"; });
}

std::string many_integers(size_t n, size_t) {
  std::string out = R"({"a":[0)";
  for (size_t i = 1; i < n; ++i) {
    out += ',' + number(i);
  }
  return out + "]}";
}

std::string mixed_items(size_t n, size_t) {
  return rows(n, [](size_t i) {
    return i % 2 == 0 ? R"({"v":)" + number(i) + "}" : number(i);
  });
}

std::string empty_items(size_t n, size_t variant) {
  return rows(n, [variant](size_t i) {
    return std::string(variant == 0 || i % 2 == 0 ? "{}" : "[]");
  });
}

std::string similar_private_keys(size_t n, size_t) {
  return rows(n, [](size_t i) {
    return "{\"prefix__" + number(1'000'000 + i) + "__suffix\":1}";
  });
}

std::string label_keys(size_t n, size_t) {
  const std::string labels =
      members(n, [](size_t i) { return "\"" + repeat("_", i) + "key\":1"; });
  return R"({"a":)" + labels + R"(,"b":)" + labels + "}";
}

std::string attachment_columns(size_t n, size_t) {
  return rows(20, [n](size_t i) {
    std::string out = R"({"id":)" + number(i);
    for (size_t k = 0; k < n; ++k) {
      out += ",\"c" + number(k) + R"(":{"a":)" + number(i) + R"(,"b":[)" +
             number(k) + "]}";
    }
    return out + "}";
  });
}

std::string private_keys(size_t n, size_t) {
  return rows(n, [](size_t i) {
    return R"({"id":)" + number(i) + ",\"f" + number(i) + "\":1}";
  });
}

std::string private_members(size_t n, size_t) {
  return members(n, [](size_t i) {
    return "\"m" + number(i) + "\":{\"f" + number(i) + "\":1}";
  });
}

std::string private_nested_keys(size_t n, size_t) {
  return rows(n, [](size_t i) {
    return R"({"id":)" + number(i) + R"(,"o":{"k)" + number(i) +
           R"(":1,"b":2}})";
  });
}

std::string null_trees(size_t n, size_t) {
  return rows(n, [](size_t) {
    return std::string(R"({"o":{"a":null,"b":{"c":null,"d":null}}})");
  });
}

// Uniform to the last row, which breaks what all others allowed.
std::string broken_last_row(size_t n, size_t variant) {
  static constexpr std::string_view last[] = {
      R"({"id":1,"o":{"b":1,"a":2},"l":[{"x":1}]})",
      R"({"id":1,"o":{"a":[1],"b":2},"l":[{"x":1}]})",
      R"({"id":1,"o":{"a":null,"b":null},"l":[{"x":1}]})",
      R"({"id":1,"o":1,"l":[1]})",
      R"({"o":{"a":1},"l":[{"y":1}],"new":1})",
      "{}",
  };
  return rows(n, [n, variant](size_t i) {
    return i + 1 == n ? std::string(last[variant])
                      : R"({"id":)" + number(i) +
                            R"(,"o":{"a":1,"b":2},"l":[{"x":1}]})";
  });
}

std::string broken_last_item(size_t n, size_t) {
  return rows(n, [n](size_t i) {
    return i + 1 == n ? std::string("1")
                      : R"({"id":)" + number(i) + R"(,"o":{"a":{"b":2}}})";
  });
}

// Every subset of sixteen keys is a shape of its own.
std::string many_shapes(size_t n, size_t) {
  return rows(n, [](size_t i) {
    std::string out = R"({"id":1)";
    for (size_t k = 0; k < 16; ++k) {
      if (((i * 40'503U) >> k & 1U) != 0) {
        out += ",\"" + std::string(1, static_cast<char>('a' + k)) + "\":1";
      }
    }
    return out + "}";
  });
}

// Every row has its nine keys in another order.
std::string many_orders(size_t n, size_t) {
  return rows(n, [](size_t i) {
    std::string key = "abcdefghi";
    for (size_t k = 0, left = i; k < 8; ++k) {
      std::swap(key[k], key[k + left % (9 - k)]);
      left /= 9 - k;
    }
    return members(
        9, [&key](size_t k) { return "\"" + key.substr(k, 1) + "\":1"; });
  });
}

std::string many_tables(size_t n, size_t) {
  return members(n, [](size_t i) {
    return "\"t" + number(i) + R"(":[{"a":1,"b":{"c":2}},{"a":3}])";
  });
}

std::string many_maps(size_t n, size_t) {
  return members(n, [](size_t i) {
    return "\"m" + number(i) + R"(":{"a":{"x":1},"b":{"x":2}},"s)" + number(i) +
           "\":1";
  });
}

std::string map_of_members(size_t n, size_t) {
  return members(n, [](size_t i) {
    return "\"host" + number(i) + R"(":{"cpu":1,"mem":2})";
  });
}

std::string inline_schemas(size_t n, size_t) {
  // The empty key keeps the object from being flattened.
  return rows(n, [](size_t i) {
    return R"({"id":)" + number(i) + R"(,"o":{"":1,"b":2,"c":3}})";
  });
}

std::string shared_schemas(size_t n, size_t) {
  return rows(n, [](size_t i) {
    return R"({"id":)" + number(i) + R"(,"l":[{"x":1,"y":2},{"x":3,"y":4}]})";
  });
}

std::string broken_schemas(size_t n, size_t) {
  return rows(n, [](size_t i) {
    return R"({"l":[{"x)" + number(i % 7) + R"(":1},{"y":2}],"p":[)" +
           (i % 3 == 0 ? "1" : R"({"z":1})") + "]}";
  });
}

std::string path_keys(size_t n, size_t) {
  return rows(n, [](size_t i) {
    return R"({"id":)" + number(i) + R"(,"a>b":1,">":{"x":1},"c>":[1]})";
  });
}

constexpr attack table[] = {
    // Nesting. The default limit stops it; with a higher one the text that
    // GCF needs grows with the square of the depth, and that limit stops it.
    succeeds("encode 500 objects deep", encode, deep_objects, 500, 250),
    succeeds("encode 500 arrays deep", encode, deep_arrays, 500, 250),
    succeeds("encode 250 mixed levels", encode, deep_mixed, 250, 125),
    succeeds("encode 500 maps that do not flatten", encode, deep_maps, 500,
             250),
    succeeds("encode 2,000 maps that do not flatten", encode, deep_maps, 2'000,
             1'000)
        .of_any_depth()
        .with_expansion(4'000),
    fails("encode 20,000 maps that do not flatten", encode, deep_maps, 20'000,
          error_code::expansion_limit, 4'000)
        .of_any_depth(),
    fails("encode 20,000 objects deep", encode, deep_objects, 20'000,
          error_code::expansion_limit, 10'000)
        .of_any_depth(),
    fails("encode a million objects deep", encode, deep_objects, 1'000'000,
          error_code::expansion_limit)
        .of_any_depth(),
    fails("encode a million arrays deep", encode, deep_arrays, 1'000'000,
          error_code::expansion_limit)
        .of_any_depth(),
    fails("encode a million mixed levels", encode, deep_mixed, 1'000'000,
          error_code::expansion_limit)
        .of_any_depth(),
    succeeds("encode 200 tables inside tables", encode, deep_rows, 200, 100),
    fails("encode 100,000 tables inside tables", encode, deep_rows, 100'000,
          error_code::expansion_limit)
        .of_any_depth(),
    succeeds("encode paths of 500 segments", encode, deep_paths, 500, 250),
    fails("encode paths of 100,000 segments", encode, deep_paths, 100'000,
          error_code::expansion_limit)
        .of_any_depth(),
    succeeds("encode a tree of arrays", encode, array_tree, 16'000, 2'000),
    succeeds("encode a tree of maps", encode, map_tree, 60'000, 4'000),
    // Strings.
    succeeds("encode a million open brackets", encode, open_brackets, 1'000'000,
             50'000),
    succeeds("encode a million bracket pairs", encode, bracket_pairs, 1'000'000,
             50'000),
    succeeds("encode a million brackets and blanks", encode, bracket_blanks,
             1'000'000, 50'000),
    succeeds("encode a million closing brackets", encode, closing_brackets,
             1'000'000, 50'000),
    succeeds("encode a bracket pair and a million blanks", encode,
             pair_then_blanks, 1'000'000, 50'000),
    succeeds("encode a key of a million brackets", encode, bracket_keys,
             1'000'000, 50'000),
    succeeds("encode a string of a megabyte", encode, long_string, 1'000'000,
             100'000),
    succeeds("encode a megabyte of quotes and commas", encode, quoted_string,
             333'000, 30'000),
    succeeds("encode a million control characters", encode, control_string,
             1'000'000, 30'000),
    succeeds("encode a megabyte of digits as a string", encode, digits_string,
             1'000'000, 50'000),
    succeeds("encode schema markers as a string", encode, markers, 100'000,
             10'000),
    succeeds("encode a marker of 100,000 fields as a string", encode,
             marker_of_fields, 100'000, 10'000),
    // Width and keys.
    succeeds("encode an object of a million fields", encode, many_fields,
             1'000'000, 10'000),
    succeeds("encode two rows of 100,000 fields", encode, two_wide_rows,
             100'000, 5'000),
    succeeds("encode ten rows that flatten to 10,000 columns", encode,
             wide_flat_object, 10'000, 1'000),
    succeeds("encode a million integers in one line", encode, many_integers,
             1'000'000, 20'000),
    succeeds("encode a million items of two kinds", encode, mixed_items,
             1'000'000, 10'000),
    succeeds("encode a million empty items", encode, empty_items, 1'000'000,
             10'000)
        .in_variants(2),
    succeeds("encode keys with the same ends", encode, similar_keys, 100'000,
             10'000),
    fails("encode rows of private keys with the same ends", encode,
          similar_private_keys, 100'000, error_code::expansion_limit, 5'000),
    succeeds("encode maps whose fields take the key labels", encode, label_keys,
             2'000, 250),
    // Tables.
    succeeds("encode 6,400 attachment columns", encode, attachment_columns,
             6'400, 200),
    succeeds("encode 500 rows with private keys", encode, private_keys, 500,
             250),
    fails("encode 4,000 rows with private keys", encode, private_keys, 4'000,
          error_code::expansion_limit, 4'000),
    fails("encode 100,000 rows with private keys", encode, private_keys,
          100'000, error_code::expansion_limit),
    fails("encode 100,000 members with private keys", encode, private_members,
          100'000, error_code::expansion_limit, 5'000),
    succeeds("encode 100,000 rows with private nested keys", encode,
             private_nested_keys, 100'000, 5'000),
    succeeds("encode 100,000 trees of nulls", encode, null_trees, 100'000,
             5'000),
    succeeds("encode 100,000 rows, the last one breaks the rule", encode,
             broken_last_row, 100'000, 4'000)
        .in_variants(6),
    succeeds("encode 100,000 rows, the last one is not an object", encode,
             broken_last_item, 100'000, 4'000),
    succeeds("encode rows of 65,536 shapes", encode, many_shapes, 65'536,
             4'000),
    succeeds("encode rows in 40,000 orders of keys", encode, many_orders,
             40'000, 4'000),
    succeeds("encode 100,000 small tables", encode, many_tables, 100'000,
             4'000),
    succeeds("encode 100,000 small maps", encode, many_maps, 100'000, 4'000),
    succeeds("encode a map of 500,000 members", encode, map_of_members, 500'000,
             8'000),
    succeeds("encode 100,000 inline schemas", encode, inline_schemas, 100'000,
             5'000),
    succeeds("encode 100,000 shared schemas", encode, shared_schemas, 100'000,
             5'000),
    succeeds("encode 50,000 schemas that almost agree", encode, broken_schemas,
             50'000, 4'000),
    succeeds("encode 50,000 rows with path-like keys", encode, path_keys,
             50'000, 4'000),
};

}  // namespace

std::span<const attack> encode_attacks() noexcept { return table; }

}  // namespace pith_tests
