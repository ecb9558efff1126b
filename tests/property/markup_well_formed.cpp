// SPDX-License-Identifier: MIT
/// @file
/// Random graphs with every character that there is: their XML is read by
/// pugixml and says what the graph said, and their Markdown has exactly the
/// lines that it should have.
///
/// `markup_well_formed --seed N --count 1` repeats one graph.
#include <pith/markup.hpp>

#include "property_run.hpp"
#include "random.hpp"
#include "random_graph.hpp"
#include "text/append_utf8.hpp"

#include <algorithm>
#include <memory>
#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace {

using pith::graph::edge;
using pith::graph::payload;
using pith::graph::symbol;
using pith_tests::random_source;

constexpr const char* pieces[] = {
    "\"",  "'",     "<",  ">",  "&",  "&amp;", "]]>",       "<!--",
    "-->", "<?x?>", "`",  "``", "\n", "\r\n",  "\t",        "# ",
    "- ",  "|",     "\\", "*",  "_",  " ",     "<![CDATA[", "</symbol>"};

/// With characters from all planes, and from those that mean something.
std::string random_text(random_source& random) {
  std::string made;
  const std::uint32_t length = random.below(10);
  for (std::uint32_t i = 0; i < length; ++i) {
    switch (random.below(4)) {
      case 0:
        made += pieces[random.below(std::size(pieces))];
        break;
      case 1: {
        std::uint32_t code = random.below(0x110000);
        if (random.one_in(2)) code = 0xFFF0 + random.below(16);
        if (code >= 0xD800 && code < 0xE000) code = 0xFFFE;
        pith::text::append_utf8(made, code);
        break;
      }
      default:
        made += static_cast<char>(random.below(0x80));
    }
  }
  return made;
}

payload random_payload(random_source& random) {
  payload graph = pith_tests::random_graph(random);
  for (symbol& s : graph.symbols) {
    s.qualified_name = random_text(random);
    s.kind = random_text(random);
    s.provenance = random_text(random);
    s.signature = random_text(random);
  }
  for (edge& e : graph.edges) {
    for (std::string* text :
         {&e.source, &e.target, &e.edge_type, &e.status, &e.source_kind}) {
      *text = random_text(random);
    }
  }
  return graph;
}

/// What XML 1.0 can say of a text, worked out code point by code point.
std::string as_xml_text(std::string_view text) {
  std::string made;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                                             : 4;
    const std::string_view one = text.substr(i, length);
    const bool is_bad =
        (lead < 0x20 && lead != 9 && lead != 10 && lead != 13) ||
        one == "\xEF\xBF\xBE" || one == "\xEF\xBF\xBF";
    made += is_bad ? "\xEF\xBF\xBD" : one;
    i += length;
  }
  return made;
}

class markup_well_formed final : public pith_tests::property {
 public:
  std::string check(std::uint64_t seed) override {
    random_source random(seed);
    const payload graph = random_payload(random);
    const auto xml = pith::markup::xml(graph);
    if (!xml) return "no XML: " + pith::message(xml.error());
    if (std::string why = check_xml(graph, *xml); !why.empty()) {
      return why + "\n" + *xml;
    }
    const auto markdown = pith::markup::markdown(graph);
    if (!markdown) return "no Markdown: " + pith::message(markdown.error());
    if (std::string why = check_lines(graph, *markdown); !why.empty()) {
      return why + "\n" + *markdown;
    }
    return {};
  }

 private:
  static bool is_attribute(const pugi::xml_node& of, const char* name,
                           std::string_view text) {
    return of.attribute(name).as_string("(none)") == as_xml_text(text);
  }

  static std::string check_symbol(const pugi::xml_node& read, const symbol& s) {
    if (!is_attribute(read, "name", s.qualified_name)) return "another name";
    if (!is_attribute(read, "kind", s.kind)) return "another kind";
    if (read.attribute("distance").as_uint() != s.distance) {
      return "another distance";
    }
    if (s.distance > 1) return {};
    if (!is_attribute(read, "provenance", s.provenance)) {
      return "another provenance";
    }
    if (read.child_value("signature") != as_xml_text(s.signature)) {
      return "another signature";
    }
    return {};
  }

  static std::string check_xml(const payload& graph, const std::string& xml) {
    pugi::xml_document doc;
    // Texts of blanks only are texts; nothing else is changed by reading.
    const pugi::xml_parse_result done = doc.load_buffer(
        xml.data(), xml.size(), pugi::parse_full | pugi::parse_ws_pcdata_single,
        pugi::encoding_utf8);
    if (!done) return std::string("does not parse: ") + done.description();
    const pugi::xml_node root = doc.child("context");
    std::size_t symbols = 0;
    const struct {
      const char* name;
      std::uint32_t first;
      std::uint32_t last;
    } groups[] = {{"target_symbols", 0, 0},
                  {"related_symbols", 1, 1},
                  {"extended_context", 2, ~std::uint32_t{0}}};
    for (const auto& group : groups) {
      pugi::xml_node read = root.child(group.name).child("symbol");
      for (const symbol& s : graph.symbols) {
        if (s.distance < group.first || s.distance > group.last) continue;
        if (std::string why = check_symbol(read, s); !why.empty()) return why;
        read = read.next_sibling("symbol");
        ++symbols;
      }
      if (read) return "a symbol too many";
    }
    if (root.child("relationship_summary")
            .child("total_symbols")
            .text()
            .as_uint() != symbols) {
      return "another number of symbols";
    }
    pugi::xml_node read = root.child("edges").child("edge");
    for (const edge& e : graph.edges) {
      if (!is_attribute(read, "source", e.source) ||
          !is_attribute(read, "target", e.target) ||
          !is_attribute(read, "type", e.edge_type)) {
        return "another edge";
      }
      read = read.next_sibling("edge");
    }
    return read ? "an edge too many" : "";
  }

  /// One line for each symbol, signature and edge, and those of the shape.
  static std::string check_lines(const payload& graph,
                                 std::string_view markdown) {
    std::size_t expected = 2;
    bool has_group[3] = {};
    for (const symbol& s : graph.symbols) {
      has_group[std::min(s.distance, 2U)] = true;
      expected += 1 + (s.distance < 2 && !s.signature.empty() ? 1 : 0);
    }
    for (const bool is_there : has_group) expected += is_there ? 2 : 0;
    if (!graph.edges.empty()) expected += graph.edges.size() + 2;
    std::size_t lines = 0;
    while (!markdown.empty()) {
      const std::size_t end = markdown.find('\n');
      if (end == markdown.npos) return "ends without a newline";
      const std::string_view line = markdown.substr(0, end);
      markdown.remove_prefix(end + 1);
      ++lines;
      const bool is_known = line.empty() || line.starts_with("- ") ||
                            line.starts_with("## ") ||
                            line.starts_with("  Signature: `") ||
                            (lines == 1 && line.starts_with("# Context ("));
      if (!is_known || line.find('\r') != line.npos) return "a strange line";
    }
    return lines == expected ? "" : "another number of lines";
  }
};

}  // namespace

int main(int argc, char** argv) {
  return pith_tests::run_property(
      argc, argv, {"markup_well_formed", 10000},
      [] { return std::make_unique<markup_well_formed>(); });
}
