// SPDX-License-Identifier: MIT
#include "mcp/rewrite/source_value.hpp"

#include <pith/equality.hpp>

#include "mcp/raw_json/json_span.hpp"
#include "mcp/raw_json/number_spelling.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace {

using pair_list = std::vector<std::pair<value, value>>;

/// Errors of a text that is JSON, but not in the domain of documents.
bool is_outside_domain(error_code code) noexcept {
  switch (code) {
    case error_code::out_of_range:
    case error_code::duplicate_key:
    case error_code::invalid_surrogate:
    case error_code::depth_limit:
    case error_code::size_limit:
    case error_code::item_limit:
      return true;
    default:
      return false;
  }
}

bool is_container(value v) noexcept {
  return v.type() == kind::object || v.type() == kind::array;
}

/// The value of the only member of an object.
std::optional<value> only_member(value v) {
  const auto members = v.get_object();
  if (!members || members->size() != 1) return std::nullopt;
  return (*members->begin()).value;
}

/// Pairs of elements are left to be compared; those of scalars are compared.
bool compare_or_defer(value rich, value poor, pair_list& open) {
  if (is_container(rich) && rich.type() == poor.type()) {
    open.emplace_back(rich, poor);
    return true;
  }
  return !is_container(rich) && !is_container(poor) && equal(rich, poor);
}

bool compare_elements(array_view rich, array_view poor, pair_list& open) {
  if (rich.size() != poor.size()) return false;
  auto other = poor.begin();
  for (const value each : rich) {
    if (!compare_or_defer(each, *other, open)) return false;
    ++other;
  }
  return true;
}

bool compare_members(object_view rich, object_view poor, pair_list& open) {
  auto other = poor.begin();
  for (const member m : rich) {
    if (other != poor.end() && (*other).key == m.key) {
      if (!compare_or_defer(m.value, (*other).value, open)) return false;
      ++other;
    } else if (!m.value.is_null()) {
      return false;
    }
  }
  return other == poor.end();
}

/// One value wrapped in an object of one member, which is the other.
bool wraps(value outer, value inner) {
  const auto inside = only_member(outer);
  return inside && equal(*inside, inner);
}

source_kind choose_value(value structured, value text, shown_form shows) {
  if (equal(structured, text)) return source_kind::structured;
  if (wraps(structured, text)) {
    return shows == shown_form::text ? source_kind::text
                                     : source_kind::structured;
  }
  if (wraps(text, structured) || covers(text, structured)) {
    return source_kind::text;
  }
  if (covers(structured, text)) return source_kind::structured;
  return source_kind::nothing;
}

}  // namespace

pass_reason read_source(json::parser& parser, document& into,
                        std::string_view text) {
  const std::string_view inside = trimmed(text);
  if (!inside.starts_with('{') && !inside.starts_with('[')) {
    return pass_reason::not_json;
  }
  const auto read = parser.parse_into(into, inside);
  if (!read) {
    return is_outside_domain(read.error().code) ? pass_reason::outside_domain
                                                : pass_reason::not_json;
  }
  return keeps_all_digits(inside) ? pass_reason::none
                                  : pass_reason::outside_domain;
}

bool covers(value rich, value poor) {
  pair_list open;
  if (!compare_or_defer(rich, poor, open)) return false;
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    const auto elements = a.get_array();
    const auto other_elements = b.get_array();
    if (elements && other_elements) {
      if (!compare_elements(*elements, *other_elements, open)) return false;
      continue;
    }
    const auto members = a.get_object();
    const auto other_members = b.get_object();
    if (!members || !other_members ||
        !compare_members(*members, *other_members, open)) {
      return false;
    }
  }
  return true;
}

source_kind choose_source(const said_twice& said, shown_form shows, bool unfold,
                          json::parser& parser, document& text_value) {
  // Most servers that take care print the same value without blanks.
  if (said.text == said.raw_structured) return source_kind::structured;
  const auto inside = only_member(said.structured);
  const auto wrapped = inside.value_or(said.structured).get_string();
  const bool wraps_text = wrapped && *wrapped == said.text;
  if (wraps_text && !unfold) return source_kind::bare_text;
  const pass_reason problem = read_source(parser, text_value, said.text);
  if (wraps_text) {
    return problem == pass_reason::none ? source_kind::text
                                        : source_kind::bare_text;
  }
  if (problem != pass_reason::none) return source_kind::nothing;
  return choose_value(said.structured, text_value.root(), shows);
}

}  // namespace pith::mcp
