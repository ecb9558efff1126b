// SPDX-License-Identifier: MIT
#include <pith/markup.hpp>

#include "markup/markdown_text.hpp"
#include "markup/score.hpp"
#include "text/utf8.hpp"

namespace pith::inline v0::markup {

namespace {

/// What is said about the symbols of a group.
struct group {
  std::string_view title;
  std::uint32_t first;
  std::uint32_t last;
  bool has_confidence;
  bool has_signature;
};

constexpr group groups[] = {
    {"Target Symbols", 0, 0, true, true},
    {"Related Symbols (distance: 1)", 1, 1, false, true},
    {"Extended Context (distance: 2+)", 2, ~std::uint32_t{0}, false, false},
};

class markdown_writer {
 public:
  explicit markdown_writer(const graph::payload& graph) : graph_(&graph) {}

  [[nodiscard]] std::string run() {
    out_ += "# Context (";
    append_integer(out_, graph_->tokens_used);
    out_ += '/';
    append_integer(out_, graph_->token_budget);
    out_ += " tokens)\n\n";
    for (const group& each : groups) put_group(each);
    put_edges();
    return std::move(out_);
  }

 private:
  void put_group(const group& of) {
    bool is_open = false;
    for (const graph::symbol& s : graph_->symbols) {
      if (s.distance < of.first || s.distance > of.last) continue;
      if (!is_open) out_.append("## ").append(of.title).append("\n");
      is_open = true;
      put_symbol(s, of);
    }
    if (is_open) out_ += '\n';
  }

  void put_symbol(const graph::symbol& s, const group& of) {
    out_ += "- ";
    append_code(out_, s.qualified_name);
    out_ += " (";
    append_plain(out_, s.kind, line_break::blank);
    out_ += ", score: ";
    append_score(out_, s.score);
    if (of.has_confidence && s.components) {
      out_ += ", confidence: ";
      append_score(out_, s.components->confidence);
    }
    out_ += ")\n";
    if (of.has_signature && !s.signature.empty()) {
      out_ += "  Signature: ";
      append_code(out_, s.signature);
      out_ += '\n';
    }
  }

  void put_edges() {
    if (graph_->edges.empty()) return;
    out_ += "## Edges\n";
    for (const graph::edge& e : graph_->edges) {
      out_ += "- ";
      put_end(e.source, e.source_kind);
      out_ += ' ';
      append_plain(out_, e.edge_type, line_break::blank);
      out_ += ' ';
      put_end(e.target, e.target_kind);
      if (!e.status.empty()) {
        out_ += ", ";
        append_plain(out_, e.status, line_break::blank);
      }
      out_ += '\n';
    }
    out_ += '\n';
  }

  void put_end(std::string_view name, std::string_view kind) {
    append_code(out_, name);
    if (kind.empty()) return;
    out_ += " (";
    append_plain(out_, kind, line_break::blank);
    out_ += ')';
  }

  const graph::payload* graph_;
  std::string out_;
};

}  // namespace

result<std::string> markdown(const graph::payload& graph) {
  if (const auto good = check_scores(graph); !good) return good.error();
  std::string made = markdown_writer(graph).run();
  if (text::find_invalid_utf8(made) != text::valid_utf8) {
    return error{error_code::invalid_utf8, 0, "a text must be UTF-8"};
  }
  return made;
}

}  // namespace pith::inline v0::markup
