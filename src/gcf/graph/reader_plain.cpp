// SPDX-License-Identifier: MIT
// Lines as an encoder writes them: one space between fields, none after, ids
// that count, no status. They are nearly all lines of a large graph, so they
// are read in one loop, and nothing else is looked at.
#include "gcf/graph/reader.hpp"
#include "gcf/lex/key.hpp"
#include "text/bytes.hpp"
#include "text/digits.hpp"

namespace pith::inline v0::gcf::graph_profile {

using decoding::source;
using decoding::view;

namespace {

/// Reads up to seven digits at `p`; null when there are none, or more.
char* read_short_number(char* p, std::uint32_t& into) noexcept {
  const std::uint64_t eight = text::load_8(p);
  const unsigned count = text::count_digits(eight);
  if (count - 1 >= 7) return nullptr;
  into = static_cast<std::uint32_t>(text::digits_value(eight, count));
  return p + count;
}

/// A score such as 0.78; null for others.
char* read_short_score(char* p, symbol_row& into) noexcept {
  const auto whole = static_cast<unsigned>(p[0] - '0');
  const auto tenths = static_cast<unsigned>(p[2] - '0');
  const auto rest = static_cast<unsigned>(p[3] - '0');
  if (whole > 9 || p[1] != '.' || tenths > 9 || rest > 9) return nullptr;
  into.score = static_cast<double>(whole * 100 + tenths * 10 + rest) / 100.0;
  const unsigned length = rest != 0 ? 4 : tenths != 0 ? 3 : 1;
  into.score_literal = {p, length};
  return p + 4;
}

/// Reads a declaration. Returns the beginning of the next line, or null when
/// the line is of any other form.
inline char* read_plain_symbol(char* p, symbol_row& into) noexcept {
  p = read_short_number(p + 1, into.id);
  if (p == nullptr || *p != ' ') return nullptr;
  char* const kind = p + 1;
  p = decoding::skip_bare_key(kind);
  if (p == kind || *p != ' ') return nullptr;
  into.kind = view(kind, p);
  char* const name = p + 1;
  p = word_end(name);
  if (p == name || *p != ' ') return nullptr;
  into.name = view(name, p);
  p = read_short_score(p + 1, into);
  if (p == nullptr || *p != ' ') return nullptr;
  char* const provenance = p + 1;
  p = word_end(provenance);
  if (p == provenance || *p != '\n') return nullptr;
  into.provenance = view(provenance, p);
  return p + 1;
}

/// The same for an edge without a status. Its ends are set to ids.
inline char* read_plain_edge(const source& text, char* p,
                             edge_row& into) noexcept {
  p = read_short_number(p + 1, into.target);
  if (p == nullptr || p[0] != '<' || p[1] != '@') return nullptr;
  p = read_short_number(p + 2, into.source);
  if (p == nullptr || *p != ' ') return nullptr;
  char* const type = p + 1;
  p = word_end(type);
  if (p == type || *p != '\n') return nullptr;
  into.type = {static_cast<std::uint32_t>(text.offset_of(type)),
               static_cast<std::uint32_t>(p - type)};
  into.status = {0, 0};
  return p + 1;
}

}  // namespace

/// Stops before any other line, right or wrong; the general way looks at that.
/// Returns the beginning of the line it stopped at.
char* reader::read_plain_symbols(char* p) {
  char* const begin = p;
  const std::size_t before = symbols_.size();
  for (std::size_t room = group_.room(symbol_count(), bounds_.max_items);
       room != 0 && *p == '@'; --room) {
    symbol_row row;
    char* const end = read_plain_symbol(p, row);
    if (end == nullptr || row.id != index_.size()) break;
    row.distance = group_.distance();
    if (!index_.add(row.kind, row.name)) break;
    if (graph::is_spelt_twice(index_, kinds_)) return duplicate(p);
    symbols_.push_back(row);
    p = end;
  }
  group_.count_lines(symbols_.size() - before);
  return symbols_.size() == before ? begin : p;
}

char* reader::read_plain_edges(char* p) {
  char* const begin = p;
  const std::size_t before = edges_.size();
  const auto declared = static_cast<std::uint32_t>(symbol_count());
  for (std::size_t room = group_.room(edge_count(), bounds_.max_items);
       room != 0 && *p == '@'; --room) {
    edge_row row;
    char* const end = read_plain_edge(text_, p, row);
    if (end == nullptr || row.source >= declared || row.target >= declared) {
      break;
    }
    edges_.push_back(row);
    p = end;
  }
  group_.count_lines(edges_.size() - before);
  return edges_.size() == before ? begin : p;
}

}  // namespace pith::inline v0::gcf::graph_profile
