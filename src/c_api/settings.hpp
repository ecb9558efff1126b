// SPDX-License-Identifier: MIT
/// @file
/// pith_settings, and options by name of functions that are not codecs.
#ifndef PITH_C_API_SETTINGS_HPP
#define PITH_C_API_SETTINGS_HPP

#include <pith/codec.hpp>
#include <pith/owned_list.hpp>
#include <pith/pith.h>

#include "c_api/verdict.hpp"

#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <variant>

namespace pith::inline v0::c_api {

/// Options as C passes them. Fails with PITH_INVALID_ARGUMENT.
verdict read_options(const pith_option* options, std::size_t count,
                     owned_list<option_value>& into);

/// The settings of a codec; null for all defaults. Fails with
/// PITH_INVALID_ARGUMENT; whether the codec knows the options is for it to say.
verdict read_settings(const pith_settings* given, codec_settings& into);

/// An option of a function, and where its value goes.
struct named_option {
  std::string_view name;
  std::variant<bool*, std::size_t*> into;
};

/// The same for a function with these options: others are unknown_option,
/// values that are not "true" or "false", or not digits, are invalid_option.
verdict read_settings(const pith_settings* given, codec_settings& into,
                      std::initializer_list<named_option> known);

}  // namespace pith::inline v0::c_api

#endif  // PITH_C_API_SETTINGS_HPP
