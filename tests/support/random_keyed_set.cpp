// SPDX-License-Identifier: MIT
#include "random_keyed_set.hpp"

#include <pith/builder.hpp>
#include <pith/json.hpp>

#include "random_document.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace pith_tests {

namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view keys[] = {"id", "id", "order-id", "@id", "k=1"};
constexpr std::string_view labels[] = {"key", "key", "host", "k-1"};
constexpr std::string_view names[] = {"", "orders", "a b [x]", "## x", "rows"};
constexpr std::string_view fields[] = {
    "total",    "status", "a b", "x>y", "@v",       "\"q",     "t\tab",
    "\xC3\x84", "note",   "",    "n,m", "tags[1]:", "removed", "c"};

/// Identities that are easily mistaken for one another.
constexpr std::string_view pool =
    R"([1, "1", 2, 3, 10, 1001, 9007199254740992, 9007199254740993,
        "9007199254740993", -9223372036854775808, 9223372036854775807, 0.5,
        1e300, true, false, null, "true", "null", "-", "~", "^", "", " ", "a",
        "A", "a b", "a|b", "a,b", "@0", "@1 x", "## added [1]{@id}", ".x", "#",
        "# c", "=", "a=b", "\n", "\t", "\"", "\\", "\u0000", "\u00e4",
        "\ufffe", "\ud800\udc00", "\u2028", "0x1", "01", "+1", "1e5", 100000,
        "R", "removed", "k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8"])";

}  // namespace

random_keyed_set::random_keyed_set(std::uint64_t seed)
    : random_(random_source::mix(seed)),
      is_map_(random_.one_in(3)),
      max_rows_(random_.one_in(8) ? 60 : random_.between(1, 12)),
      identities_(*pith::json::parse(pool)),
      identity_count_(identities_.root().get_array()->size()),
      is_used_(identity_count_, false) {
  set_.key = is_map_ ? labels[random_.below(std::size(labels))]
                     : keys[random_.below(std::size(keys))];
  set_.name = names[random_.below(std::size(names))];
  draw_columns();
  for (std::size_t n = random_.below(static_cast<std::uint32_t>(max_rows_));
       n != 0; --n) {
    const std::size_t id = free_identity();
    if (id != none) rows_.push_back(draw_row(id));
  }
}

void random_keyed_set::draw_columns() {
  const std::uint32_t count = random_.between(1, 5);
  for (std::uint32_t i = 0; i < count; ++i) {
    column c;
    c.name = fields[random_.below(std::size(fields))];
    if (c.name == set_.key) continue;
    const bool is_known =
        std::any_of(columns_.begin(), columns_.end(),
                    [&](const column& other) { return other.name == c.name; });
    if (is_known) continue;
    c.missing_percent = random_.one_in(2) ? 0 : random_.between(1, 40);
    const std::uint32_t kind = random_.below(4);
    for (int n = 0; n < 4; ++n) c.pool.push_back(draw_value(kind));
    columns_.push_back(std::move(c));
  }
  if (is_map_) {  // the rows of a map need a column
    column c;
    c.name = "cpu";
    c.missing_percent = 0;
    for (int n = 0; n < 3; ++n) c.pool.push_back(draw_value(0));
    columns_.push_back(std::move(c));
  }
  // Some of the columns are put in order.
  for (const column& c : columns_) {
    if (random_.one_in(4)) set_.fields.push_back(c.name);
  }
  if (random_.one_in(3)) set_.fields.emplace_back("nobody has it");
}

/// A number or a short string, an object of one structure, or anything.
pith::document random_keyed_set::draw_value(std::uint32_t kind) {
  pith::builder b;
  if (kind <= 1) {
    const auto all = identities_.root();
    return *b.copy(*all.at(random_.below(
                       static_cast<std::uint32_t>(identity_count_))))
                .finish();
  }
  if (kind == 2) {
    b.begin_object().key("x").integer(random_.below(4));
    b.key("y").begin_object().key("z").string("v").end_object().end_object();
    return *b.finish();
  }
  random_documents any({.medium_per_mille = 0,
                        .large_per_mille = 0,
                        .odd_number_percent = 20,
                        .wild_percent = 35});
  return *any.draw(random_.next());
}

std::size_t random_keyed_set::free_identity() {
  for (int attempt = 0; attempt < 16; ++attempt) {
    const std::size_t i =
        random_.below(static_cast<std::uint32_t>(identity_count_));
    if (is_used_[i]) continue;
    if (is_map_ && !identities_.root().at(i)->get_string()) continue;
    is_used_[i] = true;
    return i;
  }
  return none;
}

random_keyed_set::row random_keyed_set::draw_row(std::size_t identity) {
  row r{identity, {}};
  for (const column& c : columns_) {
    const bool is_missing = random_.chance(c.missing_percent);
    r.cells.push_back(
        is_missing ? none
                   : random_.below(static_cast<std::uint32_t>(c.pool.size())));
  }
  return r;
}

void random_keyed_set::change() {
  if (random_.one_in(10)) return;
  const std::uint32_t steps =
      random_.one_in(6) ? random_.between(1, 20) : random_.between(1, 3);
  for (std::uint32_t i = 0; i < steps; ++i) {
    const std::uint32_t what = random_.below(10);
    if (rows_.empty() || (what < 2 && rows_.size() < max_rows_)) {
      const std::size_t id = free_identity();
      if (id != none) rows_.push_back(draw_row(id));
      continue;
    }
    const std::size_t at =
        random_.below(static_cast<std::uint32_t>(rows_.size()));
    if (what < 4) {
      is_used_[rows_[at].identity] = false;
      rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(at));
    } else if (what < 9) {
      rows_[at] = draw_row(rows_[at].identity);
    } else {
      std::swap(rows_[at], rows_.back());
    }
  }
}

pith::document random_keyed_set::rows() {
  const bool is_turned = random_.one_in(8);  // members in another order
  pith::builder b;
  if (is_map_) {
    b.begin_object();
  } else {
    b.begin_array();
  }
  for (const row& r : rows_) {
    const pith::value identity = *identities_.root().at(r.identity);
    if (is_map_) b.key(*identity.get_string());
    b.begin_object();
    if (!is_map_ && !is_turned) b.key(set_.key).copy(identity);
    for (std::size_t n = 0; n < columns_.size(); ++n) {
      const std::size_t c = is_turned ? columns_.size() - 1 - n : n;
      if (r.cells[c] == none) continue;
      b.key(columns_[c].name).copy(columns_[c].pool[r.cells[c]].root());
    }
    if (!is_map_ && is_turned) b.key(set_.key).copy(identity);
    b.end_object();
  }
  if (is_map_) {
    b.end_object();
  } else {
    b.end_array();
  }
  return *b.finish();
}

}  // namespace pith_tests
