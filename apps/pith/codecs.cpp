// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>

#include "line/commands.hpp"
#include "line/shared_options.hpp"
#include "terminal/layout.hpp"
#include "work/formats.hpp"
#include "work/run.hpp"

#include <algorithm>

namespace cli {

namespace {

std::string_view subject_of(const pith::codec& c) {
  if (c.name == "csv" || c.name == "tsv") return "rows of scalars";
  if (c.name == "toml") return "an object without nulls";
  if (c.name == "ndjson") return "an array";
  switch (c.subject) {
    case pith::codec_subject::any_value:
      return "any value";
    case pith::codec_subject::graph:
      return "a graph";
    case pith::codec_subject::graph_response:
      return "a graph response";
    case pith::codec_subject::rows_or_graph:
      return "rows or a graph";
  }
  return "";
}

std::string as_text() {
  std::string out;
  for (const pith::codec& c : formats().all()) {
    if (!out.empty()) out += '\n';
    out += c.name + ": " + c.summary + '\n';
    if (!c.aliases.empty())
      out += "  also called   " + comma_list(c.aliases) + '\n';
    if (!c.extensions.empty()) {
      std::vector<std::string> endings;
      endings.reserve(c.extensions.size());
      for (const std::string& one : c.extensions) endings.push_back('.' + one);
      out += "  files         " + comma_list(endings) + '\n';
    }
    out += "  takes         " + std::string(subject_of(c)) + '\n';
    if (!c.is_lossless()) out += "  loses         " + c.loses + '\n';
    if (!c.read) out += "  one way       pith cannot read it back\n";
    for (const pith::codec_variant& v : c.variants) {
      out += "  variant       " + v.name + '\n';
    }
    for (const pith::codec_option& o : c.options) {
      out += "  option        " + o.name + '=' + o.default_value;
      out += "\n                  " + o.help + '\n';
    }
  }
  return out +
         "\n"
         "auto: for --to, the lossless format with the fewest tokens\n"
         "json-pretty: json with indent=2\n";
}

pith::result<std::string> as_json() {
  pith::builder b;
  const auto strings = [&](const std::vector<std::string>& all) {
    b.begin_array();
    for (const std::string& one : all) b.string(one);
    b.end_array();
  };
  b.begin_array();
  for (const pith::codec& c : formats().all()) {
    b.begin_object().key("name").string(c.name);
    b.key("summary").string(c.summary);
    b.key("aliases");
    strings(c.aliases);
    b.key("media_type").string(c.media_type);
    b.key("extensions");
    strings(c.extensions);
    b.key("takes").string(subject_of(c));
    b.key("binary").boolean(c.is_binary);
    b.key("lossless").boolean(c.is_lossless());
    b.key("loses").string(c.loses);
    b.key("reads").boolean(static_cast<bool>(c.read));
    b.key("options").begin_array();
    for (const pith::codec_option& o : c.options) {
      b.begin_object().key("name").string(o.name);
      b.key("default").string(o.default_value);
      b.key("help").string(o.help).end_object();
    }
    b.end_array().end_object();
  }
  return json_line(b.end_array());
}

exit_code run_codecs(const arguments& args) {
  if (args.has(list_json_option)) return print(args, "pith codecs", as_json());
  return print(args, as_text());
}

constexpr option codecs_options[] = {list_json_option};
constexpr example codecs_examples[] = {
    {"pith codecs", "list the values of --from, --to and --option"}};

}  // namespace

constexpr command codecs_command{
    .name = "codecs",
    .summary = "list the formats and their options",
    .operands = "",
    .description =
        "Lists every format: its names and extensions, which values it "
        "accepts, what it loses, and its options with their defaults.",
    .options = codecs_options,
    .examples = codecs_examples,
    .max_operands = 0,
    .run = run_codecs};

}  // namespace cli
