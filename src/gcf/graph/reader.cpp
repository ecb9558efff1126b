// SPDX-License-Identifier: MIT
#include "gcf/graph/reader.hpp"

#include "gcf/decode_key.hpp"
#include "gcf/decode_load.hpp"
#include "gcf/graph/changes.hpp"
#include "gcf/graph/each_line.hpp"
#include "text/digits.hpp"

#include <algorithm>
#include <cstring>

namespace pith::inline v0::gcf::graph_profile {

using decoding::header_pair;
using decoding::view;

namespace {

/// `@0 a b 0.00 c` and its line feed: no symbol takes fewer bytes.
constexpr std::size_t least_symbol_bytes = 14;

}  // namespace

bool reader::run(detail::document_data& data, std::string_view text,
                 const limits& bounds, const session_memory* memory,
                 std::size_t more) {
  data.reset();
  shapes_.reset(data);
  bounds_ = bounds;
  bounds_.max_items = std::min({bounds.max_items, decoding::greatest_text,
                                std::size_t{graph::symbol_index::max_symbols}});
  memory_ = memory;
  header_ = {};
  section_ = section::none;
  is_counted_ = false;
  symbols_.clear();
  edges_.clear();
  ids_.clear();
  const decoding::text_fault fault =
      cut_at_fault(text, decoding::fault_bounds_of(bounds_));
  const bool has_fault = fault.at != decoding::no_fault;
  decoding::copy_text(text_, data, text, more);
  bool is_good = true;
  if (!has_fault || !text.empty()) {
    char* const body = read_graph_header(text_, data, shapes_, header_);
    is_good = body != nullptr && check_header(body) && read_lines(body);
  }
  if (is_good && has_fault) {
    text_.problem = {fault.code, fault.at, fault.detail};
    is_good = false;
  }
  is_good = is_good && finish();
  *text_.last = '\0';
  return is_good;
}

bool reader::finish() {
  return close_section(text_.last) &&
         check_total(header_.symbols, header_.symbol_count, symbols_.size()) &&
         check_total(header_.edges, header_.edge_count, edges_.size());
}

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
               "a delta is no graph by itself");
    return false;
  }
  is_session_ = header_.session.at != nullptr;
  // What the header says is no reason to take memory; the text is.
  const auto bytes = static_cast<std::size_t>(text_.last - text_.first);
  index_.reset(static_cast<std::size_t>(std::min<std::uint64_t>(
      header_.symbol_count, bytes / least_symbol_bytes)));
  return true;
}

bool reader::read_lines(char* p) {
  return each_line(text_, p, [this](char* line) { return read_line(line); });
}

char* reader::read_line(char* p) {
  if (section_ == section::end) {
    return text_.fail(error_code::invalid_line, p,
                      "nothing may follow the summary");
  }
  if (p[0] == '#' && p[1] == '#') {
    if (p[2] == '!') return read_trailer(p);
    if (p[2] == ' ') return read_section(p);
  }
  switch (section_) {
    case section::symbols: {
      char* const next = is_session_ ? p : read_plain_symbols(p);
      return next != p ? next : read_symbol(p);
    }
    case section::edges: {
      char* const next = is_session_ ? p : read_plain_edges(p);
      return next != p ? next : read_edge(p);
    }
    default:
      return text_.fail(error_code::invalid_line, p,
                        "a graph must begin with a group such as ## targets");
  }
}

/// A line such as `## targets` or `## edges [3]` (6a).
char* reader::read_section(char* p) {
  if (!close_section(p)) return nullptr;
  char* const name = p + 3;
  p = decoding::skip_bare_key(name);
  const bool is_edges = view(name, p) == "edges";
  if (!is_edges && !set_group(view(name, p))) return nullptr;
  section_ = is_edges ? section::edges : section::symbols;
  is_counted_ = false;
  count_ = declared_ = 0;
  if (p[0] == ' ' && p[1] == '[') p = read_group_count(p + 2);
  if (p == nullptr) return nullptr;
  return decoding::expect_line_end(text_, p,
                         "nothing may follow the name of a group "
                         "but a count in brackets");
}

