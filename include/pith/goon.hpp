// SPDX-License-Identifier: MIT
/// @file
/// GOON 1.0.0: the answer of a graph query as lines for a model. Made to be
/// read, not to be read back: it drops nulls, empty strings and the rest of
/// long texts, and does not tell "18" from 18.
#ifndef PITH_GOON_HPP
#define PITH_GOON_HPP

#include <pith/document.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pith::inline v0::goon {

/// An array or an object as compact JSON; nothing looks inside.
struct json_text {
  std::string text;

  friend bool operator==(const json_text&, const json_text&) = default;
};

/// std::monostate is null.
using scalar = std::variant<std::monostate, bool, std::int64_t, std::uint64_t,
                            double, std::string, json_text>;

struct property {
  std::string key;
  scalar value;
  /// Of a text that was truncated, how many code points it had; 0 for others.
  /// decode() sets it, encode() writes it again.
  std::uint64_t full_length = 0;

  friend bool operator==(const property&, const property&) = default;
};

struct node {
  std::string type;
  std::int64_t id = 0;
  std::vector<property> properties{};

  friend bool operator==(const node&, const node&) = default;
};

struct edge {
  std::string from;
  std::int64_t from_id = 0;
  std::string to;
  std::int64_t to_id = 0;
  std::string type;
  std::optional<std::int64_t> depth{};
  std::optional<std::int64_t> path_id{};
  std::optional<std::int64_t> step{};

  friend bool operator==(const edge&, const edge&) = default;
};

/// A metric of an aggregation, for example {"n", "count", "mr"}.
struct column {
  std::string name;
  std::string function;
  std::optional<std::string> target{};
  std::optional<std::string> property{};

  friend bool operator==(const column&, const column&) = default;
};

/// What an aggregation groups by. The kind is "node", "property" or another.
struct group_column {
  std::string name;
  std::string kind;
  std::string node{};
  std::optional<std::string> property{};
  std::optional<std::string> entity{};

  friend bool operator==(const group_column&, const group_column&) = default;
};

struct cell {
  std::string key;
  std::variant<scalar, node> value;

  friend bool operator==(const cell&, const cell&) = default;
};

using row = std::vector<cell>;

struct pagination {
  bool has_more = false;
  std::uint64_t total_rows = 0;

  friend bool operator==(const pagination&, const pagination&) = default;
};

/// What a query answers. `query_type` "aggregation" keeps the order of nodes
/// and lifts those in its rows; "path_finding" writes paths instead of edges;
/// all others ("traversal", "neighbors", "search") are alike.
struct graph_response {
  std::string query_type;
  std::vector<node> nodes{};
  std::vector<edge> edges{};
  std::vector<column> columns{};
  std::vector<group_column> group_columns{};
  /// Absent is not the same as empty: `@rows` is written where it is present.
  std::optional<std::vector<row>> rows{};
  std::optional<goon::pagination> pagination{};

  friend bool operator==(const graph_response&,
                         const graph_response&) = default;
};

/// Reads a response from its form as a document:
///
///     {"query_type": "...",
///      "nodes": [{"type": "User", "id": "7", "username": "ada"}],
///      "edges": [{"from": "User", "from_id": "7", "to": "Project",
///                 "to_id": "9", "type": "AUTHORED", "depth": 1,
///                 "path_id": 0, "step": 0}],
///      "columns": [{"name", "function", "target", "property"}],
///      "group_columns": [{"name", "kind", "node", "property", "entity"}],
///      "rows": [{"author": {"type": "User", "id": "7"}, "n": 3}],
///      "pagination": {"has_more": true, "total_rows": 120}}
///
/// Ids are decimal strings or integers. All members of a node beside `type`
/// and `id` are its properties. A cell of a group column of kind `node` that
/// is an object with `type` and `id` is a node, with the members of its
/// `properties`, or without that its other members, as properties. Only
/// `query_type` and what names things is required; members that are not named
/// here are ignored, but for those of nodes and rows. Fails with
/// invalid_payload. Linear.
[[nodiscard]] PITH_API result<graph_response> from_value(value v);

/// The form above, ids as strings. Fails with invalid_utf8, not_finite,
/// out_of_range for integers beyond int64, and duplicate_key where a property
/// is called `type` or `id` or occurs twice. Linear.
[[nodiscard]] PITH_API result<document> to_document(
    const graph_response& response);

struct encode_options {
  /// Quotes strings that look like numbers, so that they read back as strings.
  bool quote_numeric_strings = false;
};

/// Encodes a response. Nodes come by type and id, edges by path, step, type
/// and ends; the same response in another order gives the same text, but for
/// aggregations. Two nodes of one type and id are one: the one whose text is
/// the lesser, in an aggregation the first. Edges that differ in nothing or in
/// depth only are one, with the least depth.
///
/// Names that are not words of `A-Z a-z 0-9 _ - : . / @ +` are quoted. No line
/// has control characters. Fails, before anything is written, with
/// invalid_utf8, or with duplicate_key where a node has a property twice.
/// Linear, apart from sorting.
[[nodiscard]] PITH_API result<std::string> encode(
    const graph_response& response, const encode_options& options = {});

/// Appends to `out`. On failure `out` is as long as before.
PITH_API result<void> append(std::string& out, const graph_response& response,
                             const encode_options& options = {});

/// Writes to a sink. Fails as encode() does, and with write_failed.
PITH_API result<void> encode_to(sink& out, const graph_response& response,
                                const encode_options& options = {});

struct decode_options {
  limits bounds{};
};

/// Reads back what a text says: sections, types and counts strictly, values as
/// well as can be. A bare word is a number where that number would be written
/// like it, else true, false, null or a string; nested values are strings,
/// empty strings are not there. Rows of what is not an aggregation have their
/// keys as columns. Edges outside of paths have neither path_id nor step, steps
/// of paths count from 0. Encoding what was read, and reading that, changes
/// nothing more.
///
/// Fails with missing_header, invalid_line, invalid_number, invalid_utf8,
/// unterminated_quote, invalid_escape, control_character, count_mismatch,
/// duplicate_key, not_supported for another version, size_limit, item_limit,
/// and expansion_limit where types would be repeated beyond
/// limits::max_expansion times the text. Linear.
[[nodiscard]] PITH_API result<graph_response> decode(
    std::string_view text, const decode_options& options = {});

}  // namespace pith::inline v0::goon

#endif  // PITH_GOON_HPP
