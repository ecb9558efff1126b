// SPDX-License-Identifier: MIT
/// @file
/// Where the parts of a JSON text begin, for machines that simdjson has no
/// kernel for: WebAssembly, with and without SIMD. The method is that of
/// Langdale and Lemire, "Parsing gigabytes of JSON per second" (2019).
#ifndef PITH_JSON_STRUCTURAL_SCAN_HPP
#define PITH_JSON_STRUCTURAL_SCAN_HPP

#include "document/pod_buffer.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::json {

/// Fills `out` with the offsets of all brackets, braces, colons and commas
/// outside of strings, and of the first byte of each string and each other
/// scalar. False when the text is empty or blank, a string has a control
/// character or does not end, or the text is not UTF-8; `out` then says
/// nothing. Texts of less than 4 GiB. Linear.
[[nodiscard]] bool scan_structurals(const char* text, std::size_t size,
                                    detail::pod_buffer<std::uint32_t>& out);
/// The same byte by byte: faster where there are no vectors.
[[nodiscard]] bool scan_structurals_scalar(
    const char* text, std::size_t size, detail::pod_buffer<std::uint32_t>& out);

}  // namespace pith::inline v0::json

#endif  // PITH_JSON_STRUCTURAL_SCAN_HPP
