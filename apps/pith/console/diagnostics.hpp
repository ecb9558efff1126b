// SPDX-License-Identifier: MIT
/// @file
/// Words for people, on standard error.
#ifndef PITH_APPS_PITH_CONSOLE_DIAGNOSTICS_HPP
#define PITH_APPS_PITH_CONSOLE_DIAGNOSTICS_HPP

#include <pith/format_error.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace cli {

using pith::format_error;
using pith::format_place;
using pith::printable;

/// UTF-8 for JSON, which escapes what printable() must hide: only bytes that
/// are not UTF-8 become question marks.
std::string valid_text(std::string_view text);

/// Says on standard error that so many numbers were rounded, of which the first
/// stands there. Once for all inputs: who does not mind should not mind twice.
void say_rounded(const std::string& place, std::uint64_t count);

/// Writes to standard error, in the place of a passing line if there is one;
/// failures there have nobody left to hear them.
void say(std::string_view words);

/// The same for what is good to know and not an error; nothing after hush().
void say_note(std::string_view words);

/// From now on no notes, and no passing lines.
void hush();

/// Shows a line on the terminal at standard error that the next words, or
/// the next passing line, replace.
void say_passing(std::string_view line);

/// Takes the passing line away, if there is one.
void end_passing();

/// "pith: <words>: <the system's reason>".
void say_failure(std::string_view words, int system_error);
void say_failure(std::string_view words, const std::error_code& why);

}  // namespace cli

#endif  // PITH_APPS_PITH_CONSOLE_DIAGNOSTICS_HPP
