// SPDX-License-Identifier: MIT
#include "terminal/layout.hpp"
#include "terminal/terminal.hpp"
#include "view/view.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace cli {

namespace {

using pith::graph::edge;
using pith::graph::payload;
using pith::graph::symbol;

std::string score_text(double score) {
  const long hundredths = std::lround(std::clamp(score, -1e6, 1e6) * 100);
  const long magnitude = hundredths < 0 ? -hundredths : hundredths;
  const std::string cents = std::to_string(magnitude % 100);
  return (hundredths < 0 ? "-" : "") + std::to_string(magnitude / 100) + '.' +
         (cents.size() < 2 ? "0" : "") + cents;
}

class graph_text {
 public:
  explicit graph_text(const view_style& style) : style_(style) {}

  std::string text(const payload& graph) {
    add_title(graph);
    std::map<std::uint32_t, std::vector<const symbol*>> groups;
    for (const symbol& s : graph.symbols) groups[s.distance].push_back(&s);
    measure(graph);
    for (const auto& [distance, members] : groups) {
      add_heading("distance " + std::to_string(distance), members.size());
      for (std::size_t i = 0; i < members.size() && i < style_.rows; ++i) {
        add_symbol(*members[i]);
      }
      add_rest(members.size());
    }
    if (graph.edges.empty()) return std::move(out_);
    add_heading("edges", graph.edges.size());
    for (std::size_t i = 0; i < graph.edges.size() && i < style_.rows; ++i) {
      add_edge(graph.edges[i]);
    }
    add_rest(graph.edges.size());
    return std::move(out_);
  }

 private:
  void add_title(const payload& graph) {
    if (!graph.tool.empty()) out_ += bare(graph.tool) + ": ";
    out_ += counted(graph.symbols.size(), "symbol") + ", " +
            counted(graph.edges.size(), "edge");
    if (graph.tokens_used != 0) {
      out_ += ", " + grouped(graph.tokens_used) + " tokens";
    }
    if (graph.token_budget != 0) {
      out_ += " of a budget of " + grouped(graph.token_budget);
    }
    out_ += '\n';
    if (!graph.pack_root.empty()) out_ += bare(graph.pack_root) + '\n';
  }

  void add_heading(const std::string& words, std::size_t count) {
    out_ += '\n' + painted(words, colour::bold, style_.colour) + " (" +
            grouped(count) + ")\n";
  }

  void add_rest(std::size_t count) {
    if (count > style_.rows) {
      out_ += "  " + more_of(count - style_.rows, style_) + '\n';
    }
  }

  /// Widths of kinds and names, so that all groups stand under one another.
  void measure(const payload& graph) {
    for (const symbol& s : graph.symbols) {
      kind_ = std::max(kind_, columns_of(bare(s.kind)));
      name_ = std::max(name_, columns_of(bare(s.qualified_name)));
    }
    kind_ = std::min<std::size_t>(kind_, 16);
    // Two blanks before each of four parts, a score, and how it was found.
    constexpr std::size_t rest = 2 + 2 + 2 + 4 + 2 + 14;
    const std::size_t taken = kind_ + rest;
    const std::size_t room = style_.width > taken ? style_.width - taken : 0;
    name_ = std::min(name_, std::max<std::size_t>(room, 20));
  }

  void add_symbol(const symbol& s) {
    std::string line =
        "  " + padded(bare(s.kind, kind_), kind_, false) + "  " +
        painted(padded(bare(s.qualified_name, name_), name_, false),
                colour::cyan, style_.colour) +
        "  " + padded(score_text(s.score), 4, true);
    if (!s.provenance.empty()) line += "  " + bare(s.provenance, 20);
    out_ += line + '\n';
  }

  void add_edge(const edge& e) {
    std::string_view sign = "  ";
    if (e.status == "added") sign = "+ ";
    if (e.status == "removed") sign = "- ";
    out_ += sign;
    out_ += end_text(e.source, e.source_kind) + ' ' + bare(e.edge_type) + ' ' +
            end_text(e.target, e.target_kind) + '\n';
  }

  /// The kind is there where the name alone is not enough.
  [[nodiscard]] std::string end_text(std::string_view name,
                                     std::string_view kind) const {
    const std::string shown = painted(bare(name), colour::cyan, style_.colour);
    return kind.empty() ? shown : shown + " (" + bare(kind) + ')';
  }

  [[nodiscard]] std::string bare(std::string_view text) const {
    return bare_text(text, style_.width, style_);
  }
  [[nodiscard]] std::string bare(std::string_view text,
                                 std::size_t columns) const {
    return bare_text(text, columns, style_);
  }

  const view_style& style_;
  std::size_t kind_ = 0;
  std::size_t name_ = 0;
  std::string out_;
};

}  // namespace

std::string graph_view(const payload& graph, const view_style& style) {
  return graph_text{style}.text(graph);
}

}  // namespace cli
