// SPDX-License-Identifier: MIT
/// @file
/// From tape to JSON text.
#ifndef PITH_JSON_WRITER_HPP
#define PITH_JSON_WRITER_HPP

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "json/key_program.hpp"
#include "text/output.hpp"
#include "text/tape_text.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::json {

/// Walks the tape with a stack of its own.
class writer {
 public:
  writer(const detail::document_data& data, text::output& target,
         unsigned indent);

  /// Writes the value at `index` of the tape. Stops early when the output
  /// fails; the caller asks the output.
  void write(std::size_t index);
  /// The same for each element of the array at `index`, with a newline after.
  void write_lines(std::size_t index);

 private:
  /// A container that is being written. With `step`, an object whose keys are
  /// in a program; else with `key`, another object; else an array.
  struct frame {
    const detail::word* end;
    const std::uint32_t* key;  // the next one
    const key_step* step;      // the next one
  };

  [[nodiscard]] bool begin_programs(std::size_t index);
  /// Two loops from one source: a fast one for compact text with programs of
  /// keys, and one for everything.
  template <bool is_fast>
  void walk(const detail::word* t, char* out);
  char* put_long_step(char* out, const key_step& step);
  char* put_key(char* out, std::uint32_t key_id);
  char* put_line_break(char* out);

  const detail::document_data* data_;
  text::output* target_;
  std::size_t indent_;
  text::tape_text text_;
  key_programs programs_;
  detail::pod_buffer<frame> outer_;
};

}  // namespace pith::inline v0::json

#endif  // PITH_JSON_WRITER_HPP
