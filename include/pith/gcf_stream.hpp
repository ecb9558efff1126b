// SPDX-License-Identifier: MIT
/// @file
/// Writes GCF tables row by row and lists item by item, for data whose length
/// nobody knows yet (section 8 of the specification). Graph payloads have their
/// own writer.
#ifndef PITH_GCF_STREAM_HPP
#define PITH_GCF_STREAM_HPP

#include <pith/document.hpp>
#include <pith/gcf_cell.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>

namespace pith::inline v0::gcf {

struct stream_options {
  /// Member keys of keyed maps are remembered, so that a second one is refused
  /// here (duplicate_key) and not by whoever reads the text. It takes the
  /// bytes of the keys and about 40 more for each. Switched off, a row takes
  /// no memory that outlives it, and the caller vouches for the keys.
  bool remember_keys = true;
  /// max_fields holds for declarations; the rest for stream_writer::members()
  /// and stream_writer::item().
  limits bounds{};
};

/// Writes one document, member by member and section by section: tables, keyed
/// maps and lists. Whatever a call writes is with the sink when the call
/// returns, in one piece; nothing is held back. Memory does not grow with the
/// rows (but see stream_options::remember_keys); that of members() and item()
/// is kept for the next call.
///
///     pith::gcf::stream_writer out{sink};
///     out.member("source", "warehouse");
///     out.begin_table("orders", {"id", "total"});
///     out.row({1, 9.5});
///     out.begin_keyed("stock", {"count"});
///     out.row("nails", {400});
///     out.begin_list("notes");
///     out.item(any.root());
///     out.finish();
///
/// A section ends where the next one begins, or at finish(), which writes the
/// counts of all of them. The end of a section whose length is unknown can only
/// be seen at a `##` line, so members come before the first section.
///
/// A call that is refused writes nothing and the stream goes on as if it had
/// not been made: a bad row can be left out or repaired. Only when the sink
/// refuses bytes (write_failed) the stream is over, and every later call
/// returns that error. So it is when the sink throws: the exception passes
/// through the call, and nobody knows how much of the line was written. Rows
/// count once the sink has taken them. Nothing that is passed as a name or a
/// cell can end a line or a cell early: names are quoted by the rules of keys
/// (2a.1), strings by those of scalars (2.4).
///
/// Errors: misplaced_value (a call out of turn, a nested value in a row, a
/// member of a row that is not a field), row_width_mismatch, duplicate_key,
/// duplicate_field_name, invalid_field_declaration (no field, or `>` in its
/// name, which a stream cannot have, 8.3), field_limit, invalid_utf8,
/// not_finite, out_of_range, size_limit (a key of 16 MiB), depth_limit and
/// expansion_limit (members() and item()), write_failed. The offset of the
/// error of a cell or of a whole row is the number of the cell, counted through
/// all rows of the section, see cell_place(); that of a declaration is the
/// number of the field; all others are 0.
///
/// Destroying a writer without finish() leaves the text without its summary;
/// decode_options::require_summary refuses such a text. A writer that was moved
/// from refuses every call (misplaced_value).
class PITH_API stream_writer {
 public:
  using names = field_names;
  using cells = std::span<const cell>;

  /// Writes the header line. `out` must outlive the writer.
  explicit stream_writer(sink& out PITH_LIFETIMEBOUND,
                         const stream_options& options = {});
  stream_writer(stream_writer&&) noexcept;
  stream_writer& operator=(stream_writer&&) noexcept;
  ~stream_writer();

  /// `key=scalar`. An absent cell is refused.
  result<void> member(std::string_view key, const cell& scalar);
  /// All members of an object, as the encoder would write them.
  result<void> members(value object);

  /// Begins a section: the member `name` of the document is an array of
  /// objects with these fields, or an object of such objects.
  result<void> begin_table(std::string_view name, names fields);
  result<void> begin_keyed(std::string_view name, names fields);
  /// The same where the document is nothing but this array or object.
  result<void> begin_root_table(names fields);
  result<void> begin_root_keyed(names fields);

  /// Begins an array whose elements may be anything and need not agree on their
  /// fields: section 8.3 asks for this form where the fields are not known
  /// before the first row. It takes more tokens than a table.
  result<void> begin_list(std::string_view name);
  result<void> begin_root_list();

  /// A row of a table: one cell per field, or an object whose members are
  /// among the fields; those that it lacks are absent.
  result<void> row(cells values);
  result<void> row(std::initializer_list<cell> values) {
    return row(cells(values.begin(), values.size()));
  }
  result<void> row(value object);
  /// A row of a keyed map.
  result<void> row(std::string_view key, cells values);
  result<void> row(std::string_view key, std::initializer_list<cell> values) {
    return row(key, cells(values.begin(), values.size()));
  }
  result<void> row(std::string_view key, value object);

  /// An item of a list, with everything inside it, as the encoder would write
  /// it. Linear in the item and in the number of distinct keys of its document,
  /// so a row that is a document of its own costs no more than itself.
  result<void> item(value v);
  /// All elements of an array as items, or none of them when one is refused:
  /// for rows that are read in batches. Linear in the array and in the number
  /// of distinct keys of its document.
  result<void> items(value array);

  /// Rows or items of the section that is open.
  [[nodiscard]] std::uint64_t row_count() const noexcept;

  /// Writes `##! summary` with the counts. Nothing may follow.
  result<void> finish();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Writes a document that is one table:
///
///     pith::gcf::table_writer rows{sink, "orders", {"id", "total"}};
///     rows.row({1, 9.5});
///     rows.finish();
///
/// makes the object `{"orders": [...]}`; without a name it makes the array.
/// As stream_writer says in everything else. When the declaration is refused,
/// every call returns why.
class PITH_API table_writer {
 public:
  using names = stream_writer::names;
  using cells = stream_writer::cells;

  table_writer(sink& out PITH_LIFETIMEBOUND, std::string_view name,
               names fields, const stream_options& options = {});
  table_writer(sink& out PITH_LIFETIMEBOUND, names fields,
               const stream_options& options = {});

  result<void> row(cells values);
  result<void> row(std::initializer_list<cell> values) {
    return row(cells(values.begin(), values.size()));
  }
  result<void> row(value object);
  [[nodiscard]] std::uint64_t row_count() const noexcept {
    return out_.row_count();
  }
  result<void> finish();

 private:
  stream_writer out_;
  result<void> opened_;
};

/// Writes a document that is one keyed map, `{"name": {key: {...}, ...}}`, or
/// without a name the map itself. The label of the key column is `key`, with
/// as many `_` before it as make it no field.
class PITH_API keyed_writer {
 public:
  using names = stream_writer::names;
  using cells = stream_writer::cells;

  keyed_writer(sink& out PITH_LIFETIMEBOUND, std::string_view name,
               names fields, const stream_options& options = {});
  keyed_writer(sink& out PITH_LIFETIMEBOUND, names fields,
               const stream_options& options = {});

  result<void> row(std::string_view key, cells values);
  result<void> row(std::string_view key, std::initializer_list<cell> values) {
    return row(key, cells(values.begin(), values.size()));
  }
  result<void> row(std::string_view key, value object);
  [[nodiscard]] std::uint64_t row_count() const noexcept {
    return out_.row_count();
  }
  result<void> finish();

 private:
  stream_writer out_;
  result<void> opened_;
};

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_STREAM_HPP
