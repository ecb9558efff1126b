// SPDX-License-Identifier: MIT
/// @file
/// UTF-8 validation sixteen bytes at a time, where the machine can.
#ifndef PITH_TEXT_UTF8_VECTOR_HPP
#define PITH_TEXT_UTF8_VECTOR_HPP

#include <string_view>

namespace pith::inline v0::text {

/// True when is_utf8_vector() may be called on this machine.
[[nodiscard]] bool has_utf8_vector() noexcept;

/// True for well-formed UTF-8. Says nothing about where an error is: that is
/// for the scalar twin in utf8.cpp, which the tests hold against this one.
[[nodiscard]] bool is_utf8_vector(std::string_view bytes) noexcept;

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_UTF8_VECTOR_HPP
