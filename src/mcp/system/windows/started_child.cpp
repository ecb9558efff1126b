// SPDX-License-Identifier: MIT
#include "mcp/system/started_child.hpp"

#include "mcp/system/command_line.hpp"
#include "mcp/system/environment_list.hpp"
#include "mcp/system/program_search.hpp"
#include "mcp/system/random_bytes.hpp"
#include "mcp/system/windows/owned_handle.hpp"
#include "mcp/system/windows/wide_text.hpp"

#include <windows.h>

#include <boost/asio/windows/object_handle.hpp>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace pith::mcp {

namespace {

namespace asio = boost::asio;
using error_code = boost::system::error_code;

constexpr DWORD pipe_bytes = 64U << 10U;
constexpr UINT killed_code = 1;

std::string_view variable(std::string_view name) {
  for (char** at = environment_list(); at != nullptr && *at != nullptr; ++at) {
    const std::string_view entry(*at);
    const std::size_t equals = entry.find('=');
    if (equals == 0 || equals == entry.npos) continue;
    const std::string_view found = entry.substr(0, equals);
    if (!is_variable_less(found, name) && !is_variable_less(name, found)) {
      return entry.substr(equals + 1);
    }
  }
  return {};
}

bool is_file(const std::string& path) {
  const DWORD what = ::GetFileAttributesW(to_wide(path).c_str());
  return what != INVALID_FILE_ATTRIBUTES &&
         (what & FILE_ATTRIBUTE_DIRECTORY) == 0;
}

found_program find_here(const std::string& name, const std::string& directory) {
  return find_program(name, {.path = variable("PATH"),
                             .extensions = variable("PATHEXT"),
                             .directory = directory,
                             .is_file = is_file});
}

// -- Pipes

/// Lets only the user of this process open what has it.
class own_user_only {
 public:
  /// False if the system does not say who that is.
  [[nodiscard]] bool make() {
    HANDLE opened = nullptr;
    if (::OpenProcessToken(::GetCurrentProcess(), TOKEN_QUERY, &opened) == 0) {
      return false;
    }
    const owned_handle token(opened);
    DWORD size = 0;
    if (::GetTokenInformation(token.get(), TokenUser, user_, sizeof user_,
                              &size) == 0) {
      return false;
    }
    PSID const sid = reinterpret_cast<TOKEN_USER*>(user_)->User.Sid;
    auto* const list = reinterpret_cast<ACL*>(list_);
    return ::InitializeAcl(list, sizeof list_, ACL_REVISION) != 0 &&
           ::AddAccessAllowedAce(list, ACL_REVISION, GENERIC_ALL, sid) != 0 &&
           ::InitializeSecurityDescriptor(&descriptor_,
                                          SECURITY_DESCRIPTOR_REVISION) != 0 &&
           ::SetSecurityDescriptorDacl(&descriptor_, TRUE, list, FALSE) != 0;
  }

  [[nodiscard]] SECURITY_ATTRIBUTES attributes() noexcept {
    return {sizeof(SECURITY_ATTRIBUTES), &descriptor_, FALSE};
  }

 private:
  alignas(TOKEN_USER) unsigned char user_[sizeof(TOKEN_USER) +
                                          SECURITY_MAX_SID_SIZE]{};
  alignas(ACL) unsigned char list_[sizeof(ACL) + sizeof(ACCESS_ALLOWED_ACE) +
                                   SECURITY_MAX_SID_SIZE]{};
  SECURITY_DESCRIPTOR descriptor_{};
};

/// A name that nobody can guess; empty if there is no randomness.
std::wstring pipe_name() {
  unsigned char bytes[16];
  if (!fill_random(bytes)) return {};
  std::wstring name = L"\\\\.\\pipe\\pith-";
  for (const unsigned char byte : bytes) {
    name += L"0123456789abcdef"[byte >> 4U];
    name += L"0123456789abcdef"[byte & 15U];
  }
  return name;
}

enum class flow : bool { to_child, from_child };

struct pipe_ends {
  owned_handle ours;    ///< for overlapped operations
  owned_handle theirs;  ///< inherited; for operations that wait
};

/// False, with GetLastError(), if there is none. Anonymous pipes have no
/// overlapped operations, so this one has a name.
bool open_pipe(flow which, pipe_ends& out) {
  own_user_only only;
  const std::wstring name = pipe_name();
  if (name.empty() || !only.make()) return false;
  SECURITY_ATTRIBUTES security = only.attributes();
  const bool reads = which == flow::from_child;
  out.ours = owned_handle(::CreateNamedPipeW(
      name.c_str(),
      (reads ? PIPE_ACCESS_INBOUND : PIPE_ACCESS_OUTBOUND) |
          FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
      PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT |
          PIPE_REJECT_REMOTE_CLIENTS,
      1, pipe_bytes, pipe_bytes, 0, &security));
  if (!out.ours) return false;
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  // Programs ask what state their pipes are in, and set it.
  out.theirs = owned_handle(
      ::CreateFileW(name.c_str(),
                    reads ? GENERIC_WRITE | FILE_READ_ATTRIBUTES
                          : GENERIC_READ | FILE_WRITE_ATTRIBUTES,
                    0, &inherited, OPEN_EXISTING,
                    SECURITY_SQOS_PRESENT | SECURITY_ANONYMOUS, nullptr));
  return static_cast<bool>(out.theirs);
}

bool adopt(pipe_stream& to, owned_handle& from, std::string& problem) {
  error_code e;
  to.assign(from.get(), e);
  if (e) {
    problem = "cannot watch a pipe: " + e.message();
    return false;
  }
  static_cast<void>(from.release());
  return true;
}

// -- The process

/// Which handles a child inherits, freed in every case.
class inherited_handles {
 public:
  inherited_handles() = default;
  ~inherited_handles() {
    if (list() != nullptr) ::DeleteProcThreadAttributeList(list());
  }
  inherited_handles(const inherited_handles&) = delete;
  inherited_handles& operator=(const inherited_handles&) = delete;

