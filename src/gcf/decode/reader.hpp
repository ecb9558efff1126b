// SPDX-License-Identifier: MIT
/// @file
/// Reads a text of the generic profile into a document.
#ifndef PITH_GCF_DECODE_READER_HPP
#define PITH_GCF_DECODE_READER_HPP

#include <pith/gcf_incremental.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>

#include "document/document_data.hpp"
#include "document/shape_tree.hpp"
#include "document/tape_writer.hpp"
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
#include "gcf/lex/faults.hpp"
#include "gcf/lex/header.hpp"
#include "gcf/lex/lines.hpp"
#include "gcf/lex/source.hpp"
#include "gcf/lex/token.hpp"
#include "gcf/rows/frame.hpp"
#include "gcf/rows/layout.hpp"
#include "gcf/rows/open_rows.hpp"
#include "gcf/rows/reading.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf::graph_profile {
class chunk_reader;
}

namespace pith::inline v0::gcf::decoding {

/// One pass over the lines, with a stack of open containers instead of
/// recursion. Each line is given to the innermost container; one that ends
/// there is closed and the line goes to the one around it.
///
/// The methods are spread over files by what they read: object.cpp, array.cpp,
/// expanded.cpp, table.cpp, attachment.cpp, identity.cpp, trailer.cpp; and for
/// texts that come in chunks chunks.cpp and deliver.cpp.
class reader {
 public:
  reader() = default;
  reader(const reader&) = delete;  // its parts refer to one another
  reader& operator=(const reader&) = delete;

  using purpose = decoding::purpose;

  /// Reads `text` into `data`, which is `null` again on failure. Memory of
  /// both is kept between runs.
  [[nodiscard]] result<void> run(detail::document_data& data,
                                 std::string_view text, const limits& bounds,
                                 purpose wanted = purpose::document);

  /// The same for a text that comes in chunks: begin(), feed() until there is
  /// no more, end(). What is complete is handed to `events` and dropped; if the
  /// text is a graph, its lines are given to `graph`, which has begun. Once one
  /// of them returned false, problem() says why, and only begin() may follow.
  struct chunk_bounds {
    std::size_t max_held_bytes = ~std::size_t{0};
    /// Text that has been read is dropped when there is this much of it.
    std::size_t slide_bytes = 32 * 1024;
  };
  void begin(detail::document_data& data, const limits& bounds,
             event_handler& events, graph_profile::chunk_reader& graph,
             const chunk_bounds& holding);
  [[nodiscard]] bool feed(std::string_view chunk);
  [[nodiscard]] bool end();
  /// Whether a text without its summary is an error; holds for all texts from
  /// now on.
  void require_summary(bool is_required) noexcept {
    trailer_.require(is_required);
  }
  /// Who hears of numbers that may be rounded, from now on; null for nobody.
  void watch_numbers(text::rounding_watch* watch) noexcept {
    in_.text.watch = watch;
  }
  [[nodiscard]] const error& problem() const noexcept {
    return in_.text.problem;
  }
  /// True when the text cannot be judged line by line: it is only collected,
  /// and whoever called end() has to decode it as a whole.
  [[nodiscard]] bool is_held() const noexcept { return chunks_.is_held; }
  [[nodiscard]] std::string_view held_text() const noexcept {
    return {in_.data->text.data(), in_.data->text.size()};
  }

  /// Of the last run, if it succeeded. Views into the text of its document.
  [[nodiscard]] const header_fields& header() const noexcept {
    return rules_.header();
  }
  [[nodiscard]] const identity& identified() const noexcept {
    return rules_.identified();
  }

 private:
  enum class root_kind : std::uint8_t { none, scalar, array, object };

  // reader.cpp
  void reset(detail::document_data& data, const limits& bounds, purpose wanted);
  [[nodiscard]] bool read_lines(char* p);
  [[nodiscard]] bool dispatch(const line& ln);
  [[nodiscard]] outcome first_line(const line& ln);
  [[nodiscard]] outcome surplus_line(const line& ln);
  [[nodiscard]] bool finish();

  // chunks.cpp
  [[nodiscard]] bool take(std::string_view part);
  [[nodiscard]] bool take_lines(std::string_view part,
                                const fault_bounds& whole);
  void append(std::string_view part);
  [[nodiscard]] bool read_to(std::size_t end, bool is_last, bool is_all);
  [[nodiscard]] bool read_first_line();
  [[nodiscard]] bool read_known_lines(bool is_last);
  [[nodiscard]] bool awaits_more(const line& ln);
  void slide();
  [[nodiscard]] std::size_t held_bytes() const noexcept;

  // Of this run.
  reading in_;
  graph_profile::chunk_reader* graph_ = nullptr;
  root_kind root_ = root_kind::none;

  /// A text that comes in chunks. The document's text is what must stay, keys
  /// and field declarations, and after it the part that is not read yet or
  /// that the open unit needs. All are offsets there.
  struct chunk_state {
    std::size_t kept = 0;       // end of what must stay
    std::size_t unit = 0;       // where the open unit begins, or before
    std::size_t next = 0;       // the line that is read next
    std::size_t unchecked = 0;  // the first line that was not complete
    std::size_t peeked = 0;     // nothing stands before it but blank lines
    std::uint32_t kept_keys = 0;
    std::uint32_t kept_layouts = 0;
    chunk_bounds bounds;
    bool has_header = false;
    bool is_graph = false;
    bool is_held = false;  // to be read as a whole in the end
  };
  chunk_state chunks_;

  // Kept between runs for their memory.
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
  expanded_reader expanded_{in_, open_, values_, completed_};
  attachment_reader attachments_{in_,     rows_,      open_,
                                 values_, spellings_, schemas_};
  table_reader tables_{in_,        rows_,        open_,    delivery_,
                       completed_, attachments_, expanded_};
  detail::pod_buffer<char> moved_text_;
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_READER_HPP
