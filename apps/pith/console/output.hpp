// SPDX-License-Identifier: MIT
/// @file
/// Where a command writes its data: standard output, or a file that changes
/// only when all went well.
#ifndef PITH_APPS_PITH_CONSOLE_OUTPUT_HPP
#define PITH_APPS_PITH_CONSOLE_OUTPUT_HPP

#include <pith/result.hpp>

#include "console/io.hpp"
#include "line/arguments.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace cli {

/// How much a replaced file is looked after.
enum class output_care : std::uint8_t {
  usual,
  /// It keeps its extended attributes too, among them access lists, and is on
  /// the disk when conclude() returns: what belongs to another program.
  utmost,
};

/// Writes a regular file beside its place first and moves it there in
/// conclude(). Whoever reads the file sees the old one or the new one, whole.
/// Without conclude(), or after a signal that ends the process, nothing stays.
/// Devices and pipes are written as they are. One at a time.
class output {
 public:
  /// To --output, or to standard output. Check is_open(): a failure has been
  /// said by then.
  explicit output(const arguments& args);
  /// To this file; "-" is standard output, and so is nothing.
  explicit output(std::string file, output_care care = output_care::usual);
  output(const output&) = delete;
  output& operator=(const output&) = delete;
  ~output();

  [[nodiscard]] bool is_open() const noexcept { return sink_ != nullptr; }
  [[nodiscard]] bool is_standard_output() const noexcept {
    return file_.empty();
  }
  [[nodiscard]] fd_sink& sink() noexcept { return *sink_; }

  /// Ends the output after a writer said `done`, and says what went wrong;
  /// `name` is of what was being written.
  exit_code conclude(std::string_view name, const pith::result<void>& done);

 private:
  void open_file();
  void say_cannot_write(int failure) const;

  std::string file_;       // empty: standard output
  std::string temporary_;  // empty: written in place
  output_care care_ = output_care::usual;
  std::unique_ptr<fd_sink> sink_;
};

}  // namespace cli

#endif  // PITH_APPS_PITH_CONSOLE_OUTPUT_HPP
