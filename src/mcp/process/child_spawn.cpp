// SPDX-License-Identifier: MIT
#include "mcp/process/child_spawn.hpp"

#include "mcp/process/descriptor_limit.hpp"
#include "mcp/system/spawn_support.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace {

std::string said(int code) { return std::generic_category().message(code); }

struct pipe_ends {
  owned_descriptor read;
  owned_descriptor write;
};

// Above 2: where one of our own 0, 1, 2 is closed, a pipe could take its place
// and be overwritten by the next one in the child.
bool lift(owned_descriptor& end) {
  if (end.get() > 2) return true;
  end = owned_descriptor(::fcntl(end.get(), F_DUPFD_CLOEXEC, 3));
  return end.get() >= 0;
}

bool open_pipe(pipe_ends& out) {
  int ends[2] = {-1, -1};
  if (!open_private_pipe(ends)) return false;
  out.read = owned_descriptor(ends[0]);
  out.write = owned_descriptor(ends[1]);
  return lift(out.read) && lift(out.write);
}

// What posix_spawn() is told, freed in every case.
class spawn_plan {
 public:
  spawn_plan() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
  }
  ~spawn_plan() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  spawn_plan(const spawn_plan&) = delete;
  spawn_plan& operator=(const spawn_plan&) = delete;

  // 0, or an error number.
  int set_streams(int input, int output, int errors) {
    int code = ::posix_spawn_file_actions_adddup2(&actions_, input, 0);
    if (code == 0) {
      code = ::posix_spawn_file_actions_adddup2(&actions_, output, 1);
    }
    if (code == 0) {
      code = ::posix_spawn_file_actions_adddup2(&actions_, errors, 2);
    }
    return code != 0 ? code : prevent_inheritance(actions_, flags_);
  }

  int set_directory(const std::string& directory) {
    if (directory.empty()) return 0;
    return ::posix_spawn_file_actions_addchdir_np(&actions_, directory.c_str());
  }

  int set_signals() {
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    int code = ::posix_spawnattr_setsigmask(&attributes_, &none);
    if (code == 0) code = ::posix_spawnattr_setsigdefault(&attributes_, &all);
    if (code == 0) code = ::posix_spawnattr_setpgroup(&attributes_, 0);
    if (code == 0) {
      code = ::posix_spawnattr_setflags(&attributes_, flags_);
    }
    return code;
  }

  int start(int& pid, const std::vector<std::string>& words,
            const std::vector<std::string>& variables) {
    const std::vector<char*> argv = pointers(words);
    const std::vector<char*> envp = pointers(variables);
    return ::posix_spawnp(&pid, words.front().c_str(), &actions_, &attributes_,
                          argv.data(), envp.data());
  }

 private:
  // The C interface wants char*, and changes nothing.
  static std::vector<char*> pointers(const std::vector<std::string>& texts) {
    std::vector<char*> out;
    out.reserve(texts.size() + 1);
    for (const std::string& text : texts) {
      out.push_back(const_cast<char*>(text.c_str()));
    }
    out.push_back(nullptr);
    return out;
  }

  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
  short flags_ =
      POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
};

std::string explained(const child_command& command, int code) {
  std::string out = "cannot start '";
  out += command.words.front();
  out += '\'';
  if (!command.directory.empty() &&
      ::access(command.directory.c_str(), X_OK) != 0) {
    out += " in '";
    out += command.directory;
    out += '\'';
  }
  out += ": ";
  out += said(code);
  return out;
}

bool has_nul(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    if (text.find('\0') != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::optional<spawned_child> spawn_child(const child_command& command,
                                         std::string& problem) {
  if (command.words.empty() || command.words.front().empty()) {
    problem = "there is no command to start";
    return std::nullopt;
  }
  const std::vector<std::string> variables = environment_of(command);
  if (has_nul(command.words) || has_nul(variables)) {
    problem = "a word or variable of the command has a NUL character";
    return std::nullopt;
  }
  pipe_ends input;
  pipe_ends output;
  pipe_ends errors;
  if (!open_pipe(input) || !open_pipe(output) || !open_pipe(errors)) {
    problem = explained(command, errno);
    return std::nullopt;
  }
  spawn_plan plan;
  spawned_child child;
  int code = plan.set_streams(input.read.get(), output.write.get(),
                              errors.write.get());
  if (code == 0) code = plan.set_directory(command.directory);
  if (code == 0) code = plan.set_signals();
  if (code == 0) code = plan.start(child.pid, command.words, variables);
  if (code != 0) {
    problem = explained(command, code);
    return std::nullopt;
  }
  give_first_descriptor_limit(child.pid);
  child.input = std::move(input.write);
  child.output = std::move(output.read);
  child.errors = std::move(errors.read);
  return child;
}

bool has_program(const child_command& command) {
  if (command.words.empty() || command.words.front().empty()) return false;
  const std::filesystem::path name{command.words.front()};
  const auto can_run = [](const std::filesystem::path& file) {
    std::error_code none;
    return std::filesystem::is_regular_file(file, none) &&
           ::access(file.c_str(), X_OK) == 0;
  };
  if (name.native().find('/') != std::string::npos) {
    // The child is in its directory already when it looks for it.
    return can_run(std::filesystem::path(command.directory) / name);
  }
  const char* const path =
      std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): at the start
  std::string_view rest = path == nullptr ? "/bin:/usr/bin" : path;
  for (;;) {
    const std::size_t colon = rest.find(':');
    const std::string_view place = rest.substr(0, colon);
    const std::filesystem::path folder{place.empty() ? "." : place};
    if (can_run(folder / name)) return true;
    if (colon == std::string_view::npos) return false;
    rest.remove_prefix(colon + 1);
  }
}

}  // namespace pith::mcp
