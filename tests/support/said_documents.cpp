// SPDX-License-Identifier: MIT
#include "said_documents.hpp"

#include <pith/builder.hpp>

#include "interchange/walk.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace pith_tests {

namespace {

struct collector {
  static constexpr std::size_t max_keys = 6;
  std::vector<std::string_view> keys{};
  std::vector<pith::value> scalars{};

  bool scalar(pith::value v) {
    scalars.push_back(v);
    return true;
  }
  bool key(std::string_view k) {
    if (keys.size() < max_keys && std::ranges::find(keys, k) == keys.end()) {
      keys.push_back(k);
    }
    return true;
  }
  static bool begin_array(const pith::array_view&) { return true; }
  static bool end_array() { return true; }
  static bool begin_object(const pith::object_view&) { return true; }
  static bool end_object() { return true; }
};

struct null_replacer {
  pith::builder into{};

  bool scalar(pith::value v) {
    if (v.is_null()) {
      into.boolean(false);
    } else {
      into.copy(v);
    }
    return true;
  }
  bool key(std::string_view k) {
    into.key(k);
    return true;
  }
  bool begin_array(const pith::array_view&) {
    into.begin_array();
    return true;
  }
  bool end_array() {
    into.end_array();
    return true;
  }
  bool begin_object(const pith::object_view&) {
    into.begin_object();
    return true;
  }
  bool end_object() {
    into.end_object();
    return true;
  }
};

}  // namespace

pith::result<void> fit_tables(pith::value from, pith::document& into) {
  null_replacer made;
  const bool is_object = from.type() == pith::kind::object;
  if (!is_object) made.into.begin_object().key("value");
  pith::interchange::walk(from, made);
  if (!is_object) made.into.end_object();
  return made.into.finish_into(into);
}

pith::result<void> fit_rows(pith::value from, pith::document& into) {
  collector found;
  pith::interchange::walk(from, found);
  if (found.keys.empty()) found.keys.emplace_back("value");
  pith::builder b;
  b.begin_array();
  for (std::size_t at = 0; at < found.scalars.size();) {
    b.begin_object();
    for (const std::string_view key : found.keys) {
      b.key(key);
      if (at < found.scalars.size()) {
        b.copy(found.scalars[at++]);
      } else {
        b.null();
      }
    }
    b.end_object();
  }
  b.end_array();
  return b.finish_into(into);
}

}  // namespace pith_tests
