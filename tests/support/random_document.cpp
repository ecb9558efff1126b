// SPDX-License-Identifier: MIT
#include "random_document.hpp"

#include <algorithm>

namespace pith_tests {

namespace {

constexpr std::uint32_t max_depth = 5;
constexpr std::size_t name_bytes = 3;

// Names for wide objects, and for the rare case that drawing gives only keys
// that the object already has. None of them is in a pool.
constexpr auto numbered_names = [] {
  std::array<char, 100 * name_bytes> out{};
  for (std::size_t i = 0; i < 100; ++i) {
    out[i * name_bytes] = 'w';
    out[i * name_bytes + 1] = static_cast<char>('0' + i / 10);
    out[i * name_bytes + 2] = static_cast<char>('0' + i % 10);
  }
  return out;
}();

std::string_view numbered_name(std::size_t i) noexcept {
  return {numbered_names.data() + i % 100 * name_bytes, name_bytes};
}

}  // namespace

random_documents::random_documents(const document_taste& taste)
    : taste_(taste) {}

pith::result<pith::document> random_documents::draw(std::uint64_t seed) {
  pith::document drawn;
  if (const auto done = draw_into(drawn, seed); !done) return done.error();
  return drawn;
}

pith::result<void> random_documents::draw_into(pith::document& target,
                                               std::uint64_t seed) {
  // Neighbouring seeds must not give overlapping streams.
  random_.reseed(random_source::mix(seed * 0xD1342543DE82EF95U + 1));
  schemas_used_ = 0;
  text_used_ = 0;
  values_ = 0;
  draw_temper();
  root();
  return builder_.finish_into(target);
}

void random_documents::draw_temper() {
  const std::uint32_t size = random_.below(1000);
  if (size < taste_.large_per_mille) {
    budget_ = static_cast<std::int32_t>(random_.between(100, 400));
  } else if (size < taste_.large_per_mille + taste_.medium_per_mille) {
    budget_ = static_cast<std::int32_t>(random_.between(9, 48));
  } else {
    budget_ = static_cast<std::int32_t>(random_.between(1, 8));
  }
  const bool wild = random_.chance(taste_.wild_percent);
  odd_key_percent_ = wild ? random_.between(10, 70) : random_.below(5);
  odd_string_percent_ = wild ? random_.between(30, 90) : random_.between(2, 30);
  const bool ragged = random_.chance(60);
  missing_percent_ = ragged ? random_.between(5, 20) : 0;
  null_percent_ = ragged ? random_.between(2, 20) : random_.below(4);
}

void random_documents::root() {
  const std::uint32_t r = random_.below(100);
  if (r < 5) {
    scalar(scalar_kind::any);
  } else if (r < 24) {
    object(0);
  } else if (r < 30) {
    scalar_array(scalar_kind::any);
  } else if (r < 38) {
    mixed_array(0);
  } else if (r < 41) {
    nested_array(0);
  } else if (r < 74) {
    table(0);
  } else if (r < 97) {
    map(0);
  } else if (r < 98 && budget_ > 20) {
    wide_object();
  } else {
    any_value(0);
  }
}

void random_documents::any_value(std::uint32_t depth) {
  if (depth >= max_depth || budget_ < 2 || random_.chance(55)) {
    if (random_.one_in(16)) {
      empty_container();
    } else {
      scalar(scalar_kind::any);
    }
    return;
  }
  container(depth);
}

void random_documents::container(std::uint32_t depth) {
  const std::uint32_t r = random_.below(100);
  if (r < 25) {
    object(depth);
  } else if (r < 40) {
    scalar_array(scalar_kind::any);
  } else if (r < 50) {
    mixed_array(depth);
  } else if (r < 55) {
    nested_array(depth);
  } else if (r < 78) {
    table(depth);
  } else if (r < 96) {
    map(depth);
  } else {
    empty_container();
  }
}

void random_documents::empty_container() {
  spend();
  if (random_.one_in(2)) {
    builder_.begin_array().end_array();
  } else {
    builder_.begin_object().end_object();
  }
}

void random_documents::object(std::uint32_t depth) {
  spend();
  key_list keys;
  draw_keys(keys, random_.below(budget_ > 8 ? 8 : 5));
  builder_.begin_object();
  for (std::size_t i = 0; i < keys.size; ++i) {
    builder_.key(keys.keys[i]);
    any_value(depth + 1);
  }
  builder_.end_object();
}

// Wide objects take other paths than narrow ones where keys are looked up.
void random_documents::wide_object() {
  spend();
  builder_.begin_object();
  const std::uint32_t count = random_.between(17, 90);
  for (std::uint32_t i = 0; i < count; ++i) {
    builder_.key(numbered_name(i));
    if (random_.one_in(12)) {
      any_value(3);
    } else {
      scalar(scalar_kind::any);
    }
  }
  builder_.end_object();
}

void random_documents::scalar_array(scalar_kind kind) {
  spend();
  builder_.begin_array();
  std::uint32_t count = random_.below(5);
  if (budget_ > 30 && random_.one_in(8)) {
    count = random_.between(5, 40);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    scalar(kind);
  }
  builder_.end_array();
}

void random_documents::mixed_array(std::uint32_t depth) {
  spend();
  builder_.begin_array();
  const std::uint32_t count = random_.between(1, budget_ > 8 ? 6 : 3);
  for (std::uint32_t i = 0; i < count; ++i) {
    any_value(depth + 1);
  }
  builder_.end_array();
}

void random_documents::nested_array(std::uint32_t depth) {
  spend();
  builder_.begin_array();
  const std::uint32_t count = random_.between(1, 3);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (depth + 2 < max_depth && budget_ > 4 && random_.one_in(3)) {
      nested_array(depth + 1);
    } else if (budget_ > 4 && random_.one_in(4)) {
      table(depth + 1);
    } else {
      scalar_array(random_.one_in(2) ? scalar_kind::integer : scalar_kind::any);
    }
  }
  builder_.end_array();
}

