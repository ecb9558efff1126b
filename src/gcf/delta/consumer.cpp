// SPDX-License-Identifier: MIT
#include <pith/gcf_delta.hpp>

#include "document/revive.hpp"
#include "gcf/decode/reader.hpp"
#include "gcf/delta/apply.hpp"
#include "gcf/delta/read_delta.hpp"
#include "gcf/delta/schema.hpp"

#include <charconv>
#include <utility>

namespace pith::inline v0::gcf {

using detail::document_access;
using detail::document_data;
using detail::header_words;

struct delta_consumer::state {
  consumer_options options;
  decoding::reader reader;
  // What is held. Set only when everything has been checked.
  document held;
  std::size_t table = 0;  // of the rows, on its tape
  keyed_set set{.key = {}, .name = {}, .fields = {}};
  std::string root;
  bool has_set = false;
  keyed::record_set records;

  [[nodiscard]] const document_data& data() const noexcept {
    return document_access::data(held.root());
  }
  result<void> take_full(document read);
  result<void> take_changes(const document& read);
  result<void> check_unchanged() const;
};

delta_consumer::delta_consumer(const consumer_options& options)
    : state_(std::make_unique<state>()) {
  state_->options = options;
}
delta_consumer::delta_consumer(delta_consumer&&) noexcept = default;
delta_consumer& delta_consumer::operator=(delta_consumer&&) noexcept = default;
delta_consumer::~delta_consumer() = default;

bool delta_consumer::has_set() const noexcept {
  return state_ != nullptr && state_->has_set;
}

value delta_consumer::rows() const noexcept {
  if (state_ == nullptr) return {};
  return document_access::make(state_->data(), state_->table);
}

const keyed_set& delta_consumer::set() const noexcept {
  static const keyed_set none;  // of a consumer that was moved from
  return state_ == nullptr ? none : state_->set;
}

std::string delta_consumer::root() const {
  return state_ == nullptr ? std::string() : state_->root;
}

result<outcome> delta_consumer::receive(std::string_view wire) {
  using purpose = decoding::reader::purpose;
  state& s = detail::revive(state_);
  document read;
  const result<void> done =
      s.reader.run(document_access::writable(read), wire, s.options.bounds,
                   s.options.verify ? purpose::update : purpose::loose_update);
  if (!done) return done.error();
  const decoding::header_fields& h = s.reader.header();
  if (h.is_unchanged()) {
    const result<void> same = s.check_unchanged();
    if (!same) return same.error();
    return outcome::unchanged;
  }
  const bool is_delta = h.is_delta();
  const result<void> taken =
      is_delta ? s.take_changes(read) : s.take_full(std::move(read));
  if (!taken) return taken.error();
  return is_delta ? outcome::delta : outcome::full;
}

result<void> delta_consumer::state::check_unchanged() const {
  const decoding::header_fields& h = reader.header();
  if (!has_set) return keyed::base_mismatch();
  if (!options.verify) return {};
  if (h.pack_root.value != root) return keyed::base_mismatch();
  std::uint64_t count = 0;
  const std::string_view digits = h.count.value;
  const auto read =
      std::from_chars(digits.data(), digits.data() + digits.size(), count);
  const result<keyed::row_list> rows = keyed::list_rows(data(), table, set.key);
  if (read.ec != std::errc{} || !rows || count != rows->count) {
    return error{error_code::count_mismatch, 0,
                 "the set does not have the announced number of rows"};
  }
  return {};
}

result<void> delta_consumer::state::take_full(document read) {
  const decoding::identity& id = reader.identified();
  const decoding::header_fields& h = reader.header();
  const document_data& from = document_access::data(read.root());
  // Without a table the payload is the empty map, or takes no part.
  std::size_t at = id.table;
  if (at == decoding::no_table) {
    if (id.key.empty()) {
      return error{
          error_code::invalid_identity, 0,
          "the payload is neither a delta nor a set that a delta can follow"};
    }
    at = from.tape.size() == header_words ? 0 : header_words;
  }
  keyed_set described{.key = std::string(id.key), .name = {}, .fields = {}};
  if (at != 0) {
    const auto members = read.root().get_object();
    if (!members || members->size() != 1) {
      return error{error_code::invalid_identity, 0,
                   "the payload must contain one set and nothing else"};
    }
    described.name = (*members->begin()).key;
  }
  const result<keyed::row_list> rows =
      keyed::list_rows(from, at, described.key);
  if (!rows) return rows.error();
  keyed::schema fields;
  if (const auto good = keyed::list_fields(*rows, described, fields); !good) {
    return good;
  }
  keyed::record_list list;
  keyed::record_rows(*rows, described.key, list);
  keyed::record_set sorted;
  sorted.assign(list);
  result<std::string> made = sorted.root();
  if (!made) return made.error();
  if (options.verify && *made != h.pack_root.value) {
    return keyed::root_mismatch();
  }
  held = std::move(read);
  table = at;
  set = std::move(described);
  root = std::move(*made);
  records = std::move(sorted);
  has_set = true;
  return {};
}

result<void> delta_consumer::state::take_changes(const document& read) {
  if (!has_set) return keyed::base_mismatch();
  result<delta> d = keyed::take_delta(read, reader, options.bounds);
  if (!d) return d.error();
  if (d->key.empty()) d->key = set.key;  // loose, and without any section
  if (options.verify && d->base_root != root) return keyed::base_mismatch();
  const result<keyed::row_list> rows = keyed::list_rows(data(), table, set.key);
  if (!rows) return rows.error();
  keyed::record_list gone;
  keyed::record_list come;
  result<document> made =
      keyed::apply_changes(*rows, set.key, *d, options.bounds, gone, come);
  if (!made) return made.error();
  // The records change places at once, so they can change back.
  if (!records.replace(gone, come)) return keyed::root_mismatch();
  result<std::string> after = records.root();
  if (!after || (options.verify && *after != d->new_root)) {
    static_cast<void>(records.replace(come, gone));
    return after ? result<void>(keyed::root_mismatch()) : after.error();
  }
  held = std::move(*made);
  table = 0;
  root = std::move(*after);
  return {};
}

}  // namespace pith::inline v0::gcf
