// SPDX-License-Identifier: MIT
#include "gcf/graph/reader.hpp"

#include "gcf/graph/changes.hpp"
#include "gcf/graph/each_line.hpp"
#include "gcf/lex/load.hpp"

#include <algorithm>

namespace pith::inline v0::gcf::graph_profile {

using decoding::header_pair;
using decoding::view;

namespace {

/// `@0 a b 0.00 c` and its line feed: no symbol takes fewer bytes.
constexpr std::size_t min_symbol_bytes = 14;

bool check_total(decoding::source& text, const declared_total& total,
                 std::size_t actual) {
  if (!total.is_given || total.count == actual) return true;
  text.problem = {
      error_code::count_mismatch, total.at,
      "the declared number of symbols or edges must be the actual one"};
  return false;
}

}  // namespace

bool reader::run(detail::document_data& data, std::string_view text,
                 const limits& bounds, const session_memory* memory,
                 std::size_t more) {
  data.reset();
  begin(bounds, memory);
  const decoding::text_fault fault =
      cut_at_fault(text, decoding::fault_bounds_of(bounds_));
  const bool has_fault = fault.at != decoding::no_fault;
  decoding::copy_text(text_, data, text, more);
  bool is_good = true;
  if (!has_fault || !text.empty()) {
    char* const body = read_header(data);
    is_good =
        body != nullptr && check_header(body) &&
        each_line(text_, body, [this](char* line) { return read_line(line); });
  }
  if (is_good && has_fault) {
    text_.problem = {fault.code, fault.at, fault.detail};
    is_good = false;
  }
  is_good = is_good && finish();
  *text_.last = '\0';
  return is_good;
}

void reader::begin(const limits& bounds, const session_memory* memory) {
  bounds_ = bounds;
  bounds_.max_items = std::min({bounds.max_items, decoding::greatest_text,
                                std::size_t{graph::symbol_index::max_symbols}});
  memory_ = memory;
  header_ = {};
  group_.reset();
  symbols_.clear();
  edges_.clear();
  forgotten_edges_ = 0;
  index_.reset(0);
  ids_.clear();
}

char* reader::read_header(detail::document_data& data) {
  shapes_.reset(data);
  char* const body = read_graph_header(text_, data, shapes_, header_);
  is_session_ = header_.session.at != nullptr;
  return body;
}

bool reader::finish() {
  if (!group_.close(text_, text_.last) ||
      !check_total(text_, header_.symbols, symbol_count()) ||
      !check_total(text_, header_.edges, edge_count())) {
    return false;
  }
  if (requires_trailer_ && group_.kind() != group_kind::ended) {
    text_.fail(error_code::missing_summary, text_.last,
               decoding::missing_summary);
    return false;
  }
  return true;
}

/// Looks at what is not a graph by itself, and prepares for what is.
bool reader::check_header(char* body) {
  if (header_.unchanged.at != nullptr) {
    if (!check_unchanged(text_, body, header_)) return false;
    text_.fail(error_code::not_supported, header_.unchanged.at,
               "the graph is unchanged: keep the one that you hold");
    return false;
  }
  if (header_.delta.at != nullptr) {
    graph_changes changes;
    if (!read_changes(text_, body, header_, bounds_, changes)) return false;
    text_.fail(error_code::not_supported, header_.delta.at,
               "a delta is not a complete graph; apply it to its base");
    return false;
  }
  // What the header says is no reason to take memory; the text is.
  const auto bytes = static_cast<std::size_t>(text_.last - text_.first);
  index_.reset(static_cast<std::size_t>(std::min<std::uint64_t>(
      header_.symbols.count, bytes / min_symbol_bytes)));
  return true;
}

char* reader::read_line(char* p) {
  if (group_.kind() == group_kind::ended) {
    return text_.fail(error_code::invalid_line, p,
                      "nothing may follow the summary");
  }
  if (p[0] == '#' && p[1] == '#') {
    if (p[2] == '!') return read_trailer(p);
    if (p[2] == ' ') {
      return group_.close(text_, p) ? group_.open(text_, p, bounds_.max_items)
                                    : nullptr;
    }
  }
  switch (group_.kind()) {
    case group_kind::symbols: {
      char* const next = is_session_ ? p : read_plain_symbols(p);
      return next != p ? next : read_symbol(p);
    }
    case group_kind::edges: {
      char* const next = is_session_ ? p : read_plain_edges(p);
      return next != p ? next : read_edge(p);
    }
    default:
      return text_.fail(error_code::invalid_line, p,
                        "a graph must begin with a group such as ## targets");
  }
}

char* reader::read_symbol(char* p) {
  if (*p != '@') {
    return text_.fail(error_code::invalid_node_line, p,
                      "a symbol must begin with @ and its id");
  }
  if (!group_.count_line(text_, p, symbol_count(), bounds_.max_items)) {
    return nullptr;
  }
  symbols_.ensure(1);
  symbol_row row;
  char* next = nullptr;
  const symbol_line kind = read_symbol_line(text_, p, row, next);
  if (kind == symbol_line::failed || !note_id(p, row.id)) return nullptr;
  row.distance = group_.distance();
  if (kind == symbol_line::reference) {
    if (!is_session_) {
      return text_.fail(error_code::invalid_node_line, p,
                        "only a session can refer to earlier symbols");
    }
    if (memory_ == nullptr || !memory_->recall(row)) {
      return text_.fail(
          error_code::unresolved_reference, p,
          "this symbol was not sent before; ask for a full payload");
    }
  } else if (memory_ != nullptr && is_session_ && !memory_->may_declare(row)) {
    return text_.fail(error_code::invalid_symbol_id, p,
                      "in this session the id belongs to another symbol");
  }
  if (!index_.add(row.kind, row.name) ||
      graph::is_spelt_twice(index_, kinds_)) {
    return duplicate(p);
  }
  symbols_.push_unchecked(row);
  return next;
}

/// Ids count from 0, but in a session they are only unique (section 5).
bool reader::note_id(char* at, std::uint32_t id) {
  const auto number = static_cast<std::uint32_t>(symbol_count());
  if (!is_session_) {
    if (id == number) return true;
    text_.fail(error_code::invalid_symbol_id, at,
               "ids must count the symbols from 0");
    return false;
  }
  if (id == no_id || ids_.find(0, id) != detail::pair_map::none) {
    text_.fail(error_code::invalid_symbol_id, at,
               "an id must be less than 2^32 - 1 and occur once");
    return false;
  }
  ids_.set(0, id, number);
  return true;
}

char* reader::read_edge(char* p) {
  if (!group_.count_line(text_, p, edge_count(), bounds_.max_items)) {
    return nullptr;
  }
  edge_line ln;
  char* const next = read_edge_line(text_, p, ln);
  if (next == nullptr) return nullptr;
  const std::uint32_t target = find_end(ln.target);
  if (target == no_id) return nullptr;
  const std::uint32_t source = find_end(ln.source);
  if (source == no_id) return nullptr;
  edges_.push_back({source, target, ln.type, ln.status});
  return next;
}

/// The symbol with an id, or no_id after a failure.
std::uint32_t reader::find_end(const id_token& end) {
  std::uint32_t found = no_id;
  if (is_session_) {
    found = ids_.find(0, end.id);  // pair_map::none is no_id
  } else if (end.id < symbol_count()) {
    found = end.id;
  }
  if (found == no_id) {
    text_.fail(error_code::unknown_edge_reference, end.at,
               "both ends of an edge must be declared before it");
  }
  return found;
}

/// `##! summary symbols=4 edges=3 counts=2,2,3`. The counts only inform.
char* reader::read_trailer(char* p) {
  constexpr std::string_view mark = "##! summary";
  if (!group_.close(text_, p)) return nullptr;
  group_.end();
  char* const next = decoding::after_line(p);
  char* const end = decoding::trim_back(p, next - 1);
  char* const begin = p;
  p += mark.size();
  if (!view(begin, end).starts_with(mark) || (p != end && *p != ' ')) {
    return text_.fail(error_code::invalid_line, begin,
                      "a line of metadata must be ##! summary");
  }
  declared_total symbols;
  declared_total edges;
  while (p != end) {
    header_pair pair;
    p = read_header_pair(text_, p + 1, end, pair);
    if (p == nullptr) return nullptr;
    declared_total* const known = pair.key == "symbols" ? &symbols
                                  : pair.key == "edges" ? &edges
                                                        : nullptr;
    if (known == nullptr) continue;
    if (known->is_given) {
      return text_.fail(error_code::duplicate_header_field, pair.at,
                        "each total may be given once");
    }
    if (!read_total(text_, pair, *known) ||
        !check_total(text_, *known,
                     known == &symbols ? symbol_count() : edge_count())) {
      return nullptr;
    }
  }
  return next;
}

}  // namespace pith::inline v0::gcf::graph_profile
