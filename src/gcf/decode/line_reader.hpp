// SPDX-License-Identifier: MIT
/// @file
/// Gives each line of a text of the generic profile to what it belongs to.
#ifndef PITH_GCF_DECODE_LINE_READER_HPP
#define PITH_GCF_DECODE_LINE_READER_HPP

#include <pith/gcf_incremental.hpp>
#include <pith/limits.hpp>

#include "document/document_data.hpp"
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
#include "gcf/lex/lines.hpp"
#include "gcf/rows/open_rows.hpp"
#include "gcf/rows/reading.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::gcf::decoding {

/// One pass over the lines, with a stack of open containers instead of
/// recursion. Each line is given to the reader of the innermost container; a
/// container that ends there is closed, and the line goes to the one around it.
///
/// The functions that fail leave the reason in the text. After a failure only
/// begin() may follow.
class line_reader {
 public:
  line_reader() = default;
  line_reader(const line_reader&) = delete;  // its parts refer to one another
  line_reader& operator=(const line_reader&) = delete;

  /// Begins another text, which becomes `data`. Units are handed to `events`,
  /// if there are any, and dropped; both must outlive the text. Memory is kept.
  /// `may_have_many` as that of object_reader.
  void begin(detail::document_data& data, const limits& bounds, purpose wanted,
             event_handler* events, bool may_have_many);
  /// Whether a text without its summary is an error; holds for all texts from
  /// now on.
  void require_summary(bool is_required) noexcept {
    trailer_.require(is_required);
  }
  [[nodiscard]] reading& in() noexcept { return in_; }
  [[nodiscard]] const reading& in() const noexcept { return in_; }

  /// Reads the header. Returns the second line, or null.
  [[nodiscard]] char* read_header() { return rules_.read_header_line(); }
  /// Reads all lines from `p` on.
  [[nodiscard]] bool read_lines(char* p);
  /// Reads one line, perhaps those that follow it as well: reading::next is the
  /// one after.
  [[nodiscard]] bool read_line(const line& ln);
  /// The text ends: closes what is open.
  [[nodiscard]] bool finish();
  /// Puts the whole document in order, and checks what only it can show.
  [[nodiscard]] bool complete() {
    rows_.put_in_order();
    return !rules_.takes_part() || rules_.check_document();
  }

  /// What the header says.
  [[nodiscard]] const identity_rules& rules() const noexcept { return rules_; }

  // For texts whose units are handed out.

  /// Hands out the document if it was one line, and is complete.
  void deliver_root() {
    if (open_.empty() && !in_.tape().empty()) delivery_.deliver_root();
  }
  /// Units that have been handed out.
  [[nodiscard]] std::uint64_t delivered() const noexcept {
    return delivery_.count();
  }
  /// True when values on the tape, or a row, need the text.
  [[nodiscard]] bool has_open_unit() const noexcept {
    return open_.has_open_unit();
  }
  /// True when what the next line means may depend on the one after it.
  [[nodiscard]] bool is_undecided() const noexcept {
    return !open_.empty() && open_.innermost().is_undecided;
  }
  /// The text has moved: what was at `before` + x is at `now` + x + `by`, and
  /// `by` may wrap around.
  void move_text(const char* before, char* now, std::size_t by);
  /// About what is held beside the document, in bytes.
  [[nodiscard]] std::size_t held_bytes() const noexcept;

 private:
  enum class root_kind : std::uint8_t { none, scalar, array, object };

  [[nodiscard]] bool dispatch(const line& ln);
  [[nodiscard]] outcome read_first(const line& ln);
  [[nodiscard]] outcome read_surplus(const line& ln);

  reading in_;
  root_kind root_ = root_kind::none;
  open_rows rows_{in_};
  trailer trailer_{in_};
  completed_arrays completed_{in_};
  identity_rules rules_{in_};
  key_spellings spellings_{in_};
  shared_schemas schemas_;
  delivery delivery_{in_, rows_, schemas_};
  container_stack open_{in_, rows_, trailer_, delivery_};
  value_reader values_{in_, open_, rules_, trailer_, delivery_, completed_};
  object_reader objects_{in_, open_, values_, rules_, trailer_, completed_};
  expanded_reader expanded_{in_, values_, completed_};
  attachment_reader attachments_{in_,     rows_,      open_,
                                 values_, spellings_, schemas_};
  table_reader tables_{in_,        rows_,        open_,    delivery_,
                       completed_, attachments_, expanded_};
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_LINE_READER_HPP
