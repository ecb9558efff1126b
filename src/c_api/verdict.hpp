// SPDX-License-Identifier: MIT
/// @file
/// What became of a call, before it is told in C.
#ifndef PITH_C_API_VERDICT_HPP
#define PITH_C_API_VERDICT_HPP

#include <pith/error.hpp>
#include <pith/pith.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::c_api {

/// The status of an error of the library.
[[nodiscard]] std::int32_t status_of(error_code code) noexcept;
/// The way back; no_error for a status that is not one of the library.
[[nodiscard]] error_code code_of(std::int32_t status) noexcept;

/// Success, or a failure with all that pith_error says about it.
struct verdict {
  verdict() noexcept = default;
  /// One of the statuses that only C has. The sentence is static.
  verdict(std::int32_t own_status, const char* sentence) noexcept
      : status(own_status), detail(sentence) {}
  verdict(const error& what) noexcept
      : status(status_of(what.code)),
        offset(what.offset),
        detail(what.detail) {}
  /// Of a call that had a text, so that line and column can be told.
  verdict(const error& what, std::string_view input) noexcept : verdict(what) {
    text = input;
    has_text = true;
  }

  [[nodiscard]] bool is_good() const noexcept { return status == PITH_OK; }

  std::int32_t status = PITH_OK;
  std::size_t offset = 0;
  const char* detail = "";
  std::string_view text{};
  bool has_text = false;
};

[[nodiscard]] inline verdict invalid_argument(const char* sentence) noexcept {
  return {PITH_INVALID_ARGUMENT, sentence};
}

/// Fills in what fits into `out`, which may be null, and returns the status.
/// Linear in the offset when there is a text, else constant.
std::int32_t report(pith_error* out, const verdict& what) noexcept;

}  // namespace pith::inline v0::c_api

#endif  // PITH_C_API_VERDICT_HPP
