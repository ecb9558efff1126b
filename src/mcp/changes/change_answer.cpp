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

/// Before the text in what is kept: its form, and the number of changes in a
/// row. In the order of change_base::form.
constexpr std::array<std::string_view, 3> marks{
    "pith-base-1 bare ", "pith-base-1 named ", "pith-base-1 graph "};

std::string bytes_of(form what, std::size_t in_a_row, std::string_view full) {
  std::string out(marks[static_cast<std::size_t>(what)]);
  out.append(std::to_string(in_a_row)).push_back('\n');
  out.append(full);
  return out;
}

form form_of(const gcf::keyed_set& set) {
  return set.name.empty() ? form::bare_rows : form::named_rows;
}

bool same_rows(value left, value right, bool is_ordered) {
  // Their roots are equal, so only the order can differ.
  return !is_ordered || equal(left, right);
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
  const bool is_same = answer.root == base.root();
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

std::optional<change_answer> full_rows(const keyed_rows& found) {
  auto root = gcf::pack_root(found.rows, found.set);
  auto text = gcf::encode_full(found.rows, found.set);
  if (!root || !text) return std::nullopt;
  // What cannot be read again could not be a base either.
  gcf::delta_consumer reader;
  if (!reader.receive(*text) || !equal(reader.rows(), found.rows)) {
    return std::nullopt;
  }
  change_answer answer;
  answer.bytes = bytes_of(form_of(found.set), 0, *text);
  answer.text = std::move(*text);
  answer.root = std::move(*root);
  return answer;
}

std::optional<change_answer> changed_rows(const keyed_rows& found,
                                          const change_base& base,
                                          bool is_ordered) {
  gcf::keyed_set set = found.set;
  set.fields = base.rows.set().fields;
  const value before = base.rows.rows();
  const auto difference = gcf::diff(before, found.rows, set);
  auto full = gcf::encode_full(found.rows, set);
  if (!difference || !full) return std::nullopt;
  change_answer answer;
  answer.root = difference->new_root;
  const bool is_same = answer.root == base.root();
  answer.kind = is_same ? gcf::outcome::unchanged : gcf::outcome::delta;
  answer.bytes = bytes_of(base.what, base.in_a_row + (is_same ? 0 : 1), *full);
  if (is_same) {
    auto text =
        gcf::encode_unchanged(answer.root, found.rows.elements().size());
    if (!text || !same_rows(before, found.rows, is_ordered)) {
      return std::nullopt;
    }
    answer.text = std::move(*text);
    return answer;
  }
  auto text = gcf::encode_delta(*difference);
  if (!text) return std::nullopt;
  const auto again = gcf::decode_delta(*text);
  const auto applied = again ? gcf::apply(before, set, *again) : again.error();
  if (!applied || !same_rows(applied->root(), found.rows, is_ordered)) {
    return std::nullopt;
  }
  answer.text = std::move(*text);
  return answer;
}

}  // namespace

std::optional<change_base> read_base(std::string_view bytes) {
  const auto* const mark = std::ranges::find_if(
      marks, [bytes](std::string_view m) { return bytes.starts_with(m); });
  if (mark == marks.end()) return std::nullopt;
  bytes.remove_prefix(mark->size());
  const std::size_t line = bytes.find('\n');
  if (line == bytes.npos) return std::nullopt;
  change_base base;
  base.what = static_cast<form>(mark - marks.begin());
  const char* const end = bytes.data() + line;
  const auto read = std::from_chars(bytes.data(), end, base.in_a_row);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  const std::string_view text = bytes.substr(line + 1);
  const auto taken = base.what == form::graph ? base.graph.receive(text)
                                              : base.rows.receive(text);
  if (!taken || *taken != gcf::outcome::full) return std::nullopt;
  return base;
}

std::optional<change_answer> answer_in_full(value result,
                                            const change_rules& rules) {
  const auto found = find_keyed_rows(result, rules.key);
  return found ? full_rows(*found) : full_graph(result);
}

std::optional<change_answer> answer_with_changes(value result,
                                                 const change_base& base,
                                                 const change_rules& rules) {
  std::optional<change_answer> answer;
  if (base.what == form::graph) {
    answer = changed_graph(result, base);
  } else {
    const gcf::keyed_set& held = base.rows.set();
    const auto found = find_keyed_rows(result, held.key);
    const bool is_alike =
        found && form_of(found->set) == base.what &&
        (base.what == form::bare_rows || found->set.name == held.name);
    if (is_alike) answer = changed_rows(*found, base, rules.is_ordered);
  }
  const bool is_far = answer && answer->kind == gcf::outcome::delta &&
                      base.in_a_row + 1 >= max_changes_in_a_row;
  return is_far ? std::nullopt : std::move(answer);
}

}  // namespace pith::mcp
