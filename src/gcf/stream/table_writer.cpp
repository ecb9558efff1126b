// SPDX-License-Identifier: MIT
// Documents that are one table or one keyed map.
#include <pith/gcf_stream.hpp>

namespace pith::inline v0::gcf {

table_writer::table_writer(sink& out, std::string_view name, names fields,
                           const stream_options& options)
    : out_(out, options), opened_(out_.begin_table(name, fields)) {}

table_writer::table_writer(sink& out, names fields,
                           const stream_options& options)
    : out_(out, options), opened_(out_.begin_root_table(fields)) {}

result<void> table_writer::row(cells values) {
  return opened_ ? out_.row(values) : opened_;
}
result<void> table_writer::row(value object) {
  return opened_ ? out_.row(object) : opened_;
}
result<void> table_writer::finish() {
  return opened_ ? out_.finish() : opened_;
}

keyed_writer::keyed_writer(sink& out, std::string_view name, names fields,
                           const stream_options& options)
    : out_(out, options), opened_(out_.begin_keyed(name, fields)) {}

keyed_writer::keyed_writer(sink& out, names fields,
                           const stream_options& options)
    : out_(out, options), opened_(out_.begin_root_keyed(fields)) {}

result<void> keyed_writer::row(std::string_view key, cells values) {
  return opened_ ? out_.row(key, values) : opened_;
}
result<void> keyed_writer::row(std::string_view key, value object) {
  return opened_ ? out_.row(key, object) : opened_;
}
result<void> keyed_writer::finish() {
  return opened_ ? out_.finish() : opened_;
}

}  // namespace pith::inline v0::gcf
