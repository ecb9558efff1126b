// SPDX-License-Identifier: MIT
#include <pith/json.hpp>

#include "document/document_data.hpp"
#include "json/writer.hpp"
#include "text/expansion.hpp"
#include "text/output.hpp"

#include <cstddef>

namespace pith::inline v0::json {

result<void> write_to(sink& out, value v, const write_options& options) {
  const detail::document_data& data = detail::document_access::data(v);
  text::output target;
  target.open(out, text::max_output_bytes(data, options.bounds));
  writer(data, target, options.indent).write(detail::document_access::index(v));
  return text::finish(target);
}

result<void> append(std::string& out, value v, const write_options& options) {
  const std::size_t before = out.size();
  string_sink target(out);
  const result<void> written = write_to(target, v, options);
  if (!written) out.resize(before);
  return written;
}

result<std::string> write(value v, const write_options& options) {
  std::string out;
  const result<void> written = append(out, v, options);
  if (!written) return written.error();
  return out;
}

result<void> write_lines_to(sink& out, value array, const limits& bounds) {
  const detail::document_data& data = detail::document_access::data(array);
  const std::size_t index = detail::document_access::index(array);
  if (detail::tag_of(data.tape[index]) != detail::tag::array) {
    return error{error_code::misplaced_value, 0,
                 "only an array can be written as lines"};
  }
  text::output target;
  target.open(out, text::max_output_bytes(data, bounds));
  writer(data, target, 0).write_lines(index);
  return text::finish(target);
}

}  // namespace pith::inline v0::json
