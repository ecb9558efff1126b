// SPDX-License-Identifier: MIT
// A graph as a document: its strings stay where they stand in the wire, and
// each edge names its ends by the words that their names have on the tape.
#include "document/tape_writer.hpp"
#include "gcf/graph/decoder.hpp"

#include <array>
#include <cstring>

namespace pith::inline v0::gcf::graph_profile {

namespace {

using detail::tape_writer;
using detail::word;

enum key_number : unsigned {
  first_payload_key = 0,
  payload_keys = 6,
  first_symbol_key = first_payload_key + payload_keys,
  symbol_keys = 5,
  first_edge_key = first_symbol_key + symbol_keys,
  edge_keys = 4,
  source_kind_key = first_edge_key + edge_keys,
  target_kind_key,
  key_count,
};

constexpr std::array<std::string_view, key_count> keys = {
    "tool",       "tokenBudget",   "tokensUsed", "packRoot", "symbols",
    "edges",      "qualifiedName", "kind",       "score",    "provenance",
    "distance",   "source",        "target",     "edgeType", "status",
    "sourceKind", "targetKind",
};

constexpr std::uint8_t scalars = detail::has_scalar | detail::is_scalar_tree;

std::size_t constant_bytes(const graph::kind_names& kinds) noexcept {
  std::size_t bytes = detail::text_padding;
  for (const std::string_view key : keys) bytes += key.size();
  for (std::size_t i = 0; i < kinds.size(); ++i) bytes += kinds[i].kind.size();
  return bytes;
}

/// The word of a string that is short; 0, which is null, for others.
word short_string(std::size_t offset, std::size_t length) noexcept {
  if (length > detail::max_short_text) return 0;
  return make_word(detail::tag::string, detail::pack_text(offset, length));
}

}  // namespace

result<void> document_decoder::run(detail::document_data& data,
                                   std::string_view text,
                                   const decode_options& options) {
  const graph::kind_names kinds(options.more_kinds);
  if (!reader_.run(data, text, options.bounds, nullptr,
                   constant_bytes(kinds))) {
    data.reset();
    return reader_.problem();
  }
  add_constants(data, kinds);
  write(data, kinds);
  return {};
}

/// Puts the keys and the kinds behind the wire and its padding. Room for them
/// is there, so that nothing moves.
void document_decoder::add_constants(detail::document_data& data,
                                     const graph::kind_names& kinds) {
  constants_.clear();
  data.text.resize(data.text.size() + detail::text_padding);
  const auto add = [&](std::string_view text) {
    constants_.push_back({static_cast<std::uint32_t>(data.text.size()),
                          static_cast<std::uint32_t>(text.size())});
    data.text.append(text.data(), text.size());
  };
  for (const std::string_view key : keys) add(key);
  for (std::size_t i = 0; i < kinds.size(); ++i) add(kinds[i].kind);
  // The padding behind a text belongs to no text.
  data.text.ensure(detail::text_padding);
  std::memset(data.text.end(), 0, detail::text_padding);
}

std::uint32_t document_decoder::make_shape(unsigned first_key, unsigned count) {
  detail::shape_cursor cursor;
  for (unsigned i = first_key; i < first_key + count; ++i) {
    // Keys of a shape differ from one another.
    (void)reader_.shapes().advance(cursor, keys[i],
                                   [&] { return constants_[i].offset; });
  }
  return reader_.shapes().shape_at(cursor.node);
}

std::uint32_t document_decoder::make_edge_shape(bool has_source_kind,
                                                bool has_target_kind) {
  detail::shape_cursor cursor;
  const auto add = [&](unsigned key) {
    (void)reader_.shapes().advance(cursor, keys[key],
                                   [&] { return constants_[key].offset; });
  };
  for (unsigned i = 0; i < edge_keys; ++i) add(first_edge_key + i);
  if (has_source_kind) add(source_kind_key);
  if (has_target_kind) add(target_kind_key);
  return reader_.shapes().shape_at(cursor.node);
}

void document_decoder::write(detail::document_data& data,
                             const graph::kind_names& kinds) {
  const graph_header& header = reader_.header();
  tape_writer tape(data.tape);
  const std::size_t root = tape.open();
  const auto text = [&](std::string_view v) {
    tape.string(v.empty() ? 0 : reader_.offset_of(v), v.size());
  };
  text(header.tool);
  tape.integer(static_cast<std::int64_t>(header.budget));
  tape.integer(static_cast<std::int64_t>(header.tokens));
  text(header.pack_root);
  write_symbols(data, kinds);
  write_edges(data);
  const std::uint32_t shape = make_shape(first_payload_key, payload_keys);
  tape.close_object(root, shape, detail::has_scalar | detail::has_array);
  data.marks_trees = true;
}

void document_decoder::write_symbols(detail::document_data& data,
                                     const graph::kind_names& kinds) {
  const auto& rows = reader_.symbols();
  const std::uint32_t shape = make_shape(first_symbol_key, symbol_keys);
  names_.clear();
  names_.ensure(rows.size());
  kinds_.clear();
  kinds_.ensure(rows.size());
  tape_writer tape(data.tape);
  const std::size_t array = tape.open();
  for (const symbol_row& row : rows) {
    const std::size_t at = tape.open();
    const std::size_t name = reader_.offset_of(row.name);
    names_.push_unchecked(short_string(name, row.name.size()));
    tape.string(name, row.name.size());
    const std::size_t known = kinds.find(row.kind);
    const constant full =
        known == graph::kind_names::unknown
            ? constant{static_cast<std::uint32_t>(reader_.offset_of(row.kind)),
                       static_cast<std::uint32_t>(row.kind.size())}
            : constants_[key_count + known];
    kinds_.push_unchecked(short_string(full.offset, full.length));
    tape.string(full.offset, full.length);
    tape.real(row.score,
              row.score_literal.empty()
                  ? 0
                  : detail::pack_text(reader_.offset_of(row.score_literal),
                                      row.score_literal.size()));
    tape.string(reader_.offset_of(row.provenance), row.provenance.size());
    tape.integer(row.distance);
    tape.close_object(at, shape, scalars);
  }
  tape.close_array(array, rows.size(), rows.empty() ? 0 : detail::has_object);
}

void document_decoder::write_edges(detail::document_data& data) {
  const auto& rows = reader_.edges();
  tape_writer tape(data.tape);
  const std::size_t array = tape.open();
  const std::uint32_t usual = make_edge_shape(false, false);
  const auto end = [&](std::uint32_t symbol) {
    const std::string_view name = reader_.symbols()[symbol].name;
    if (names_[symbol] != 0) {
      data.tape.push_back(names_[symbol]);
    } else {
      tape.string(reader_.offset_of(name), name.size());
    }
  };
  const auto kind = [&](std::uint32_t symbol) {
    // Found again: a kind of more than a megabyte is not worth remembering.
    if (kinds_[symbol] != 0) {
      data.tape.push_back(kinds_[symbol]);
    } else {
      const std::string_view full = reader_.symbols()[symbol].kind;
      tape.string(reader_.offset_of(full), full.size());
    }
  };
  constexpr std::size_t plain_words = detail::header_words + edge_keys;
  for (const edge_row& row : rows) {
    const bool shares_source = reader_.index().is_shared_name(row.source);
    const bool shares_target = reader_.index().is_shared_name(row.target);
    const word source = names_[row.source];
    const word target = names_[row.target];
    if (source != 0 && target != 0 && !shares_source && !shares_target &&
        (row.type.length | row.status.length) <= detail::max_short_text) {
      data.tape.ensure(plain_words);
      data.tape.push_unchecked(make_word(detail::tag::object, plain_words));
      data.tape.push_unchecked(word{scalars} << detail::flags_shift | usual);
      data.tape.push_unchecked(source);
      data.tape.push_unchecked(target);
      data.tape.push_unchecked(
          make_word(detail::tag::string,
                    detail::pack_text(row.type.offset, row.type.length)));
      data.tape.push_unchecked(
          make_word(detail::tag::string,
                    detail::pack_text(row.status.offset, row.status.length)));
      continue;
    }
    const std::size_t at = tape.open();
    end(row.source);
    end(row.target);
    tape.string(row.type.offset, row.type.length);
    tape.string(row.status.offset, row.status.length);
    if (shares_source) kind(row.source);
    if (shares_target) kind(row.target);
    tape.close_object(at, make_edge_shape(shares_source, shares_target),
                      scalars);
  }
  tape.close_array(array, rows.size(), rows.empty() ? 0 : detail::has_object);
}

}  // namespace pith::inline v0::gcf::graph_profile
