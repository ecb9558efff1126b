// SPDX-License-Identifier: MIT
#include "gcf/delta/header_line.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pith::inline v0::gcf::keyed {

header_line::header_line(std::string_view profile) : text_("GCF") {
  add("profile", profile);
}

header_line& header_line::add(std::string_view key, std::string_view value) {
  if (value.empty()) return *this;
  is_good_ = is_good_ && std::all_of(value.begin(), value.end(), [](char c) {
               return c > ' ' && c < 0x7F;
             });
  text_.append(" ").append(key).append("=").append(value);
  return *this;
}

header_line& header_line::add_count(std::string_view key, std::uint64_t count) {
  return add(key, std::to_string(count));
}

header_line& header_line::add_savings(std::uint64_t delta_tokens,
                                      std::uint64_t full_tokens) {
  if (full_tokens == 0 || delta_tokens > full_tokens) return *this;
  const double share = static_cast<double>(full_tokens - delta_tokens) /
                       static_cast<double>(full_tokens);
  const long percent = std::lround(100 * share);
  return add("savings", std::to_string(percent) + "%");
}

result<std::string> header_line::finish() {
  if (!is_good_) {
    return error{error_code::invalid_name, 0,
                 "a header value must be printable ASCII without spaces"};
  }
  text_ += '\n';
  return std::move(text_);
}

}  // namespace pith::inline v0::gcf::keyed
