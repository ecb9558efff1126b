// SPDX-License-Identifier: MIT
/// @file
/// The definitions of classes in front of the data.
#ifndef PITH_TRON_HEADER_READER_HPP
#define PITH_TRON_HEADER_READER_HPP

#include <pith/limits.hpp>

#include "document/shape_tree.hpp"
#include "tron/class_table.hpp"
#include "tron/source.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::tron {

/// Reads `class name(parent): property,property` up to the first thing that
/// begins no definition.
///
/// A list of properties ends at a semicolon or at the end of a line; it goes
/// on on the next line if that begins with a comma, with a name that no `(`
/// follows, or, without an empty line between, with a string. Everything else
/// there is the next definition or the data. A word that could be data (a
/// number, `true`) is a property only after a colon or a comma of its line.
class header_reader {
 public:
  header_reader(source& text, class_table& classes, detail::shape_tree& shapes,
                const limits& bounds) noexcept
      : text_(&text), classes_(&classes), shapes_(&shapes), bounds_(&bounds) {}

  /// Returns where the data begins, or null. Afterwards each class has its
  /// node in the tree of shapes.
  [[nodiscard]] char* read(char* p);

 private:
  struct list_state {
    std::size_t count = 0;   // of the properties so far
    bool has_comma = false;  // after the last of them
  };
  enum class next_step : std::uint8_t { property, comma, end, fault };

  [[nodiscard]] char* read_definitions(char* p);
  [[nodiscard]] char* read_class(char* p);
  [[nodiscard]] char* read_name(char* p, std::string_view& name);
  [[nodiscard]] char* read_parent(char* p, std::uint32_t& parent);
  [[nodiscard]] char* read_properties(char* p);
  [[nodiscard]] char* read_property(char* p);
  [[nodiscard]] next_step look(char* p, std::size_t lines,
                               const list_state& list) const noexcept;
  [[nodiscard]] bool goes_on(char* p, std::size_t lines) const noexcept;

  source* text_;
  class_table* classes_;
  detail::shape_tree* shapes_;
  const limits* bounds_;
};

/// Passes over blanks, line ends, comments and semicolons.
[[nodiscard]] char* skip_separators(const source& text, char* p) noexcept;

}  // namespace pith::inline v0::tron

#endif  // PITH_TRON_HEADER_READER_HPP
