// SPDX-License-Identifier: MIT
#include "codec/options.hpp"

#include <charconv>

namespace pith::inline v0 {

std::optional<std::string_view> option_reader::text(std::string_view name) {
  std::optional<std::string_view> found;
  std::size_t number = 0;
  for (const option_value& given : settings_.options) {
    if (given.name == name) {
      found = given.value;
      last_ = number;
    }
    ++number;
  }
  return found;
}

void option_reader::read(std::string_view name, bool& into) {
  const auto given = text(name);
  if (!given) return;
  into = *given == "true";
  if (!into && *given != "false") refuse();
}

void option_reader::read(std::string_view name, unsigned& into, unsigned least,
                         unsigned most) {
  const auto given = text(name);
  if (!given) return;
  const char* const end = given->data() + given->size();
  unsigned number = 0;
  const auto [stop, problem] = std::from_chars(given->data(), end, number);
  if (problem != std::errc{} || stop != end || number < least ||
      number > most) {
    return refuse();
  }
  into = number;
}

result<void> option_reader::check() const {
  if (ok_) return {};
  return error{error_code::invalid_option, refused_,
               "the format does not accept this value of an option"};
}

}  // namespace pith::inline v0
