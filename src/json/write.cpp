// SPDX-License-Identifier: MIT
#include <pith/json.hpp>

#include "document/document_data.hpp"
#include "json/writer.hpp"
#include "text/output.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace pith::inline v0::json {

namespace {

/// Bytes that a value of this document may become.
[[nodiscard]] std::size_t max_output_bytes(const detail::document_data& data,
                                           const limits& bounds) noexcept {
  constexpr std::size_t small = 16 * 1024;
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  const std::size_t source = std::max(small, data.content_bytes());
  return bounds.max_expansion > most / source ? most
                                              : bounds.max_expansion * source;
}

}  // namespace

result<void> write_to(sink& out, value v, const write_options& options) {
  const detail::document_data& data = detail::document_access::data(v);
  text::output target;
  target.open(out, max_output_bytes(data, options.bounds));
  writer(data, target, options.indent).write(detail::document_access::index(v));
  if (target.close()) return {};
  if (target.over_limit()) {
    return error{error_code::expansion_limit, 0,
                 "the text would be too many times larger than its source"};
  }
  return error{error_code::write_failed, 0, "the sink refused bytes"};
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

}  // namespace pith::inline v0::json
