// SPDX-License-Identifier: MIT
/// @file
/// Words for people, on standard error.
#ifndef PITH_APPS_PITH_CONSOLE_DIAGNOSTICS_HPP
#define PITH_APPS_PITH_CONSOLE_DIAGNOSTICS_HPP

#include <pith/error.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cli {

/// The line around an offset and a caret under it, both indented by four
/// blanks and ended by a newline; empty when the line is. A long line is cut
/// to a window around the caret. One code point is one column; a tab becomes a
/// blank, and whatever could steer a terminal or is not UTF-8 becomes '?'.
std::string excerpt(std::string_view text, std::size_t offset);

/// A name or a line as it can be shown; see excerpt().
std::string printable(std::string_view text);

/// UTF-8 for JSON, which escapes what printable() must hide: only bytes that
/// are not UTF-8 become question marks.
std::string valid_text(std::string_view text);

/// "name:line:column", for an offset of a text of which `lines_before` are not
/// at hand.
std::string place_in(const std::string& name, std::string_view text,
                     std::size_t offset, std::uint64_t lines_before = 0);

/// Says on standard error that so many numbers were rounded, of which the first
/// stands there. Once for all inputs: who does not mind should not mind twice.
void say_rounded(const std::string& place, std::uint64_t count);

/// "name:line:column: error: code: detail", and the excerpt. The text may be
/// the end of a longer one, of which `lines_before` are not at hand.
std::string describe(const std::string& name, std::string_view text,
                     const pith::error& what, std::uint64_t lines_before = 0);

/// "name: error: code: detail", for errors that have no place in the text.
std::string describe(const std::string& name, const pith::error& what);

/// Writes to standard error, in the place of a passing line if there is one;
/// failures there have nobody left to hear them.
void say(std::string_view words);

/// Shows a line on the terminal at standard error that the next words, or
/// the next passing line, replace.
void say_passing(std::string_view line);

/// Takes the passing line away, if there is one.
void end_passing();

/// "pith: <words>: <the system's reason>".
void say_failure(std::string_view words, int system_error);

}  // namespace cli

#endif  // PITH_APPS_PITH_CONSOLE_DIAGNOSTICS_HPP
