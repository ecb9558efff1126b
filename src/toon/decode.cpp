// SPDX-License-Identifier: MIT
#include <pith/toon.hpp>

#include "document/document_data.hpp"
#include "toon/decode_reader.hpp"

namespace pith::inline v0::toon {

struct decoder::state {
  decode_options options;
  decoding::reader reader;
};

decoder::decoder(const decode_options& options)
    : state_(std::make_unique<state>()) {
  state_->options = options;
}
decoder::decoder(decoder&&) noexcept = default;
decoder& decoder::operator=(decoder&&) noexcept = default;
decoder::~decoder() = default;

result<void> decoder::decode_into(document& target, std::string_view text) {
  detail::document_data& data = detail::document_access::writable(target);
  try {
    return state_->reader.run(data, text, state_->options);
  } catch (...) {
    data.reset();  // memory ran out: leave a document that can be read
    throw;
  }
}

result<document> decode(std::string_view text, const decode_options& options) {
  document made;
  if (const result<void> done = decoder(options).decode_into(made, text);
      !done) {
    return done.error();
  }
  return made;
}

}  // namespace pith::inline v0::toon
