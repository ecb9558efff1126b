// SPDX-License-Identifier: MIT
#include "c_api/settings.hpp"

#include "c_api/arguments.hpp"
#include "c_api/structs.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>

namespace pith::inline v0::c_api {

namespace {

/// 0 leaves the default. Where sizes are smaller, their largest will do.
void read_limit(std::uint64_t given, std::size_t& into) noexcept {
  if (given == 0) return;
  constexpr std::uint64_t most = std::numeric_limits<std::size_t>::max();
  into = static_cast<std::size_t>(std::min(given, most));
}

bool read_option(std::string_view text, bool& into) noexcept {
  into = text == "true";
  return into || text == "false";
}

bool read_option(std::string_view text, std::size_t& into) noexcept {
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, into);
  return problem == std::errc{} && stop == end;
}

verdict read_option(const option_value& given,
                    std::initializer_list<named_option> known) {
  for (const named_option& each : known) {
    if (each.name != given.name) continue;
    const bool is_good = std::visit(
        [&](auto* into) { return read_option(given.value, *into); }, each.into);
    if (is_good) return {};
    return error{error_code::invalid_option, 0,
                 "an option has a value that the function does not know"};
  }
  return error{error_code::unknown_option, 0,
               "the function does not have an option of this name"};
}

}  // namespace

verdict read_options(const pith_option* options, std::size_t count,
                     owned_list<option_value>& into) {
  const auto all = as_span(options, count);
  if (!all) return invalid_argument("there are options and no pointer to them");
  for (const pith_option& each : *all) {
    const auto name = as_text(each.name, each.name_size);
    const auto text = as_text(each.value, each.value_size);
    if (!name || !text) {
      return invalid_argument("an option is a null pointer with a size");
    }
    into.push_back({*name, *text});
  }
  return {};
}

verdict read_settings(const pith_settings* given, codec_settings& into) {
  if (given == nullptr) return {};
  pith_settings all;
  if (!read_struct(given, all)) {
    return invalid_argument("pith_settings::struct_size is not set");
  }
  limits& bounds = into.bounds;
  read_limit(all.max_bytes, bounds.max_bytes);
  read_limit(all.max_depth, bounds.max_depth);
  read_limit(all.max_items, bounds.max_items);
  read_limit(all.max_fields, bounds.max_fields);
  read_limit(all.max_line_bytes, bounds.max_line_bytes);
  read_limit(all.max_expansion, bounds.max_expansion);
  into.numbers.exact = all.exact_numbers != 0;
  return read_options(all.options, all.option_count, into.options);
}

verdict read_settings(const pith_settings* given, codec_settings& into,
                      std::initializer_list<named_option> known) {
  const verdict read = read_settings(given, into);
  if (!read.is_good()) return read;
  for (const option_value& each : into.options) {
    const verdict taken = read_option(each, known);
    if (!taken.is_good()) return taken;
  }
  return {};
}

}  // namespace pith::inline v0::c_api
