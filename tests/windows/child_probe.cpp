// SPDX-License-Identifier: MIT
/// @file
/// Starts one child after the other in one process, and says how many handles
/// that has cost. Only for Windows.
///
///   child_probe COUNT PROGRAM [WORD]...
///
/// Each child gets a line and must send it back; every third is killed instead
/// of stopped.
#include "mcp/process/child_process.hpp"
#include "mcp/system/process_use.hpp"
#include "mcp/system/windows/owned_handle.hpp"

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace)

/// How many handles there are. Where the system does not count them (wine), the
/// number of a new one, which is the first that is free.
unsigned long long handles() {
  const auto counted = measure_process().open_files;
  if (counted != 0) return counted;
  const owned_handle one(::CreateEventW(nullptr, TRUE, FALSE, nullptr));
  return reinterpret_cast<std::uintptr_t>(one.get()) / 4;
}

bool run_one(const child_command& command, int number) {
  boost::asio::io_context io{1};
  std::shared_ptr<child_process> child;
  const std::string sent = "line " + std::to_string(number);
  bool came_back = false;
  bool has_ended = false;
  std::string problem;
  child = child_process::start(
      io, command,
      {.on_line =
           [&](std::string_view line) {
             came_back = line == sent;
             if (number % 3 == 2) {
               child->kill();
             } else {
               child->stop();
             }
           },
       .on_words =
           [](std::string_view line) {
             std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()),
                          line.data());
           },
       .on_end = [&](const child_end&) { has_ended = true; }},
      problem);
  if (!child) {
    std::fprintf(stderr, "%s\n", problem.c_str());
    return false;
  }
  child->send(sent);
  io.run();
  return came_back && has_ended;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  child_command command;
  command.words.assign(argv + 2, argv + argc);
  const int count = std::atoi(argv[1]);
  // What a first child needs once.
  for (int i = 0; i < 3; ++i) {
    if (!run_one(command, i)) return 1;
  }
  const auto before = handles();
  for (int i = 0; i < count; ++i) {
    if (!run_one(command, i)) return 1;
  }
  const auto after = handles();
  std::printf("%d children, %llu handles before, %llu after\n", count, before,
              after);
  return after <= before + 2 ? 0 : 1;
}
