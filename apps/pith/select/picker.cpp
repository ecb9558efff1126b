// SPDX-License-Identifier: MIT
#include "select/picker.hpp"

#include <pith/error.hpp>
#include <pith/format_error.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace cli::select {

namespace {

std::string quoted(std::string_view text) {
  return "'" + pith::printable(text) + "'";
}

std::string path_fault(const lookup& stopped, const path& where) {
  return "--path " + pith::printable(dotted(where)) + ": " +
         why_missing(stopped, where);
}

/// Where the rows of an object may be: in its first member that is an array of
/// objects with this field.
std::string rows_hint(pith::value object, const path& where) {
  for (const auto& [key, value] : object.members()) {
    const auto first = value.at(0);
    if (first && find(*first, where).found) {
      return "; the rows in " + quoted(key) + " have it, so add --path " +
             pith::printable(dotted({{std::string(key)}}));
    }
  }
  return {};
}

/// "; " and why a row, which messages call `who`, has no such field.
std::string field_words(pith::value row, const field& one,
                        std::string_view who) {
  const lookup stopped = find(row, one.where);
  if (stopped.found) return {};
  if (stopped.steps != 0) {
    return "; in " + std::string(who) + ", " + why_missing(stopped, one.where);
  }
  // `user.name` without its dot is one key, and was meant as a path.
  const path_reading as_path = read_path("." + one.name);
  if (one.where.size() == 1 && as_path.steps.size() > 1 &&
      find(row, as_path.steps).found) {
    return "; a path begins with a dot: did you mean " +
           quoted("." + one.name) + "?";
  }
  if (row.members().empty()) return "; " + std::string(who) + " has no fields";
  return "; " + std::string(who) + " has " + keys_of(row) +
         nearest_key(row, one.where[0].key);
}

}  // namespace

picker::picker(const wanted& asked)
    : asked_(&asked), is_met_(asked.fields.size(), false) {}

bool picker::add(pith::builder& to, pith::value record) {
  const lookup got = find(record, asked_->where);
  if (!got.found) {
    fault_ = path_fault(got, asked_->where);
    return false;
  }
  if (!asked_->fields.empty()) return add_fields(to, *got.found);
  to.copy(*got.found);
  return true;
}

bool picker::add_fields(pith::builder& to, pith::value row) {
  if (row.type() != pith::kind::object) {
    fault_ = "--fields: this is " + std::string(kind_words(row.type())) +
             ", not an object with fields";
    return false;
  }
  if (!std::exchange(has_first_, true)) remember_first(row);
  to.begin_object();
  for (std::size_t i = 0; i < asked_->fields.size(); ++i) {
    const field& one = asked_->fields[i];
    const auto found = find(row, one.where).found;
    if (!found) continue;
    is_met_[i] = true;
    to.key(one.name).copy(*found);
  }
  to.end_object();
  return true;
}

void picker::remember_first(pith::value row) {
  for (const field& one : asked_->fields) {
    first_words_.push_back(field_words(row, one, "the first row"));
  }
}

std::string picker::never_met() const {
  const auto missed = std::ranges::find(is_met_, false);
  if (!has_first_ || missed == is_met_.end()) return {};
  const auto at = static_cast<std::size_t>(missed - is_met_.begin());
  return "--fields: no row has " + quoted(asked_->fields[at].name) +
         first_words_[at];
}

picked pick(pith::value from, const wanted& asked, bool are_records) {
  picked got{.root = from};
  const auto fail = [&](std::string words) {
    got.fault = std::move(words);
    return std::move(got);
  };
  if (asked.is_everything()) return got;
  picker each{asked};
  pith::builder made;
  const bool goes_into_records = are_records && !asked.where.empty();
  if (!goes_into_records) {
    const lookup led = find(from, asked.where);
    if (!led.found) return fail(path_fault(led, asked.where));
    got.root = *led.found;
    if (asked.fields.empty()) return got;
  }
  if (const auto rows = got.root.get_array()) {
    made.begin_array();
    std::size_t number = 0;
    for (const pith::value row : *rows) {
      ++number;
      const bool is_good =
          goes_into_records ? each.add(made, row) : each.add_fields(made, row);
      if (!is_good) {
        return fail("row " + std::to_string(number) + ": " + each.fault());
      }
    }
    made.end_array();
    if (std::string words = each.never_met(); !words.empty()) {
      return fail(std::move(words));
    }
  } else {
    for (const field& one : asked.fields) {
      if (got.root.type() != pith::kind::object) break;
      if (find(got.root, one.where).found) continue;
      const std::string hint = rows_hint(got.root, one.where);
      return fail(
          "--fields: there is no " + quoted(one.name) +
          (hint.empty() ? field_words(got.root, one, "the object") : hint));
    }
    if (!each.add_fields(made, got.root)) return fail(each.fault());
  }
  auto done = made.finish();
  if (!done) return fail(pith::message(done.error()));
  got.made = std::move(*done);
  got.is_made = true;
  got.root = got.made.root();
  return got;
}

}  // namespace cli::select
