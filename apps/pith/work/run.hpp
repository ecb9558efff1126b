// SPDX-License-Identifier: MIT
/// @file
/// What the subcommands share: tokenizers, inputs, beginning and end.
#ifndef PITH_APPS_PITH_WORK_RUN_HPP
#define PITH_APPS_PITH_WORK_RUN_HPP

#include <pith/builder.hpp>
#include <pith/codec.hpp>
#include <pith/result.hpp>
#include <pith/tokens.hpp>

#include "console/io.hpp"
#include "line/arguments.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace cli {

/// The tokenizer that was asked for; nothing after a message when there is
/// none, and `status` says how to end. Says so when it is an estimate.
std::optional<pith::tokenizer> open_tokenizer(const arguments& args,
                                              exit_code& status);

/// Tells a person at a terminal that the command waits for what they type.
void say_if_waiting(const std::string& file);

/// The input of this name; nothing after a message when it cannot be read.
std::optional<input> open_input(const std::string& file);

/// Whether an option of a format is wrong, and not what it was given.
bool is_about_options(const pith::error& what);

/// Says why a text was refused.
exit_code refuse(const input& in, const pith::error& what);
/// The same for an input of this format; of a binary one the message names the
/// byte, counted from 0.
exit_code refuse(const input& in, const pith::codec& format,
                 const pith::error& what);

/// Says why a value cannot be written; `name` is of where it came from.
exit_code refuse_value(const std::string& name, const pith::error& what);

/// Says what is wrong with the words; ends with "Try 'pith COMMAND --help'".
exit_code misused(std::string_view mistake, std::string_view command = {});

/// What was built, as JSON on one line.
pith::result<std::string> json_line(pith::builder& built);

/// Writes a text that is already complete to this file; "-" is standard output.
exit_code write_file(const std::string& file, std::string_view text);

/// The same to standard output, or to --output.
exit_code print(const arguments& args, std::string_view text);

/// The same for a text that may have failed: then as refuse_value().
exit_code print(const arguments& args, const std::string& name,
                const pith::result<std::string>& text);

}  // namespace cli

#endif  // PITH_APPS_PITH_WORK_RUN_HPP
