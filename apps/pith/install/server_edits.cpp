// SPDX-License-Identifier: MIT
#include "install/server_edits.hpp"

#include <algorithm>
#include <utility>

namespace cli {

namespace {

constexpr std::string_view blanks = " \t\r\n";

std::string_view raw(const source_text& source, const source_node& node) {
  return source.text.substr(node.begin, node.end - node.begin);
}

/// The blanks that stand directly before an offset.
std::string_view blanks_before(std::string_view text, std::size_t at) {
  const std::size_t last = text.substr(0, at).find_last_not_of(blanks);
  const std::size_t begin = last == text.npos ? 0 : last + 1;
  return text.substr(begin, at - begin);
}

/// The blanks that begin at an offset.
std::string_view blanks_at(std::string_view text, std::size_t at) {
  const std::size_t end =
      std::min(text.find_first_not_of(blanks, at), text.size());
  return text.substr(at, end - at);
}

std::string join(const std::vector<std::string>& items,
                 std::string_view between) {
  std::string out;
  for (const std::string& item : items) {
    out.append(out.empty() ? "" : between).append(item);
  }
  return out;
}

/// In front of the elements of a list, in its own way of writing them.
splice put_in_front(const source_text& source, const source_node& list,
                    const std::vector<std::string>& items) {
  const std::size_t at = list.begin + 1;
  splice edit{.begin = at, .end = at};
  const std::string_view gap = blanks_at(source.text, at);
  if (list.first_child == source_node::none) {
    edit.text = join(items, ", ");
  } else if (gap.empty()) {
    edit.text = join(items, ", ") + ", ";
  } else {
    for (const std::string& item : items) {
      edit.text.append(gap).append(item).append(",");
    }
  }
  return edit;
}

/// A new args after the command, in the same way of writing.
splice put_after_command(const source_text& source, const client_server& server,
                         const std::vector<std::string>& items) {
  const source_node& command = source.tree->at(server.command);
  const std::string_view text = source.text;
  const std::string list = "[" + join(items, ", ") + "]";
  const std::string_view gap = blanks_before(text, command.key_begin);
  std::size_t at = command.end;
  std::string words;
  if (source.dialect == source_dialect::json) {
    const bool is_tight =
        text[command.begin - 1] == ':' || text[command.begin - 1] == '/';
    words.append(",").append(gap).append("\"args\":");
    words.append(is_tight ? "" : " ").append(list);
  } else {
    // Of a dotted key everything but its last part is written again.
    const std::string key{
        text.substr(command.key_begin, command.name_begin - command.key_begin)};
    if (server.is_in_braces) {
      words = ", " + key + "args = " + list;
    } else {
      // After what may follow on the line: a comment stays with its command.
      at = std::min(text.find('\n', at), text.size());
      if (at > command.end && text[at - 1] == '\r') --at;
      const std::size_t line = gap.rfind('\n');
      const std::string_view indent =
          line == gap.npos ? gap : gap.substr(line + 1);
      words = text.substr(at).starts_with("\r\n") ? "\r\n" : "\n";
      words.append(indent).append(key).append("args = ").append(list);
    }
  }
  return {.begin = at, .end = at, .text = std::move(words)};
}

/// The comma that stands from `at` on, before `end`, with nothing but blanks
/// and comments before it; none when there is none.
std::size_t find_comma(std::string_view text, std::size_t at, std::size_t end) {
  while (at < end && text[at] != ',') {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("/*")) {
      at = std::min(text.find("*/", at + 2), end) + 1;
    } else if (rest.starts_with("//") || rest.starts_with("#")) {
      at = std::min(text.find('\n', at), end);
    }
    ++at;
  }
  return at < end ? at : source_node::none;
}

/// Edits of one server come in the order in which they were found.
void add_in_order(std::vector<splice>& edits, splice one, splice other) {
  if (other.begin < one.begin) std::swap(one, other);
  edits.push_back(std::move(one));
  edits.push_back(std::move(other));
}

/// One edit of many, and whether it is to be taken back.
struct past_edit {
  splice edit;
  bool goes = false;
};

/// Does the edits, which must be in order, and collects what takes some of
/// them back from the text that comes out.
std::string apply_and_invert(std::string_view text,
                             const std::vector<past_edit>& all,
                             std::vector<splice>& inverse) {
  std::string out;
  std::size_t from = 0;
  for (const auto& [edit, goes] : all) {
    out.append(text.substr(from, edit.begin - from));
    if (goes) {
      inverse.push_back({.begin = out.size(),
                         .end = out.size() + edit.text.size(),
                         .text = std::string(
                             text.substr(edit.begin, edit.end - edit.begin))});
    }
    out.append(edit.text);
    from = edit.end;
  }
  return out.append(text.substr(from));
}

}  // namespace

