// SPDX-License-Identifier: MIT
#include "mcp/changes/change_answer.hpp"

#include <pith/equality.hpp>
#include <pith/gcf.hpp>

#include "mcp/changes/graph_result.hpp"
#include "mcp/changes/keyed_rows.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace pith::mcp {

namespace {

using form = change_base::form;

/// Before what is kept: its form, the number of changes in a row and, of rows,
/// their root and their key, neither of which has a space. In the order of
/// change_base::form. After them, on lines of its own, the result as it came:
/// it is read faster than it would be written in another way. Of a graph, the
/// text that was sent.
constexpr std::array<std::string_view, 3> marks{
    "pith-base-2 bare ", "pith-base-2 named ", "pith-base-2 graph "};

std::string bytes_of(form what, std::size_t in_a_row, std::string_view text) {
  std::string out(marks[static_cast<std::size_t>(what)]);
  out.append(std::to_string(in_a_row)).push_back('\n');
  out.append(text);
  return out;
}

std::string bytes_of_rows(const gcf::keyed_set& set, std::size_t in_a_row,
                          std::string_view root, std::string_view json) {
  const form what = set.name.empty() ? form::bare_rows : form::named_rows;
  std::string out(marks[static_cast<std::size_t>(what)]);
  out.reserve(out.size() + root.size() + set.key.size() + json.size() + 16);
  out.append(std::to_string(in_a_row)).push_back(' ');
  out.append(root).push_back(' ');
  out.append(set.key).push_back('\n');
  return out.append(json);
}

/// The next word of a line, which ends at a space.
std::string_view next_word(std::string_view& line) {
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(std::min(line.size(), word.size() + 1));
  return word;
}

bool read_rows(change_base& base, json::parser& parser, std::string_view words,
               std::string_view json) {
  base.root = next_word(words);
  base.set.key = words;
  if (base.root.empty() || !parser.parse_into(base.result, json)) return false;
  const auto found = find_keyed_rows(base.result.root(), base.set.key);
  if (!found || (base.what == form::bare_rows) != found->set.name.empty()) {
    return false;
  }
  base.set.name = found->set.name;
  return true;
}

bool read_graph(change_base& base, std::string_view text) {
  const auto taken = base.graph.receive(text);
  if (!taken || *taken != gcf::outcome::full) return false;
  base.root = base.graph.root();
  return true;
}

std::optional<change_answer> full_graph(value result) {
  auto whole = find_whole_graph(result);
  if (!whole) return std::nullopt;
  change_answer answer;
  answer.root = std::move(whole->graph.pack_root);
  answer.bytes = bytes_of(form::graph, 0, whole->text);
  answer.text = std::move(whole->text);
  return answer;
}

std::optional<change_answer> changed_graph(value result,
                                           const change_base& base) {
  const auto whole = find_whole_graph(result);
  if (!whole || !same_remarks(whole->graph, base.graph.graph())) {
    return std::nullopt;
  }
  change_answer answer;
  answer.root = whole->graph.pack_root;
  const bool is_same = answer.root == base.root;
  answer.kind = is_same ? gcf::outcome::unchanged : gcf::outcome::delta;
  answer.bytes =
      bytes_of(form::graph, base.in_a_row + (is_same ? 0 : 1), whole->text);
  if (is_same) {
    auto text =
        gcf::encode_graph_unchanged(answer.root, whole->graph.symbols.size());
    if (!text) return std::nullopt;
    answer.text = std::move(*text);
    return answer;
  }
  const auto difference = gcf::diff(base.graph.graph(), whole->graph);
  auto text = difference ? gcf::encode_delta(*difference) : difference.error();
  if (!text) return std::nullopt;
  const auto again = gcf::decode_graph_delta(*text);
  // The roots cover all that such a graph has.
  if (!again || !gcf::apply(base.graph.graph(), *again)) return std::nullopt;
  answer.text = std::move(*text);
  return answer;
}

std::optional<change_answer> full_rows(const keyed_rows& found,
                                       std::string_view json) {
  auto text = gcf::encode_full(found.rows, found.set);
  if (!text) return std::nullopt;
  // What cannot be read again could not be a base either.
  gcf::delta_consumer reader;
  if (!reader.receive(*text) || !equal(reader.rows(), found.rows)) {
    return std::nullopt;
  }
  change_answer answer;
  answer.root = reader.root();
  answer.bytes = bytes_of_rows(found.set, 0, answer.root, json);
  answer.text = std::move(*text);
  return answer;
}

std::optional<change_answer> unchanged_rows(const keyed_rows& found,
                                            const change_base& base) {
  auto text = gcf::encode_unchanged(base.root, found.rows.elements().size());
  if (!text) return std::nullopt;
  return change_answer{.kind = gcf::outcome::unchanged,
                       .text = std::move(*text),
                       .root = base.root,
                       .bytes = base.bytes};
}

/// Whether what a delta makes of the base is what the tool said, which has
/// this root.
bool is_right(std::string_view text, std::string_view new_root,
              const change_base& base, const keyed_rows& found,
              bool is_ordered) {
  const auto again = gcf::decode_delta(text);
  if (!again || again->base_root != base.root || again->new_root != new_root) {
    return false;
  }
  // All rows are compared, so that their root need not be.
  const auto applied =
      gcf::apply(base.rows(), base.set, *again, {.verify = false});
  if (!applied) return false;
  if (equal(applied->root(), found.rows)) return true;
  const auto root = is_ordered ? pith::result<std::string>{std::string{}}
                               : gcf::pack_root(applied->root(), base.set);
  return root && *root == new_root;
}

std::optional<change_answer> changed_rows(const keyed_rows& found,
                                          std::string_view json,
                                          const change_base& base,
                                          bool is_ordered) {
  if (equal(base.rows(), found.rows)) return unchanged_rows(found, base);
  const auto difference = gcf::diff(base.rows(), found.rows, base.set);
  if (!difference || difference->base_root != base.root) return std::nullopt;
  if (difference->new_root == base.root) {
    // Only the order can differ.
    return is_ordered ? std::nullopt : unchanged_rows(found, base);
  }
  auto text = gcf::encode_delta(*difference);
  if (!text ||
      !is_right(*text, difference->new_root, base, found, is_ordered)) {
    return std::nullopt;
  }
  return change_answer{.kind = gcf::outcome::delta,
                       .text = std::move(*text),
                       .root = difference->new_root,
                       .bytes = bytes_of_rows(base.set, base.in_a_row + 1,
                                              difference->new_root, json)};
}

}  // namespace

