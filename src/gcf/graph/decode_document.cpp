// SPDX-License-Identifier: MIT
// A graph as a document: its strings stay where they stand in the wire, and
// each edge names its ends by the words that their names have on the tape.
#include "document/tape_writer.hpp"
#include "gcf/graph/decoder.hpp"

#include <string_view>

namespace pith::inline v0::gcf::graph_profile {

namespace {

using detail::tape_writer;
using detail::word;

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
  reader_.require_summary(options.require_summary);
  reader_.set_kinds(kinds);
  if (!reader_.run(data, text, options.bounds, nullptr,
                   document_terms::bytes(kinds) + detail::text_padding)) {
    data.reset();
    return reader_.problem();
  }
  // After the wire and its padding, where there is room, so that nothing
  // moves.
  data.text.resize(data.text.size() + detail::text_padding);
  terms_.add(data, kinds);
  write(data, kinds);
  return {};
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
  tape.close_object(root, terms_.payload_shape(reader_.shapes()),
                    detail::has_scalar | detail::has_array);
  data.marks_trees = true;
}

void document_decoder::write_symbols(detail::document_data& data,
                                     const graph::kind_names& kinds) {
  const auto& rows = reader_.symbols();
  const std::uint32_t shape = terms_.symbol_shape(reader_.shapes());
  const auto offset_of = [this](std::string_view text) {
    return reader_.offset_of(text);
  };
  names_.clear();
  names_.ensure(rows.size());
  kinds_.clear();
  kinds_.ensure(rows.size());
  tape_writer tape(data.tape);
  const std::size_t array = tape.open();
  for (const symbol_row& row : rows) {
    const document_terms::place name = {offset_of(row.name), row.name.size()};
    const bool says_all = !reader_.index().is_shared_name(
        static_cast<std::uint32_t>(names_.size()));
    names_.push_unchecked(says_all ? short_string(name.offset, name.length)
                                   : 0);
    const std::size_t known = kinds.find(row.kind);
    const document_terms::place kind =
        known == graph::kind_names::unknown
            ? document_terms::place{offset_of(row.kind), row.kind.size()}
            : terms_.kind(known);
    kinds_.push_unchecked(short_string(kind.offset, kind.length));
    write_symbol(tape, shape, row, name, kind, offset_of);
  }
  tape.close_array(array, rows.size(), rows.empty() ? 0 : detail::has_object);
}

void document_decoder::write_edges(detail::document_data& data) {
  const auto& rows = reader_.edges();
  tape_writer tape(data.tape);
  const std::size_t array = tape.open();
  const std::uint32_t usual = terms_.edge_shape(reader_.shapes(), false, false);
  const auto end = [&](std::uint32_t symbol) {
    const std::string_view name = reader_.symbols()[symbol].name;
    tape.string(reader_.offset_of(name), name.size());
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
  constexpr std::size_t plain_words = detail::header_words + plain_edge_fields;
  for (const edge_row& row : rows) {
    const word source = names_[row.source];
    const word target = names_[row.target];
    if (source != 0 && target != 0 &&
        (row.type.length | row.status.length) <= detail::max_short_text) {
      data.tape.ensure(plain_words);
      data.tape.push_unchecked(make_word(detail::tag::object, plain_words));
      data.tape.push_unchecked(word{scalars_only} << detail::flags_shift |
                               usual);
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
    const bool shares_source = reader_.index().is_shared_name(row.source);
    const bool shares_target = reader_.index().is_shared_name(row.target);
    const std::size_t at = tape.open();
    end(row.source);
    end(row.target);
    tape.string(row.type.offset, row.type.length);
    tape.string(row.status.offset, row.status.length);
    if (shares_source) kind(row.source);
    if (shares_target) kind(row.target);
    tape.close_object(
        at, terms_.edge_shape(reader_.shapes(), shares_source, shares_target),
        scalars_only);
  }
  tape.close_array(array, rows.size(), rows.empty() ? 0 : detail::has_object);
}

}  // namespace pith::inline v0::gcf::graph_profile