void wrap_server(const source_text& source, const client_server& server,
                 std::string_view pith, const std::vector<std::string>& lead,
                 std::vector<splice>& edits) {
  const source_node& command = source.tree->at(server.command);
  std::vector<std::string> items;
  items.reserve(lead.size() + 1);
  for (const std::string& word : lead) items.push_back(quoted_string(word));
  // As it was written: taking it back gives the same bytes.
  items.emplace_back(raw(source, command));
  splice in_args =
      server.args == source_node::none
          ? put_after_command(source, server, items)
          : put_in_front(source, source.tree->at(server.args), items);
  add_in_order(
      edits,
      {.begin = command.begin, .end = command.end, .text = quoted_string(pith)},
      std::move(in_args));
}

void unwrap_server(const source_text& source, const client_server& server,
                   std::string_view pith, std::vector<splice>& edits) {
  const source_node& command = source.tree->at(server.command);
  const source_node& args = source.tree->at(server.args);
  const auto elements = source.tree->children(server.args);
  // words[0] is the command, so the elements are one behind.
  const std::size_t own = wrapped_begin(server.words, pith) - 1;
  const source_node& old = source.tree->at(elements[own]);
  splice cut{.begin = args.begin + 1, .end = old.end};
  const bool is_tight =
      source.tree->at(elements.front()).begin == args.begin + 1;
  const bool is_last = own + 1 == elements.size();
  const std::size_t comma = find_comma(
      source.text, old.end,
      is_last ? args.end - 1 : source.tree->at(elements[own + 1]).begin);
  if (comma != source_node::none) cut.end = comma + 1;
  if (is_tight && !is_last) cut.end += blanks_at(source.text, cut.end).size();
  add_in_order(edits,
               {.begin = command.begin,
                .end = command.end,
                .text = std::string(raw(source, old))},
               std::move(cut));
}

std::optional<std::vector<splice>> restore_servers(
    const server_text& before, const server_text& now,
    const std::vector<bool>& goes, std::string_view pith) {
  if (before.servers->size() != now.servers->size()) return std::nullopt;
  std::vector<past_edit> wrapping;
  std::vector<splice> edits;
  for (std::size_t i = 0; i < goes.size(); ++i) {
    const client_server& was = (*before.servers)[i];
    const client_server& is = (*now.servers)[i];
    if (is.state != server_state::wrapped) continue;
    if (was.state == server_state::wrapped) {
      if (goes[i]) unwrap_server(now.source, is, pith, edits);
      continue;
    }
    if (was.state != server_state::plain) return std::nullopt;
    // Wrapped again with its own words, each server may have had others.
    const auto own = static_cast<std::ptrdiff_t>(wrapped_begin(is.words, pith));
    const std::vector<std::string> lead(is.words.begin() + 1,
                                        is.words.begin() + own);
    std::vector<splice> done;
    wrap_server(before.source, was, is.words.front(), lead, done);
    for (splice& one : done) wrapping.push_back({std::move(one), goes[i]});
  }
  std::stable_sort(wrapping.begin(), wrapping.end(),
                   [](const past_edit& a, const past_edit& b) {
                     return a.edit.begin < b.edit.begin;
                   });
  const std::string wrapped =
      apply_and_invert(before.source.text, wrapping, edits);
  if (wrapped != now.source.text) return std::nullopt;
  return edits;
}

}  // namespace cli
