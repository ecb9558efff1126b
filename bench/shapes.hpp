// SPDX-License-Identifier: MIT
/// @file
/// JSON texts of eight shapes and any size, from our own seeded generator.
#ifndef PITH_BENCH_SHAPES_HPP
#define PITH_BENCH_SHAPES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pith_bench {

enum class shape : std::uint8_t {
  flat_rows,      ///< employees: six scalar fields per row
  nested_orders,  ///< a customer object and one to five items per order
  events,         ///< log lines with optional message, error and tags
  keyed_map,      ///< host name to a small flat object
  deep_config,    ///< nested sections, depth eight, fan-out three
  doubles,        ///< rows with one double of up to seventeen digits
  texts,          ///< comments with escapes, Cyrillic and CJK
  twitter,        ///< posts with users, entities, nulls and large ids
};

inline constexpr std::array all_shapes{
    shape::flat_rows,   shape::nested_orders, shape::events, shape::keyed_map,
    shape::deep_config, shape::doubles,       shape::texts,  shape::twitter,
};

[[nodiscard]] std::string_view name(shape s) noexcept;
[[nodiscard]] std::optional<shape> find_shape(std::string_view name) noexcept;

/// Compact JSON of at least `bytes` bytes and not much more. Deterministic:
/// the same arguments give the same text everywhere.
[[nodiscard]] std::string make_json(shape s, std::size_t bytes,
                                    std::uint64_t seed = 1);

/// Flat rows by number instead of by size.
[[nodiscard]] std::string make_flat_rows(std::size_t rows,
                                         std::uint64_t seed = 1);

/// "10 KB", "1 MB" (powers of ten).
[[nodiscard]] std::string size_name(std::size_t bytes);

/// Reads "10KB", "1MB", "25000000".
[[nodiscard]] std::optional<std::size_t> read_size(std::string_view text);

}  // namespace pith_bench

#endif  // PITH_BENCH_SHAPES_HPP
