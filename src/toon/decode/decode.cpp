// SPDX-License-Identifier: MIT
#include <pith/toon.hpp>

#include "document/fill.hpp"
#include "document/revive.hpp"
#include "text/rounding.hpp"
#include "toon/decode/reader.hpp"

namespace pith::inline v0::toon {

struct decoder::state {
  decode_options options;
  decoding::reader reader;
  text::rounding_watch numbers;
};

decoder::decoder(const decode_options& options)
    : state_(std::make_unique<state>()) {
  state_->options = options;
}
decoder::decoder(decoder&&) noexcept = default;
decoder& decoder::operator=(decoder&&) noexcept = default;
decoder::~decoder() = default;

result<void> decoder::decode_into(document& target, std::string_view text) {
  state& s = detail::revive(state_);
  s.numbers = {};
  s.reader.watch_numbers(text::wanted(s.numbers, s.options.numbers));
  return detail::fill(target, text, [&](detail::document_data& data) {
    const result<void> done = s.reader.run(data, text, s.options);
    return done ? s.numbers.conclude(s.options.numbers) : done;
  });
}

result<document> decode(std::string_view text, const decode_options& options) {
  return detail::make_document(
      [&](document& made) { return decoder(options).decode_into(made, text); });
}

}  // namespace pith::inline v0::toon
