// SPDX-License-Identifier: MIT
#include <pith/toon.hpp>

#include "document/document_data.hpp"
#include "text/expansion.hpp"
#include "text/output.hpp"
#include "toon/encode/walk.hpp"

#include <optional>

namespace pith::inline v0::toon {

result<void> encode_to(sink& out, value v, const encode_options& options) {
  if (options.indent_size == 0) {
    return error{error_code::invalid_indent, 0,
                 "a level must have at least one space"};
  }
  const detail::document_data& data = detail::document_access::data(v);
  text::output target;
  target.open(out, text::max_output_bytes(data, options.bounds));
  encode_walk walk(data, target, options);
  const std::optional<error> failure =
      walk.run(detail::document_access::index(v));
  if (failure) return *failure;
  return text::finish(target);
}

result<void> append(std::string& out, value v, const encode_options& options) {
  const std::size_t before = out.size();
  string_sink target(out);
  const result<void> written = encode_to(target, v, options);
  if (!written) out.resize(before);
  return written;
}

result<std::string> encode(value v, const encode_options& options) {
  std::string out;
  const result<void> written = append(out, v, options);
  if (!written) return written.error();
  return out;
}

}  // namespace pith::inline v0::toon
