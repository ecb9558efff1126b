// SPDX-License-Identifier: MIT
#include <pith/json.hpp>

#include "document/fill.hpp"
#include "json/diagnose.hpp"
#include "json/max_text.hpp"
#include "json/structural_index.hpp"
#include "json/tape_builder.hpp"

#include <cstring>
#include <optional>

namespace pith::inline v0::json {

using detail::document_data;

struct parser::state {
  limits bounds;
  structural_index index;
  tape_builder builder;
};

namespace {

/// Copies the text, with padding, into a document that is reset.
void copy(document_data& data, std::string_view text) {
  data.text.ensure(text.size() + detail::text_padding);
  if (!text.empty()) std::memcpy(data.text.data(), text.data(), text.size());
  data.text.resize(text.size());
  std::memset(data.text.end(), 0, detail::text_padding);
}

}  // namespace

parser::parser(const parse_options& options)
    : state_(std::make_unique<state>()) {
  state_->bounds = options.bounds;
}
parser::parser(parser&&) noexcept = default;
parser& parser::operator=(parser&&) noexcept = default;
parser::~parser() = default;

result<void> parser::parse_into(document& target, std::string_view text) {
  state& s = *state_;
  return detail::fill(target, [&](document_data& data) -> result<void> {
    if (text.size() <= max_text_bytes(s.bounds)) {
      copy(data, text);
      if (s.index.find(data.text.data(), text.size()) &&
          s.builder.build(data, s.bounds, s.index.begin(), s.index.count())) {
        return {};
      }
    }
    return diagnose(text, s.bounds)
        .value_or(error{error_code::unexpected_character, 0,
                        "this is not a JSON text"});
  });
}

result<document> parse(std::string_view text, const parse_options& options) {
  return detail::make_document(
      [&](document& made) { return parser(options).parse_into(made, text); });
}

}  // namespace pith::inline v0::json
