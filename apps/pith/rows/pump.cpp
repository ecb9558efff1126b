// SPDX-License-Identifier: MIT
#include "rows/pump.hpp"

namespace cli::rows {

namespace {

/// What a sink said, and about which row.
failure blame(const row_source& from, const row_sink& to,
              const pith::error& what) {
  failure made{what};
  if (what.code == pith::error_code::write_failed) return made;
  made.row = to.row_count() + 1;
  if (to.row_count() >= from.first_row()) {
    made.where = from.locate_row(
        static_cast<std::size_t>(to.row_count() - from.first_row()));
  }
  return made;
}

}  // namespace

outcome pump(row_source& from, row_sink& to,
             const std::function<void(const progress&)>& told) {
  while (to.wants_more()) {
    const pith::result<bool> more = from.next();
    if (!more) {
      return {to.row_count(),
              failure{more.error(), 0, from.locate(more.error().offset)}};
    }
    if (!*more) break;
    if (const auto done = to.write(from.rows()); !done) {
      return {to.row_count(), blame(from, to, done.error())};
    }
    if (told) told({to.row_count(), from.bytes_read()});
  }
  if (to.row_count() == 0) to.declare(from.columns());
  if (const auto done = to.finish(); !done) {
    return {to.row_count(), blame(from, to, done.error())};
  }
  return {to.row_count(), std::nullopt};
}

}  // namespace cli::rows
