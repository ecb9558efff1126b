// SPDX-License-Identifier: MIT
#include "interchange/lenient/leniency.hpp"

#include <algorithm>
#include <string>

namespace pith::interchange {

codec_option big_integers_option() {
  return {std::string(big_integers_name), "error",
          "reading integers outside int64: error, string, float"};
}

std::size_t read_word(option_reader& from, std::string_view name,
                      std::span<const std::string_view> words) {
  const auto given = from.text(name);
  if (!given) return 0;
  const auto found = std::ranges::find(words, *given);
  if (found != words.end()) {
    return static_cast<std::size_t>(found - words.begin());
  }
  from.refuse();
  return 0;
}

big_integers read_big_integers(option_reader& from) {
  constexpr std::string_view words[] = {"error", "string", "float"};
  return static_cast<big_integers>(read_word(from, big_integers_name, words));
}

result<big_integers> big_integers_of(const codec_settings& settings) {
  option_reader given{settings};
  const big_integers out = read_big_integers(given);
  if (const auto fit = given.check(); !fit) return fit.error();
  return out;
}

}  // namespace pith::interchange