/// A count behind its opening bracket. Any group may have one; if it does, it
/// holds (section 13).
char* reader::read_group_count(char* p) {
  char* const at = p;
  if (p[0] == '?' && p[1] == ']') return p + 2;
  while (text::is_digit(*p)) {
    // Beyond the limit the value does not matter any more.
    if (declared_ <= bounds_.max_items) {
      declared_ = declared_ * 10 + static_cast<unsigned>(*p - '0');
    }
    ++p;
  }
  if (p == at || (*at == '0' && p != at + 1) || *p != ']') {
    return text_.fail(error_code::invalid_count, at,
                      "a count must be ? or a number without leading zeros, "
                      "in brackets");
  }
  if (declared_ > bounds_.max_items) {
    return text_.fail(error_code::item_limit, at,
                      "the count is greater than limits::max_items");
  }
  is_counted_ = true;
  return p + 1;
}

/// Only groups that say a distance are known: a symbol in any other would have
/// to get a distance that nobody gave it.
bool reader::set_group(std::string_view name) {
  constexpr std::string_view numbered = "distance_";
  if (name == "targets") {
    distance_ = 0;
  } else if (name == "related") {
    distance_ = 1;
  } else if (name == "extended") {
    distance_ = 2;
  } else if (name.starts_with(numbered) && name.size() > numbered.size()) {
    std::uint64_t distance = 0;
    for (const char& c : name.substr(numbered.size())) {
      if (!text::is_digit(c)) {
        text_.fail(error_code::invalid_line, &c,
                   "a distance must be a decimal number");
        return false;
      }
      distance = distance * 10 + static_cast<unsigned>(c - '0');
      if (distance > 0xFFFFFFFF) {
        text_.fail(error_code::out_of_range, name.data(),
                   "a distance must be less than 2^32");
        return false;
      }
    }
    distance_ = static_cast<std::uint32_t>(distance);
  } else {
    text_.fail(error_code::invalid_line, name.data(),
               "a group must be targets, related, extended, distance_N or "
               "edges");
    return false;
  }
  return true;
}

/// Ends the section before the line at `at`.
bool reader::close_section(const char* at) {
  if (is_counted_ && count_ < declared_) {
    text_.fail(error_code::count_mismatch, at,
               "there are fewer lines than the header of the group declares");
    return false;
  }
  return true;
}

/// Counts the line at `p`; null when there is one too many.
char* reader::count_item(char* p) {
  if (is_counted_ && count_ == declared_) {
    return text_.fail(error_code::count_mismatch, p,
                      "there are more lines than the header of the group "
                      "declares");
  }
  ++count_;
  const std::size_t held =
      section_ == section::symbols ? symbols_.size() : edges_.size();
  if (held >= bounds_.max_items) {
    return text_.fail(error_code::item_limit, p,
                      "a graph has more symbols or edges than "
                      "limits::max_items");
  }
  return p;
}

/// How many more lines the section and the limits allow.
std::size_t reader::room_for_items() const noexcept {
  const std::size_t held =
      section_ == section::symbols ? symbols_.size() : edges_.size();
  const std::size_t room =
      bounds_.max_items - std::min(bounds_.max_items, held);
  return is_counted_ ? std::min(room, declared_ - count_) : room;
}

/// Reads lines as an encoder writes them: one space between fields, none
/// behind, ids that count. Stops before any other line, right or wrong; the
/// general way looks at that. Returns the beginning of the line it stopped at.
char* reader::read_plain_symbols(char* p) {
  char* const begin = p;
  const std::size_t before = symbols_.size();
  for (std::size_t room = room_for_items(); room != 0 && *p == '@'; --room) {
    symbol_row row;
    char* const end = read_plain_symbol(p, row);
    if (end == nullptr || row.id != symbols_.size()) break;
    row.distance = distance_;
    if (!index_.add(row.kind, row.name)) break;
    symbols_.push_back(row);
    p = end;
  }
  count_ += symbols_.size() - before;
  return symbols_.size() == before ? begin : p;
}

