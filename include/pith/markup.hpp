// SPDX-License-Identifier: MIT
/// @file
/// Graphs as XML and Markdown, and rows as Markdown tables. One way only:
/// nothing here is read back.
#ifndef PITH_MARKUP_HPP
#define PITH_MARKUP_HPP

#include <pith/document.hpp>
#include <pith/graph.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>

#include <string>

namespace pith::inline v0::markup {

/// A payload as an XML 1.0 element `context`: symbols in three groups by
/// distance (0, 1, 2 and more), edges, and how many symbols each distance has.
/// Scores have two decimals. Symbols of the last group have neither provenance
/// nor signature; the tool and the pack root do not travel.
///
/// Well-formed whatever the payload says: what has a meaning in XML is escaped,
/// and what XML 1.0 cannot say (control characters but tab, line feed and
/// carriage return; U+FFFE and U+FFFF) becomes U+FFFD. Fails with invalid_utf8
/// or not_finite. Linear, apart from sorting the distances.
[[nodiscard]] PITH_API result<std::string> xml(const graph::payload& graph);

/// A payload as Markdown: a title with the tokens, a list of symbols for each
/// of the groups above, and a list of edges. Names and signatures are code
/// spans. Nothing in a payload can begin a line, end a code span or be taken
/// for markup; line breaks and tabs become blanks, other control characters
/// U+FFFD. Fails as xml() does. Linear.
[[nodiscard]] PITH_API result<std::string> markdown(
    const graph::payload& graph);

struct table_options {
  limits bounds{};
};

/// An array of objects as a table of GitHub Flavored Markdown: a column for
/// each key, in the order in which they first occur, and a line for each
/// object. What is absent is empty, numbers, true, false and null are as in
/// JSON, nested values are compact JSON in a code span, line breaks in strings
/// are `<br>`. No cell can end its cell or its line. An array without keys is
/// an empty text.
///
/// Fails with invalid_payload when `rows` is not an array of objects, and with
/// expansion_limit where rows of different keys would make a table beyond
/// limits::max_expansion times its source. Linear in what it writes.
[[nodiscard]] PITH_API result<std::string> markdown_table(
    value rows, const table_options& options = {});

}  // namespace pith::inline v0::markup

#endif  // PITH_MARKUP_HPP
