// SPDX-License-Identifier: MIT
/// @file
/// One line of GCF while it is put together.
#ifndef PITH_GCF_STREAM_LINE_TEXT_HPP
#define PITH_GCF_STREAM_LINE_TEXT_HPP

#include <pith/gcf_stream.hpp>

#include "document/pod_buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf::streaming {

/// Collects a whole line, so that a sink gets it in one piece or not at all.
/// The encoder's line_writer hands its buffer over whenever it is full and
/// reads from a document; a stream has neither.
class line_text {
 public:
  void clear() noexcept { bytes_.clear(); }
  [[nodiscard]] std::string_view text() const noexcept {
    return {bytes_.data(), bytes_.size()};
  }

  void put(char c) { bytes_.push_back(c); }
  void put(std::string_view bytes) {
    bytes_.append(bytes.data(), bytes.size());
  }
  void count(std::uint64_t n);
  /// A key, quoted if section 2a.1 asks for it.
  void name(std::string_view name);
  /// A string, quoted if section 2.4 asks for it.
  void string(std::string_view text);
  /// A cell that check() accepts.
  void scalar(const cell& c);
  /// Turns the delimiter after the last cell into `c`.
  void replace_last(char c) noexcept { bytes_.back() = c; }

 private:
  void quoted(std::string_view text);

  detail::pod_buffer<char> bytes_;
};

/// Fails with invalid_utf8, not_finite or out_of_range.
[[nodiscard]] result<void> check(const cell& c);
/// What a name must be to stand in a text: UTF-8, and no longer than a
/// document can hold.
[[nodiscard]] result<void> check_name(std::string_view name);

}  // namespace pith::inline v0::gcf::streaming

#endif  // PITH_GCF_STREAM_LINE_TEXT_HPP
