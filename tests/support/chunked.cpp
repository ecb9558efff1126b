// SPDX-License-Identifier: MIT
#include "chunked.hpp"

#include <pith/equality.hpp>
#include <pith/json.hpp>

#include <utility>

namespace pith_tests {

using pith::gcf::section_kind;

namespace {

/// Limits of texts are not limits of what they are copied to.
constexpr pith::limits unbounded = [] {
  pith::limits bounds;
  bounds.max_depth = 1'000'000;
  return bounds;
}();

/// True when an edge that was told is the one that was meant, or lacks kinds.
bool is_edge_of(pith::value meant, pith::value told) {
  const auto a = meant.get_object();
  const auto b = told.get_object();
  if (!a || !b) return false;
  std::size_t found = 0;
  for (const pith::member& m : *a) {
    const auto v = told.find(m.key);
    if (v && !pith::equal(m.value, *v)) return false;
    if (!v && m.key != "sourceKind" && m.key != "targetKind") return false;
    found += v ? 1 : 0;
  }
  return found == b->size();
}

/// Compares graphs whose edges stand before some symbols.
bool is_graph_of(pith::value meant, pith::value told) {
  const auto a = meant.get_object();
  const auto b = told.get_object();
  if (!a || !b || a->size() != b->size()) return false;
  for (const pith::member& m : *a) {
    const auto v = told.find(m.key);
    if (!v) return false;
    if (m.key != "edges") {
      if (!pith::equal(m.value, *v, pith::member_order::significant)) {
        return false;
      }
      continue;
    }
    const auto edges = m.value.get_array();
    const auto others = v->get_array();
    if (!edges || !others || edges->size() != others->size()) return false;
    auto other = others->begin();
    for (const pith::value edge : *edges) {
      if (!is_edge_of(edge, *other)) return false;
      ++other;
    }
  }
  return true;
}

}  // namespace

rebuilding_handler::rebuilding_handler() : builder_(unbounded) {}

void rebuilding_handler::open_object() {
  expect(at_ != place::whole && !is_in_section_);
  if (at_ == place::beginning) builder_.begin_object();
  at_ = place::object;
}

void rebuilding_handler::begin_section(const pith::gcf::section& s) {
  is_continuing_ = false;
  if (s.name) {
    open_object();
    is_continuing_ = !names_.emplace(*s.name).second;
    if (!is_continuing_) builder_.key(*s.name);
  } else {
    expect(at_ == place::beginning);
    at_ = place::whole;
  }
  expect((s.kind == section_kind::list) == s.fields.empty());
  is_in_section_ = true;
  kind_ = s.kind;
  count_ = 0;
  if (is_continuing_) {
    expect(kind_ == section_kind::table);
    continued_.push_back({std::string(*s.name), pith::builder(unbounded)});
    continued_.back().items.begin_array();
  } else if (kind_ == section_kind::keyed_map) {
    builder_.begin_object();
  } else {
    builder_.begin_array();
  }
}

void rebuilding_handler::item(pith::value v) {
  expect(is_in_section_ && kind_ != section_kind::keyed_map);
  (is_continuing_ ? continued_.back().items : builder_).copy(v);
  ++count_;
}

void rebuilding_handler::entry(std::string_view key, pith::value v) {
  expect(is_in_section_ && kind_ == section_kind::keyed_map);
  builder_.key(key).copy(v);
  ++count_;
}

void rebuilding_handler::end_section(std::uint64_t count) {
  expect(is_in_section_ && count == count_);
  is_in_section_ = false;
  if (is_continuing_) {
    continued_.back().items.end_array();
  } else if (kind_ == section_kind::keyed_map) {
    builder_.end_object();
  } else {
    builder_.end_array();
  }
}

void rebuilding_handler::member(std::string_view key, pith::value v) {
  open_object();
  builder_.key(key).copy(v);
}

void rebuilding_handler::root(pith::value v) {
  expect(at_ == place::beginning);
  at_ = place::whole;
  builder_.copy(v);
}

pith::result<pith::document> rebuilding_handler::finish() {
  expect(!is_in_section_);
  if (at_ == place::beginning) builder_.begin_object();
  if (at_ != place::whole) builder_.end_object();
  auto built = builder_.finish();
  if (built && has_continued()) built = put_together(built->root());
  at_ = place::beginning;
  names_.clear();
  continued_.clear();
  return built;
}

/// Appends what sections were continued with.
pith::result<pith::document> rebuilding_handler::put_together(
    pith::value built) {
  const auto members = built.get_object();
  if (!members) return pith::error{};
  pith::builder whole(unbounded);
  whole.begin_object();
  for (const pith::member& m : *members) {
    whole.key(m.key);
    const auto first = m.value.get_array();
    if (!first || names_.count(m.key) == 0) {
      whole.copy(m.value);
      continue;
    }
    whole.begin_array();
    for (const pith::value item : *first) whole.copy(item);
    for (continuation& more : continued_) {
      if (more.name != m.key) continue;
      const auto part = more.items.finish();
      if (!part) return part.error();
      const auto items = part->root().get_array();
      if (!items) return pith::error{};
      for (const pith::value item : *items) whole.copy(item);
    }
    whole.end_array();
  }
  return whole.end_object().finish();
}

void rebuilding_handler::clear() {
  builder_ = pith::builder(unbounded);
  names_.clear();
  continued_.clear();
  at_ = place::beginning;
  is_in_section_ = false;
  is_orderly_ = true;
}

bool chunked_decoding::complain(std::string words) {
  complaint_ = std::move(words);
  return false;
}

/// Feeds the decoder that users have.
std::optional<pith::error> chunked_decoding::decode(std::string_view text,
                                                    const pith::limits& bounds,
                                                    const sizes& next) {
  pith::gcf::incremental_options options;
  options.bounds = bounds;
  pith::gcf::incremental_decoder decoder(handler_, options);
  while (!text.empty()) {
    const std::string_view chunk = text.substr(0, next());
    text.remove_prefix(chunk.size());
    // A copy of its own size, so that reading beyond it is found.
    if (const auto done = decoder.feed(std::string(chunk)); !done) {
      return done.error();
    }
  }
  const auto done = decoder.finish();
  return done ? std::nullopt : std::optional<pith::error>(done.error());
}

/// Feeds what is inside it, which can be made to drop text eagerly.
std::optional<pith::error> chunked_decoding::read(std::string_view text,
                                                  const pith::limits& bounds,
                                                  const sizes& next,
                                                  std::size_t slide_bytes) {
  pith::gcf::chunk_bounds holding;
  holding.slide_bytes = slide_bytes;
  feed_.begin(bounds, {}, handler_, holding);
  for (std::string_view left = text; !left.empty();) {
    const std::string_view chunk = left.substr(0, next());
    left.remove_prefix(chunk.size());
    if (!feed_.feed(std::string(chunk))) return feed_.problem();
  }
  if (!feed_.end()) return feed_.problem();
  // Only collected: leave it to the other one.
  if (feed_.is_held()) return decode(text, bounds, next);
  return std::nullopt;
}

bool chunked_decoding::agrees(std::string_view text, const pith::limits& bounds,
                              const sizes& next, std::size_t slide_bytes) {
  pith::gcf::decode_options options;
  options.bounds = bounds;
  const auto whole = pith::gcf::decode(text, options);
  was_accepted_ = whole.has_value();

  handler_.clear();
  const std::optional<pith::error> problem =
      slide_bytes == 0 ? decode(text, bounds, next)
                       : read(text, bounds, next, slide_bytes);
  if (!handler_.is_orderly()) return complain("events out of order");
  if (problem.has_value() == whole.has_value()) {
    return complain(
        problem
            ? "accepted as a whole, in chunks " + pith::message(*problem) +
                  " at " + std::to_string(problem->offset)
            : "accepted in chunks, as a whole " + pith::message(whole.error()));
  }
  if (problem) {
    const pith::error& a = whole.error();
    const pith::error& b = *problem;
    if (a == b && std::string_view(a.detail) == b.detail) return true;
    return complain("as a whole " + pith::message(a) + " at " +
                    std::to_string(a.offset) + ", in chunks " +
                    pith::message(b) + " at " + std::to_string(b.offset));
  }
  const bool may_lack_kinds = handler_.has_continued();
  const auto built = handler_.finish();
  if (!built) return complain("not built: " + pith::message(built.error()));
  const bool is_same = may_lack_kinds
                           ? is_graph_of(whole->root(), built->root())
                           : pith::equal(whole->root(), built->root(),
                                         pith::member_order::significant);
  if (!is_same) {
    return complain(
        "another document: " + pith::json::write(whole->root()).value_or("?") +
        "\n" + pith::json::write(built->root()).value_or("?"));
  }
  return true;
}

}  // namespace pith_tests
