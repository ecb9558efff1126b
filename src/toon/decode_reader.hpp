// SPDX-License-Identifier: MIT
/// @file
/// Reads TOON into a document.
#ifndef PITH_TOON_DECODE_READER_HPP
#define PITH_TOON_DECODE_READER_HPP

#include <pith/result.hpp>
#include <pith/toon.hpp>

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "document/shape_tree.hpp"
#include "document/tape_writer.hpp"
#include "text/key_guess.hpp"
#include "toon/decode_cells.hpp"
#include "toon/decode_layout.hpp"
#include "toon/decode_token.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::toon::decoding {

/// A line that is neither blank nor a comment.
struct line {
  char* first = nullptr;   ///< its first character after the indentation
  std::size_t depth = 0;   ///< in levels
  std::size_t spaces = 0;  ///< before it, unless there are tabs
  bool has_tabs = false;
};

/// What a container's lines are.
enum class body : std::uint8_t { object, list, table, keyed_table };

/// An open container.
struct frame {
  body kind;
  bool has_depth;       ///< `depth` is known: a line has come
  bool has_duplicates;  ///< of keys, which are replaced when it closes
  std::uint8_t flags;   ///< of its values
  std::size_t floor;    ///< a line with less depth is not its own
  std::size_t depth;    ///< of its lines
  std::size_t at;       ///< on the tape
  std::size_t count;    ///< of items, rows or entries
  std::size_t declared;
  std::size_t first_member;  ///< in members_, when not strict
  detail::shape_cursor cursor;
  std::uint32_t key_id;  ///< under which it stands, or no_key_id
  char delimiter;
};

inline constexpr std::uint32_t no_key_id = ~std::uint32_t{0};

/// An array header, but for its key.
struct header {
  std::size_t count = 0;  ///< or the greatest number, when it is greater
  char delimiter = ',';
  bool is_keyed = false;
  bool has_fields = false;
};

/// One pass over the lines, with a stack of open containers instead of
/// recursion. A line that is not indented as far as the lines of the innermost
/// container closes it and goes to the one around it; any other must be as
/// far indented as they are.
///
/// The methods are spread over files by what they read: decode_lines.cpp,
/// decode_header.cpp, decode_members.cpp, decode_rows.cpp; decode_loose.cpp
/// has what only happens when not strict.
class reader {
 public:
  /// Reads `text` into `data`, which is `null` again on failure. Memory of
  /// both is kept between runs.
  [[nodiscard]] result<void> run(detail::document_data& data,
                                 std::string_view text,
                                 const decode_options& options);

  /// Who hears of numbers that may be rounded, from now on; null for nobody.
  void watch_numbers(text::rounding_watch* watch) noexcept {
    text_.watch = watch;
  }

 private:
  enum class line_search : std::uint8_t { found, end_of_text, failed };
  /// What the content of an item or of the first line is.
  enum class content_kind : std::uint8_t {
    value,  ///< a scalar or an empty array
    keyless_header,
    member,
  };

  // decode_reader.cpp
  void reset(detail::document_data& data, const decode_options& options);
  [[nodiscard]] bool load(std::string_view text);
  [[nodiscard]] bool read_lines();
  [[nodiscard]] bool first_line(const line& ln);
  [[nodiscard]] bool dispatch(const line& ln);
  [[nodiscard]] bool check_depth(frame& f, const line& ln);
  [[nodiscard]] bool finish();
  [[nodiscard]] frame* push(body kind, std::size_t floor, const char* at);
  [[nodiscard]] bool close_frame(const char* at);
  [[nodiscard]] bool begin_item(frame& f, const char* at);
  void note_value(std::uint8_t flag) noexcept {
    if (!frames_.empty()) frames_.back().flags |= flag;
  }
  bool fail(error_code code, const char* at, const char* detail) noexcept {
    text_.fail(code, at, detail);
    return false;
  }

  // decode_lines.cpp
  [[nodiscard]] line_search find_line(line& ln);
  [[nodiscard]] line_search find_odd_line(char* p, line& ln);
  void list_depths();

