// SPDX-License-Identifier: MIT
/// @file
/// Pictures of values for people. Nothing in them steers a terminal, whatever
/// the data holds.
#ifndef PITH_APPS_PITH_VIEW_VIEW_HPP
#define PITH_APPS_PITH_VIEW_VIEW_HPP

#include <pith/document.hpp>
#include <pith/graph.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace cli {

/// How to draw.
struct view_style {
  std::size_t width = 80;
  /// Rows of a table, items of a list.
  std::size_t rows = 40;
  /// Containers inside one another that a tree opens.
  std::size_t depth = 4;
  bool unicode = true;
  bool colour = false;

  [[nodiscard]] std::string_view ellipsis() const noexcept {
    return unicode ? "\u2026" : "...";
  }
};

/// The ellipsis and "960 more", as a line without its end.
std::string more_of(std::size_t count, const view_style& style);

/// A value in one line of at most `columns`: compact JSON, cut.
std::string one_line(pith::value v, std::size_t columns,
                     const view_style& style);

/// The same, but a string stands without quotes; its line breaks and tabs are
/// written as in JSON.
std::string cell_text(pith::value v, std::size_t columns,
                      const view_style& style);

/// A key, a name or a string in one line; see cell_text().
std::string bare_text(std::string_view text, std::size_t columns,
                      const view_style& style);

/// Rows that are objects as a table with a frame: the first rows and the last
/// ones, cells cut so that no line is longer than the width, and columns in
/// the middle left out when that is not enough. Linear in the rows.
std::string table_view(pith::array_view rows, const view_style& style);

/// A value with its members under one another. The member `closed` of the top
/// object is counted and not opened.
std::string tree_view(pith::value v, const view_style& style,
                      const std::string_view* closed = nullptr);

/// Symbols by distance, then edges by name.
std::string graph_view(const pith::graph::payload& graph,
                       const view_style& style);

/// The graph as a text for Graphviz.
std::string as_dot(const pith::graph::payload& graph);

}  // namespace cli

#endif  // PITH_APPS_PITH_VIEW_VIEW_HPP
