// SPDX-License-Identifier: MIT
/// @file
/// What a reader does with what JSON's model does not have, if somebody asks
/// for it. Without these options every one of them is an error.
#ifndef PITH_INTERCHANGE_LENIENT_LENIENCY_HPP
#define PITH_INTERCHANGE_LENIENT_LENIENCY_HPP

#include <pith/codec.hpp>

#include "codec/options.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace pith::interchange {

/// What becomes of an integer outside int64.
enum class big_integers : std::uint8_t {
  refused,
  string,  ///< its digits
  real,    ///< the nearest double
};

inline constexpr std::string_view big_integers_name = "big-integers";

/// The option of this name, for the list of a codec.
[[nodiscard]] codec_option big_integers_option();

/// Which of the words an option was given; the first when it was not given.
/// Another word is refused.
[[nodiscard]] std::size_t read_word(option_reader& from, std::string_view name,
                                    std::span<const std::string_view> words);

/// The value of big_integers_option().
[[nodiscard]] big_integers read_big_integers(option_reader& from);

/// The same where it is the only option; invalid_option.
[[nodiscard]] result<big_integers> big_integers_of(
    const codec_settings& settings);

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_LENIENT_LENIENCY_HPP
