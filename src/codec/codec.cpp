// SPDX-License-Identifier: MIT
#include <pith/codec.hpp>

#include <algorithm>

namespace pith::inline v0 {

result<void> codec::check_options(const codec_settings& settings) const {
  std::size_t number = 0;
  for (const option_value& given : settings.options) {
    const bool known = std::ranges::any_of(
        options,
        [&](const codec_option& option) { return option.name == given.name; });
    if (!known) {
      return error{error_code::unknown_option, number,
                   "the format has no option of this name"};
    }
    ++number;
  }
  return {};
}

result<std::string> codec::encode(value v,
                                  const codec_settings& settings) const {
  std::string text;
  string_sink out(text);
  if (const auto done = encode_to(out, v, settings); !done) {
    return done.error();
  }
  return text;
}

result<void> codec::encode_to(sink& out, value v,
                              const codec_settings& settings) const {
  if (!write) {
    return error{error_code::not_supported, 0, "the codec cannot write"};
  }
  if (const auto fit = check_options(settings); !fit) return fit;
  return write(out, v, settings);
}

result<document> codec::decode(std::string_view text,
                               const codec_settings& settings) const {
  if (!read) {
    return error{error_code::not_supported, 0,
                 "this format can only be written; pith cannot read it back"};
  }
  if (const auto fit = check_options(settings); !fit) {
    return fit.error();
  }
  return read(text, settings);
}

}  // namespace pith::inline v0