char* reader::read_plain_edges(char* p) {
  char* const begin = p;
  const std::size_t before = edges_.size();
  const auto declared = static_cast<std::uint32_t>(symbols_.size());
  for (std::size_t room = room_for_items(); room != 0 && *p == '@'; --room) {
    edge_row row;
    char* const end = read_plain_edge(text_, p, row);
    if (end == nullptr || row.source >= declared || row.target >= declared) {
      break;
    }
    edges_.push_back(row);
    p = end;
  }
  count_ += edges_.size() - before;
  return edges_.size() == before ? begin : p;
}

char* reader::read_symbol(char* p) {
  if (*p != '@') {
    return text_.fail(error_code::invalid_node_line, p,
                      "a symbol must begin with @ and its id");
  }
  if (count_item(p) == nullptr) return nullptr;
  symbols_.ensure(1);
  symbol_row row;
  char* next = nullptr;
  const symbol_line kind = read_symbol_line(text_, p, row, next);
  if (kind == symbol_line::failed || !note_id(p, row.id)) return nullptr;
  row.distance = distance_;
  if (kind == symbol_line::reference) {
    if (!is_session_) {
      return text_.fail(error_code::invalid_node_line, p,
                        "only a session refers to symbols transmitted before");
    }
    if (memory_ == nullptr || !memory_->recall(row)) {
      return text_.fail(error_code::unresolved_reference, p,
                        "this symbol was not transmitted before: ask for a "
                        "full payload");
    }
  } else if (memory_ != nullptr && is_session_ && !memory_->may_declare(row)) {
    return text_.fail(error_code::invalid_symbol_id, p,
                      "in this session the id belongs to another symbol");
  }
  if (!index_.add(row.kind, row.name)) {
    return text_.fail(error_code::duplicate_symbol, p,
                      "a kind and a qualified name must not occur twice");
  }
  symbols_.push_unchecked(row);
  return next;
}

/// Ids count from 0, but in a session they are only unique (section 5).
bool reader::note_id(char* at, std::uint32_t id) {
  const auto number = static_cast<std::uint32_t>(symbols_.size());
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
  if (count_item(p) == nullptr) return nullptr;
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
    found = ids_.find(0, end.id);  // detail::pair_map::none is no_id
  } else if (end.id < symbols_.size()) {
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
  if (!close_section(p)) return nullptr;
  section_ = section::end;
  is_counted_ = false;
  char* const next = decoding::behind_line(p);
  char* const end = decoding::trim_back(p, next - 1);
  char* const begin = p;
  p += mark.size();
  if (!view(begin, end).starts_with(mark) || (p != end && *p != ' ')) {
    return text_.fail(error_code::invalid_line, begin,
                      "a line of metadata must be ##! summary");
  }
  header_pair symbols;
  header_pair edges;
  while (p != end) {
    header_pair pair;
    p = read_header_pair(text_, p + 1, end, pair);
    if (p == nullptr) return nullptr;
    header_pair* const known = pair.key == "symbols" ? &symbols
                               : pair.key == "edges" ? &edges
                                                     : nullptr;
    if (known == nullptr) continue;
    if (known->at != nullptr) {
      return text_.fail(error_code::duplicate_header_field, pair.at,
                        "each total may be given once");
    }
    *known = pair;
    std::uint64_t declared = 0;
    if (!read_number(text_, pair.value, declared) ||
        !check_total(pair, declared,
                     known == &symbols ? symbols_.size() : edges_.size())) {
      return nullptr;
    }
  }
  return next;
}

bool reader::check_total(const header_pair& pair, std::uint64_t declared,
                         std::size_t actual) {
  if (pair.at == nullptr || declared == actual) return true;
  text_.fail(error_code::count_mismatch, pair.at,
             "the declared number of symbols or edges must be the actual one");
  return false;
}

}  // namespace pith::inline v0::gcf::graph_profile
