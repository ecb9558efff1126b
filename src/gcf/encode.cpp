// SPDX-License-Identifier: MIT
#include <pith/gcf.hpp>

#include "document/document_data.hpp"
#include "document/revive.hpp"
#include "gcf/encode/walk.hpp"

#include <utility>

namespace pith::inline v0::gcf {

struct encoder::state {
  encode_options options;
  encode_memory memory;
};

encoder::encoder(const encode_options& options)
    : state_(std::make_unique<state>()) {
  state_->options = options;
}
encoder::encoder(encoder&&) noexcept = default;
encoder& encoder::operator=(encoder&&) noexcept = default;
encoder::~encoder() = default;

result<void> encoder::encode_to(sink& out, value v) {
  state& s = detail::revive(state_);
  return encode_walk(s.memory, s.options, detail::document_access::data(v))
      .run(out, detail::document_access::index(v));
}

result<void> append(std::string& out, value v, const encode_options& options) {
  const std::size_t before = out.size();
  string_sink sink(out);
  result<void> done = encoder(options).encode_to(sink, v);
  if (!done) out.resize(before);
  return done;
}

result<std::string> encode(value v, const encode_options& options) {
  std::string text;
  if (const result<void> done = append(text, v, options); !done) {
    return done.error();
  }
  return text;
}

}  // namespace pith::inline v0::gcf
