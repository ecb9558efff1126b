// SPDX-License-Identifier: MIT
#include "system/pager_run.hpp"
#include "system/program_search.hpp"
#include "system/windows.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace cli {

namespace {

std::wstring system_directory() {
  std::array<wchar_t, MAX_PATH> name{};
  const UINT used =
      GetSystemDirectoryW(name.data(), static_cast<UINT>(name.size()));
  return used < name.size() ? std::wstring(name.data(), used) : std::wstring();
}

struct command_line {
  std::wstring program;  ///< empty: there is none
  std::wstring line;
};

/// What to start. Programs are looked for on PATH and in the system's own
/// directory, never in the current one.
command_line prepare(std::string_view command) {
  const std::wstring system = system_directory();
  if (system.empty()) return {};
  const std::wstring whole = windows::wide(command);
  // A quoted program, a pipe: for the shell.
  if (command.find_first_of("|&<>^\"%()") == command.npos) {
    const std::size_t end = std::min(command.find(' '), command.size());
    const std::string_view word = command.substr(0, end);
    const std::string found = find_program(word);
    if (found.empty()) {
      const std::wstring more = system + L"\\more.com";
      if (word != "more" && word != "more.com") return {};
      return {more,
              L"more" + whole.substr(std::min(whole.size(), whole.find(L' ')))};
    }
    if (found.ends_with(".exe") || found.ends_with(".com")) {
      return {windows::wide(found), L'"' + windows::wide(found) + L'"' +
                                        windows::wide(command.substr(end))};
    }
  }
  return {system + L"\\cmd.exe", L"cmd.exe /d /s /c \"" + whole + L'"'};
}

/// Ctrl-C is for the pager while it runs. Not by ignoring it: a child would
/// inherit that.
BOOL WINAPI take_event(DWORD event) {
  return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT ? TRUE : FALSE;
}

class paged_console {
 public:
  paged_console() : code_page_(GetConsoleOutputCP()) {
    SetConsoleCtrlHandler(take_event, TRUE);
    // Pagers take what they read for text of this code page.
    SetConsoleOutputCP(CP_UTF8);
  }
  paged_console(const paged_console&) = delete;
  paged_console& operator=(const paged_console&) = delete;
  ~paged_console() {
    SetConsoleOutputCP(code_page_);
    SetConsoleCtrlHandler(take_event, FALSE);
  }

 private:
  UINT code_page_;
};

void set_if_missing(const wchar_t* name, const wchar_t* value) {
  if (GetEnvironmentVariableW(name, nullptr, 0) == 0) {
    SetEnvironmentVariableW(name, value);
  }
}

struct pipe_ends {
  windows::owned_handle read;
  windows::owned_handle write;
};

/// A pipe of which a child inherits the end to read from.
pipe_ends open_pipe() {
  SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
  HANDLE read = nullptr;
  HANDLE write = nullptr;
  if (!CreatePipe(&read, &write, &inherited, 0)) return {};
  SetHandleInformation(write, HANDLE_FLAG_INHERIT, 0);
  return {windows::owned_handle{read}, windows::owned_handle{write}};
}

void feed(HANDLE pipe, std::string_view text) {
  constexpr std::size_t max_part = 1U << 16U;
  while (!text.empty()) {
    DWORD put = 0;
    const auto part = static_cast<DWORD>(std::min(text.size(), max_part));
    if (!WriteFile(pipe, text.data(), part, &put, nullptr)) return;
    text.remove_prefix(put);
  }
}

}  // namespace

std::string_view usual_pager() { return "more"; }

bool run_pager(std::string_view command, std::string_view text) {
  while (command.starts_with(' ')) command.remove_prefix(1);
  if (command.empty()) return false;
  command_line start = prepare(command);
  if (start.program.empty()) return false;
  // For a `less`: without -R it shows colours as escapes.
  set_if_missing(L"LESS", L"FRX");
  set_if_missing(L"LESSCHARSET", L"utf-8");
  // The shell would look into the current directory first.
  set_if_missing(L"NoDefaultCurrentDirectoryInExePath", L"1");
  pipe_ends pipe = open_pipe();
  if (!pipe.read) return false;
  STARTUPINFOW streams{};
  streams.cb = sizeof(streams);
  streams.dwFlags = STARTF_USESTDHANDLES;
  streams.hStdInput = pipe.read.get();
  streams.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
  streams.hStdError = GetStdHandle(STD_ERROR_HANDLE);
  PROCESS_INFORMATION made{};
  const paged_console console;
  if (!CreateProcessW(start.program.c_str(), start.line.data(), nullptr,
                      nullptr, TRUE, 0, nullptr, nullptr, &streams, &made)) {
    return false;
  }
  const windows::owned_handle process{made.hProcess};
  const windows::owned_handle thread{made.hThread};
  pipe.read.close();
  feed(pipe.write.get(), text);
  pipe.write.close();
  WaitForSingleObject(process.get(), INFINITE);
  DWORD status = 0;
  constexpr DWORD not_found = 9009;  // how the shell says it
  return !(GetExitCodeProcess(process.get(), &status) && status == not_found);
}

}  // namespace cli
