// SPDX-License-Identifier: MIT
#include "c_api/updates.hpp"

#include "c_api/arguments.hpp"
#include "c_api/structs.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace pith::inline v0::c_api {

namespace {

bool read_policy(std::int32_t given, pith::gcf::reanchor& into) noexcept {
  switch (given) {
    case PITH_REANCHOR_DEFAULT:
      return true;
    case PITH_REANCHOR_NEVER:
      into = pith::gcf::reanchor::never;
      return true;
    case PITH_REANCHOR_EVERY:
      into = pith::gcf::reanchor::every_n;
      return true;
    case PITH_REANCHOR_BY_SIZE:
      into = pith::gcf::reanchor::by_size;
      return true;
    default:
      return false;
  }
}

}  // namespace

verdict read_producer_options(const pith_producer_options* given,
                              pith::gcf::producer_options& into) {
  if (given == nullptr) return {};
  pith_producer_options all;
  if (!read_struct(given, all)) {
    return invalid_argument("pith_producer_options::struct_size is not set");
  }
  const auto tool = as_text(all.tool, all.tool_size);
  if (!tool) return invalid_argument("the tool is a null pointer with a size");
  into.tool = *tool;
  if (!read_policy(all.policy, into.policy)) {
    return invalid_argument("the policy is not a pith_reanchor");
  }
  if (all.every != 0) {
    constexpr std::uint64_t most = std::numeric_limits<std::size_t>::max();
    into.every = static_cast<std::size_t>(std::min(all.every, most));
  }
  if (all.max_percent == PITH_ANY_PERCENT) {
    into.max_percent = 0;
  } else if (all.max_percent != 0) {
    into.max_percent = all.max_percent;
  }
  return {};
}

std::int32_t outcome_of(pith::gcf::outcome kind) noexcept {
  switch (kind) {
    case pith::gcf::outcome::unchanged:
      return PITH_OUTCOME_UNCHANGED;
    case pith::gcf::outcome::delta:
      return PITH_OUTCOME_DELTA;
    case pith::gcf::outcome::full:
      return PITH_OUTCOME_FULL;
  }
  return PITH_OUTCOME_FULL;
}

}  // namespace pith::inline v0::c_api
