// SPDX-License-Identifier: MIT
/// @file
/// The containers that are open.
#ifndef PITH_GCF_DECODE_CONTAINER_STACK_HPP
#define PITH_GCF_DECODE_CONTAINER_STACK_HPP

#include "document/pod_buffer.hpp"
#include "gcf/decode/delivery.hpp"
#include "gcf/decode/trailer.hpp"
#include "gcf/rows/frame.hpp"
#include "gcf/rows/open_rows.hpp"
#include "gcf/rows/reading.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::gcf::decoding {

/// A stack instead of recursion. Opens and closes containers on the tape, and
/// tells the innermost one of every value that is complete.
class container_stack {
 public:
  container_stack(reading& in, open_rows& rows, trailer& counts,
                  delivery& units) noexcept
      : in_(in), rows_(rows), trailer_(counts), delivery_(units) {}

  void clear() noexcept {
    frames_.clear();
    innermost_ = nullptr;
  }
  [[nodiscard]] bool empty() const noexcept { return innermost_ == nullptr; }
  [[nodiscard]] std::size_t size() const noexcept { return frames_.size(); }
  /// Valid until another one is opened or this one is closed.
  [[nodiscard]] frame& innermost() noexcept { return *innermost_; }
  [[nodiscard]] const frame& innermost() const noexcept { return *innermost_; }
  /// The one around the innermost; there are two at least.
  [[nodiscard]] const frame& around() const noexcept { return innermost_[-1]; }

  /// Containers around a value that comes next, itself included.
  [[nodiscard]] std::size_t child_depth() const noexcept {
    if (empty()) return 1;
    const frame& f = *innermost_;
    return f.depth + (f.kind == body::table ? 2 : 1);  // a row is an object
  }
  /// Opens a container; fails with depth_limit at `at`, and returns null.
  [[nodiscard]] frame* push(body kind, std::size_t level, std::uint32_t key_id,
                            const char* at);
  /// Closes the innermost container before the line at `at`. Fails with
  /// count_mismatch, or as open_rows::finish_row().
  [[nodiscard]] bool close(const char* at);
  /// Completes the open row of the innermost container, a table.
  [[nodiscard]] bool finish_row() {
    if (!rows_.finish_row()) return false;
    if (innermost_->delivers) delivery_.deliver(*innermost_);
    return true;
  }
  /// Tells the innermost container that one of its values is complete, and what
  /// kind of value it is.
  void finish_value(std::uint8_t flags);
  /// True when values on the tape, or a row, need the text.
  [[nodiscard]] bool has_open_unit() const noexcept {
    if (empty()) return false;
    const frame& f = *innermost_;
    return !f.delivers || (f.kind == body::table && rows_.current().is_open);
  }

  [[nodiscard]] std::size_t held_bytes() const noexcept {
    return frames_.size() * sizeof(frame);
  }

 private:
  void pop() noexcept {
    frames_.pop_back();
    innermost_ = frames_.empty() ? nullptr : innermost_ - 1;
  }

  reading& in_;
  open_rows& rows_;
  trailer& trailer_;
  delivery& delivery_;
  detail::pod_buffer<frame> frames_;
  frame* innermost_ = nullptr;  // the last of them; null when there is none
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_CONTAINER_STACK_HPP