  /// `handles` must live as long as this. False, with GetLastError().
  [[nodiscard]] bool make(std::span<HANDLE> handles) {
    SIZE_T size = 0;
    ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
    bytes_.resize(size);
    if (::InitializeProcThreadAttributeList(
            reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(bytes_.data()), 1, 0,
            &size) == 0) {
      bytes_.clear();
      return false;
    }
    return ::UpdateProcThreadAttribute(
               list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles.data(),
               handles.size_bytes(), nullptr, nullptr) != 0;
  }

  [[nodiscard]] LPPROC_THREAD_ATTRIBUTE_LIST list() noexcept {
    return bytes_.empty()
               ? nullptr
               : reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(bytes_.data());
  }

 private:
  std::vector<unsigned char> bytes_;
};

/// A job that ends with us: nobody of it outlives this process.
owned_handle make_job() {
  owned_handle job(::CreateJobObjectW(nullptr, nullptr));
  if (!job) return job;
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  if (::SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation,
                                &limits, sizeof limits) == 0) {
    job.close();
  }
  return job;
}

/// As CreateProcessW() wants it: each ends with a zero, and so do all.
std::wstring environment_block(const std::vector<std::string>& variables) {
  std::wstring out;
  for (const std::string& one : variables) {
    out += to_wide(one);
    out += L'\0';
  }
  out += L'\0';
  if (out.size() == 1) out += L'\0';
  return out;
}

/// The program and the text that it is started with.
struct command_text {
  std::wstring program;
  std::wstring line;
};

std::optional<command_text> text_of(const child_start& what,
                                    std::string& problem) {
  found_program found = find_here(what.words.front(), what.directory);
  if (found.file.empty()) {
    problem = "cannot start '" + what.words.front() +
              "': there is no such program; install it, or give its path";
    return std::nullopt;
  }
  for (char& c : found.file) {
    if (c == '/') c = '\\';
  }
  std::vector<std::string> words = what.words;
  words.front() = found.file;
  command_text out{to_wide(found.file), {}};
  std::size_t most = max_command_line;
  if (found.is_batch) {
    wchar_t folder[MAX_PATH + 1];
    const UINT size = ::GetSystemDirectoryW(folder, MAX_PATH);
    out.program.assign(folder, size <= MAX_PATH ? size : 0);
    out.program += L"\\cmd.exe";
    const auto line =
        batch_command_line(from_wide(out.program), words, problem);
    if (!line) return std::nullopt;
    out.line = to_wide(*line);
    most = max_batch_line;
  } else {
    out.line = to_wide(quoted_command_line(words));
  }
  if (out.line.size() > most) {
    problem = "cannot start '" + what.words.front() +
              "': its command line is longer than " + std::to_string(most) +
              " characters";
    return std::nullopt;
  }
  return out;
}

class child_group final : public started_child {
 public:
  child_group(asio::io_context& io, owned_handle process, owned_handle job,
              DWORD pid)
      : process_(std::move(process)),
        job_(std::move(job)),
        pid_(pid),
        end_(io) {}

  ~child_group() override { child_group::kill(); }

  [[nodiscard]] int pid() const noexcept override {
    return static_cast<int>(pid_);
  }

