// SPDX-License-Identifier: MIT
#include <pith/markup.hpp>

#include "markup/score.hpp"
#include "text/utf8.hpp"

#include <map>

namespace pith::inline v0::markup {

namespace {

/// U+FFFE or U+FFFF, which are characters, but not of XML.
bool is_no_xml_character(std::string_view text, std::size_t i) noexcept {
  const std::string_view three = text.substr(i, 3);
  return three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF";
}

/// Escapes what must not stand in text, and also what must not stand between
/// quotes: an attribute would lose line breaks and tabs, a text its carriage
/// returns.
void append_escaped(std::string& out, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\t':
        out += "&#9;";
        break;
      case '\n':
        out += "&#10;";
        break;
      case '\r':
        out += "&#13;";
        break;
      case '\xEF':
        if (is_no_xml_character(text, i)) {
          out += text::replacement_character;
          i += 2;
        } else {
          out += c;
        }
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out += text::replacement_character;
        } else {
          out += c;
        }
    }
  }
}

class xml_writer {
 public:
  explicit xml_writer(const graph::payload& graph) : graph_(&graph) {}

  [[nodiscard]] std::string run() {
    out_ += "<context tokens_used=\"";
    append_integer(out_, graph_->tokens_used);
    out_ += "\" token_budget=\"";
    append_integer(out_, graph_->token_budget);
    out_ += "\">\n";
    put_group("target_symbols", 0, 0);
    put_group("related_symbols", 1, 1);
    put_group("extended_context", 2, ~std::uint32_t{0});
    put_edges();
    put_summary();
    out_ += "</context>\n";
    return std::move(out_);
  }

 private:
  void put_attribute(std::string_view name, std::string_view value) {
    out_.append(" ").append(name).append("=\"");
    append_escaped(out_, value);
    out_ += '"';
  }
  void put_score(std::string_view name, double score) {
    out_.append(" ").append(name).append("=\"");
    append_score(out_, score);
    out_ += '"';
  }
  void put_number(std::string_view name, std::uint64_t number) {
    out_.append(" ").append(name).append("=\"");
    append_integer(out_, number);
    out_ += '"';
  }

  void put_group(std::string_view name, std::uint32_t first,
                 std::uint32_t last) {
    bool is_open = false;
    for (const graph::symbol& s : graph_->symbols) {
      if (s.distance < first || s.distance > last) continue;
      if (!is_open) out_.append("  <").append(name).append(">\n");
      is_open = true;
      put_symbol(s);
    }
    if (is_open) out_.append("  </").append(name).append(">\n");
  }

  void put_symbol(const graph::symbol& s) {
    const bool is_near = s.distance < 2;
    out_ += "    <symbol";
    put_attribute("name", s.qualified_name);
    put_attribute("kind", s.kind);
    put_score("score", s.score);
    if (is_near && s.components) {
      put_score("confidence", s.components->confidence);
    }
    if (is_near) put_attribute("provenance", s.provenance);
    put_number("distance", s.distance);
    out_ += ">\n";
    if (is_near && !s.signature.empty()) {
      out_ += "      <signature>";
      append_escaped(out_, s.signature);
      out_ += "</signature>\n";
    }
    out_ += "    </symbol>\n";
  }

  void put_edges() {
    if (graph_->edges.empty()) return;
    out_ += "  <edges>\n";
    for (const graph::edge& e : graph_->edges) {
      out_ += "    <edge";
      put_attribute("source", e.source);
      put_attribute("target", e.target);
      put_attribute("type", e.edge_type);
      if (!e.status.empty()) put_attribute("status", e.status);
      if (!e.source_kind.empty()) put_attribute("source_kind", e.source_kind);
      if (!e.target_kind.empty()) put_attribute("target_kind", e.target_kind);
      out_ += "/>\n";
    }
    out_ += "  </edges>\n";
  }

  void put_summary() {
    std::map<std::uint32_t, std::size_t> counts;
    for (const graph::symbol& s : graph_->symbols) ++counts[s.distance];
    out_ += "  <relationship_summary>\n    <total_symbols>";
    append_integer(out_, graph_->symbols.size());
    out_ += "</total_symbols>\n    <by_distance>\n";
    for (const auto& [hop, count] : counts) {
      out_ += "      <distance";
      put_number("hop", hop);
      put_number("count", count);
      out_ += "/>\n";
    }
    out_ += "    </by_distance>\n  </relationship_summary>\n";
  }

  const graph::payload* graph_;
  std::string out_;
};

}  // namespace

result<std::string> xml(const graph::payload& graph) {
  if (const auto good = check_scores(graph); !good) return good.error();
  std::string made = xml_writer(graph).run();
  if (text::find_invalid_utf8(made) != text::valid_utf8) {
    return error{error_code::invalid_utf8, 0, "a text must be UTF-8"};
  }
  return made;
}

}  // namespace pith::inline v0::markup
