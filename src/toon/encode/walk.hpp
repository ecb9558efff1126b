// SPDX-License-Identifier: MIT
/// @file
/// Walks a document and writes it as TOON.
#ifndef PITH_TOON_ENCODE_WALK_HPP
#define PITH_TOON_ENCODE_WALK_HPP

#include <pith/toon.hpp>

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "text/output.hpp"
#include "toon/encode/key_labels.hpp"
#include "toon/encode/line_writer.hpp"
#include "toon/encode/table_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace pith::inline v0::toon {

/// Objects and lists whose lines are being written are on a stack; arrays of
/// scalars and tables are written at once.
class encode_walk {
 public:
  encode_walk(const detail::document_data& data, text::output& out,
              const encode_options& options);

  /// Writes the value at `root` of the tape. Stops early when the output
  /// fails; the caller asks the output. Otherwise what went wrong, if anything.
  [[nodiscard]] std::optional<error> run(std::size_t root);

 private:
  /// Where a value stands decides which forms it may take.
  enum class place : std::uint8_t { root, member, item };

  struct frame {
    const detail::word* next;
    const detail::word* end;
    const std::uint32_t* key;  ///< of the next member; null in lists
    std::size_t level;         ///< of its lines
    bool begins_item;          ///< the next line has the hyphen of an item
  };

  void write_root(const detail::word* t);
  void write_members();
  void write_items();
  /// All but scalars; the key is written.
  void write_array(const detail::word* array, std::size_t level, place where);
  void write_object(const detail::word* object, std::size_t level, place where);

  [[nodiscard]] bool is_table(const detail::word* container, std::size_t count);
  void write_count(std::size_t count, bool is_keyed = false);
  void write_fields();
  void write_rows(const detail::word* container, std::size_t count,
                  std::size_t level, const std::uint32_t* key);
  void write_row(const detail::word* row);

  void push(const detail::word* container, const std::uint32_t* key,
            std::size_t level, bool begins_item);
  void fail(error_code code, const char* detail) noexcept;

  const detail::document_data& data_;
  text::output& out_;
  const limits& bounds_;
  const char delimiter_;
  line_writer line_;
  key_labels labels_;
  table_plan plan_;
  detail::pod_buffer<frame> frames_;
  struct open_group {
    const field* next;
    const field* end;
  };
  detail::pod_buffer<open_group> groups_;
  std::optional<error> failure_;
};

}  // namespace pith::inline v0::toon

#endif  // PITH_TOON_ENCODE_WALK_HPP
