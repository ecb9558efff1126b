// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/tron.hpp>

#include "document/document_data.hpp"
#include "text/expansion.hpp"
#include "text/output.hpp"
#include "tron/class_plan.hpp"
#include "tron/writer.hpp"

namespace pith::inline v0::tron {

result<void> encode_to(sink& out, value v, const encode_options& options) {
  const detail::document_data& data = detail::document_access::data(v);
  const std::size_t index = detail::document_access::index(v);
  const class_plan classes(data, index, options);
  text::output target;
  target.open(out, text::max_output_bytes(data, options.bounds));
  writer to(data, classes, target, options.bounds.max_depth);
  to.write_header();
  if (!to.write_value(index)) {
    return error{error_code::depth_limit, 0,
                 "containers are nested deeper than limits::max_depth"};
  }
  return text::finish(target);
}

result<void> append(std::string& out, value v, const encode_options& options) {
  const std::size_t before = out.size();
  string_sink target(out);
  const result<void> done = encode_to(target, v, options);
  if (!done) out.resize(before);
  return done;
}

result<std::string> encode(value v, const encode_options& options) {
  std::string out;
  const result<void> done = append(out, v, options);
  if (!done) return done.error();
  return out;
}

result<std::string> encode_batch(std::span<const value> values,
                                 const encode_options& options) {
  builder all(options.bounds);
  all.begin_array();
  for (const value v : values) all.copy(v);
  const result<document> made = all.end_array().finish();
  if (!made) return made.error();
  return encode(made->root(), options);
}

}  // namespace pith::inline v0::tron
