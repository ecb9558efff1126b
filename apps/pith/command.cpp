// SPDX-License-Identifier: MIT
#include "command.hpp"

#include <pith/limits.hpp>

#include "diagnostics.hpp"

#include <cerrno>

namespace cli {

std::optional<pith::tokenizer> open_tokenizer(const std::string& name,
                                              exit_code& status) {
  auto found = pith::load_tokenizer(name);
  if (!found) {
    say(describe(name, found.error()));
    status = found.error().code == pith::error_code::read_failed
                 ? exit_code::io
                 : exit_code::usage;
    return std::nullopt;
  }
  if (found->is_estimate()) {
    say("pith: the tokenizer of " + printable(name) +
        " is not public; these are counts of " + std::string(found->name()) +
        ", an estimate\n");
  }
  return std::move(*found);
}

std::optional<input> open_input(const std::string& file) {
  input in = read_input(file, pith::limits{}.max_bytes);
  if (in.failure != 0) {
    say_failure("cannot read " + in.name, in.failure);
    return std::nullopt;
  }
  return in;
}

exit_code refuse(const input& in, const pith::error& what) {
  say(describe(in.name, in.text, what));
  return exit_code::bad_input;
}

exit_code conclude(const std::string& name, const pith::result<void>& done,
                   fd_sink& out) {
  if (!done && done.error().code != pith::error_code::write_failed) {
    say(describe(name, done.error()));
    return exit_code::bad_input;
  }
  if (out.finish()) return exit_code::ok;
  // A reader that had enough, as in `pith decode x | head`, is no news.
  if (out.failure() != EPIPE) {
    say_failure("cannot write to standard output", out.failure());
  }
  return exit_code::io;
}

}  // namespace cli
