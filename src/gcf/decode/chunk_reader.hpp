// SPDX-License-Identifier: MIT
/// @file
/// Reads a text of the generic profile that comes in chunks.
#ifndef PITH_GCF_DECODE_CHUNK_READER_HPP
#define PITH_GCF_DECODE_CHUNK_READER_HPP

#include <pith/gcf_incremental.hpp>
#include <pith/limits.hpp>

#include "document/document_data.hpp"
#include "gcf/decode/line_reader.hpp"
#include "gcf/lex/lines.hpp"
#include "gcf/lex/source.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::gcf::decoding {

/// Gives complete lines to the same line_reader as those of a text in one piece
/// go to, so that there is one set of rules. Knows which text must stay: keys
/// and field declarations, and what the open unit was read from.
///
/// Whoever calls it knows where lines end and what is wrong with the text
/// itself, and reports text.problem after null or false. The text is that of
/// the document; offsets count from its beginning.
class chunk_reader {
 public:
  /// `data`, of which units are made, and `events` must outlive the text.
  void begin(detail::document_data& data, const limits& bounds,
             event_handler& events);
  void require_summary(bool is_required) noexcept {
    lines_.require_summary(is_required);
  }

  /// Reads the header. Returns the beginning of the second line.
  [[nodiscard]] char* read_header(source& text);
  /// True when the payload takes part in deltas: it cannot be judged line by
  /// line, and nothing more can be read here.
  [[nodiscard]] bool takes_part() const noexcept {
    return lines_.rules().takes_part();
  }
  /// Reads the lines from `p` on, all that are there, unless what the last one
  /// means depends on more; `is_last` says that there is no more. Returns the
  /// line that is read next.
  [[nodiscard]] char* read_lines(source& text, char* p, bool is_last);
  /// Ends the document after the text.
  [[nodiscard]] bool finish(source& text);

  /// What is held beside the document, in bytes.
  [[nodiscard]] std::size_t held_bytes() const noexcept {
    return lines_.held_bytes();
  }
  /// Where the text begins that the open unit needs; `next`, the line that is
  /// read next, when none is open.
  [[nodiscard]] std::size_t needed_from(std::size_t next) const noexcept {
    return lines_.has_open_unit() ? unit_ : next;
  }
  /// Asks where the keys and declarations are kept that have not been asked for
  /// yet: place(offset, length) returns the new offset.
  template <class Place>
  void keep_texts(Place&& place) {
    detail::document_data& data = *lines_.in().data;
    for (; kept_keys_ < data.keys.size(); ++kept_keys_) {
      detail::key_place& key = data.keys[kept_keys_];
      const std::size_t offset = place(key.offset(), key.length());
      key = detail::key_place::at(offset, key.length());
    }
    layout_store& layouts = lines_.in().layouts;
    layouts.move_texts(kept_layouts_, place);
    kept_layouts_ = layouts.size();
  }
  /// What is not kept has moved: from `before` + x to `now` + x + `by`, and
  /// `by` may wrap around.
  void move_text(const char* before, char* now, std::size_t by);

 private:
  [[nodiscard]] bool awaits_more(const line& ln);

  line_reader lines_;
  std::size_t unit_ = 0;    // where the open unit begins, or before
  std::size_t peeked_ = 0;  // nothing stands before it but blank lines
  std::uint32_t kept_keys_ = 0;
  std::uint32_t kept_layouts_ = 0;
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_CHUNK_READER_HPP