std::uint32_t random_documents::rows_within(const schema& rows,
                                            std::uint32_t most) {
  const auto budget = static_cast<std::uint32_t>(std::max(budget_, 1));
  return random_.between(1, std::clamp(budget / rows.cost, 1U, most));
}

void random_documents::table(std::uint32_t depth) {
  const schema& rows = schemas_[make_schema(depth, false)];
  spend();
  // Now and then one row of another kind, which forbids the table.
  const bool spoiled = random_.one_in(24);
  const std::uint32_t count = rows_within(rows, budget_ > 60 ? 12 : 6);
  builder_.begin_array();
  for (std::uint32_t i = 0; i < count; ++i) {
    row(rows, depth + 1);
  }
  if (spoiled) {
    any_value(max_depth);
  }
  builder_.end_array();
}

void random_documents::map(std::uint32_t depth) {
  map_of(schemas_[make_schema(depth, false)], depth);
}

void random_documents::map_of(const schema& rows, std::uint32_t depth) {
  spend();
  key_list keys;
  draw_keys(keys, std::max(rows_within(rows, 6), random_.between(1, 2)));
  builder_.begin_object();
  for (std::size_t i = 0; i < keys.size; ++i) {
    builder_.key(keys.keys[i]);
    row(rows, depth + 1);
  }
  if (random_.one_in(24)) {
    builder_.key("not_a_row");
    any_value(max_depth);
  }
  builder_.end_object();
}

void random_documents::array_of(const schema& rows, std::uint32_t depth) {
  spend();
  builder_.begin_array();
  const std::uint32_t count =
      random_.one_in(8) ? 0 : random_.between(1, budget_ > 12 ? 3 : 1);
  for (std::uint32_t i = 0; i < count; ++i) {
    row(rows, depth + 1);
  }
  if (random_.one_in(32)) {
    scalar(scalar_kind::any);
  }
  builder_.end_array();
}

void random_documents::row(const schema& plan, std::uint32_t depth) {
  spend();
  builder_.begin_object();
  if (!plan.strict && random_.one_in(32)) {
    builder_.end_object();
    return;
  }
  const bool backwards = plan.size > 1 && random_.one_in(40);
  for (std::size_t i = 0; i < plan.size; ++i) {
    const column& at = plan.columns[backwards ? plan.size - 1 - i : i];
    if (!plan.strict && random_.chance(missing_percent_)) {
      continue;
    }
    builder_.key(at.key);
    if (random_.chance(null_percent_)) {
      spend();
      builder_.null();
    } else {
      cell(at, depth);
    }
  }
  if (!plan.strict && random_.one_in(16)) {
    builder_.key("own_key");
    any_value(depth + 1);
  }
  builder_.end_object();
}

