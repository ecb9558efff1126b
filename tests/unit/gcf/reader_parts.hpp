// SPDX-License-Identifier: MIT
/// @file
/// The parts of a line_reader, each within reach.
#ifndef PITH_TESTS_UNIT_GCF_READER_PARTS_HPP
#define PITH_TESTS_UNIT_GCF_READER_PARTS_HPP

#include "gcf/decode/attachment_reader.hpp"
#include "gcf/decode/completed_arrays.hpp"
#include "gcf/decode/container_stack.hpp"
#include "gcf/decode/delivery.hpp"
#include "gcf/decode/expanded_reader.hpp"
#include "gcf/decode/identity_rules.hpp"
#include "gcf/decode/key_spellings.hpp"
#include "gcf/decode/object_reader.hpp"
#include "gcf/decode/shared_schemas.hpp"
#include "gcf/decode/table_reader.hpp"
#include "gcf/decode/trailer.hpp"
#include "gcf/decode/value_reader.hpp"
#include "gcf/rows/open_rows.hpp"
#include "loaded_reading.hpp"

#include <cstddef>
#include <string_view>

namespace pith_tests {

struct reader_parts : loaded_reading {
  /// Begins another text with all of them.
  void begin(std::string_view text, const pith::limits& bounds = {}) {
    load(text, bounds);
    rows.clear();
    counts.clear();
    completed.clear();
    rules.begin(pith::gcf::decoding::purpose::document);
    spellings.clear();
    schemas.clear();
    units.begin(nullptr);
    open.clear();
    values.clear();
    objects.begin(true, true);
    tables.clear();
  }
  /// The line that is read next.
  [[nodiscard]] pith::gcf::decoding::line next_line() {
    return line_at(in.next);
  }
  /// Opens a container of the root; the rest of its frame is up to the test.
  pith::gcf::decoding::frame& push(pith::gcf::decoding::body kind) {
    return *open.push(kind, 0, pith::gcf::decoding::no_key_id, in.text.first);
  }
  /// Gives the lines that follow to the innermost container, or to the one
  /// around it, until none is open or the text ends. False when one fails.
  [[nodiscard]] bool read_on() {
    using pith::gcf::decoding::body;
    using pith::gcf::decoding::outcome;
    while (!open.empty() && in.next < in.text.last) {
      const pith::gcf::decoding::line ln = next_line();
      pith::gcf::decoding::frame& f = open.innermost();
      const outcome done = f.kind == body::object  ? objects.read_line(f, ln)
                           : f.kind == body::table ? tables.read_line(f, ln)
                                                   : expanded.read_line(f, ln);
      if (done == outcome::failed) return false;
      if (done == outcome::not_mine && !open.close(ln.first)) return false;
    }
    while (!open.empty()) {
      if (!open.close(in.text.last)) return false;
    }
    rows.put_in_order();
    return true;
  }

  pith::gcf::decoding::open_rows rows{in};
  pith::gcf::decoding::trailer counts{in};
  pith::gcf::decoding::completed_arrays completed{in};
  pith::gcf::decoding::identity_rules rules{in};
  pith::gcf::decoding::key_spellings spellings{in};
  pith::gcf::decoding::shared_schemas schemas;
  pith::gcf::decoding::delivery units{in, rows, schemas};
  pith::gcf::decoding::container_stack open{in, rows, counts, units};
  pith::gcf::decoding::value_reader values{in,     open,  rules,
                                           counts, units, completed};
  pith::gcf::decoding::object_reader objects{in,    open,   values,
                                             rules, counts, completed};
  pith::gcf::decoding::expanded_reader expanded{in, values, completed};
  pith::gcf::decoding::attachment_reader attachments{
      in, rows, open, values, spellings, schemas};
  pith::gcf::decoding::table_reader tables{
      in, rows, open, units, completed, attachments, expanded};
};

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_GCF_READER_PARTS_HPP
