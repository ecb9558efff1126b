// SPDX-License-Identifier: MIT
#include "mcp/merge/member_catalog.hpp"

#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <utility>

namespace pith::mcp {

namespace {

using namespace std::chrono_literals;

constexpr int patient_failures = 3;
constexpr std::chrono::seconds first_wait = 5s;
constexpr std::chrono::seconds longest_wait = 60s;

}  // namespace

bool member_catalog::has(std::string_view capability) const {
  return find_member(capabilities, capability).has_value();
}

void member_record::fail(std::string why, clock::time_point now) {
  problem = std::move(why);
  ++failures;
  if (failures < patient_failures) return;
  const int doublings = std::min(failures - patient_failures, 4);
  retry_at = now + std::min(first_wait * (1 << doublings), longest_wait);
}

void member_record::succeed(std::shared_ptr<const member_catalog> known) {
  catalog = std::move(known);
  problem.clear();
  failures = 0;
  retry_at = {};
}

std::shared_ptr<member_record> catalog_cache::find(const std::string& whose,
                                                   bool is_modern,
                                                   const std::string& member) {
  std::string key = whose;
  key.push_back('\0');
  key += is_modern ? "modern" : "legacy";
  key.push_back('\0');
  key += member;
  auto& record = known_[std::move(key)];
  if (!record) record = std::make_shared<member_record>();
  auto found = record;
  if (known_.size() > most) {
    // Those that nobody holds; what they knew is asked for again.
    std::erase_if(known_,
                  [](const auto& one) { return one.second.use_count() == 1; });
  }
  return found;
}

}  // namespace pith::mcp
