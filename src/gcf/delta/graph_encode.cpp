// SPDX-License-Identifier: MIT
#include <pith/gcf_graph_delta.hpp>

#include "gcf/delta/header_line.hpp"
#include "gcf/graph/fields.hpp"
#include "gcf/graph/plan.hpp"
#include "gcf/graph/score.hpp"
#include "graph/kinds.hpp"

#include <utility>

namespace pith::inline v0::gcf {

namespace {

/// Writes the sections of a delta, each field held against the grammar first:
/// nothing in it can forge a line.
class graph_delta_writer {
 public:
  explicit graph_delta_writer(std::string& out) : out_(out) {}

  [[nodiscard]] result<void> removed(const std::vector<graph::symbol>& symbols);
  [[nodiscard]] result<void> added(const std::vector<graph::symbol>& symbols);
  [[nodiscard]] result<void> edges(std::string_view section,
                                   const std::vector<graph::edge>& edges);

 private:
  std::string& out_;
  graph::kind_names kinds_;
};

result<void> graph_delta_writer::removed(
    const std::vector<graph::symbol>& symbols) {
  if (!symbols.empty()) out_ += "## removed\n";
  for (const graph::symbol& s : symbols) {
    const std::string_view kind = kinds_.abbreviate(s.kind);
    if (!graph_profile::is_kind(kind) ||
        !graph_profile::is_word(s.qualified_name)) {
      return error{error_code::invalid_name, 0,
                   "a kind must be a bare key, a qualified name printable "
                   "ASCII without spaces"};
    }
    out_.append(kind).append(" ").append(s.qualified_name).append("\n");
  }
  return {};
}

result<void> graph_delta_writer::added(
    const std::vector<graph::symbol>& symbols) {
  if (!symbols.empty()) out_ += "## added\n";
  std::size_t id = 0;
  for (const graph::symbol& s : symbols) {
    const std::string_view kind = kinds_.abbreviate(s.kind);
    if (const auto good = graph_profile::check_symbol(s, kind); !good) {
      return good;
    }
    char score[graph_profile::max_score_bytes];
    const char* const end = graph_profile::write_score(score, s.score);
    out_.append("@").append(std::to_string(id++)).append(" ");
    out_.append(kind).append(" ").append(s.qualified_name).append(" ");
    out_.append(score, static_cast<std::size_t>(end - score))
        .append(" ")
        .append(s.provenance)
        .append(" ");
    out_.append(std::to_string(s.distance)).append("\n");
  }
  return {};
}

result<void> graph_delta_writer::edges(std::string_view section,
                                       const std::vector<graph::edge>& edges) {
  if (!edges.empty()) out_.append("## ").append(section).append("\n");
  for (const graph::edge& e : edges) {
    if (const auto good = graph_profile::check_edge(e); !good) return good;
    if (!graph_profile::is_word(e.source) ||
        !graph_profile::is_word(e.target)) {
      return error{error_code::invalid_name, 0,
                   "a qualified name must be printable ASCII without spaces, "
                   "not empty"};
    }
    out_.append(e.source).append(" -> ").append(e.target).append(" ");
    out_.append(e.edge_type).append("\n");
  }
  return {};
}

}  // namespace

result<std::string> encode_delta(const graph_delta& d) {
  keyed::header_line header("graph");
  header.add("tool", d.tool)
      .add("delta", "true")
      .add("base_root", d.base_root)
      .add("new_root", d.new_root);
  if (d.delta_tokens != 0) header.add_count("tokens", d.delta_tokens);
  header.add_savings(d.delta_tokens, d.full_tokens);
  result<std::string> text = header.finish();
  if (!text) return text;
  graph_delta_writer writer(*text);
  if (const auto done = writer.removed(d.removed); !done) return done.error();
  if (const auto done = writer.added(d.added); !done) return done.error();
  if (const auto done = writer.edges("edges_removed", d.removed_edges); !done) {
    return done.error();
  }
  if (const auto done = writer.edges("edges_added", d.added_edges); !done) {
    return done.error();
  }
  return text;
}

result<std::string> encode_graph_unchanged(std::string_view pack_root,
                                           std::size_t symbols,
                                           std::string_view tool) {
  return keyed::header_line("graph")
      .add("tool", tool)
      .add("unchanged", "true")
      .add("pack_root", pack_root)
      .add_count("symbols", symbols)
      .finish();
}

}  // namespace pith::inline v0::gcf