void random_documents::cell(const column& plan, std::uint32_t depth) {
  // A value of another kind than the rest of the column.
  if (random_.one_in(48)) {
    any_value(depth + 1);
    return;
  }
  switch (plan.kind) {
    case column_kind::scalar:
      scalar(plan.scalar);
      return;
    case column_kind::object:
      row(schemas_[plan.sub], depth + 1);
      return;
    case column_kind::object_array:
      array_of(schemas_[plan.sub], depth + 1);
      return;
    case column_kind::scalar_array:
      scalar_array(plan.scalar);
      return;
    case column_kind::keyed_map:
      map_of(schemas_[plan.sub], depth + 1);
      return;
    case column_kind::free:
      any_value(depth + 1);
      return;
  }
}

std::uint8_t random_documents::make_schema(std::uint32_t depth, bool leaf) {
  if (schemas_used_ == max_schemas) {
    return 0;  // a schema in use; its rows only grow the document
  }
  const auto index = static_cast<std::uint8_t>(schemas_used_++);
  key_list keys;
  std::uint32_t most = budget_ > 60 ? 9 : (budget_ > 10 ? 6 : 3);
  if (leaf) {
    most = std::min(most, budget_ > 10 ? 5U : 2U);
    // Inline schemas begin at three keys.
    if (random_.one_in(6)) {
      most = 4;
    }
  }
  draw_keys(keys, random_.between(1, most));
  schema& made = schemas_[index];
  made.size = keys.size;
  made.strict = leaf ? random_.chance(75) : random_.chance(50);
  made.cost = 1;
  for (std::size_t i = 0; i < keys.size; ++i) {
    made.columns[i] = make_column(depth, leaf);
    made.columns[i].key = keys.keys[i];
    made.cost += made.columns[i].kind == column_kind::scalar ? 1 : 2;
    if (made.columns[i].sub != 0) {
      made.cost += schemas_[made.columns[i].sub].cost - 1;
    }
  }
  return index;
}

random_documents::column random_documents::make_column(std::uint32_t depth,
                                                       bool leaf) {
  column out;
  out.scalar = static_cast<scalar_kind>(random_.below(5));
  // A nested object of one shape flattens only when all its leaves are
  // scalars, so below the first level almost everything is.
  // Small documents have room for about one nested column.
  const std::uint32_t r = random_.below(leaf ? 400 : budget_ > 10 ? 100 : 150);
  const bool deeper = depth + 2 < max_depth && schemas_used_ + 4 < max_schemas;
  if (r >= 45 && leaf && r < 80 && deeper) {
    out.kind = column_kind::object;
    out.sub = make_schema(depth + 1, true);
    return out;
  }
  if (r < 50 || r >= 100) {
    return out;
  }
  if (r < 55 || !deeper) {
    out.kind = r < 98 ? column_kind::scalar_array : column_kind::free;
  } else if (r < 78) {
    out.kind = column_kind::object;
    out.sub = make_schema(depth + 1, true);
  } else if (r < 90) {
    out.kind = column_kind::object_array;
    out.sub = make_schema(depth + 1, random_.chance(85));
  } else if (r < 94) {
    out.kind = column_kind::keyed_map;
    out.sub = make_schema(depth + 1, true);
  } else {
    out.kind = column_kind::free;
  }
  return out;
}

void random_documents::draw_keys(key_list& out, std::size_t count) {
  out.size = 0;
  const auto taken = [&out](std::string_view key) {
    return std::find(out.keys.begin(),
                     out.keys.begin() + static_cast<std::ptrdiff_t>(out.size),
                     key) !=
           out.keys.begin() + static_cast<std::ptrdiff_t>(out.size);
  };
  while (out.size < count) {
    std::string_view key = draw_key();
    if (taken(key)) {
      key = draw_key();
    }
    if (taken(key)) {
      key = numbered_name(out.size);
    }
    out.keys[out.size] = key;
    ++out.size;
  }
}

}  // namespace pith_tests
