// SPDX-License-Identifier: MIT
/// @file
/// What can go wrong, where, and how to say it.
#ifndef PITH_ERROR_HPP
#define PITH_ERROR_HPP

#include <pith/config.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

namespace pith::inline v0 {

/// Every way an operation of the library can fail. A code is never reused for
/// another meaning. The GCF codes carry the category names of section 16.5 of
/// the specification. The comment on each line is the smallest failing input.
enum class error_code : std::uint8_t {
  // GCF header
  missing_header,          ///< the text does not begin with `GCF`
  missing_profile,         ///< `GCF tool=x`
  unknown_profile,         ///< `GCF profile=custom`
  malformed_header_field,  ///< `GCF profile=generic broken`
  duplicate_header_field,  ///< `GCF profile=generic tool=a tool=b`

  // GCF scalars
  unterminated_quote,         ///< `a="x`
  invalid_escape,             ///< `a="\x"`
  trailing_characters,        ///< `a="x"y`; JSON: `1 2`
  invalid_missing,            ///< `a=~`
  invalid_attachment_marker,  ///< `a=^`
  invalid_surrogate,          ///< `a="\uD800"`
  invalid_utf8,               ///< a byte FF
  out_of_range,               ///< `9223372036854775808`, `1e400`

  // GCF structure
  duplicate_key,              ///< `a=1` twice in one object
  duplicate_field_name,       ///< `## [1]{a,a}`
  row_width_mismatch,         ///< two cells under three fields
  count_mismatch,             ///< two rows under `[3]`
  invalid_count,              ///< `[03]`
  tab_indentation,            ///< a tab before the first character
  invalid_indent,             ///< one or three spaces, or a level skipped
  invalid_item_id,            ///< `@5` where `@1` is due
  orphan_attachment,          ///< `.x` without a `^` cell
  orphan_inline_attachment,   ///< a positional body without a marker
  missing_attachment,         ///< a `^` cell without a body
  duplicate_attachment,       ///< two bodies for one cell
  inline_width_mismatch,      ///< two values under `^{a,b,c}`
  keyed_map,                  ///< `[0:]`, or fewer than two fields
  invalid_field_declaration,  ///< `{a b}`
  invalid_line,               ///< a line that no rule of its place allows

  // GCF graph profile
  invalid_node_line,       ///< `@0 fn a 0.50`: four fields instead of five
  invalid_symbol_id,       ///< `@x fn a 0.50 lsp`, or an id used twice
  invalid_score,           ///< `@0 fn a 0.5 lsp`
  invalid_edge_syntax,     ///< `@0@1 calls`
  unknown_edge_reference,  ///< `@0<@9 calls` where nothing is `@9`
  invalid_name,            ///< a graph field that would break its line
  duplicate_symbol,        ///< one kind and qualified name twice
  invalid_payload,         ///< `{"symbols":3}`: a document that is not a graph

  // GCF sessions and deltas
  unresolved_reference,  ///< `@3  # previously transmitted`, never seen
  malformed_delta,       ///< a section that deltas do not have
  base_mismatch,         ///< the delta starts from another root
  root_mismatch,         ///< the result has another root than announced
  delta_conflict,        ///< adds what exists, removes what does not
  invalid_identity,      ///< no identity column, or an identity twice

  // JSON
  unexpected_end,        ///< `[1,`
  unexpected_character,  ///< `[1;2]`
  invalid_literal,       ///< `nul`
  invalid_number,        ///< `01`
  control_character,     ///< a raw newline inside a string

  // Limits (see limits.hpp)
  depth_limit,
  size_limit,
  item_limit,
  field_limit,
  line_limit,
  expansion_limit,

  // Use of the library
  not_finite,         ///< NaN or an infinity given to a builder
  incomplete,         ///< builder::finish() before the document was complete
  misplaced_value,    ///< a builder call that does not fit its place
  not_supported,      ///< a feature of the format that this call does not read
  write_failed,       ///< a sink refused bytes
  read_failed,        ///< a file that cannot be read
  unknown_tokenizer,  ///< neither a known name nor a path

  // Codecs
  unknown_option,   ///< `delimeter` for an option `delimiter`
  invalid_option,   ///< `indent=many`
  duplicate_codec,  ///< two codecs of one name
  not_faithful,     ///< a text that does not decode to what was encoded

  // GCF streams
  missing_summary,  ///< a stream that ends before `##! summary`, if it must not

  // Reading a value as a C++ type (adapt/describe.hpp)
  missing_member,  ///< `{}` for a struct with a member `id`
  wrong_kind,      ///< `{"id":"x"}` where `id` is an int

  // Asking a success for its error
  no_error,  ///< result::error() of a call that succeeded
};

/// The category name of a code, for example "row_width_mismatch". Static.
[[nodiscard]] PITH_API std::string_view name(error_code code) noexcept;

/// A sentence that never goes away: a string literal. Anything that is known
/// only at run time, such as std::string::c_str(), does not compile.
class static_text {
 public:
  constexpr static_text() noexcept = default;
#if defined(PITH_INTERNAL)
  // The sources of pith pass their sentences on through functions.
  constexpr static_text(const char* literal) noexcept : text_(literal) {}
#else
  consteval static_text(const char* literal) noexcept : text_(literal) {}
#endif

  [[nodiscard]] constexpr const char* c_str() const noexcept { return text_; }

 private:
  const char* text_ = "";
};

/// A failure: what, where, and a sentence about it.
struct error {
  /// No failure: error_code::no_error.
  constexpr error() noexcept : code(error_code::no_error) {}
  constexpr error(error_code what, std::size_t at = 0,
                  static_text sentence = {}) noexcept
      : code(what), offset(at), detail(sentence.c_str()) {}

  error_code code;
  /// Offset in bytes of the first offending byte of the input. Where the
  /// operation has no input text: the number of the row, cell or option, from
  /// 0, if its comment says so, else 0.
  std::size_t offset = 0;
  /// A static English sentence without a final full stop; never null.
  const char* detail = "";

  friend bool operator==(const error& a, const error& b) noexcept {
    return a.code == b.code && a.offset == b.offset;
  }
};

/// "row_width_mismatch: a row must have one cell per declared field".
[[nodiscard]] PITH_API std::string message(const error& what);

#if defined(__cpp_exceptions)
/// What result::value() throws, and nothing else of the library.
class PITH_API bad_result_access final : public std::exception {
 public:
  explicit bad_result_access(const pith::error& what) noexcept : error_(what) {}
  bad_result_access(const bad_result_access&) noexcept = default;
  bad_result_access& operator=(const bad_result_access&) noexcept = default;
  ~bad_result_access() override;

  /// The sentence of the error, or the name of its code. Static.
  [[nodiscard]] const char* what() const noexcept override;
  [[nodiscard]] const pith::error& error() const noexcept PITH_LIFETIMEBOUND {
    return error_;
  }

 private:
  pith::error error_;
};
#endif

/// A place in a text as people count it.
struct position {
  std::size_t line = 1;        ///< from 1
  std::size_t column = 1;      ///< from 1, in code points
  std::size_t line_begin = 0;  ///< offset of the first byte of the line
  std::size_t line_end = 0;    ///< offset after its last byte, without CR LF
};

/// Finds line and column of an offset. Linear in `offset`; errors carry only
/// the offset so that success costs nothing.
[[nodiscard]] PITH_API position locate(std::string_view text,
                                       std::size_t offset) noexcept;

}  // namespace pith::inline v0

#endif  // PITH_ERROR_HPP
