// SPDX-License-Identifier: MIT
#include <pith/gcf_session.hpp>

#include "document/document_data.hpp"
#include "document/pair_map.hpp"
#include "document/revive.hpp"
#include "gcf/graph/decoder.hpp"
#include "gcf/session/symbol_table.hpp"

namespace pith::inline v0::gcf {

namespace {

using graph_profile::symbol_row;
using session::known_symbol;
using session::symbol_table;

/// What was declared so far, by id and by name.
class declarations final : public graph_profile::session_memory {
 public:
  void clear() {
    known_.clear();
    ids_.clear();
  }
  [[nodiscard]] std::size_t size() const noexcept { return known_.size(); }

  [[nodiscard]] bool recall(symbol_row& row) const override {
    const std::uint32_t place = ids_.find(0, row.id);
    if (place == detail::pair_map::none) return false;
    const known_symbol& k = known_[place];
    row.kind = k.kind;
    row.name = k.name;
    row.provenance = k.provenance;
    row.score = k.score;
    row.score_literal = {};
    return true;
  }

  /// One symbol, one id.
  [[nodiscard]] bool may_declare(const symbol_row& row) const override {
    const std::uint32_t place = ids_.find(0, row.id);
    const std::uint32_t same = known_.find(row.kind, row.name);
    return place == detail::pair_map::none ? same == symbol_table::none
                                           : same == place;
  }

  /// Remembers the declarations among `rows`, or nothing when that would be
  /// too much.
  [[nodiscard]] result<void> take(const detail::pod_buffer<symbol_row>& rows,
                                  const session_consumer_options& options) {
    std::size_t count = known_.size();
    std::size_t bytes = known_.text_bytes();
    for (const symbol_row& row : rows) {
      bytes += row.provenance.size();
      if (ids_.find(0, row.id) != detail::pair_map::none) continue;
      ++count;
      bytes += row.kind.size() + row.name.size();
    }
    if (count > options.max_symbols) {
      return error{error_code::item_limit, 0,
                   "the session has more symbols than its limit; ask for a "
                   "full payload"};
    }
    if (bytes > options.max_text_bytes) {
      return error{
          error_code::size_limit, 0,
          "the session has more text than its limit; ask for a full payload"};
    }
    for (const symbol_row& row : rows) remember(row);
    return {};
  }

 private:
  void remember(const symbol_row& row) {
    std::uint32_t place = ids_.find(0, row.id);
    if (place == detail::pair_map::none) {
      place = static_cast<std::uint32_t>(known_.size());
      known_.add(row.kind, row.name, row.id);
      ids_.set(0, row.id, place);
    }
    known_symbol& k = known_[place];
    // Of a reference, this is what it was already.
    if (k.provenance != row.provenance) {
      known_.set_provenance(k, row.provenance);
    }
    k.score = row.score;
  }

  symbol_table known_;
  detail::pair_map ids_;  // (0, id) to symbol
};

}  // namespace

struct session_consumer::state {
  session_consumer_options options;
  declarations memory;
  detail::document_data data;
  graph_profile::reader reader;
};

session_consumer::session_consumer(const session_consumer_options& options)
    : state_(std::make_unique<state>()) {
  state_->options = options;
}
session_consumer::session_consumer(session_consumer&&) noexcept = default;
session_consumer& session_consumer::operator=(session_consumer&&) noexcept =
    default;
session_consumer::~session_consumer() = default;

result<graph::payload> session_consumer::decode(std::string_view text) {
  state& s = detail::revive(state_);
  const decode_options& how = s.options.decode;
  const graph::kind_names kinds(how.more_kinds);
  s.reader.require_summary(how.require_summary);
  s.reader.set_kinds(kinds);
  if (!s.reader.run(s.data, text, how.bounds, &s.memory)) {
    return s.reader.problem();
  }
  auto made =
      graph_profile::make_payload(s.reader, kinds, text.size(), how.bounds);
  if (!made) return made;
  if (s.reader.header().session.at == nullptr) {
    s.memory.clear();
  } else if (const auto good = s.memory.take(s.reader.symbols(), s.options);
             !good) {
    return good.error();
  }
  return made;
}

void session_consumer::reset() {
  if (state_ != nullptr) state_->memory.clear();
}

std::size_t session_consumer::size() const noexcept {
  return state_ == nullptr ? 0 : state_->memory.size();
}

}  // namespace pith::inline v0::gcf
