// SPDX-License-Identifier: MIT
/// @file
/// Beside what holds for all: chunks change neither rows nor errors.
#include <pith/builder.hpp>

#include "interchange/csv.hpp"
#include "interchange_read.hpp"

#include <algorithm>

namespace {

pith::result<pith::document> read_in_chunks(std::string_view text,
                                            std::size_t chunk_bytes) {
  pith::builder rows;
  rows.begin_array();
  pith::interchange::csv_reader reader;
  for (bool more = true; more;) {
    const std::string_view chunk = text.substr(0, chunk_bytes);
    text.remove_prefix(chunk.size());
    reader.feed(chunk);
    more = !text.empty();
    if (!more) reader.finish();
    for (;;) {
      const auto row = reader.next(rows);
      if (!row) return row.error();
      if (!*row) break;
    }
  }
  return rows.end_array().finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const pith::codec format = pith::interchange::csv_codec();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_interchange(format, text);
  const auto whole = format.decode(text);
  const auto pieces = read_in_chunks(text, 1 + size % 7);
  require(whole.has_value() == pieces.has_value());
  if (whole) {
    require(pith::equal(whole->root(), pieces->root(),
                        pith::member_order::significant));
  } else {
    require(whole.error() == pieces.error());
  }
  return 0;
}