value change_base::rows() const {
  const value all = result.root();
  return what == form::named_rows ? (*all.members().begin()).value : all;
}

std::optional<change_base> read_base(std::string_view bytes) {
  change_base base;
  json::parser parser;
  if (!read_base(bytes, parser, base)) return std::nullopt;
  return base;
}

bool read_base(std::string_view bytes, json::parser& parser,
               change_base& into) {
  const auto* const mark = std::ranges::find_if(
      marks, [bytes](std::string_view m) { return bytes.starts_with(m); });
  const std::size_t line = bytes.find('\n');
  if (mark == marks.end() || line == bytes.npos) return false;
  into.what = static_cast<form>(mark - marks.begin());
  std::string_view words = bytes.substr(mark->size(), line - mark->size());
  const std::string_view number = next_word(words);
  const char* const end = number.data() + number.size();
  const auto read = std::from_chars(number.data(), end, into.in_a_row);
  if (read.ec != std::errc{} || read.ptr != end) return false;
  const std::string_view text = bytes.substr(line + 1);
  const bool is_read = into.what == form::graph
                           ? read_graph(into, text)
                           : read_rows(into, parser, words, text);
  if (is_read) into.bytes = bytes;
  return is_read;
}

std::optional<change_answer> answer_in_full(const told_result& result,
                                            const change_rules& rules) {
  const auto found = find_keyed_rows(result.root, rules.key);
  return found ? full_rows(*found, result.json) : full_graph(result.root);
}

std::optional<change_answer> answer_with_changes(const told_result& result,
                                                 const change_base& base,
                                                 const change_rules& rules) {
  std::optional<change_answer> answer;
  if (base.what == form::graph) {
    answer = changed_graph(result.root, base);
  } else {
    const auto found = find_keyed_rows(result.root, base.set.key);
    if (found && found->set.name == base.set.name) {
      answer = changed_rows(*found, result.json, base, rules.is_ordered);
    }
  }
  const bool is_far = answer && answer->kind == gcf::outcome::delta &&
                      base.in_a_row + 1 >= max_changes_in_a_row;
  return is_far ? std::nullopt : std::move(answer);
}

}  // namespace pith::mcp
