// SPDX-License-Identifier: MIT
/// @file
/// Where the bytes of rows come from.
#ifndef PITH_APPS_PITH_ROWS_BYTE_SOURCE_HPP
#define PITH_APPS_PITH_ROWS_BYTE_SOURCE_HPP

#include <pith/result.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace cli::rows {

/// A file, a pipe or a text that is read from its beginning to its end.
class byte_source {
 public:
  byte_source() = default;
  byte_source(const byte_source&) = delete;
  byte_source& operator=(const byte_source&) = delete;
  virtual ~byte_source();

  /// Puts the next bytes at the front of `into`, which is not empty, and says
  /// how many; 0 only at the end. It need not wait until `into` is full. Fails
  /// with read_failed.
  virtual pith::result<std::size_t> read(std::span<char> into) = 0;
};

/// A text in memory, which must outlive it.
class text_bytes final : public byte_source {
 public:
  explicit text_bytes(std::string_view text) noexcept : rest_(text) {}
  pith::result<std::size_t> read(std::span<char> into) override;

 private:
  std::string_view rest_;
};

}  // namespace cli::rows

#endif  // PITH_APPS_PITH_ROWS_BYTE_SOURCE_HPP
