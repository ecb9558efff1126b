// SPDX-License-Identifier: MIT
#include "console/output.hpp"

#include "console/diagnostics.hpp"
#include "console/progress.hpp"
#include "line/shared_options.hpp"
#include "system/descriptors.hpp"
#include "system/new_file.hpp"
#include "terminal/terminal.hpp"

#include <cerrno>
#include <filesystem>

namespace cli {

output::output(const arguments& args)
    : output(std::string(args.value(output_option).value_or(""))) {}

output::output(std::string file, output_care care)
    : file_(std::move(file)), care_(care) {
  if (file_ == "-") file_.clear();
  if (file_.empty()) {
    // Data and progress would stand in the same lines.
    if (is_terminal(standard_output)) end_progress();
    sink_ = std::make_unique<fd_sink>(standard_output);
  } else {
    open_file();
  }
}

output::~output() {
  if (temporary_.empty()) return;
  remove_file(temporary_);
  forget_at_signal();
}

void output::open_file() {
  // A link stays a link: what it points to is replaced.
  std::error_code none;
  if (!is_device_name(file_)) {
    const auto target = std::filesystem::canonical(file_, none);
    if (!none) file_ = target.string();
  }
  const place_kind old = kind_at(file_);
  if (old == place_kind::other) {
    const int fd = open_to_write(file_);
    if (fd < 0) return say_cannot_write(errno);
    sink_ = std::make_unique<fd_sink>(fd);
    return;
  }
  new_file made = make_beside(
      file_, old == place_kind::nothing     ? new_rights::usual
             : care_ == output_care::utmost ? new_rights::same_with_attributes
                                            : new_rights::same);
  if (made.fd < 0) return say_cannot_write(errno);
  temporary_ = std::move(made.path);
  remove_at_signal(temporary_);
  sink_ = std::make_unique<fd_sink>(made.fd);
}

void output::say_cannot_write(int failure) const {
  say_failure("cannot write to " +
                  (file_.empty() ? std::string("standard output") : file_),
              failure);
}

exit_code output::conclude(std::string_view name,
                           const pith::result<void>& done) {
  if (!done && done.error().code != pith::error_code::write_failed) {
    say(format_error(std::string(name), done.error()));
    return exit_code::bad_input;
  }
  const bool is_durable = !temporary_.empty() && care_ == output_care::utmost;
  if (is_durable) sink_->sync();
  if (!sink_->finish()) {
    // A reader that had enough, as in `pith decode x | head`, is not news.
    if (sink_->failure() != EPIPE) say_cannot_write(sink_->failure());
    return exit_code::io;
  }
  if (temporary_.empty()) return exit_code::ok;
  if (const int failure = move_over(temporary_, file_); failure != 0) {
    say_cannot_write(failure);
    return exit_code::io;
  }
  temporary_.clear();
  forget_at_signal();
  if (is_durable) sync_directory_of(file_);
  return exit_code::ok;
}

}  // namespace cli
