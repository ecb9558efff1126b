// SPDX-License-Identifier: MIT
#include "graph/read.hpp"

#include <cstdint>
#include <limits>
#include <span>

namespace pith::inline v0::graph {

namespace {

error wrong(const char* detail) {
  return {error_code::invalid_payload, 0, detail};
}

/// A name that a member may have, and which member that is.
struct spelling {
  std::string_view key;
  unsigned member;
};

constexpr unsigned ignored = 31;

unsigned find_member(std::span<const spelling> known,
                     std::string_view key) noexcept {
  for (const spelling& s : known) {
    if (s.key == key) return s.member;
  }
  return ignored;
}

constexpr std::uint32_t bit(unsigned member) noexcept {
  return std::uint32_t{1} << member;
}

/// Gives each known member of an object that is not null to `read`, and says
/// which there were.
template <class Read>
result<std::uint32_t> read_members(value v, std::span<const spelling> known,
                                   const char* no_object, Read&& read) {
  const auto object = v.get_object();
  if (!object) return wrong(no_object);
  std::uint32_t seen = 0;
  for (const member m : *object) {
    const unsigned which = find_member(known, m.key);
    if (which == ignored || m.value.is_null()) continue;
    if ((seen & bit(which)) != 0) {
      return error{error_code::duplicate_key, 0,
                   "a member must be given only once, in one of its spellings"};
    }
    seen |= bit(which);
    if (const result<void> done = read(which, m.value); !done) {
      return done.error();
    }
  }
  return seen;
}

result<void> read_number(value v, double& into) {
  const auto number = v.get_double();
  if (!number) return wrong("a score must be a number");
  into = *number;
  return {};
}

result<void> read_distance(value v, std::uint32_t& into) {
  std::uint64_t number = 0;
  if (const result<void> done = read_count(v, number); !done) return done;
  if (number > std::numeric_limits<std::uint32_t>::max()) {
    return error{error_code::out_of_range, 0,
                 "a distance must be less than 2^32"};
  }
  into = static_cast<std::uint32_t>(number);
  return {};
}

constexpr spelling component_members[] = {
    {"blast_radius", 0}, {"blastRadius", 0}, {"confidence", 1},
    {"recency", 2},      {"distance", 3},
};

result<void> read_components(value v, std::optional<score_components>& into) {
  score_components parts;
  double* const places[] = {&parts.blast_radius, &parts.confidence,
                            &parts.recency, &parts.distance};
  const auto seen =
      read_members(v, component_members, "components must be an object",
                   [&](unsigned which, value number) {
                     return read_number(number, *places[which]);
                   });
  if (!seen) return seen.error();
  into = parts;
  return {};
}

enum symbol_member : unsigned {
  symbol_name,
  symbol_kind,
  symbol_score,
  symbol_provenance,
  symbol_distance,
  symbol_signature,
  symbol_components,
};

constexpr spelling symbol_members[] = {
    {"qualifiedName", symbol_name},
    {"qualified_name", symbol_name},
    {"kind", symbol_kind},
    {"score", symbol_score},
    {"provenance", symbol_provenance},
    {"distance", symbol_distance},
    {"signature", symbol_signature},
    {"components", symbol_components},
};

enum edge_member : unsigned {
  edge_source,
  edge_target,
  edge_kind,
  edge_status,
  edge_source_kind,
  edge_target_kind,
};

constexpr spelling edge_members[] = {
    {"source", edge_source},
    {"target", edge_target},
    {"edgeType", edge_kind},
    {"edge_type", edge_kind},
    {"type", edge_kind},
    {"status", edge_status},
    {"sourceKind", edge_source_kind},
    {"source_kind", edge_source_kind},
    {"targetKind", edge_target_kind},
    {"target_kind", edge_target_kind},
};

enum payload_member : unsigned {
  payload_tool,
  payload_budget,
  payload_tokens,
  payload_root,
  payload_symbols,
  payload_edges,
};

constexpr spelling payload_members[] = {
    {"tool", payload_tool},           {"tokenBudget", payload_budget},
    {"token_budget", payload_budget}, {"tokensUsed", payload_tokens},
    {"tokens_used", payload_tokens},  {"packRoot", payload_root},
    {"pack_root", payload_root},      {"symbols", payload_symbols},
    {"edges", payload_edges},
};

}  // namespace

result<void> read_text(value v, std::string& into) {
  if (v.is_null()) return {};
  const auto text = v.get_string();
  if (!text) return wrong("a name, a kind and a status must be strings");
  into = *text;
  return {};
}

result<void> read_count(value v, std::uint64_t& into) {
  const auto number = v.get_integer();
  if (!number) return wrong("a count or a distance must be an integer");
  if (*number < 0) {
    return error{error_code::out_of_range, 0,
                 "a count or a distance must not be negative"};
  }
  into = static_cast<std::uint64_t>(*number);
  return {};
}

result<void> read_symbol(value v, symbol& into) {
  const auto seen =
      read_members(v, symbol_members, "a symbol must be an object",
                   [&](unsigned which, value m) -> result<void> {
                     switch (which) {
                       case symbol_name:
                         return read_text(m, into.qualified_name);
                       case symbol_kind:
                         return read_text(m, into.kind);
                       case symbol_score:
                         return read_number(m, into.score);
                       case symbol_provenance:
                         return read_text(m, into.provenance);
                       case symbol_distance:
                         return read_distance(m, into.distance);
                       case symbol_signature:
                         return read_text(m, into.signature);
                       default:
                         return read_components(m, into.components);
                     }
                   });
  if (!seen) return seen.error();
  constexpr std::uint32_t required = bit(symbol_name) | bit(symbol_kind);
  if ((*seen & required) != required) {
    return wrong("a symbol must have qualifiedName and kind");
  }
  return {};
}

result<void> read_edge(value v, edge& into) {
  std::string* const places[] = {&into.source,      &into.target,
                                 &into.edge_type,   &into.status,
                                 &into.source_kind, &into.target_kind};
  const auto seen = read_members(
      v, edge_members, "an edge must be an object",
      [&](unsigned which, value m) { return read_text(m, *places[which]); });
  if (!seen) return seen.error();
  constexpr std::uint32_t required =
      bit(edge_source) | bit(edge_target) | bit(edge_kind);
  if ((*seen & required) != required) {
    return wrong("an edge must have source, target and edgeType");
  }
  return {};
}

result<void> read_symbols(value v, std::vector<symbol>& into) {
  const auto elements = v.get_array();
  if (!elements) return wrong("symbols must be an array");
  into.reserve(into.size() + elements->size());
  for (const value each : *elements) {
    if (const result<void> done = read_symbol(each, into.emplace_back());
        !done) {
      return done;
    }
  }
  return {};
}

result<void> read_edges(value v, std::vector<edge>& into) {
  const auto elements = v.get_array();
  if (!elements) return wrong("edges must be an array");
  into.reserve(into.size() + elements->size());
  for (const value each : *elements) {
    if (const result<void> done = read_edge(each, into.emplace_back()); !done) {
      return done;
    }
  }
  return {};
}

result<payload> from_value(value v) {
  payload made;
  const auto seen =
      read_members(v, payload_members, "a graph must be an object",
                   [&](unsigned which, value m) -> result<void> {
                     switch (which) {
                       case payload_tool:
                         return read_text(m, made.tool);
                       case payload_budget:
                         return read_count(m, made.token_budget);
                       case payload_tokens:
                         return read_count(m, made.tokens_used);
                       case payload_root:
                         return read_text(m, made.pack_root);
                       case payload_symbols:
                         return read_symbols(m, made.symbols);
                       default:
                         return read_edges(m, made.edges);
                     }
                   });
  if (!seen) return seen.error();
  if ((*seen & bit(payload_symbols)) == 0) {
    return wrong("a graph must have symbols");
  }
  return made;
}

}  // namespace pith::inline v0::graph
