// SPDX-License-Identifier: MIT
#include "value_leaves.hpp"

#include <pith/equality.hpp>
#include <pith/json.hpp>

#include <algorithm>
#include <utility>

namespace pith_tests {

bool operator==(const leaf& a, const leaf& b) {
  if (a.path != b.path) return false;
  if (a.json == b.json) return true;
  const auto one = pith::json::parse(a.json);
  const auto other = pith::json::parse(b.json);
  return one && other && pith::equal(one->root(), other->root());
}

void add_leaves(std::vector<leaf>& out, pith::value root) {
  std::vector<std::pair<std::string, pith::value>> open{{"", root}};
  while (!open.empty()) {
    const auto [path, v] = open.back();
    open.pop_back();
    const auto members = v.get_object();
    const auto elements = v.get_array();
    if (members && !members->empty()) {
      for (const pith::member m : *members) {
        std::string inner = path;
        inner.append(1, '\0').append(m.key);
        open.emplace_back(std::move(inner), m.value);
      }
    } else if (elements && !elements->empty()) {
      for (const pith::value each : *elements) {
        out.push_back({path + "[]", *pith::json::write(each)});
      }
    } else {
      out.push_back({path, *pith::json::write(v)});
    }
  }
}

void sort_leaves(std::vector<leaf>& leaves) {
  std::ranges::stable_sort(leaves, {}, &leaf::path);
}

}  // namespace pith_tests
