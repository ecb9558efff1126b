// SPDX-License-Identifier: MIT
#include <pith/gcf_delta.hpp>

#include "document/revive.hpp"
#include "gcf/delta/changes.hpp"
#include "gcf/delta/held_set.hpp"
#include "gcf/delta/size_guard.hpp"

#include <algorithm>
#include <utility>

namespace pith::inline v0::gcf {

using detail::document_access;

struct delta_producer::state {
  keyed_set set;
  producer_options options;

  keyed::held_set held;
  bool has_base = false;
  keyed::size_guard guard;

  // Of the call at hand, kept for their memory.
  keyed::row_match match;
  keyed::row_changes changes;
  keyed::schema fields;

  result<update> send_full(value rows);
  result<update> send_next(value rows, const std::string_view* held_root);
  result<update> send_changes(value rows, const keyed::row_list& list,
                              bool is_base);
  [[nodiscard]] result<bool> is_too_large(std::size_t delta_size,
                                          const keyed::row_list& list,
                                          value rows, update& full);
  [[nodiscard]] result<std::string> write_full(value rows,
                                               const keyed::row_list& list);
  [[nodiscard]] result<update> unchanged() const;
};

delta_producer::delta_producer(keyed_set set, producer_options options)
    : state_(std::make_unique<state>()) {
  state_->set = std::move(set);
  state_->options = std::move(options);
}
delta_producer::delta_producer(delta_producer&&) noexcept = default;
delta_producer& delta_producer::operator=(delta_producer&&) noexcept = default;
delta_producer::~delta_producer() = default;

std::string delta_producer::root() const {
  return state_ == nullptr ? std::string() : std::string(state_->held.root());
}

result<update> delta_producer::full(value rows) {
  state& s = detail::revive(state_);
  s.has_base = false;
  return s.send_full(rows);
}

result<update> delta_producer::next(value rows) {
  return detail::revive(state_).send_next(rows, nullptr);
}

result<update> delta_producer::answer(value rows, std::string_view held_root) {
  return detail::revive(state_).send_next(rows, &held_root);
}

result<std::string> delta_producer::state::write_full(
    value rows, const keyed::row_list& list) {
  return keyed::write_full(list, document_access::index(rows), set, fields,
                           options.tool, held.root(), options.bounds);
}

result<update> delta_producer::state::unchanged() const {
  result<std::string> wire =
      encode_unchanged(held.root(), held.count(), options.tool);
  if (!wire) return wire.error();
  return update{outcome::unchanged, std::move(*wire)};
}

/// Takes the set as the new base, whatever was there before.
result<update> delta_producer::state::send_full(value rows) {
  if (const auto good = keyed::check_key(set.key); !good) return good.error();
  const result<keyed::row_list> list = keyed::list_rows(
      document_access::data(rows), document_access::index(rows), set.key);
  if (!list) return list.error();
  if (const auto good = keyed::list_fields(*list, set, fields); !good) {
    return good.error();
  }
  if (const auto done = held.assign(rows, *list, set.key); !done) {
    return done.error();
  }
  result<std::string> wire = write_full(rows, *list);
  if (!wire) return wire.error();
  held.set_fields(*list, fields, set.key);
  has_base = true;
  guard.restart();
  return update{outcome::full, std::move(*wire)};
}

result<update> delta_producer::state::send_next(
    value rows, const std::string_view* held_root) {
  if (!has_base) {
    result<update> sent = send_full(rows);
    if (!sent || held_root == nullptr || *held_root != held.root()) return sent;
    // The consumer has it from elsewhere: another producer, or an earlier one.
    return unchanged();
  }
  has_base = false;  // until everything went well
  const result<keyed::row_list> list = keyed::list_rows(
      document_access::data(rows), document_access::index(rows), set.key);
  if (!list) return list.error();
  if (list->is_map() != held.rows().is_map()) return send_full(rows);
  if (const auto good = keyed::list_fields(*list, set, fields); !good) {
    return good.error();
  }
  const auto matched =
      match.run(held.rows(), *list, set.key, held.identities(), changes);
  if (!matched) return matched.error();
  const bool is_base = held_root == nullptr || *held_root == held.root();
  if (changes.empty()) {
    has_base = true;
    if (is_base) return unchanged();
    result<std::string> wire = write_full(rows, *list);
    if (!wire) return wire.error();
    guard.restart();
    return update{outcome::full, std::move(*wire)};
  }
  result<update> sent = send_changes(rows, *list, is_base);
  if (!sent) return sent;
  has_base = true;
  if (held_root != nullptr && *held_root == held.root()) return unchanged();
  return sent;
}

/// Moves the base to `rows` and answers with a delta or a full payload.
result<update> delta_producer::state::send_changes(value rows,
                                                   const keyed::row_list& list,
                                                   bool is_base) {
  const bool has_same_fields = held.has_fields(list, fields, set.key);
  const bool may_delta =
      is_base && !guard.is_anchor_due(options) && has_same_fields;
  delta d;
  if (may_delta) {
    result<document> made = keyed::make_changes(held.rows(), list, changes,
                                                set.key, options.bounds);
    if (!made) return made.error();
    d.changes = std::move(*made);
    d.key = set.key;
    d.fields = keyed::field_names(list, fields, set.key);
    d.base_root = held.root();
  }
  if (const auto moved = held.move_to(rows, list, changes, set.key); !moved) {
    return moved.error();
  }
  if (!has_same_fields) held.set_fields(list, fields, set.key);

  update full;
  if (may_delta) {
    d.new_root = held.root();
    result<std::string> wire = keyed::write_delta(d, options.bounds);
    if (!wire) return wire.error();
    const result<bool> refused = is_too_large(wire->size(), list, rows, full);
    if (!refused) return refused.error();
    if (!*refused) {
      guard.note_delta(wire->size());
      return update{outcome::delta, std::move(*wire)};
    }
  }
  if (full.wire.empty()) {
    result<std::string> wire = write_full(rows, list);
    if (!wire) return wire.error();
    full = {outcome::full, std::move(*wire)};
  }
  guard.restart();
  return full;
}

/// Holds the size of a delta against that of the full payload, which is
/// written, into `full`, only where it matters: every member of a row takes
/// two bytes at least, its delimiter included, and mostly that is enough to
/// know.
result<bool> delta_producer::state::is_too_large(std::size_t delta_size,
                                                 const keyed::row_list& list,
                                                 value rows, update& full) {
  const std::size_t at_least = 2 * fields.cells;
  if (!guard.refuses(options, delta_size, at_least)) return false;
  result<std::string> wire = write_full(rows, list);
  if (!wire) return wire.error();
  full = {outcome::full, std::move(*wire)};
  return guard.refuses(options, delta_size, full.wire.size());
}

}  // namespace pith::inline v0::gcf
