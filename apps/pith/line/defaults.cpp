// SPDX-License-Identifier: MIT
#include "line/defaults.hpp"

#include <algorithm>
#include <utility>

namespace cli {

void defaults::set(default_value one) {
  const auto found =
      std::ranges::find(values_, one.option, &default_value::option);
  if (found != values_.end()) {
    *found = std::move(one);
  } else {
    values_.push_back(std::move(one));
  }
}

const default_value* defaults::find(std::string_view option) const {
  const auto found = std::ranges::find(values_, option, &default_value::option);
  return found == values_.end() ? nullptr : &*found;
}

}  // namespace cli
