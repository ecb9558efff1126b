// SPDX-License-Identifier: MIT
/// @file
/// The table of attacks: inputs made to exhaust time, memory or the stack, and
/// what the library must answer.
#ifndef PITH_TESTS_HOSTILE_ATTACKS_HPP
#define PITH_TESTS_HOSTILE_ATTACKS_HPP

#include <pith/error.hpp>
#include <pith/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pith_tests {

/// What is measured. Everything before it is preparation: `encode` parses its
/// JSON text first, `write` decodes its text first, `update` parses
/// {"base": rows, "next": rows}, `update_graph` the same with graphs.
enum class operation : std::uint8_t {
  parse,         ///< JSON text to document
  encode,        ///< document to GCF text
  decode,        ///< GCF text to document
  write,         ///< document to JSON text
  encode_graph,  ///< document to payload to GCF text
  decode_graph,  ///< GCF text to payload
  encode_gcb,    ///< document to payload to GCB1
  decode_gcb,    ///< GCB1 to payload
  encode_tron,   ///< document to TRON text
  decode_tron,   ///< TRON text to document
  write_tron,    ///< document that was TRON to JSON text
  encode_toon,   ///< document to TOON text
  decode_toon,   ///< TOON text to document
  encode_goon,   ///< document to response to GOON text
  decode_goon,   ///< GOON text to response
  markdown,      ///< document to a Markdown table
  read_chunks,   ///< GCF text in small chunks to events
  session,       ///< documents to answers of a session and back
  update,        ///< full payload and delta of rows, made and received
  update_graph,  ///< the same of graphs
  /// Text of the interchange format that the attack's name begins with to
  /// document, and back.
  decode_interchange,
  encode_interchange,
};

struct attack {
  std::string_view name;
  operation what;
  /// The input at a scale. Some attacks have several variants, which must all
  /// end the same way; all others ignore the second argument.
  std::string (*make)(std::size_t scale, std::size_t variant);
  /// The scale of the full attack.
  std::size_t scale;
  /// How it must end: with this error, or with success.
  std::optional<pith::error_code> outcome;
  /// The scale at which growth is measured, against twice of it. 0 when the
  /// attack has no size, or ends with its first bytes.
  std::size_t growth_scale;
  std::size_t variants = 1;
  pith::limits bounds{};
  /// Memory that it may take, in times of the bytes that go in and come out,
  /// and beyond that.
  double max_memory = 192;
  std::size_t free_memory = 16 * 1024 * 1024;

  /// More levels than any attack has.
  [[nodiscard]] constexpr attack of_any_depth() const {
    attack out = *this;
    out.bounds.max_depth = 4'000'000;
    return out;
  }
  [[nodiscard]] constexpr attack with_expansion(std::size_t most) const {
    attack out = *this;
    out.bounds.max_expansion = most;
    return out;
  }
  /// Holds it to less memory than others.
  [[nodiscard]] constexpr attack within(double times) const {
    attack out = *this;
    out.max_memory = times;
    out.free_memory = 16 * 1024;
    return out;
  }
  [[nodiscard]] constexpr attack in_variants(std::size_t count) const {
    attack out = *this;
    out.variants = count;
    return out;
  }
};

using input_maker = std::string (*)(std::size_t, std::size_t);

constexpr attack succeeds(std::string_view name, operation what,
                          input_maker make, std::size_t scale,
                          std::size_t growth_scale = 0) {
  return {name, what, make, scale, std::nullopt, growth_scale};
}

constexpr attack fails(std::string_view name, operation what, input_maker make,
                       std::size_t scale, pith::error_code with,
                       std::size_t growth_scale = 0) {
  return {name, what, make, scale, with, growth_scale};
}

[[nodiscard]] std::span<const attack> json_attacks() noexcept;
[[nodiscard]] std::span<const attack> delta_attacks() noexcept;
[[nodiscard]] std::span<const attack> encode_attacks() noexcept;
[[nodiscard]] std::span<const attack> gcf_attacks() noexcept;
[[nodiscard]] std::span<const attack> table_attacks() noexcept;
[[nodiscard]] std::span<const attack> graph_attacks() noexcept;
[[nodiscard]] std::span<const attack> toon_attacks() noexcept;
[[nodiscard]] std::span<const attack> gcb_attacks() noexcept;
[[nodiscard]] std::span<const attack> tron_attacks() noexcept;
[[nodiscard]] std::span<const attack> goon_attacks() noexcept;
[[nodiscard]] std::span<const attack> markup_attacks() noexcept;
[[nodiscard]] std::span<const attack> interchange_attacks() noexcept;

/// `piece`, `times` times.
[[nodiscard]] std::string repeat(std::string_view piece, std::size_t times);

/// A malformed UTF-8 sequence of each class; index below malformed_classes.
inline constexpr std::size_t malformed_classes = 14;
[[nodiscard]] std::string_view malformed_utf8(std::size_t index) noexcept;

}  // namespace pith_tests

#endif  // PITH_TESTS_HOSTILE_ATTACKS_HPP
