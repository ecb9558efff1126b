// SPDX-License-Identifier: MIT
#include "gcf/graph/chunk_reader.hpp"

#include "gcf/graph/each_line.hpp"

#include <cstring>

namespace pith::inline v0::gcf::graph_profile {

void chunk_reader::begin(const limits& bounds,
                         std::span<const graph::kind_name> more_kinds,
                         event_handler& events) {
  events_ = &events;
  kinds_ = graph::kind_names(more_kinds);
  reader_.set_kinds(kinds_);
  reader_.begin(bounds, nullptr);
  section_ = told::nothing;
  has_edges_ = false;
  kept_end_ = 0;
}

char* chunk_reader::read_header(decoding::source& text,
                                detail::document_data& data) {
  reader_.set_text(text);
  char* const body = reader_.read_header(data);
  if (body == nullptr) {
    text.problem = reader_.problem();
  } else if (!is_delta()) {
    prepare_values();
    tell_header();
  }
  return body;
}

char* chunk_reader::read_lines(decoding::source& text, char* p) {
  reader_.set_text(text);
  const auto text_bytes = static_cast<std::size_t>(text.last - text.first);
  const bool is_good = each_line(text, p, [&](char* line) {
    char* const next = reader_.read_line(line);
    if (next != nullptr) {
      hand_out_rows(text_bytes);
    } else {
      text.problem = reader_.problem();
    }
    return next;
  });
  return is_good ? text.last : nullptr;
}

bool chunk_reader::finish(decoding::source& text) {
  reader_.set_text(text);
  if (!reader_.finish()) {
    text.problem = reader_.problem();
    return false;
  }
  if (!has_edges_) open_section(told::edges);
  close_section();
  return true;
}

void chunk_reader::prepare_values() {
  unit_.reset();
  unit_.marks_trees = true;
  shapes_.reset(unit_);
  terms_.add(unit_, kinds_);
  kept_end_ = unit_.text.size();
  symbol_shape_ = terms_.symbol_shape(shapes_);
  for (const bool source : {false, true}) {
    for (const bool target : {false, true}) {
      edge_shapes_[source][target] = terms_.edge_shape(shapes_, source, target);
    }
  }
}

void chunk_reader::tell_header() {
  const auto tell_text = [this](std::string_view key, std::string_view text) {
    make_room(text.size());
    begin_value();
    tape().string(add_text(text), text.size());
    events_->member(key, finish_value());
  };
  const auto tell_number = [this](std::string_view key, std::uint64_t number) {
    begin_value();
    tape().integer(static_cast<std::int64_t>(number));
    events_->member(key, finish_value());
  };
  const graph_header& header = reader_.header();
  tell_text(payload_fields[0], header.tool);
  tell_number(payload_fields[1], header.budget);
  tell_number(payload_fields[2], header.tokens);
  tell_text(payload_fields[3], header.pack_root);
  open_section(told::symbols);
}

void chunk_reader::open_section(told wanted) {
  if (section_ == wanted) return;
  if (section_ != told::nothing) close_section();
  section_ = wanted;
  count_ = 0;
  gcf::section s;
  declared_total total;
  if (wanted == told::symbols) {
    s.name = payload_fields[4];
    s.fields = symbol_fields;
    total = reader_.header().symbols;
  } else {
    s.name = payload_fields[5];
    s.fields = edge_fields;
    total = reader_.header().edges;
    has_edges_ = true;
  }
  if (total.is_given) s.declared = total.count;
  events_->begin_section(s);
}

void chunk_reader::close_section() { events_->end_section(count_); }

/// Hands out what the last line, or run of lines, has brought. It is part of
/// so many bytes of text.
void chunk_reader::hand_out_rows(std::size_t text_bytes) {
  if (!reader_.symbols().empty()) {
    // For the names of all of them, and for the other texts of one.
    make_room(2 * text_bytes);
    open_section(told::symbols);
    std::uint32_t number = keep_names();
    for (const symbol_row& row : reader_.symbols()) hand_out(row, number++);
  } else if (!reader_.edges().empty()) {
    make_room(text_bytes);
    open_section(told::edges);
    for (const edge_row& row : reader_.edges()) hand_out(row);
  }
  reader_.forget_rows();
}

/// Takes the kinds and the names of the new symbols out of the text. Returns
/// the number of the first of them.
std::uint32_t chunk_reader::keep_names() {
  const std::size_t first = reader_.index().size() - reader_.symbols().size();
  begin_value();
  reader_.index().move_texts(first, reader_.symbols().size(),
                             [this](std::string_view text) {
                               return unit_.text.data() + add_text(text);
                             });
  kept_end_ = unit_.text.size();
  return static_cast<std::uint32_t>(first);
}

void chunk_reader::hand_out(const symbol_row& row, std::uint32_t number) {
  begin_value();
  write_symbol(tape(), symbol_shape_, row, name_of(number), kind_of(number),
               [this](std::string_view text) { return add_text(text); });
  ++count_;
  events_->item(finish_value());
}

void chunk_reader::hand_out(const edge_row& row) {
  const graph::symbol_index& index = reader_.index();
  const bool shares_source = index.is_shared_name(row.source);
  const bool shares_target = index.is_shared_name(row.target);
  const auto write = [this](document_terms::place text) {
    tape().string(text.offset, text.length);
  };
  const auto write_new = [this](text_span span) {
    tape().string(add_text(reader_.text_of(span)), span.length);
  };
  begin_value();
  const std::size_t at = tape().open();
  write(name_of(row.source));
  write(name_of(row.target));
  write_new(row.type);
  write_new(row.status);
  if (shares_source) write(kind_of(row.source));
  if (shares_target) write(kind_of(row.target));
  tape().close_object(at, edge_shapes_[shares_source][shares_target],
                      scalars_only);
  ++count_;
  events_->item(finish_value());
}

/// Makes room for texts, so that adding them moves nothing.
void chunk_reader::make_room(std::size_t bytes) {
  const char* const before = unit_.text.data();
  unit_.text.ensure(bytes + detail::text_padding);
  const char* const now = unit_.text.data();
  if (now == before) return;
  // Of new symbols, the index still points at the text that is read.
  reader_.index().move_texts(
      0, reader_.index().size() - reader_.symbols().size(),
      [&](std::string_view text) { return now + (text.data() - before); });
}

void chunk_reader::begin_value() {
  unit_.tape.clear();
  unit_.text.resize(kept_end_);
}

/// Returns where the text stands until the next value.
std::size_t chunk_reader::add_text(std::string_view text) {
  const std::size_t offset = unit_.text.size();
  unit_.text.append(text.data(), text.size());
  return offset;
}

value chunk_reader::finish_value() {
  std::memset(unit_.text.end(), 0, detail::text_padding);
  return detail::document_access::make(unit_, 0);
}

document_terms::place chunk_reader::name_of(std::uint32_t symbol) const {
  return kept(reader_.index().name_of(symbol));
}

/// In full.
document_terms::place chunk_reader::kind_of(std::uint32_t symbol) const {
  const std::string_view kind = reader_.index().kind_of(symbol);
  const std::size_t known = kinds_.find(kind);
  return known == graph::kind_names::unknown ? kept(kind) : terms_.kind(known);
}

}  // namespace pith::inline v0::gcf::graph_profile
