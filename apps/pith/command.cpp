// SPDX-License-Identifier: MIT
#include "command.hpp"

#include <pith/limits.hpp>

#include "diagnostics.hpp"

#include <cerrno>

namespace cli {

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
