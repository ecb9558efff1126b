// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/gcf_extract.hpp>

#include "console/diagnostics.hpp"
#include "console/output.hpp"
#include "line/commands.hpp"
#include "line/shared_options.hpp"
#include "work/formats.hpp"
#include "work/run.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

namespace {

constexpr option explain_option{
    .name = "explain",
    .help =
        "decode the payload; if it is bad, print what is wrong and how to "
        "repair it, for the model to read, and exit with 1"};
constexpr option where_option{
    .name = "json",
    .help = "write one JSON object: format, offset, line, column, payload"};
constexpr option extract_options[] = {explain_option, where_option,
                                      output_option};

/// A payload, and where it begins.
struct finding {
  std::string_view format;
  std::size_t offset;
  std::string payload;
};

/// A block between fences of backticks.
struct fenced_block {
  std::string_view label;
  std::size_t offset;
  std::string_view text;
};

std::vector<fenced_block> fenced_blocks(std::string_view text) {
  constexpr std::string_view fence = "```";
  std::vector<fenced_block> all;
  std::optional<fenced_block> open;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.starts_with(fence)) {
      if (open) {
        open->text = text.substr(open->offset, begin - open->offset);
        all.push_back(*open);
        open.reset();
      } else {
        open = fenced_block{line.substr(fence.size()), end + 1, {}};
      }
    }
    begin = end + 1;
  }
  return all;
}

/// TOON and TRON have marks, which JSON has not; null for everything else.
const pith::codec* marked_format(std::string_view text) {
  for (const std::string_view name : {"tron", "toon"}) {
    const pith::codec* const format = formats().find(name);
    if (format->recognize(text) == pith::likeness::certain &&
        format->decode(text)) {
      return format;
    }
  }
  return nullptr;
}

std::optional<finding> find_fenced(std::string_view text) {
  for (const fenced_block& block : fenced_blocks(text)) {
    const pith::codec* format = marked_format(block.text);
    if (block.label == "toon" || block.label == "tron") {
      format = formats().find(block.label);
    }
    if (format == nullptr) continue;
    return finding{format->name, block.offset, std::string(block.text)};
  }
  return std::nullopt;
}

/// The payload that begins here, if it goes to the end, or to one of the next
/// two empty lines: TRON has one inside.
std::optional<finding> find_until_empty_line(std::string_view text,
                                             std::size_t begin) {
  std::size_t end = text.size();
  std::size_t searched = begin;
  for (int attempt = 0; attempt < 3; ++attempt) {
    const std::string_view part = text.substr(begin, end - begin);
    if (const pith::codec* const format = marked_format(part)) {
      return finding{format->name, begin, std::string(part)};
    }
    const std::size_t empty = text.find("\n\n", searched);
    if (empty == text.npos) break;
    end = searched = empty + 1;
  }
  return std::nullopt;
}

/// Without fences, only what nobody writes in prose is a beginning: a class of
/// TRON, or the fields of a table. A footnote begins as an array of TOON does,
/// so `[1]: x` counts only if all of the text is TOON.
std::optional<finding> find_bare(std::string_view text) {
  if (const pith::codec* const format = marked_format(text)) {
    return finding{format->name, 0, std::string(text)};
  }
  // Every beginning costs a look at the rest; an answer has few.
  constexpr int max_beginnings = 16;
  int beginnings = 0;
  for (std::size_t at = 0; at < text.size() && beginnings < max_beginnings;) {
    const std::size_t line_end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, line_end - at);
    const bool has_fields =
        line.find("]{") != line.npos && line.find("}:") != line.npos;
    if (line.starts_with("class ") || has_fields) {
      ++beginnings;
      if (auto found = find_until_empty_line(text, at)) return found;
    }
    at = line_end + 1;
  }
  return std::nullopt;
}

/// TOON or TRON: a block of that label or mark, or lines with the mark.
std::optional<finding> find_marked(std::string_view text) {
  auto found = find_fenced(text);
  return found ? found : find_bare(text);
}

/// The first payload; what is GCF is GCF, whatever stands in it.
std::optional<finding> find_payload(std::string_view text) {
  const auto found = pith::gcf::extract(text);
  const bool is_gcf = found && found->format == pith::gcf::payload_format::gcf;
  auto marked = is_gcf ? std::nullopt : find_marked(text);
  if (!found || (marked && marked->offset <= found->offset)) return marked;
  return finding{is_gcf ? "gcf" : "json", found->offset,
                 pith::gcf::unindented(*found)};
}

pith::result<std::string> as_json(const input& in, const finding& found) {
  const pith::position at = pith::locate(in.text, found.offset);
  pith::builder b;
  b.begin_object().key("format").string(found.format);
  b.key("offset").integer(static_cast<std::int64_t>(found.offset));
  b.key("line").integer(static_cast<std::int64_t>(at.line));
  b.key("column").integer(static_cast<std::int64_t>(at.column));
  b.key("payload").string(found.payload).end_object();
  return json_line(b);
}

exit_code run_extract(const arguments& args) {
  const auto in = open_input(args.file());
  if (!in) return exit_code::io;
  const auto found = find_payload(in->text);
  if (!found) {
    say(printable(in->name) + ": error: no GCF, TOON, TRON or JSON found\n");
    return exit_code::bad_input;
  }
  if (args.has(where_option))
    return print(args, in->name, as_json(*in, *found));
  std::string payload = found->payload;
  if (!payload.ends_with('\n')) payload += '\n';
  if (args.has(explain_option)) {
    const pith::codec* const format = formats().find(found->format);
    if (const auto doc = format->decode(payload); !doc) {
      const exit_code printed =
          print(args, pith::gcf::explain(doc.error(), payload) + '\n');
      return printed == exit_code::ok ? exit_code::bad_input : printed;
    }
  }
  return print(args, payload);
}

constexpr example extract_examples[] = {
    {"pith extract answer.md | pith decode",
     "decode the data in a model's answer"},
    {"pith extract --explain answer.md",
     "print what to tell the model if the payload is bad"},
};

}  // namespace

constexpr command extract_command{
    .name = "extract",
    .summary = "extract the payload from a model's answer",
    .operands = "[FILE]",
    .description =
        "Finds the GCF, TOON, TRON or JSON in a model's answer. It skips "
        "reasoning at the beginning, accepts a fenced block with any label, "
        "and ignores the prose around it. The payload is not changed.",
    .options = extract_options,
    .examples = extract_examples,
    .run = run_extract};

}  // namespace cli
