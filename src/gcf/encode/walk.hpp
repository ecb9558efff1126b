// SPDX-License-Identifier: MIT
/// @file
/// Walks a document and writes it in the generic profile.
#ifndef PITH_GCF_ENCODE_WALK_HPP
#define PITH_GCF_ENCODE_WALK_HPP

#include <pith/gcf.hpp>

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "gcf/encode/key_labels.hpp"
#include "gcf/encode/line_writer.hpp"
#include "gcf/encode/table_plan.hpp"
#include "text/output.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0::gcf {

/// Memory that an encoder keeps from one value to the next.
struct encode_memory {
  /// A container whose lines are being written.
  struct frame {
    enum class role : std::uint8_t { object, expanded, table };
    role what;
    bool is_keyed;        // a table whose rows are members of a map
    std::uint32_t depth;  // indentation of its lines, in levels
    std::size_t next;     // the next member, item or row on the tape
    std::size_t end;
    std::size_t number;            // of the next item or row
    const std::uint32_t* key;      // of the next member, in objects and maps
    std::size_t plan;              // tables: its number in `plans`
    std::size_t first_attachment;  // tables: of the row just written
    std::size_t next_attachment;
  };
  /// A value that follows its row.
  struct attachment {
    std::uint32_t column;
    std::size_t index;
  };

  /// An object on the way to a leaf that becomes a column.
  struct path_level {
    std::size_t next;
    std::size_t end;
    const std::uint32_t* key;
    std::size_t path_length;
  };

  text::output out;
  plan_scratch scratch;
  key_labels labels;
  detail::pod_buffer<frame> frames;
  detail::pod_buffer<attachment> attachments;
  detail::pod_buffer<attachment> appended;
  /// Plans of open tables and their shared schemas, innermost last.
  std::vector<std::unique_ptr<table_plan>> plans;
  std::size_t plan_count = 0;
  detail::pod_buffer<std::size_t> value_of_column;
  std::string path;
  detail::pod_buffer<path_level> path_levels;
};

/// A table that marks the field by which its rows are known.
struct identified_section {
  std::string_view name;  ///< empty for the root
  std::size_t table;      ///< an array of rows, a map, or a list of identities
  /// Columns, in this order; others follow. Includes the identity.
  std::span<const std::uint32_t> fields;
  std::uint32_t key_id;    ///< of the identity, in arrays
  std::string_view label;  ///< of the key column, in maps and lists
};

class encode_walk {
 public:
  encode_walk(encode_memory& memory, const encode_options& options,
              const detail::document_data& data) noexcept
      : m_(memory), options_(options), data_(data), line_(memory.out, data) {}

  result<void> run(sink& out, std::size_t root);
  /// Writes the members of an object without a header, as those of the
  /// document; the object does not become a keyed map.
  result<void> run_members(sink& out, std::size_t object);
  /// Writes the values from `begin` to `end` on the tape as items of an
  /// expanded array whose lines are not indented; the first has this number.
  result<void> run_items(sink& out, std::size_t begin, std::size_t end,
                         std::size_t number);

  /// Writes a payload that takes part in deltas (section 10a): a header line
  /// and tables that mark their identity.
  result<void> run_identified(sink& out, std::string_view header,
                              std::span<const identified_section> sections);

 private:
  using frame = encode_memory::frame;
  using attachment = encode_memory::attachment;

  // walk.cpp: objects, arrays and their headers
  void begin(sink& out);
  void write_open_frames();
  [[nodiscard]] result<void> end();
  [[nodiscard]] result<void> finish();
  void open_root(std::size_t root);
  void step_object();
  void step_expanded();
  void open_object_body(std::size_t object, std::uint32_t depth);
  /// Writes what follows the name of an array and opens its body.
  void open_array(std::size_t array, std::uint32_t depth);
  void open_expanded(std::size_t array, std::uint32_t depth);
  /// Writes `[N:]{...}` and opens the rows if the object is a keyed map
  /// (7.2a); `before` is written first. False, and nothing written, if not.
  bool open_keyed_map(std::string_view before, std::size_t object,
                      std::uint32_t depth);
  void write_scalars(std::size_t array);
  bool push(const frame& f);
  void write_key(std::uint32_t key_id) { line_.put_padded(m_.labels[key_id]); }
  void fail(error_code code, const char* detail) noexcept;

  // table.cpp: tables
  void write_table_header(const table_plan& plan, std::size_t count,
                          bool is_keyed,
                          const identified_section* marked = nullptr);
  void write_path_names(const column& c);
  void write_key_label(const table_plan& plan);
  void step_table();
  void write_row(frame& f);
  [[nodiscard]] bool has_attachments(const table_plan& plan,
                                     const row_shape& shape,
                                     std::size_t row) const noexcept;
  void write_cells(const table_plan& plan, const row_shape& shape,
                   std::size_t row, bool is_first);
  void write_ordered_cells(const table_plan& plan, const row_shape& shape,
                           std::size_t row, bool is_first);
  void write_gathered_cells(const table_plan& plan, const row_shape& shape,
                            std::size_t row, bool is_first);
  std::size_t write_cell(const table_plan& plan, std::uint32_t column_number,
                         std::size_t index, bool is_first);
  void write_attachment(attachment a, bool is_first_row, std::uint32_t depth,
                        std::size_t plan_number);
  void write_shared_rows(column& c, std::size_t array, std::uint32_t depth);

  // identified.cpp: the sections of deltas
  void open_identified(const identified_section& section);
  void write_identities(const identified_section& section);
  void write_name(std::string_view name);
  [[nodiscard]] std::size_t take_plan();

  encode_memory& m_;
  const encode_options& options_;
  const detail::document_data& data_;
  line_writer line_;
  std::optional<error> failure_;
};

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_ENCODE_WALK_HPP
