// SPDX-License-Identifier: MIT
#include "c_api/verdict.hpp"

#include "c_api/structs.hpp"

namespace pith::inline v0::c_api {

// Without a default, so that the compiler finds a code that has no number.
std::int32_t status_of(error_code code) noexcept {
  switch (code) {
#define PITH_STATUS(c, status) \
  case error_code::c:          \
    return status
    PITH_STATUS(missing_header, PITH_MISSING_HEADER);
    PITH_STATUS(missing_profile, PITH_MISSING_PROFILE);
    PITH_STATUS(unknown_profile, PITH_UNKNOWN_PROFILE);
    PITH_STATUS(malformed_header_field, PITH_MALFORMED_HEADER_FIELD);
    PITH_STATUS(duplicate_header_field, PITH_DUPLICATE_HEADER_FIELD);
    PITH_STATUS(unterminated_quote, PITH_UNTERMINATED_QUOTE);
    PITH_STATUS(invalid_escape, PITH_INVALID_ESCAPE);
    PITH_STATUS(trailing_characters, PITH_TRAILING_CHARACTERS);
    PITH_STATUS(invalid_missing, PITH_INVALID_MISSING);
    PITH_STATUS(invalid_attachment_marker, PITH_INVALID_ATTACHMENT_MARKER);
    PITH_STATUS(invalid_surrogate, PITH_INVALID_SURROGATE);
    PITH_STATUS(invalid_utf8, PITH_INVALID_UTF8);
    PITH_STATUS(out_of_range, PITH_OUT_OF_RANGE);
    PITH_STATUS(duplicate_key, PITH_DUPLICATE_KEY);
    PITH_STATUS(duplicate_field_name, PITH_DUPLICATE_FIELD_NAME);
    PITH_STATUS(row_width_mismatch, PITH_ROW_WIDTH_MISMATCH);
    PITH_STATUS(count_mismatch, PITH_COUNT_MISMATCH);
    PITH_STATUS(invalid_count, PITH_INVALID_COUNT);
    PITH_STATUS(tab_indentation, PITH_TAB_INDENTATION);
    PITH_STATUS(invalid_indent, PITH_INVALID_INDENT);
    PITH_STATUS(invalid_item_id, PITH_INVALID_ITEM_ID);
    PITH_STATUS(orphan_attachment, PITH_ORPHAN_ATTACHMENT);
    PITH_STATUS(orphan_inline_attachment, PITH_ORPHAN_INLINE_ATTACHMENT);
    PITH_STATUS(missing_attachment, PITH_MISSING_ATTACHMENT);
    PITH_STATUS(duplicate_attachment, PITH_DUPLICATE_ATTACHMENT);
    PITH_STATUS(inline_width_mismatch, PITH_INLINE_WIDTH_MISMATCH);
    PITH_STATUS(keyed_map, PITH_KEYED_MAP);
    PITH_STATUS(invalid_field_declaration, PITH_INVALID_FIELD_DECLARATION);
    PITH_STATUS(invalid_line, PITH_INVALID_LINE);
    PITH_STATUS(invalid_node_line, PITH_INVALID_NODE_LINE);
    PITH_STATUS(invalid_symbol_id, PITH_INVALID_SYMBOL_ID);
    PITH_STATUS(invalid_score, PITH_INVALID_SCORE);
    PITH_STATUS(invalid_edge_syntax, PITH_INVALID_EDGE_SYNTAX);
    PITH_STATUS(unknown_edge_reference, PITH_UNKNOWN_EDGE_REFERENCE);
    PITH_STATUS(invalid_name, PITH_INVALID_NAME);
    PITH_STATUS(duplicate_symbol, PITH_DUPLICATE_SYMBOL);
    PITH_STATUS(invalid_payload, PITH_INVALID_PAYLOAD);
    PITH_STATUS(unresolved_reference, PITH_UNRESOLVED_REFERENCE);
    PITH_STATUS(malformed_delta, PITH_MALFORMED_DELTA);
    PITH_STATUS(base_mismatch, PITH_BASE_MISMATCH);
    PITH_STATUS(root_mismatch, PITH_ROOT_MISMATCH);
    PITH_STATUS(delta_conflict, PITH_DELTA_CONFLICT);
    PITH_STATUS(invalid_identity, PITH_INVALID_IDENTITY);
    PITH_STATUS(unexpected_end, PITH_UNEXPECTED_END);
    PITH_STATUS(unexpected_character, PITH_UNEXPECTED_CHARACTER);
    PITH_STATUS(invalid_literal, PITH_INVALID_LITERAL);
    PITH_STATUS(invalid_number, PITH_INVALID_NUMBER);
    PITH_STATUS(control_character, PITH_CONTROL_CHARACTER);
    PITH_STATUS(depth_limit, PITH_DEPTH_LIMIT);
    PITH_STATUS(size_limit, PITH_SIZE_LIMIT);
    PITH_STATUS(item_limit, PITH_ITEM_LIMIT);
    PITH_STATUS(field_limit, PITH_FIELD_LIMIT);
    PITH_STATUS(line_limit, PITH_LINE_LIMIT);
    PITH_STATUS(expansion_limit, PITH_EXPANSION_LIMIT);
    PITH_STATUS(not_finite, PITH_NOT_FINITE);
    PITH_STATUS(incomplete, PITH_INCOMPLETE);
    PITH_STATUS(misplaced_value, PITH_MISPLACED_VALUE);
    PITH_STATUS(not_supported, PITH_NOT_SUPPORTED);
    PITH_STATUS(write_failed, PITH_WRITE_FAILED);
    PITH_STATUS(read_failed, PITH_READ_FAILED);
    PITH_STATUS(unknown_tokenizer, PITH_UNKNOWN_TOKENIZER);
    PITH_STATUS(unknown_option, PITH_UNKNOWN_OPTION);
    PITH_STATUS(invalid_option, PITH_INVALID_OPTION);
    PITH_STATUS(duplicate_codec, PITH_DUPLICATE_CODEC);
    PITH_STATUS(not_faithful, PITH_NOT_FAITHFUL);
    PITH_STATUS(missing_summary, PITH_MISSING_SUMMARY);
    PITH_STATUS(missing_member, PITH_MISSING_MEMBER);
    PITH_STATUS(wrong_kind, PITH_WRONG_KIND);
#undef PITH_STATUS
    case error_code::no_error:
      return PITH_OK;
  }
  return PITH_INTERNAL_ERROR;
}

error_code code_of(std::int32_t status) noexcept {
  for (int i = 0; i < static_cast<int>(error_code::no_error); ++i) {
    const auto code = static_cast<error_code>(i);
    if (status_of(code) == status) return code;
  }
  return error_code::no_error;
}

std::int32_t report(pith_error* out, const verdict& what) noexcept {
  if (out == nullptr) return what.status;
  pith_error said{};
  said.code = what.status;
  said.offset = what.offset;
  if (what.has_text && !what.is_good()) {
    const position place = locate(what.text, what.offset);
    said.line = place.line;
    said.column = place.column;
  }
  said.name = pith_status_name(what.status);
  said.detail = what.detail;
  // A struct without a size has room for nothing; the status still says it.
  write_struct(out, said);
  return what.status;
}

}  // namespace pith::inline v0::c_api

namespace {

/// The names of those that the library does not have.
const char* own_name(std::int32_t status) noexcept {
  switch (status) {
    case PITH_OK:
      return "ok";
    case PITH_OUT_OF_MEMORY:
      return "out_of_memory";
    case PITH_INVALID_ARGUMENT:
      return "invalid_argument";
    case PITH_UNKNOWN_FORMAT:
      return "unknown_format";
    case PITH_INTERNAL_ERROR:
      return "internal_error";
    case PITH_NOT_FOUND:
      return "not_found";
    case PITH_WRONG_TYPE:
      return "wrong_type";
    case PITH_CALLBACK_FAILED:
      return "callback_failed";
    default:
      return "unknown";
  }
}

}  // namespace

const char* pith_status_name(std::int32_t status) {
  const pith::error_code code = pith::c_api::code_of(status);
  // Names of codes are literals, so a zero byte follows them.
  return code == pith::error_code::no_error ? own_name(status)
                                            : pith::name(code).data();
}
