// SPDX-License-Identifier: MIT
#include <pith/gcf.hpp>
#include <pith/gcf_graph.hpp>
#include <pith/graph.hpp>

#include "codec/options.hpp"
#include "codec/standard.hpp"

namespace pith::inline v0 {

namespace {

result<void> write_graph(sink& out, value v) {
  const auto graph = graph::from_value(v);
  if (!graph) return graph.error();
  gcf::graph_encoder encoder;
  const auto written = encoder.encode_to(out, *graph);
  return written ? result<void>{} : written.error();
}

result<void> write(sink& out, value v, const codec_settings& settings) {
  gcf::encode_options with{.bounds = settings.bounds};
  option_reader given{settings};
  given.read("flatten", with.flatten);
  given.read("inline-schemas", with.inline_schemas);
  given.read("shared-array-schemas", with.shared_array_schemas);
  given.read("keyed-maps", with.keyed_maps);
  const std::string_view profile = given.text("profile").value_or("generic");
  if (profile != "generic" && profile != "graph") given.refuse();
  if (const auto fit = given.check(); !fit) return fit;
  if (profile == "graph") return write_graph(out, v);
  gcf::encoder encoder{with};
  return encoder.encode_to(out, v);
}

result<document> read(std::string_view text, const codec_settings& settings) {
  return gcf::decode(text,
                     {.bounds = settings.bounds, .numbers = settings.numbers});
}

/// By its header: the name, and a field such as `profile=generic`.
likeness recognize(std::string_view text) {
  constexpr std::string_view mark = "GCF ";
  if (!text.starts_with(mark)) return likeness::no;
  text = text.substr(mark.size(), text.find('\n') - mark.size());
  const std::string_view field = text.substr(0, text.find(' '));
  const std::size_t equals = field.find('=');
  return equals != 0 && equals != std::string_view::npos ? likeness::certain
                                                         : likeness::no;
}

}  // namespace

codec gcf_codec() {
  return {
      .name = "gcf",
      .summary = "Graph Compact Format 3.5.3: tables, maps and graphs",
      .media_type = "text/gcf",
      .extensions = {"gcf"},
      .options = {{"profile", "generic",
                   "generic, or graph for symbols and edges (without their "
                   "signatures and score components)"},
                  {"flatten", "true",
                   "write nested objects as columns: true, false"},
                  {"inline-schemas", "true",
                   "write nested objects as positional bodies: true, false"},
                  {"shared-array-schemas", "true",
                   "declare the fields of nested arrays once: true, false"},
                  {"keyed-maps", "true",
                   "write objects of objects as tables: true, false"}},
      .write = write,
      .read = read,
      .recognize = recognize};
}

}  // namespace pith::inline v0
