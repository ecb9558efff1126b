// SPDX-License-Identifier: MIT
#include "gcf/graph/changes.hpp"

#include "gcf/graph/each_line.hpp"
#include "gcf/lex/key.hpp"
#include "graph/kinds.hpp"
#include "graph/symbol_index.hpp"

#include <algorithm>
#include <tuple>

namespace pith::inline v0::gcf::graph_profile {

using decoding::line_search;
using decoding::source;
using decoding::view;

namespace {

/// Reads line by line; each section may come once, in any order (10.5).
class changes_reader {
 public:
  changes_reader(source& text, const graph_header& header, const limits& bounds,
                 graph_changes& into)
      : text_(text), header_(header), bounds_(bounds), into_(into) {}

  [[nodiscard]] bool read(char* p);

 private:
  enum section : unsigned { removed, added, edges_removed, edges_added, none };

  [[nodiscard]] char* read_line(char* p);
  [[nodiscard]] char* read_section(char* p);
  [[nodiscard]] char* read_added(char* p);
  [[nodiscard]] char* read_removed(char* p);
  [[nodiscard]] char* read_edge(char* p, detail::pod_buffer<named_edge>& edges);
  [[nodiscard]] bool has_twin(const detail::pod_buffer<named_edge>& edges);
  char* duplicate(char* p) {
    return text_.fail(error_code::duplicate_symbol, p,
                      "a section of a delta names a symbol twice");
  }

  source& text_;
  const graph_header& header_;
  const limits& bounds_;
  graph_changes& into_;
  section section_ = none;
  unsigned seen_ = 0;        // a bit for each section
  graph::kind_names kinds_;  // `fn` and `function` are one
  graph::symbol_index removed_symbols_;
  graph::symbol_index added_symbols_;
};

bool changes_reader::read(char* p) {
  removed_symbols_.reset(0);
  added_symbols_.reset(0);
  return each_line(text_, p, [this](char* line) { return read_line(line); }) &&
         !has_twin(into_.removed_edges) && !has_twin(into_.added_edges);
}

char* changes_reader::read_line(char* p) {
  if (p[0] == '#' && p[1] == '#') return read_section(p);
  const std::size_t lines = into_.removed.size() + into_.added.size() +
                            into_.removed_edges.size() +
                            into_.added_edges.size();
  if (lines >= bounds_.max_items || lines >= graph::symbol_index::max_symbols) {
    return text_.fail(error_code::item_limit, p,
                      "a delta has more lines than limits::max_items");
  }
  switch (section_) {
    case removed:
      return read_removed(p);
    case added:
      return read_added(p);
    case edges_removed:
      return read_edge(p, into_.removed_edges);
    case edges_added:
      return read_edge(p, into_.added_edges);
    default:
      return text_.fail(error_code::malformed_delta, p,
                        "a delta must begin with a section such as ## removed");
  }
}

char* changes_reader::read_section(char* p) {
  char* const name = p + 3;
  if (p[2] == ' ') {
    char* const end = decoding::skip_bare_key(name);
    constexpr std::string_view names[] = {"removed", "added", "edges_removed",
                                          "edges_added"};
    for (unsigned i = 0; i < none; ++i) {
      if (view(name, end) != names[i]) continue;
      if ((seen_ >> i & 1) != 0) {
        return text_.fail(error_code::malformed_delta, name,
                          "a section of a delta may occur once");
      }
      seen_ |= 1U << i;
      section_ = static_cast<section>(i);
      if (!decoding::is_blank_to_end(end)) break;
      return decoding::after_line(end);
    }
  }
  return text_.fail(error_code::malformed_delta, p,
                    "a section of a graph's delta must be removed, added, "
                    "edges_removed or edges_added");
}

char* changes_reader::read_added(char* p) {
  if (*p != '@') {
    return text_.fail(error_code::invalid_node_line, p,
                      "a symbol must begin with @ and its id");
  }
  symbol_row row;
  char* next = nullptr;
  switch (read_symbol_line(text_, p, row, next, true)) {
    case symbol_line::failed:
      return nullptr;
    case symbol_line::reference:  // 10.6
      return text_.fail(error_code::invalid_node_line, p,
                        "a delta must declare its symbols in full");
    case symbol_line::declaration:
      break;
  }
  if (header_.session.at == nullptr && row.id != into_.added.size()) {
    return text_.fail(error_code::invalid_symbol_id, p,
                      "ids must count the symbols from 0");
  }
  if (!added_symbols_.add(kinds_.abbreviate(row.kind), row.name)) {
    return duplicate(p);
  }
  into_.added.push_back(row);
  return next;
}

char* changes_reader::read_removed(char* p) {
  symbol_row row{};
  char* const next = read_removed_line(text_, p, row);
  if (next == nullptr) return nullptr;
  if (!removed_symbols_.add(kinds_.abbreviate(row.kind), row.name)) {
    return duplicate(p);
  }
  into_.removed.push_back(row);
  return next;
}

char* changes_reader::read_edge(char* p,
                                detail::pod_buffer<named_edge>& edges) {
  named_edge edge;
  char* const next = read_named_edge(text_, p, edge);
  if (next != nullptr) edges.push_back(edge);
  return next;
}

/// Looks for an edge that stands twice in a section; fails where it does.
bool changes_reader::has_twin(const detail::pod_buffer<named_edge>& edges) {
  const auto fields = [&](std::uint32_t i) {
    return std::tie(edges[i].source, edges[i].target, edges[i].type);
  };
  detail::pod_buffer<std::uint32_t> order;
  order.resize(edges.size());
  for (std::uint32_t i = 0; i < edges.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple_cat(fields(a), std::tie(a)) <
           std::tuple_cat(fields(b), std::tie(b));
  });
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (fields(order[i]) != fields(order[i - 1])) continue;
    text_.fail(error_code::delta_conflict, edges[order[i]].source.data(),
               "a section of a delta has an edge twice");
    return true;
  }
  return false;
}

}  // namespace

bool read_changes(source& text, char* body, const graph_header& header,
                  const limits& bounds, graph_changes& into) {
  into.removed.clear();
  into.added.clear();
  into.removed_edges.clear();
  into.added_edges.clear();
  if (header.base_root.empty() || header.new_root.empty()) {
    text.fail(error_code::malformed_delta, header.delta.at,
              "a delta must have base_root and new_root");
    return false;
  }
  if (header.unchanged.at != nullptr) {
    text.fail(error_code::malformed_delta, header.unchanged.at,
              "an answer is a delta or unchanged, not both");
    return false;
  }
  return changes_reader(text, header, bounds, into).read(body);
}

bool check_unchanged(source& text, char* body, const graph_header& header) {
  if (header.delta.at != nullptr) {
    text.fail(error_code::malformed_delta, header.delta.at,
              "an answer is a delta or unchanged, not both");
    return false;
  }
  if (header.pack_root.empty() || !header.symbols.is_given) {
    text.fail(error_code::malformed_delta, header.unchanged.at,
              "an unchanged answer must have pack_root and symbols");
    return false;
  }
  decoding::line ln;
  switch (find_line(text, body, ln)) {
    case line_search::end_of_text:
      return true;
    case line_search::failed:
      return false;
    case line_search::found:
      break;
  }
  text.fail(error_code::invalid_line, ln.first,
            "an unchanged answer has no body");
  return false;
}

}  // namespace pith::inline v0::gcf::graph_profile
