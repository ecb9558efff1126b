// SPDX-License-Identifier: MIT
#include <pith/error.hpp>

namespace pith::inline v0 {

std::string_view name(error_code code) noexcept {
  switch (code) {
#define PITH_NAME(c)  \
  case error_code::c: \
    return #c
    PITH_NAME(missing_header);
    PITH_NAME(missing_profile);
    PITH_NAME(unknown_profile);
    PITH_NAME(malformed_header_field);
    PITH_NAME(duplicate_header_field);
    PITH_NAME(unterminated_quote);
    PITH_NAME(invalid_escape);
    PITH_NAME(trailing_characters);
    PITH_NAME(invalid_missing);
    PITH_NAME(invalid_attachment_marker);
    PITH_NAME(invalid_surrogate);
    PITH_NAME(invalid_utf8);
    PITH_NAME(out_of_range);
    PITH_NAME(duplicate_key);
    PITH_NAME(duplicate_field_name);
    PITH_NAME(row_width_mismatch);
    PITH_NAME(count_mismatch);
    PITH_NAME(invalid_count);
    PITH_NAME(tab_indentation);
    PITH_NAME(invalid_indent);
    PITH_NAME(invalid_item_id);
    PITH_NAME(orphan_attachment);
    PITH_NAME(orphan_inline_attachment);
    PITH_NAME(missing_attachment);
    PITH_NAME(duplicate_attachment);
    PITH_NAME(inline_width_mismatch);
    PITH_NAME(keyed_map);
    PITH_NAME(invalid_field_declaration);
    PITH_NAME(invalid_line);
    PITH_NAME(invalid_node_line);
    PITH_NAME(invalid_symbol_id);
    PITH_NAME(invalid_score);
    PITH_NAME(invalid_edge_syntax);
    PITH_NAME(unknown_edge_reference);
    PITH_NAME(invalid_name);
    PITH_NAME(duplicate_symbol);
    PITH_NAME(invalid_payload);
    PITH_NAME(unresolved_reference);
    PITH_NAME(malformed_delta);
    PITH_NAME(base_mismatch);
    PITH_NAME(root_mismatch);
    PITH_NAME(delta_conflict);
    PITH_NAME(invalid_identity);
    PITH_NAME(unexpected_end);
    PITH_NAME(unexpected_character);
    PITH_NAME(invalid_literal);
    PITH_NAME(invalid_number);
    PITH_NAME(control_character);
    PITH_NAME(depth_limit);
    PITH_NAME(size_limit);
    PITH_NAME(item_limit);
    PITH_NAME(field_limit);
    PITH_NAME(line_limit);
    PITH_NAME(expansion_limit);
    PITH_NAME(not_finite);
    PITH_NAME(incomplete);
    PITH_NAME(misplaced_value);
    PITH_NAME(not_supported);
    PITH_NAME(write_failed);
    PITH_NAME(read_failed);
    PITH_NAME(unknown_tokenizer);
    PITH_NAME(unknown_option);
    PITH_NAME(invalid_option);
    PITH_NAME(duplicate_codec);
    PITH_NAME(not_faithful);
    PITH_NAME(missing_summary);
    PITH_NAME(missing_member);
    PITH_NAME(wrong_kind);
    PITH_NAME(no_error);
#undef PITH_NAME
  }
  return "unknown_error";  // a number cast to the enum by the caller
}

std::string message(const error& what) {
  std::string text{name(what.code)};
  if (*what.detail != '\0') {
    text += ": ";
    text += what.detail;
  }
  return text;
}

#if defined(__cpp_exceptions)
bad_result_access::~bad_result_access() = default;

const char* bad_result_access::what() const noexcept {
  // The names are literals, and so they end with a zero.
  return *error_.detail != '\0' ? error_.detail : name(error_.code).data();
}
#endif

position locate(std::string_view text, std::size_t offset) noexcept {
  if (offset > text.size()) offset = text.size();
  position found;
  for (std::size_t i = 0; i < offset; ++i) {
    if (text[i] == '\n') {
      ++found.line;
      found.line_begin = i + 1;
    }
  }
  for (std::size_t i = found.line_begin; i < offset; ++i) {
    // Continuation bytes belong to the code point before them.
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) ++found.column;
  }
  found.line_end = text.find('\n', found.line_begin);
  if (found.line_end == std::string_view::npos) found.line_end = text.size();
  if (found.line_end > found.line_begin && text[found.line_end - 1] == '\r') {
    --found.line_end;
  }
  return found;
}

}  // namespace pith::inline v0
