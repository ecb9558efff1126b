// SPDX-License-Identifier: MIT
#include "console/output.hpp"

#include "console/diagnostics.hpp"
#include "console/file_attributes.hpp"
#include "console/progress.hpp"
#include "line/shared_options.hpp"
#include "terminal/terminal.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace cli {

namespace {

// What a signal takes away; a plain array, because a handler may not touch
// anything that allocates. Names that do not fit are left behind.
std::array<char, 4096> doomed{};

extern "C" void leave_nothing(int signal) {
  ::unlink(doomed.data());
  // The handler was for one time: this ends the process as it would have.
  ::raise(signal);
}

void watch_signals(const std::string& temporary) {
  if (temporary.size() >= doomed.size()) return;
  std::memcpy(doomed.data(), temporary.c_str(), temporary.size() + 1);
  struct sigaction once {};
  once.sa_handler = leave_nothing;
  once.sa_flags = static_cast<int>(SA_RESETHAND);
  // A file that grows too large is an error like a full disk.
  ::signal(SIGXFSZ, SIG_IGN);
  for (const int signal :
       {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGXCPU, SIGALRM}) {
    struct sigaction now {};
    // What the shell has set to be ignored stays ignored.
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) {
      ::sigaction(signal, &once, nullptr);
    }
  }
}

void forget_signals() { doomed[0] = '\0'; }

/// The rights of any new file.
mode_t usual_rights() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return static_cast<mode_t>(0666U & ~mask);
}

}  // namespace

void take_over(int fd, const struct stat& old, mode_t rights) {
  // With sudo it would else be root's, and its owner could not read it any
  // more. Who may not give it away keeps it. Before the rights, of which a
  // change of the owner takes some away.
  struct stat now {};
  if (::fstat(fd, &now) == 0 &&
      (now.st_uid != old.st_uid || now.st_gid != old.st_gid) &&
      ::fchown(fd, old.st_uid, old.st_gid) != 0) {
    rights &= 0777U;
  }
  ::fchmod(fd, old.st_mode & rights);
}

output::output(const arguments& args)
    : output(std::string(args.value(output_option).value_or(""))) {}

output::output(std::string file, output_care care)
    : file_(std::move(file)), care_(care) {
  if (file_ == "-") file_.clear();
  if (file_.empty()) {
    // Data and progress would stand in the same lines.
    if (is_terminal(STDOUT_FILENO)) end_progress();
    sink_ = std::make_unique<fd_sink>(STDOUT_FILENO);
  } else {
    open_file();
  }
}

output::~output() {
  if (temporary_.empty()) return;
  ::unlink(temporary_.c_str());
  forget_signals();
}

void output::open_file() {
  // A link stays a link: what it points to is replaced.
  std::error_code none;
  if (const auto target = std::filesystem::canonical(file_, none); !none) {
    file_ = target.string();
  }
  struct stat old {};
  const bool exists = ::stat(file_.c_str(), &old) == 0;
  if (exists && !S_ISREG(old.st_mode)) {
    const int fd = ::open(file_.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd < 0) return say_cannot_write(errno);
    sink_ = std::make_unique<fd_sink>(fd);
    return;
  }
  temporary_ = file_ + ".XXXXXX";
  const int fd = ::mkostemp(temporary_.data(), O_CLOEXEC);
  if (fd < 0) {
    temporary_.clear();
    return say_cannot_write(errno);
  }
  watch_signals(temporary_);
  if (exists) {
    take_over(fd, old, 07777U);
    if (care_ == output_care::utmost) copy_attributes(file_, fd);
  } else {
    ::fchmod(fd, usual_rights());
  }
  sink_ = std::make_unique<fd_sink>(fd);
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
  if (std::rename(temporary_.c_str(), file_.c_str()) != 0) {
    say_cannot_write(errno);
    return exit_code::io;
  }
  temporary_.clear();
  forget_signals();
  if (is_durable) sync_directory_of(file_);
  return exit_code::ok;
}

}  // namespace cli
