// SPDX-License-Identifier: MIT
// One sentence per category: what to do about it, said to whoever wrote the
// text. Plain words, since small models read them too.
#include <pith/gcf_extract.hpp>

namespace pith::inline v0::gcf {

std::string_view repair_hint(error_code code) noexcept {
  switch (code) {
    // header
    case error_code::missing_header:
      return "Begin the text with the line GCF profile=generic, with nothing "
             "before it.";
    case error_code::missing_profile:
      return "Write profile=generic or profile=graph as the first field of "
             "the first line.";
    case error_code::unknown_profile:
      return "Use profile=generic or profile=graph.";
    case error_code::malformed_header_field:
      return "Write each field of the first line as key=value, without spaces "
             "inside, separated by one space.";
    case error_code::duplicate_header_field:
      return "Write each field of the first line once.";

    // scalars
    case error_code::unterminated_quote:
      return "Close the string with a double quote on the same line; write a "
             "line break inside it as \\n.";
    case error_code::invalid_escape:
      return "Inside quotes use only the escapes \\\" \\\\ \\/ \\b \\f \\n \\r "
             "\\t and \\u with four hex digits, and no raw control characters.";
    case error_code::trailing_characters:
      return "Put the whole value between the quotes and nothing after the "
             "closing quote, or remove what follows a complete document.";
    case error_code::invalid_missing:
      return "Use ~ only as a cell of a table row; elsewhere leave the member "
             "out, or write - for null, or \"~\" for the text.";
    case error_code::invalid_attachment_marker:
      return "Use ^ only as a cell of a table row that begins with @ and its "
             "index, and write its value on the lines after the row; write "
             "\"^\" "
             "for the text.";
    case error_code::invalid_surrogate:
      return "Write characters above U+FFFF directly, or as \\u pairs with "
             "the high surrogate first.";
    case error_code::invalid_utf8:
      return "Write the text as UTF-8.";
    case error_code::out_of_range:
      return "Put the number between double quotes to send it as text, or use "
             "one that fits a 64-bit integer or a double.";

    // structure
    case error_code::duplicate_key:
      return "Give every member of an object a unique key; merge or rename the "
             "second one.";
    case error_code::duplicate_field_name:
      return "Declare every field of the table once.";
    case error_code::row_width_mismatch:
      return "Write exactly one cell per declared field, separated by |; use "
             "- for null, ~ for an absent value, and quotes around text that "
             "contains |.";
    case error_code::count_mismatch:
      return "Make the number in the brackets equal to the number of items "
             "that follow; write [?] if you do not know it.";
    case error_code::invalid_count:
      return "Write the count as a plain number without leading zeros, as in "
             "[3], or as [?].";
    case error_code::tab_indentation:
      return "Indent with spaces, two for each level, never with tabs.";
    case error_code::invalid_indent:
      return "Indent by exactly two spaces for each level, and only below a "
             "line that opens one.";
    case error_code::invalid_item_id:
      return "Number the items @0, @1, @2 and so on, without gaps.";
    case error_code::orphan_attachment:
      return "Put ^ into the cell of that field and @ with the index before "
             "the row, or remove the attachment.";
    case error_code::orphan_inline_attachment:
      return "Put ^{...} with the field names into a cell of the row above, or "
             "remove the line.";
    case error_code::missing_attachment:
      return "Write the value of each ^ cell after its row, as a line that "
             "begins with . and the name of the field, or replace ^ with - .";
    case error_code::duplicate_attachment:
      return "Write one attachment for each ^ cell and remove the other.";
    case error_code::inline_width_mismatch:
      return "Write exactly one value per name between the braces of ^{...}, "
             "separated by |.";
    case error_code::keyed_map:
      return "Declare the key column and at least one field, as in "
             "[2:]{key,value}, begin every row with its key, and quote keys "
             "that look like numbers or words such as true.";
    case error_code::invalid_field_declaration:
      return "Write the fields as {name,name}, and quote names with characters "
             "other than letters, digits and _ .";
    case error_code::invalid_line:
      return "Write members as key=value, arrays of scalars as key[2]: a,b, "
             "nested objects as ## key with indented lines, and tables as ## "
             "key [2]{field,field} with one row per line; no other lines are "
             "allowed.";

    // graph profile
    case error_code::invalid_node_line:
      return "Write a symbol as @id kind qualified.name score provenance: "
             "five fields, separated by one space each.";
    case error_code::invalid_symbol_id:
      return "Number the symbols @0, @1, @2 and so on, each number once.";
    case error_code::invalid_score:
      return "Write the score with exactly two decimals, as in 0.95.";
    case error_code::invalid_edge_syntax:
      return "Write an edge as @target<@source type, for example @0<@1 calls.";
    case error_code::unknown_edge_reference:
      return "Refer only to symbols that have a line above the edges; add the "
             "symbol or remove the edge.";
    case error_code::invalid_name:
      return "Write names without spaces, control characters or non-ASCII "
             "characters.";
    case error_code::duplicate_symbol:
      return "Write each symbol once.";
    case error_code::invalid_payload:
      return "Write an object with tool, symbols and edges; each symbol has "
             "qualifiedName and kind, each edge source, target and edgeType.";

    // sessions and deltas
    case error_code::unresolved_reference:
      return "Send the symbol in full; it is not known from an earlier answer.";
    case error_code::malformed_delta:
      return "Use only the sections of a delta, with rows in the form that "
             "each section requires.";
    case error_code::base_mismatch:
      return "Send the full payload; the receiver has another base.";
    case error_code::root_mismatch:
      return "Send the full payload; the result has an unexpected root.";
    case error_code::delta_conflict:
      return "Add only new entries; change and remove only existing ones.";
    case error_code::invalid_identity:
      return "Declare one identity column, written @name, and give every row a "
             "unique identity.";

    // streams
    case error_code::missing_summary:
      return "The text stops before its summary; send all of it.";

    // JSON
    case error_code::unexpected_end:
      return "The text stops too early; send all of it.";
    case error_code::unexpected_character:
      return "Send strict JSON: double quotes, a comma between elements, no "
             "comma after the last, no comments.";
    case error_code::invalid_literal:
      return "Use true, false and null, in lower case.";
    case error_code::invalid_number:
      return "Write numbers as JSON does: no leading zeros, no plus sign, "
             "digits on both sides of the point.";
    case error_code::control_character:
      return "Escape control characters inside strings, for example \\n.";

    // limits
    case error_code::depth_limit:
      return "Nest containers less deeply.";
    case error_code::size_limit:
    case error_code::item_limit:
    case error_code::field_limit:
    case error_code::line_limit:
    case error_code::expansion_limit:
      return "Send less at once; this is more than the receiver accepts.";

    default:
      return "Send the text again in valid GCF.";
  }
}

}  // namespace pith::inline v0::gcf
