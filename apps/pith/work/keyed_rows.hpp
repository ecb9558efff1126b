// SPDX-License-Identifier: MIT
/// @file
/// What diff, apply and root work on: rows with an identity, or a graph.
#ifndef PITH_APPS_PITH_WORK_KEYED_ROWS_HPP
#define PITH_APPS_PITH_WORK_KEYED_ROWS_HPP

#include <pith/document.hpp>
#include <pith/error.hpp>
#include <pith/gcf_delta.hpp>
#include <pith/result.hpp>

#include "line/command.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace cli {

inline constexpr option key_option{
    .name = "key",
    .value = "FIELD",
    .help = "the field that identifies a row (default: id)",
    .letter = 'k'};

/// The rows of a document: an array of objects or an object of objects, which
/// is the document itself or its only member of that kind.
struct keyed_rows {
  pith::value rows;
  std::optional<std::string_view> member;  ///< nothing: the document
};

/// Nothing when there are none, or several.
std::optional<keyed_rows> find_keyed_rows(pith::value root);

/// The set for the library's functions. `key` may be empty: then it is "id".
pith::gcf::keyed_set set_of(const keyed_rows& rows, std::string_view key);

/// Whether a document is a graph: it has symbols and edges.
bool looks_like_graph(pith::value root);

/// The root of a graph, if no key is given and it is one, else of the rows.
/// Fails with invalid_identity when there are none, or as pack_root().
pith::result<std::string> root_of(pith::value v,
                                  std::optional<std::string_view> key);

/// After an error about the identity of rows that were found: says which field
/// was asked, and how to name another.
void say_which_key(const pith::error& what, std::string_view key);

/// What find_keyed_rows() did not find.
inline constexpr pith::error no_rows{
    pith::error_code::invalid_identity, 0,
    "there must be one array of objects, or a map of objects"};

}  // namespace cli

#endif  // PITH_APPS_PITH_WORK_KEYED_ROWS_HPP
