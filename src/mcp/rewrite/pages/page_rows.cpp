// SPDX-License-Identifier: MIT
#include "mcp/rewrite/pages/page_rows.hpp"

#include <pith/json.hpp>
#include <pith/sink.hpp>

#include <utility>

namespace pith::mcp {

namespace {

/// How far rows are looked for; `{"data":{"result":{"rows":[]}}}` is unusual.
constexpr std::size_t max_path = 8;

class length_sink final : public sink {
 public:
  bool write(std::string_view bytes) override {
    length += bytes.size();
    return true;
  }
  std::size_t length = 0;
};

/// What a value takes as JSON.
std::size_t length_of(value v) {
  length_sink out;
  (void)json::write_to(out, v);  // what is too large counts as far as it goes
  return out.length;
}

/// The member in which nearly all of an object lies, when it can be cut.
std::optional<member> main_member(object_view members) {
  std::size_t total = 0;
  std::size_t largest = 0;
  std::optional<member> found;
  for (const member m : members) {
    const std::size_t length = length_of(m.value) + m.key.size();
    total += length;
    if (length > largest) {
      largest = length;
      found = m;
    }
  }
  if (!found || largest < total - total / 8) return std::nullopt;
  const auto elements = found->value.get_array();
  const auto inside = found->value.get_object();
  if ((elements && !elements->empty()) || (inside && !inside->empty())) {
    return found;
  }
  return std::nullopt;
}

using object_range = std::pair<object_view::iterator, object_view::iterator>;

/// Writes the members up to the one called `key`; leaves `range` after it.
void copy_before(builder& to, object_range& range, std::string_view key,
                 bool with_others) {
  while (range.first != range.second) {
    const member m = *range.first;
    ++range.first;
    if (m.key == key) return;
    if (with_others) to.key(m.key).copy(m.value);
  }
}

void copy_rest(builder& to, object_range& range, bool with_others) {
  for (; with_others && range.first != range.second; ++range.first) {
    const member m = *range.first;
    to.key(m.key).copy(m.value);
  }
}

}  // namespace

std::optional<page_rows> page_rows::of(value root) {
  page_rows out{root};
  while (out.path_.size() < max_path) {
    const auto members = out.place_.get_object();
    if (!members) break;
    const auto main = main_member(*members);
    if (!main) break;
    out.path_.push_back(main->key);
    out.place_ = main->value;
  }
  if (const auto elements = out.place_.get_array()) {
    out.are_rows_ = true;
    out.units_.reserve(elements->size());
    for (const value each : *elements) out.units_.push_back({each});
  } else if (const auto members = out.place_.get_object()) {
    for (const member m : *members) {
      const auto inside = m.value.get_array();
      if (!inside || inside->empty()) {
        out.units_.push_back({m.value, m.key});
        continue;
      }
      for (const value each : *inside) {
        out.units_.push_back({each, m.key, true});
      }
    }
  }
  if (out.units_.empty()) return std::nullopt;
  return out;
}

void page_rows::copy_members(builder& to, std::span<const unit> wanted) {
  to.begin_object();
  bool is_inside = false;  // an array
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const unit& each = wanted[i];
    if (!is_inside) to.key(each.key);
    if (!is_inside && each.is_element) to.begin_array();
    to.copy(each.what);
    is_inside = each.is_element && i + 1 < wanted.size() &&
                wanted[i + 1].key == each.key;
    if (each.is_element && !is_inside) to.end_array();
  }
  to.end_object();
}

result<document> page_rows::slice(std::size_t first, std::size_t count) const {
  const bool with_others = first == 0;
  builder to;
  std::vector<object_range> open;
  value at = root_;
  for (const std::string_view key : path_) {
    const auto members = at.get_object();
    if (!members) break;  // cannot be: the path was found along objects
    open.emplace_back(members->begin(), members->end());
    to.begin_object();
    copy_before(to, open.back(), key, with_others);
    to.key(key);
    at = at.find(key).value_or(at);
  }
  const auto wanted = std::span(units_).subspan(first, count);
  if (are_rows_) {
    to.begin_array();
    for (const unit& each : wanted) to.copy(each.what);
    to.end_array();
  } else {
    copy_members(to, wanted);
  }
  for (; !open.empty(); open.pop_back()) {
    copy_rest(to, open.back(), with_others);
    to.end_object();
  }
  return to.finish();
}

}  // namespace pith::mcp
