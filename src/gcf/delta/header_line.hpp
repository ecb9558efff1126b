// SPDX-License-Identifier: MIT
/// @file
/// Header lines of payloads that take part in deltas.
#ifndef PITH_GCF_DELTA_HEADER_LINE_HPP
#define PITH_GCF_DELTA_HEADER_LINE_HPP

#include <pith/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace pith::inline v0::gcf::keyed {

/// Builds `GCF profile=... key=value ...`. A value that would break the line
/// or forge a field makes finish() fail with invalid_name.
class header_line {
 public:
  explicit header_line(std::string_view profile);

  /// `key=value`; nothing when the value is empty.
  header_line& add(std::string_view key, std::string_view value);
  header_line& add_count(std::string_view key, std::uint64_t count);
  /// `savings=81%`, when the second is not the smaller one.
  header_line& add_savings(std::uint64_t delta_tokens,
                           std::uint64_t full_tokens);

  /// The line with its end.
  [[nodiscard]] result<std::string> finish();

 private:
  std::string text_;
  bool is_good_ = true;
};

}  // namespace pith::inline v0::gcf::keyed

#endif  // PITH_GCF_DELTA_HEADER_LINE_HPP
