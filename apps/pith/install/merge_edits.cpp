// SPDX-License-Identifier: MIT
#include "install/merge_edits.hpp"

#include <algorithm>
#include <set>

namespace cli {

namespace {

constexpr std::string_view blank_characters = " \t\r\n";

/// A part of a text.
struct text_range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::string_view part_of(const source_text& source, text_range range) {
  return source.text.substr(range.begin, range.end - range.begin);
}

std::size_t begin_of_line(std::string_view text, std::size_t at) {
  const std::size_t before = text.substr(0, at).rfind('\n');
  return before == text.npos ? 0 : before + 1;
}

/// After the end of the line.
std::size_t end_of_line(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return end == text.npos ? text.size() : end + 1;
}

std::string_view line_break_of(std::string_view text) {
  const std::size_t end = text.find('\n');
  const bool has_return = end != text.npos && end > 0 && text[end - 1] == '\r';
  return has_return ? "\r\n" : "\n";
}

std::string list_text(const std::vector<std::string>& words) {
  std::string out = "[";
  for (std::size_t i = 1; i < words.size(); ++i) {
    out.append(i == 1 ? "" : ", ").append(quoted_string(words[i]));
  }
  return out + "]";
}

// --- JSON -------------------------------------------------------------------

text_range member_range(const source_text& source,
                        const client_server& server) {
  const source_node& node = source.tree->at(server.table);
  return {node.key_begin, node.end};
}

/// The blanks from the beginning of its line to an offset; nothing when
/// something else is there.
std::string_view indent_of(std::string_view text, std::size_t at) {
  const std::size_t begin = begin_of_line(text, at);
  const std::string_view before = text.substr(begin, at - begin);
  return before.find_first_not_of(" \t") == before.npos ? before
                                                        : std::string_view{};
}

/// The entry in the way in which the member before it was written.
std::string json_entry(const mcp_client& client, const source_text& source,
                       const client_server& model, const merged_entry& entry) {
  std::vector<std::string> members;
  // Copilot CLI asks for both.
  if (client.name == "copilot-cli") members.emplace_back("\"type\": \"local\"");
  members.push_back("\"command\": " + quoted_string(entry.words.front()));
  members.push_back("\"args\": " + list_text(entry.words));
  if (client.name == "copilot-cli") members.emplace_back("\"tools\": [\"*\"]");
  const text_range range = member_range(source, model);
  const bool is_long = part_of(source, range).find('\n') != std::string::npos;
  std::string open;
  std::string between = ", ";
  std::string close;
  if (is_long) {
    const std::string_view outer = indent_of(source.text, range.begin);
    const source_node& table = source.tree->at(model.table);
    std::string inner = std::string(outer) + "  ";
    if (table.first_child != source_node::none) {
      const auto own =
          indent_of(source.text, source.tree->at(table.first_child).key_begin);
      if (own.size() > outer.size()) inner = own;
    }
    const std::string_view line = line_break_of(source.text);
    open = std::string(line) + inner;
    between = "," + open;
    close = std::string(line) + std::string(outer);
  }
  std::string out = quoted_string(entry.name) + ": {";
  for (std::size_t i = 0; i < members.size(); ++i) {
    out.append(i == 0 ? open : between).append(members[i]);
  }
  return out + close + "}";
}

/// Takes a gap between two members away, but not comments in it: of those only
/// the comma.
void take_gap(const source_text& source, text_range gap,
              std::vector<splice>& edits) {
  const std::string_view text = part_of(source, gap);
  constexpr std::string_view with_comma = " \t\r\n,";
  if (text.find_first_not_of(with_comma) == text.npos) {
    edits.push_back({.begin = gap.begin, .end = gap.end});
    return;
  }
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("/*")) {
      at = std::min(text.find("*/", at + 2), text.size()) + 1;
    } else if (rest.starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (text[at] == ',') {
      edits.push_back({.begin = gap.begin + at, .end = gap.begin + at + 1});
      return;
    }
  }
}

void take_json(const mcp_client& client, const source_text& source,
               const std::vector<const client_server*>& servers,
               const std::vector<bool>& goes, const merged_entry& entry,
               bool has_entry, merge_edits& made) {
  bool has_before = false;  // something stays before this one
  for (std::size_t i = 0; i < servers.size(); ++i) {
    if (!goes[i]) {
      has_before = true;
      continue;
    }
    const text_range own = member_range(source, *servers[i]);
    made.servers.push_back(
        {servers[i]->name, std::string(part_of(source, own))});
    if (!has_entry) {
      made.edits.push_back(
          {.begin = own.begin,
           .end = own.end,
           .text = json_entry(client, source, *servers[i], entry)});
      has_entry = true;
      has_before = true;
      continue;
    }
    if (has_before) {
      take_gap(source, {member_range(source, *servers[i - 1]).end, own.begin},
               made.edits);
      made.edits.push_back({.begin = own.begin, .end = own.end});
    } else {
      // The entry comes later, so there is a next one.
      made.edits.push_back({.begin = own.begin, .end = own.end});
      take_gap(source, {own.end, member_range(source, *servers[i + 1]).begin},
               made.edits);
    }
  }
}

// --- TOML -------------------------------------------------------------------

/// The sections of a server, each from its header to its last value.
std::vector<text_range> sections_of(const source_text& source,
                                    const client_server& server) {
  const auto all = source.tree->family(server.table);
  const std::set<std::size_t> family(all.begin(), all.end());
  const auto& sections = source.tree->sections();
  std::vector<text_range> ranges;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (!family.contains(sections[i].table)) continue;
    const std::size_t begin = sections[i].begin;
    const std::size_t limit =
        i + 1 < sections.size() ? sections[i + 1].begin : source.text.size();
    std::size_t last = begin;
    for (const std::size_t id : all) {
      const source_node& node = source.tree->at(id);
      if (node.key_begin != source_node::none && node.key_begin > begin &&
          node.key_begin < limit) {
        last = std::max(last, node.end);
      }
    }
    ranges.push_back(
        {begin_of_line(source.text, begin), end_of_line(source.text, last)});
  }
  return ranges;
}

