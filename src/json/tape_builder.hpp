// SPDX-License-Identifier: MIT
/// @file
/// From tokens to tape: the second stage of the JSON reader.
#ifndef PITH_JSON_TAPE_BUILDER_HPP
#define PITH_JSON_TAPE_BUILDER_HPP

#include <pith/limits.hpp>

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "document/shape_tree.hpp"
#include "json/key_predictor.hpp"
#include "text/rounding.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::json {

/// Checks the grammar and writes the values of data.text, whose tokens begin
/// at the given places, to data.tape. Strings stay where they are in the text;
/// those with escapes are decoded in place. Keeps its memory between texts.
class tape_builder {
 public:
  /// Who hears of numbers that may be rounded, from now on; null for nobody.
  void watch_numbers(text::rounding_watch* watch) noexcept { watch_ = watch; }

  /// False when the text is wrong in any way; what and where is for
  /// diagnose() to find, so that this path carries no positions.
  /// `tokens` has `token_count` offsets and a few more (structural_index).
  [[nodiscard]] bool build(detail::document_data& data, const limits& bounds,
                           const std::uint32_t* tokens,
                           std::size_t token_count) {
    return build(data, bounds, tokens, token_count, nullptr);
  }
  /// The same for a text with one value per line, of which an array is made.
  /// `text` is data.text as it is before escapes are decoded in place.
  [[nodiscard]] bool build_lines(detail::document_data& data,
                                 const limits& bounds,
                                 const std::uint32_t* tokens,
                                 std::size_t token_count,
                                 std::string_view text) {
    return build(data, bounds, tokens, token_count, &text);
  }

 private:
  [[nodiscard]] bool build(detail::document_data& data, const limits& bounds,
                           const std::uint32_t* tokens, std::size_t token_count,
                           const std::string_view* lines);

  /// A container that is being read.
  struct frame {
    detail::word* header;      // on the tape
    std::uint32_t node;        // of an object that waits for one inside it
    std::uint32_t serial;      // see shape_cursor
    std::uint32_t place;       // see key_predictor
    std::uint32_t count;       // elements of an array so far
    std::uint32_t containers;  // how many of the values are containers
    std::uint16_t flags;       // has_array, has_object, tangled
    bool is_array;
  };

  /// The frame inside `outer`; null when that would be too deep.
  [[nodiscard]] frame* enter(frame* outer, std::size_t max_depth);

  detail::shape_tree shapes_;
  key_predictor predictor_;
  detail::pod_buffer<frame> frames_;
  text::rounding_watch* watch_ = nullptr;
};

}  // namespace pith::inline v0::json

#endif  // PITH_JSON_TAPE_BUILDER_HPP
