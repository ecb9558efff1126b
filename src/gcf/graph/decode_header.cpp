// SPDX-License-Identifier: MIT
#include "gcf/graph/rows.hpp"

#include <limits>

namespace pith::inline v0::gcf::graph_profile {

using decoding::header_pair;
using decoding::source;

namespace {

/// Notes where a flag is set. Anything but true and false is not a boolean.
bool read_flag(source& text, const header_pair& pair, header_pair& into) {
  if (pair.value == "true") {
    into = pair;
  } else if (pair.value != "false") {
    text.fail(error_code::malformed_header_field, pair.at,
              "a header field that is a flag must be true or false");
    return false;
  }
  return true;
}

/// Reads the decimal number that `value` is, without leading zeros.
bool read_number(source& text, std::string_view value, std::uint64_t& into) {
  constexpr std::uint64_t most =
      static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const bool is_number =
      !value.empty() && (value[0] != '0' || value.size() == 1) &&
      value.find_first_not_of("0123456789") == std::string_view::npos;
  if (!is_number) {
    text.fail(error_code::malformed_header_field, value.data(),
              "this field must be a decimal number without leading zeros");
    return false;
  }
  std::uint64_t number = 0;
  for (const char c : value) {
    const auto digit = static_cast<unsigned>(c - '0');
    if (number > (most - digit) / 10) {
      text.fail(error_code::out_of_range, value.data(),
                "a number in the header must be less than 2^63");
      return false;
    }
    number = number * 10 + digit;
  }
  into = number;
  return true;
}

bool read_field(source& text, const header_pair& pair, graph_header& into) {
  if (pair.key == "tool") into.tool = pair.value;
  if (pair.key == "pack_root") into.pack_root = pair.value;
  if (pair.key == "base_root") into.base_root = pair.value;
  if (pair.key == "new_root") into.new_root = pair.value;
  if (pair.key == "budget") return read_number(text, pair.value, into.budget);
  if (pair.key == "tokens") return read_number(text, pair.value, into.tokens);
  if (pair.key == "session") return read_flag(text, pair, into.session);
  if (pair.key == "delta") return read_flag(text, pair, into.delta);
  if (pair.key == "unchanged") return read_flag(text, pair, into.unchanged);
  if (pair.key == "symbols") return read_total(text, pair, into.symbols);
  if (pair.key == "edges") return read_total(text, pair, into.edges);
  return true;  // others may come with later versions (16.5)
}

}  // namespace

bool read_total(source& text, const header_pair& pair, declared_total& into) {
  into.is_given = true;
  into.at = text.input_offset_of(pair.at);
  return read_number(text, pair.value, into.count);
}

char* read_graph_header(source& text, detail::document_data& data,
                        detail::shape_tree& shapes, graph_header& into) {
  detail::pod_buffer<header_pair> pairs;
  char* const next = read_header_line(text, data, shapes, pairs);
  if (next == nullptr) return nullptr;
  if (pairs[0].value != "graph") {
    return text.fail(error_code::unknown_profile, pairs[0].value.data(),
                     "expected the graph profile");
  }
  for (const header_pair& pair : pairs) {
    if (!read_field(text, pair, into)) return nullptr;
  }
  return next;
}

}  // namespace pith::inline v0::gcf::graph_profile