  // decode_header.cpp
  /// Reads the header whose `[` stands at `p`, fields included. Returns the
  /// byte after its colon.
  [[nodiscard]] char* read_header(char* p, header& h);
  /// Opens or reads the array whose header ends before `p`.
  [[nodiscard]] bool open_array(char* p, const header& h, std::size_t depth);
  [[nodiscard]] bool open_rows(const header& h, std::size_t depth,
                               const char* at);

  // decode_members.cpp
  [[nodiscard]] bool read_members(const line& ln);
  [[nodiscard]] char* read_expected_members(frame& f, char* p,
                                            std::size_t spaces);
  [[nodiscard]] bool read_member(char* p, std::size_t depth);
  [[nodiscard]] bool read_odd_member(char* p, std::size_t depth);
  [[nodiscard]] bool read_member_value(char* p, std::size_t depth);
  [[nodiscard]] bool read_line_value(char* p);
  [[nodiscard]] char* read_quoted_value(char* p, detail::word*& out);
  [[nodiscard]] bool read_item(const line& ln);
  [[nodiscard]] static content_kind classify(char* p) noexcept;
  [[nodiscard]] bool add_key(frame& f, std::string_view key, const char* at);
  [[nodiscard]] bool add_plain_key(frame& f, const char* first,
                                   const char* last);
  [[nodiscard]] char* read_quoted_key(char* open, std::string_view& key);
  void put_empty_array();

  // decode_rows.cpp
  [[nodiscard]] bool read_rows(frame& f, const line& ln);
  [[nodiscard]] bool read_inline_array(char* p, const header& h);
  template <bool keyed, bool grouped>
  [[nodiscard]] char* read_row_run(frame& f, const line& ln);
  template <bool grouped>
  [[nodiscard]] char* read_cells(char* p, cell_cursor& ends,
                                 detail::word*& out);
  [[nodiscard]] char* read_entry_key(frame& f, char* p);
  [[nodiscard]] bool check_first_cell(char* p, char delimiter);
  [[nodiscard]] char* wrong_width(char* end);

  // decode_loose.cpp
  [[nodiscard]] char* read_repeating_row(frame& f, const line& ln);
  void add_known_key(frame& f, std::uint32_t key_id);
  void replace_duplicates(frame& f);

  [[nodiscard]] detail::pod_buffer<detail::word>& tape() noexcept {
    return data_->tape;
  }
  [[nodiscard]] detail::tape_writer writer() noexcept {
    return detail::tape_writer(data_->tape);
  }
  /// Fails when the document is too large for the text up to `end`.
  [[nodiscard]] bool check_size(const char* end) noexcept {
    return data_->tape.size() <= max_words_ || check_growth(end);
  }
  [[nodiscard]] bool check_growth(const char* end) noexcept;

  // Of this run.
  detail::document_data* data_ = nullptr;
  limits bounds_;
  std::size_t indent_size_ = 2;
  bool is_strict_ = true;
  source text_;
  char* next_ = nullptr;  // the line that is read next
  /// The first of the blank lines directly before the line that is read.
  const char* blank_ = nullptr;
  /// Open arrays and keyed tables that have begun: no blank line may stand in
  /// them.
  std::size_t begun_ = 0;
  /// The tape may grow to this without another look at the limit.
  std::size_t max_words_ = 0;
  bool may_guess_ = false;  // keys: none may be one too many

  // Memory that is kept.
  static constexpr std::uint8_t no_depth = 0xFF;
  std::array<std::uint8_t, 64> depths_{};  // by spaces
  std::size_t listed_size_ = 0;            // what depths_ is for
  bool listed_strictly_ = false;
  detail::shape_tree shapes_;
  text::key_guesses guesses_;
  layout layout_;
  detail::pod_buffer<frame> frames_;
  detail::pod_buffer<std::size_t> groups_;  // of a row, on the tape
  /// The members of open objects, when not strict.
  struct member {
    std::uint32_t key_id;
    std::size_t at;  // on the tape
  };
  detail::pod_buffer<member> members_;
  detail::pod_buffer<std::size_t> last_of_key_;
  detail::pod_buffer<detail::word> kept_;
};

}  // namespace pith::inline v0::toon::decoding

#endif  // PITH_TOON_DECODE_READER_HPP
