// SPDX-License-Identifier: MIT
/// @file
/// Reads the options that were given to a codec as text.
#ifndef PITH_CODEC_OPTIONS_HPP
#define PITH_CODEC_OPTIONS_HPP

#include <pith/codec.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace pith::inline v0 {

/// Collects the first mistake, so that a codec reads all its options and asks
/// once at the end.
class option_reader {
 public:
  explicit option_reader(const codec_settings& settings) noexcept
      : settings_(settings) {}

  /// "true" or "false".
  void read(std::string_view name, bool& into);
  /// Decimal digits, from `least` to `most`.
  void read(std::string_view name, unsigned& into, unsigned least,
            unsigned most);
  /// What was given; nothing when it was not.
  [[nodiscard]] std::optional<std::string_view> text(std::string_view name);
  /// For the value that text() gave last and nobody understands.
  void refuse() noexcept {
    if (ok_) refused_ = last_;
    ok_ = false;
  }

  [[nodiscard]] result<void> check() const;

 private:
  const codec_settings& settings_;
  bool ok_ = true;
  std::size_t last_ = 0;     // that text() gave
  std::size_t refused_ = 0;  // the first one
};

}  // namespace pith::inline v0

#endif  // PITH_CODEC_OPTIONS_HPP
