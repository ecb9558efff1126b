// SPDX-License-Identifier: MIT
/// @file
/// What the subcommands share: exit codes, entry points, beginning and end.
#ifndef PITH_APPS_PITH_COMMAND_HPP
#define PITH_APPS_PITH_COMMAND_HPP

#include <pith/result.hpp>
#include <pith/tokens.hpp>

#include "arguments.hpp"
#include "io.hpp"

#include <optional>
#include <string>

namespace cli {

enum class exit_code : int {
  ok = 0,
  bad_input = 1,
  usage = 2,
  io = 3,
};

/// JSON in, GCF out.
exit_code run_encode(const arguments& args);

/// GCF in, JSON and a newline out.
exit_code run_decode(const arguments& args);

/// Exact token counts of files.
exit_code run_tokens(const arguments& args);

/// What files cost in every format.
exit_code run_compare(const arguments& args);

/// The tokenizer that was asked for; nothing after a message when there is
/// none, and `status` says how to end. Says so when it is an estimate.
std::optional<pith::tokenizer> open_tokenizer(const std::string& name,
                                              exit_code& status);

/// The input of this name; nothing after a message when it cannot be read.
std::optional<input> open_input(const std::string& file);

/// Says why a text was refused.
exit_code refuse(const input& in, const pith::error& what);

/// Ends the output after a writer said `done`, and says what went wrong.
exit_code conclude(const std::string& name, const pith::result<void>& done,
                   fd_sink& out);

}  // namespace cli

#endif  // PITH_APPS_PITH_COMMAND_HPP