/// To the next line that is not blank.
std::size_t after_blank_lines(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const std::size_t end = end_of_line(text, at);
    const std::string_view line = text.substr(at, end - at);
    if (line.find_first_not_of(blank_characters) != line.npos) break;
    at = end;
  }
  return at;
}

std::string joined_sections(const source_text& source,
                            const std::vector<text_range>& ranges) {
  const std::string_view line = line_break_of(source.text);
  std::string out;
  for (const text_range& range : ranges) {
    if (!out.empty()) out += line;
    out += part_of(source, range);
    if (!out.ends_with('\n')) out += line;
  }
  return out;
}

void take_toml(const mcp_client& client, const source_text& source,
               const std::vector<const client_server*>& servers,
               const std::vector<bool>& goes, const merged_entry& entry,
               bool has_entry, merge_edits& made) {
  const std::string_view line = line_break_of(source.text);
  for (std::size_t i = 0; i < servers.size(); ++i) {
    if (!goes[i]) continue;
    const auto ranges = sections_of(source, *servers[i]);
    made.servers.push_back({servers[i]->name, joined_sections(source, ranges)});
    for (const text_range& range : ranges) {
      if (has_entry) {
        made.edits.push_back(
            {.begin = range.begin,
             .end = after_blank_lines(source.text, range.end)});
        continue;
      }
      std::string text =
          "[" + std::string(client.servers_key) + "." + entry.name + "]";
      text.append(line).append("command = ");
      text.append(quoted_string(entry.words.front())).append(line);
      text.append("args = ").append(list_text(entry.words)).append(line);
      made.edits.push_back(
          {.begin = range.begin, .end = range.end, .text = std::move(text)});
      has_entry = true;
    }
  }
}

/// Everything that an entry consists of.
std::vector<text_range> ranges_of(const source_text& source,
                                  const client_server& server) {
  if (source.dialect == source_dialect::toml) {
    return sections_of(source, server);
  }
  return {member_range(source, server)};
}

}  // namespace

std::string obstacle_to_taking(const source_text& source,
                               const client_server& server) {
  if (source.dialect == source_dialect::json) return {};
  const auto ranges = sections_of(source, server);
  for (const std::size_t id : source.tree->family(server.table)) {
    const std::size_t at = source.tree->at(id).key_begin;
    if (at == source_node::none) continue;
    const bool is_inside = std::any_of(
        ranges.begin(), ranges.end(), [at](const text_range& range) {
          return at >= range.begin && at < range.end;
        });
    if (!is_inside) return "is not in a section of its own";
  }
  return ranges.empty() ? "is not in a section of its own" : "";
}

merge_edits take_servers(const mcp_client& client, const source_text& source,
                         const std::vector<const client_server*>& servers,
                         const std::vector<bool>& goes,
                         const merged_entry& entry,
                         const client_server* existing) {
  merge_edits made;
  const auto take =
      source.dialect == source_dialect::json ? take_json : take_toml;
  take(client, source, servers, goes, entry, existing != nullptr, made);
  std::stable_sort(
      made.edits.begin(), made.edits.end(),
      [](const splice& a, const splice& b) { return a.begin < b.begin; });
  made.begin = made.edits.front().begin;
  made.end = made.edits.front().end;
  for (const splice& one : made.edits) made.end = std::max(made.end, one.end);
  if (existing != nullptr) {
    for (const text_range& range : ranges_of(source, *existing)) {
      made.begin = std::min(made.begin, range.begin);
      made.end = std::max(made.end, range.end);
    }
  }
  return made;
}

std::vector<splice> put_back_servers(const source_text& source,
                                     const client_server& entry,
                                     const std::vector<taken_server>& servers) {
  const std::string_view line = line_break_of(source.text);
  const auto ranges = ranges_of(source, entry);
  const bool is_json = source.dialect == source_dialect::json;
  const std::string between =
      (is_json ? "," : "") + std::string(line) +
      (is_json ? std::string(indent_of(source.text, ranges.front().begin))
               : "");
  std::string text;
  for (const taken_server& server : servers) {
    text.append(text.empty() ? "" : between).append(server.text);
  }
  std::vector<splice> edits;
  edits.reserve(ranges.size());
  for (const text_range& range : ranges) {
    edits.push_back({.begin = range.begin, .end = range.end, .text = {}});
  }
  edits.front().text = std::move(text);
  return edits;
}

}  // namespace cli
