// SPDX-License-Identifier: MIT
#include "interchange/bare_scalar.hpp"

#include "text/number.hpp"

#include <cstring>

namespace pith::interchange {

namespace {

using text::number_kind;
using text::parsed_number;

/// No number that a writer makes is longer.
constexpr std::size_t max_number_bytes = text::max_real_bytes;

/// A number whose one spelling is `spelling`; of no kind when it is none.
parsed_number canonical_number(std::string_view spelling) {
  constexpr std::size_t padding = 16;  // what parse_number() may look at
  const char first = spelling.empty() ? '\0' : spelling[0];
  const bool can_be = first == '-' || (first >= '0' && first <= '9');
  if (!can_be || spelling.size() > max_number_bytes) return {};
  char literal[max_number_bytes + padding] = {};
  std::memcpy(literal, spelling.data(), spelling.size());
  const parsed_number number =
      text::parse_number(literal, literal + spelling.size());
  char again[max_number_bytes];
  char* end = again;
  if (number.kind == number_kind::integer) {
    end = text::write_integer(again, number.integer);
  } else if (number.kind == number_kind::real) {
    end = text::write_real(again, number.real);
  }
  const std::string_view written(again, static_cast<std::size_t>(end - again));
  return written == spelling ? number : parsed_number{};
}

}  // namespace

void put_bare_scalar(builder& into, std::string_view text) {
  if (text.empty()) {
    into.null();
  } else if (text == "true" || text == "false") {
    into.boolean(text == "true");
  } else if (const parsed_number number = canonical_number(text);
             number.kind == number_kind::integer) {
    into.integer(number.integer);
  } else if (number.kind == number_kind::real) {
    into.real(number.real);
  } else {
    into.string(text);
  }
}

bool is_bare_non_string(std::string_view text) {
  return text.empty() || text == "true" || text == "false" ||
         canonical_number(text).kind != number_kind::none;
}

}  // namespace pith::interchange
