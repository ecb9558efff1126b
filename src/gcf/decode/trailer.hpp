// SPDX-License-Identifier: MIT
/// @file
/// The trailer of a stream: `##! summary counts=2,3` (section 8.4).
#ifndef PITH_GCF_DECODE_TRAILER_HPP
#define PITH_GCF_DECODE_TRAILER_HPP

#include "document/pod_buffer.hpp"
#include "gcf/lex/lines.hpp"
#include "gcf/rows/reading.hpp"

#include <cstddef>
#include <string_view>

namespace pith::inline v0::gcf::decoding {

/// Counts what sections of deferred length hold, and holds the trailer against
/// it.
class trailer {
 public:
  explicit trailer(reading& in) noexcept : in_(in) {}

  /// Begins another text.
  void clear() noexcept {
    is_read_ = false;
    counts_.clear();
  }
  /// Whether a text without a trailer is an error; holds for all texts from
  /// now on.
  void require(bool is_required) noexcept { is_required_ = is_required; }

  /// A section with `[?]` begins, or was read. Returns its place for set().
  [[nodiscard]] std::size_t add(std::size_t count) {
    counts_.push_back(count);
    return counts_.size() - 1;
  }
  void set(std::size_t place, std::size_t count) noexcept {
    counts_[place] = count;
  }

  /// Reads the line, which begins with `##!`. Fails with invalid_line,
  /// duplicate_header_field, count_mismatch, or as header fields do.
  [[nodiscard]] outcome read_line(const line& ln);
  /// The trailer has been read; nothing may follow it.
  [[nodiscard]] bool is_read() const noexcept { return is_read_; }
  /// Fails for the line that follows it.
  [[nodiscard]] outcome reject(const line& ln) noexcept {
    return in_.failed(error_code::invalid_line, ln.first,
                      "nothing may follow the summary");
  }
  /// The text ends. Fails with missing_summary.
  [[nodiscard]] bool finish() noexcept;

  [[nodiscard]] std::size_t held_bytes() const noexcept {
    return counts_.size() * sizeof(std::size_t);
  }

 private:
  [[nodiscard]] bool check_counts(char* at, std::string_view counts);

  reading& in_;
  bool is_read_ = false;
  bool is_required_ = false;
  detail::pod_buffer<std::size_t> counts_;  // of sections with [?]
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_TRAILER_HPP
