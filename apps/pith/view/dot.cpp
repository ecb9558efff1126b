// SPDX-License-Identifier: MIT
#include "console/diagnostics.hpp"
#include "view/view.hpp"

#include <map>
#include <utility>

namespace cli {

namespace {

/// A text in quotes as labels take it: `\N` and the like are escapes there,
/// and `&amp;` is an entity.
std::string label(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string safe_label(std::string_view text) { return label(printable(text)); }

/// The nodes by name and kind; a name that no symbol has makes one more.
class dot_nodes {
 public:
  explicit dot_nodes(const pith::graph::payload& graph) {
    for (const auto& s : graph.symbols) {
      const std::size_t number = count_++;
      by_identity_.try_emplace({s.qualified_name, s.kind}, number);
      by_name_.try_emplace(s.qualified_name, number);
      out_ += "  n" + std::to_string(number) + " [label=" +
              label(printable(s.qualified_name) + '\n' + printable(s.kind)) +
              (s.distance == 0 ? ", penwidth=2" : "") + "];\n";
    }
  }

  std::string find(std::string_view name, std::string_view kind) {
    if (!kind.empty()) {
      const auto found = by_identity_.find({name, kind});
      if (found != by_identity_.end()) return text(found->second);
    }
    const auto [at, is_new] = by_name_.try_emplace(name, count_);
    if (is_new) {
      ++count_;
      out_ += "  " + text(at->second) + " [label=" + safe_label(name) +
              ", style=dashed];\n";
    }
    return text(at->second);
  }

  [[nodiscard]] const std::string& lines() const noexcept { return out_; }

 private:
  static std::string text(std::size_t number) {
    return 'n' + std::to_string(number);
  }

  std::map<std::pair<std::string_view, std::string_view>, std::size_t>
      by_identity_;
  std::map<std::string_view, std::size_t> by_name_;
  std::size_t count_ = 0;
  std::string out_;
};

}  // namespace

std::string as_dot(const pith::graph::payload& graph) {
  dot_nodes nodes{graph};
  std::string edges;
  for (const pith::graph::edge& e : graph.edges) {
    edges += "  " + nodes.find(e.source, e.source_kind) + " -> ";
    edges += nodes.find(e.target, e.target_kind) +
             " [label=" + safe_label(e.edge_type);
    if (e.status == "added") edges += ", color=\"#1a7f37\"";
    if (e.status == "removed") edges += ", color=\"#cf222e\", style=dashed";
    edges += "];\n";
  }
  return "digraph " + safe_label(graph.tool) +
         " {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n"
         "  edge [fontname=\"sans-serif\"];\n" +
         nodes.lines() + edges + "}\n";
}

}  // namespace cli
