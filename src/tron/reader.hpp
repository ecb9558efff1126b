// SPDX-License-Identifier: MIT
/// @file
/// From TRON text to tape.
#ifndef PITH_TRON_READER_HPP
#define PITH_TRON_READER_HPP

#include <pith/limits.hpp>
#include <pith/result.hpp>

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "document/shape_tree.hpp"
#include "tron/class_table.hpp"
#include "tron/source.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::tron {

/// Reads one text after another and keeps its memory between them.
class reader {
 public:
  /// Makes `data` the document of the text, or null on failure.
  [[nodiscard]] result<void> run(detail::document_data& data,
                                 std::string_view text, const limits& bounds);

  /// Who hears of numbers that may be rounded, from now on; null for nobody.
  void watch_numbers(text::rounding_watch* watch) noexcept {
    text_.watch = watch;
  }

 private:
  enum class role : std::uint8_t {
    top,       ///< what is outside of all containers
    array,     ///< `[`
    object,    ///< `{`
    instance,  ///< `A(`, arguments by position so far
    named,     ///< `A(`, arguments by name from here on
  };
  /// A container that is being read.
  struct frame {
    std::size_t header = 0;          // on the tape
    std::uint32_t node = 0;          // of an object or named arguments
    std::uint32_t serial = 0;        // see shape_cursor
    std::uint32_t class_number = 0;  // of an instance
    std::uint32_t count = 0;         // items so far
    std::uint32_t limit = 0;         // of them
    std::uint32_t containers = 0;    // how many of them are containers
    std::uint16_t flags = 0;         // has_array, has_object, tangled
    role what = role::top;
    char close = '\0';
  };

  void load(detail::document_data& data, std::string_view text);
  [[nodiscard]] bool read_text(const limits& bounds);
  /// Reads the one value and what may follow it; null when something is wrong.
  [[nodiscard]] char* read_data(char* p);

  /// Adds a frame inside the last one; null when that would be too deep.
  [[nodiscard]] frame* enter(role what, char close, std::size_t limit,
                             const char* at);
  [[nodiscard]] char* read_key(frame& object, char* p);
  /// Reads `name=` of an argument that follows a named one.
  [[nodiscard]] char* read_argument_name(frame& instance, char* p);
  /// Moves along an argument's name, which begins at `at`.
  [[nodiscard]] bool add_argument(frame& instance, std::string_view name,
                                  const char* at);
  /// The word at `begin` when `=` follows it at `p`, else nothing.
  [[nodiscard]] std::string_view name_before(char* begin, const char* p) const;
  char* refuse_item(const frame& of, const char* p);
  char* refuse_after_value(const frame& of, const char* p);

  detail::document_data* data_ = nullptr;
  const limits* bounds_ = nullptr;
  source text_;
  detail::shape_tree shapes_;
  class_table classes_;
  detail::pod_buffer<frame> frames_;
};

}  // namespace pith::inline v0::tron

#endif  // PITH_TRON_READER_HPP
