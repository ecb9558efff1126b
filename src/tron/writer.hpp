// SPDX-License-Identifier: MIT
/// @file
/// From tape to TRON text.
#ifndef PITH_TRON_WRITER_HPP
#define PITH_TRON_WRITER_HPP

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "text/output.hpp"
#include "text/tape_text.hpp"
#include "tron/class_plan.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::tron {

/// Walks the tape with a stack of its own.
class writer {
 public:
  writer(const detail::document_data& data, const class_plan& classes,
         text::output& target, std::size_t max_depth);

  /// Writes the definitions of all classes.
  void write_header();
  /// Writes the value at `index` of the tape. False when it is nested deeper
  /// than `max_depth`. Stops early when the output fails; the caller asks the
  /// output.
  [[nodiscard]] bool write_value(std::size_t index);

 private:
  /// A container that is being written.
  struct frame {
    const detail::word* end;
    const std::uint32_t* key;  // the next one, of an object without a class
    char close;
  };

  [[nodiscard]] char* put_key(char* out, std::uint32_t key_id);

  const detail::document_data* data_;
  const class_plan* classes_;
  text::output* target_;
  std::size_t max_depth_;
  text::tape_text text_;
  detail::pod_buffer<frame> outer_;
};

}  // namespace pith::inline v0::tron

#endif  // PITH_TRON_WRITER_HPP
