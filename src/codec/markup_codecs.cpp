// SPDX-License-Identifier: MIT
#include <pith/graph.hpp>
#include <pith/markup.hpp>

#include "codec/standard.hpp"

namespace pith::inline v0 {

namespace {

result<void> put(sink& out, const result<std::string>& text) {
  if (!text) return text.error();
  if (out.write(*text)) return {};
  return error{error_code::write_failed, 0, "the sink refused bytes"};
}

result<void> write_xml(sink& out, value v, const codec_settings&) {
  const auto graph = graph::from_value(v);
  if (!graph) return graph.error();
  return put(out, markup::xml(*graph));
}

result<void> write_markdown(sink& out, value v,
                            const codec_settings& settings) {
  if (v.type() == kind::array) {
    return put(out, markup::markdown_table(v, {.bounds = settings.bounds}));
  }
  const auto graph = graph::from_value(v);
  if (!graph && !v.find("symbols")) {
    return error{graph.error().code, graph.error().offset,
                 "Markdown needs an array of objects or a graph with symbols; "
                 "this value is neither"};
  }
  if (!graph) return graph.error();
  return put(out, markup::markdown(*graph));
}

likeness recognize_xml(std::string_view text) {
  return text.starts_with("<context ") ? likeness::certain : likeness::no;
}

/// The title of a graph, or a first line of cells above a line of dashes.
likeness recognize_markdown(std::string_view text) {
  if (text.starts_with("# Context (")) return likeness::certain;
  const std::size_t second = text.find('\n') + 1;
  const bool is_table = text.starts_with("| ") && second != 0 &&
                        text.substr(second).starts_with("| -");
  return is_table ? likeness::certain : likeness::no;
}

}  // namespace

codec xml_codec() {
  return {.name = "xml",
          .summary = "graphs as XML, for models",
          .media_type = "application/xml",
          .extensions = {"xml"},
          .subject = codec_subject::graph,
          .loses = "everything: pith cannot read it back",
          .write = write_xml,
          .recognize = recognize_xml};
}

codec markdown_codec() {
  return {.name = "markdown",
          .summary = "rows as tables and graphs as lists, for people",
          .aliases = {"md"},
          .media_type = "text/markdown",
          .extensions = {"md", "markdown"},
          .subject = codec_subject::rows_or_graph,
          .loses = "everything: pith cannot read it back",
          .write = write_markdown,
          .recognize = recognize_markdown};
}

}  // namespace pith::inline v0
