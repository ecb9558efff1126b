// SPDX-License-Identifier: MIT
#include <pith/json.hpp>

#include "document/fill.hpp"
#include "document/revive.hpp"
#include "json/diagnose.hpp"
#include "json/max_text.hpp"
#include "json/structural_index.hpp"
#include "json/tape_builder.hpp"
#include "text/rounding.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

namespace pith::inline v0::json {

using detail::document_data;

struct parser::state {
  limits bounds;
  number_options number_rules;
  text::rounding_watch numbers;
  structural_index index;
  tape_builder builder;

  void watch_numbers() noexcept {
    numbers = {};
    builder.watch_numbers(text::wanted(numbers, number_rules));
  }
};

namespace {

/// Copies the text, with padding, into a document that is reset.
void copy(document_data& data, std::string_view text) {
  data.text.ensure(text.size() + detail::text_padding);
  if (!text.empty()) std::memcpy(data.text.data(), text.data(), text.size());
  data.text.resize(text.size());
  std::memset(data.text.end(), 0, detail::text_padding);
}

/// The first error of a text of lines, if one of them has any by itself.
std::optional<error> diagnose_lines(std::string_view text,
                                    const limits& bounds) {
  if (text.size() > max_text_bytes(bounds)) return diagnose(text, bounds);
  if (bounds.max_depth == 0) {
    return error{error_code::depth_limit, 0,
                 "containers are nested deeper than limits::max_depth"};
  }
  limits inside = bounds;
  --inside.max_depth;
  std::size_t count = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first != std::string_view::npos) {
      if (++count > bounds.max_items) {
        return error{error_code::item_limit, begin + first,
                     "more lines than limits::max_items"};
      }
      if (auto problem = diagnose(line, inside)) {
        problem->offset += begin;
        return problem;
      }
    }
    begin = end + 1;
  }
  return std::nullopt;
}

}  // namespace

parser::parser(const parse_options& options)
    : state_(std::make_unique<state>()) {
  state_->bounds = options.bounds;
  state_->number_rules = options.numbers;
}
parser::parser(parser&&) noexcept = default;
parser& parser::operator=(parser&&) noexcept = default;
parser::~parser() = default;

result<void> parser::parse_into(document& target, std::string_view text) {
  state& s = detail::revive(state_);
  s.watch_numbers();
  return detail::fill(target, text, [&](document_data& data) -> result<void> {
    if (text.size() <= max_text_bytes(s.bounds)) {
      copy(data, text);
      if (s.index.find(data.text.data(), text.size()) &&
          s.builder.build(data, s.bounds, s.index.begin(), s.index.count())) {
        return s.numbers.conclude(s.number_rules);
      }
    }
    return diagnose(text, s.bounds)
        .value_or(error{error_code::unexpected_character, 0,
                        "this is not a JSON text"});
  });
}

result<void> parser::parse_lines_into(document& target, std::string_view text) {
  state& s = detail::revive(state_);
  s.watch_numbers();
  return detail::fill(target, text, [&](document_data& data) -> result<void> {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos &&
        text.size() <= max_text_bytes(s.bounds) && s.bounds.max_depth != 0) {
      data.tape.clear();
      data.tape.push_back(
          detail::make_word(detail::tag::array, detail::header_words));
      data.tape.push_back(0);
      return s.numbers.conclude(s.number_rules);
    }
    if (text.size() <= max_text_bytes(s.bounds)) {
      copy(data, text);
      if (s.index.find(data.text.data(), text.size()) &&
          s.builder.build_lines(data, s.bounds, s.index.begin(),
                                s.index.count(), text)) {
        return s.numbers.conclude(s.number_rules);
      }
    }
    return diagnose_lines(text, s.bounds)
        .value_or(error{error_code::unexpected_character, 0,
                        "these are not lines of JSON"});
  });
}

result<document> parse_lines(std::string_view text,
                             const parse_options& options) {
  return detail::make_document([&](document& made) {
    return parser(options).parse_lines_into(made, text);
  });
}

result<document> parse(std::string_view text, const parse_options& options) {
  return detail::make_document(
      [&](document& made) { return parser(options).parse_into(made, text); });
}

}  // namespace pith::inline v0::json
