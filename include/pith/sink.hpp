// SPDX-License-Identifier: MIT
/// @file
/// Where writers put their bytes.
#ifndef PITH_SINK_HPP
#define PITH_SINK_HPP

#include <pith/config.hpp>

#include <string>
#include <string_view>

namespace pith::inline v0 {

/// Receives output in pieces of up to about 64 KiB, in order.
class PITH_API sink {
 public:
  sink() = default;
  sink(const sink&) = delete;
  sink& operator=(const sink&) = delete;
  virtual ~sink();
  /// Takes `bytes`, which are valid only during the call. Returns false when
  /// it cannot; the writer then stops with error_code::write_failed.
  virtual bool write(std::string_view bytes) = 0;
};

/// Appends to a string of the caller's.
class PITH_API string_sink final : public sink {
 public:
  explicit string_sink(std::string& target PITH_LIFETIMEBOUND) noexcept
      : target_(&target) {}
  bool write(std::string_view bytes) override;

 private:
  std::string* target_;
};

}  // namespace pith::inline v0

#endif  // PITH_SINK_HPP