  void watch(std::function<void()> then) override {
    HANDLE same = nullptr;
    const HANDLE self = ::GetCurrentProcess();
    error_code failed;
    if (!end_.is_open() && ::DuplicateHandle(self, process_.get(), self, &same,
                                             SYNCHRONIZE, FALSE, 0) != 0) {
      end_.assign(same, failed);
      if (failed) ::CloseHandle(same);
    }
    end_.async_wait([then = std::move(then)](const error_code&) { then(); });
  }

  void look_soon() override {}

  void ask_to_end() noexcept override {
    // Reaches those who share our console; others wait to be killed.
    ::GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, pid_);
  }

  // Nobody else asks for it politely: most have no console.
  void dismiss() noexcept override { kill(); }

  void kill() noexcept override {
    if (job_) ::TerminateJobObject(job_.get(), killed_code);
  }

  [[nodiscard]] child_status reap() noexcept override {
    child_status how;
    DWORD code = 0;
    if (::GetExitCodeProcess(process_.get(), &code) != 0) {
      how.code = static_cast<int>(code);
    }
    error_code ignored;
    end_.close(ignored);
    job_.close();
    return how;
  }

 private:
  owned_handle process_;
  owned_handle job_;
  DWORD pid_;
  asio::windows::object_handle end_;
};

std::string explained(const child_start& what, DWORD code) {
  std::string out = "cannot start '" + what.words.front() + "'";
  const DWORD folder = ::GetFileAttributesW(to_wide(what.directory).c_str());
  if (!what.directory.empty() && (folder == INVALID_FILE_ATTRIBUTES ||
                                  (folder & FILE_ATTRIBUTE_DIRECTORY) == 0)) {
    out += " in '" + what.directory + "'";
  }
  return out + ": " + windows_message(code);
}

}  // namespace

const bool can_read_now = false;

std::unique_ptr<started_child> started_child::start(asio::io_context& io,
                                                    const child_start& what,
                                                    child_pipes& pipes,
                                                    std::string& problem) {
  auto text = text_of(what, problem);
  if (!text) return nullptr;
  const auto failed = [&] {
    problem = explained(what, ::GetLastError());
    return nullptr;
  };
  pipe_ends input;
  pipe_ends output;
  pipe_ends errors;
  if (!open_pipe(flow::to_child, input) ||
      !open_pipe(flow::from_child, output) ||
      !open_pipe(flow::from_child, errors)) {
    return failed();
  }
  owned_handle job = make_job();
  if (!job) return failed();
  HANDLE theirs[] = {input.theirs.get(), output.theirs.get(),
                     errors.theirs.get()};
  inherited_handles inherited;
  if (!inherited.make(theirs)) return failed();
  STARTUPINFOEXW how{};
  how.StartupInfo.cb = sizeof how;
  how.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  how.StartupInfo.hStdInput = theirs[0];
  how.StartupInfo.hStdOutput = theirs[1];
  how.StartupInfo.hStdError = theirs[2];
  how.lpAttributeList = inherited.list();
  // It shares our console, by which it can be asked to end. If we have none, it
  // must not open a window.
  const bool has_console = ::GetConsoleCP() != 0;
  std::wstring block = environment_block(what.variables);
  const std::wstring directory = to_wide(what.directory);
  PROCESS_INFORMATION made{};
  if (::CreateProcessW(
          text->program.c_str(), text->line.data(), nullptr, nullptr, TRUE,
          CREATE_SUSPENDED | CREATE_UNICODE_ENVIRONMENT |
              CREATE_NEW_PROCESS_GROUP | EXTENDED_STARTUPINFO_PRESENT |
              (has_console ? 0 : CREATE_NO_WINDOW),
          block.data(), directory.empty() ? nullptr : directory.c_str(),
          &how.StartupInfo, &made) == 0) {
    return failed();
  }
  owned_handle process(made.hProcess);
  const owned_handle thread(made.hThread);
  // It has not run yet, so all that it starts is of the job.
  if (::AssignProcessToJobObject(job.get(), process.get()) == 0 ||
      ::ResumeThread(thread.get()) == static_cast<DWORD>(-1)) {
    const DWORD code = ::GetLastError();
    ::TerminateProcess(process.get(), killed_code);
    problem = explained(what, code);
    return nullptr;
  }
  auto child = std::make_unique<child_group>(io, std::move(process),
                                             std::move(job), made.dwProcessId);
  if (!adopt(pipes.input, input.ours, problem) ||
      !adopt(pipes.output, output.ours, problem) ||
      !adopt(pipes.errors, errors.ours, problem)) {
    return nullptr;
  }
  return child;
}

std::size_t read_now(pipe_stream&, std::span<char>) { return 0; }

bool has_program(const std::string& name, const std::string& directory) {
  return !find_here(name, directory).file.empty();
}

}  // namespace pith::mcp
