// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/gcf_extract.hpp>

#include "commands.hpp"
#include "diagnostics.hpp"
#include "formats.hpp"
#include "output.hpp"
#include "run.hpp"
#include "shared_options.hpp"

namespace cli {

namespace {

constexpr option explain_option{
    .name = "explain",
    .help =
        "decode the payload; when it is bad, write what is wrong with it "
        "and how to repair it, to be sent back to the model, and end with "
        "1"};
constexpr option where_option{
    .name = "json",
    .help = "write one JSON object: format, offset, line, column, payload"};
constexpr option extract_options[] = {explain_option, where_option,
                                      output_option};

std::string_view format_name(const pith::gcf::extracted& found) {
  return found.format == pith::gcf::payload_format::gcf ? "gcf" : "json";
}

pith::result<std::string> as_json(const input& in,
                                  const pith::gcf::extracted& found) {
  const pith::position at = pith::locate(in.text, found.offset);
  pith::builder b;
  b.begin_object().key("format").string(format_name(found));
  b.key("offset").integer(static_cast<std::int64_t>(found.offset));
  b.key("line").integer(static_cast<std::int64_t>(at.line));
  b.key("column").integer(static_cast<std::int64_t>(at.column));
  b.key("payload").string(pith::gcf::unindented(found)).end_object();
  return json_line(b);
}

exit_code run_extract(const arguments& args) {
  const auto in = open_input(args.file());
  if (!in) return exit_code::io;
  const auto found = pith::gcf::extract(in->text);
  if (!found) {
    say(printable(in->name) + ": error: there is no GCF or JSON in it\n");
    return exit_code::bad_input;
  }
  if (args.has(where_option))
    return print(args, in->name, as_json(*in, *found));
  std::string payload = pith::gcf::unindented(*found);
  if (!payload.ends_with('\n')) payload += '\n';
  if (args.has(explain_option)) {
    const pith::codec* const format = formats().find(format_name(*found));
    if (const auto doc = format->decode(payload); !doc) {
      const exit_code printed =
          print(args, pith::gcf::explain(doc.error(), payload) + '\n');
      return printed == exit_code::ok ? exit_code::bad_input : printed;
    }
  }
  return print(args, payload);
}

constexpr example extract_examples[] = {
    {"pith extract answer.md | pith decode", "the data in a model's answer"},
    {"pith extract --explain answer.md", "what to tell the model if it is bad"},
};

}  // namespace

constexpr command extract_command{
    .name = "extract",
    .summary = "pull the payload out of a model's answer",
    .operands = "[FILE]",
    .description =
        "Finds the GCF or JSON in a text that a model wrote: reasoning at its "
        "beginning is passed over, a fenced block is taken whatever its label, "
        "prose around it is ignored. The payload is not changed.",
    .options = extract_options,
    .examples = extract_examples,
    .run = run_extract};

}  // namespace cli
