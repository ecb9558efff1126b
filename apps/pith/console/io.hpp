// SPDX-License-Identifier: MIT
/// @file
/// Whole inputs from files and pipes; output to a file descriptor.
#ifndef PITH_APPS_PITH_CONSOLE_IO_HPP
#define PITH_APPS_PITH_CONSOLE_IO_HPP

#include <pith/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cli {

/// A file that is read from its beginning; "-" is standard input.
class input_file {
 public:
  explicit input_file(const std::string& file);
  input_file(const input_file&) = delete;
  input_file& operator=(const input_file&) = delete;
  ~input_file();

  /// As messages call it.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// errno of what failed; 0 when nothing did.
  [[nodiscard]] int failure() const noexcept { return failure_; }
  /// Bytes of a regular file; 0 of everything else.
  [[nodiscard]] std::size_t size() const noexcept;

  /// Waits for bytes, puts them at the front of `into`, and says how many; 0
  /// at the end. Nothing after a failure.
  std::optional<std::size_t> read(std::span<char> into);

 private:
  std::string name_;
  int fd_;
  int failure_ = 0;
};

/// Bytes of a regular file, which can be read twice; 0 of everything else.
std::size_t size_of_file(const std::string& file);

/// A text and the name under which messages speak of it.
struct input {
  std::string name;
  std::string text;
  /// errno of the failed open or read; 0 when the text is complete.
  int failure = 0;
};

/// Reads a file to its end; "-" is standard input. Stops one byte after
/// `max_bytes`, so that an endless input ends as a size_limit of the reader.
input read_input(const std::string& file, std::size_t max_bytes);

/// Writes to a file descriptor through a buffer of 64 KiB. Short writes are
/// continued; the first failure is kept in failure().
class fd_sink final : public pith::sink {
 public:
  explicit fd_sink(int fd);

  bool write(std::string_view bytes) override;
  /// Writes what is buffered.
  bool flush();
  /// The same, and waits until it is on the disk.
  bool sync();
  /// Flushes and closes the descriptor, because some file systems report a
  /// full disk only then. Call once, at the end.
  bool finish();
  /// errno of the first failure; 0 when there was none.
  [[nodiscard]] int failure() const noexcept { return failure_; }
  /// Whether the last byte that was written ends a line.
  [[nodiscard]] bool ends_line() const noexcept { return ends_line_; }
  /// How many bytes were given to it.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

 private:
  bool write_through(std::string_view bytes);

  int fd_;
  int failure_ = 0;
  bool ends_line_ = false;
  std::uint64_t bytes_ = 0;
  std::string buffer_;
};

}  // namespace cli

#endif  // PITH_APPS_PITH_CONSOLE_IO_HPP
