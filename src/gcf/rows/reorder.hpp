// SPDX-License-Identifier: MIT
/// @file
/// Puts attachments that came out of turn where they belong.
#ifndef PITH_GCF_ROWS_REORDER_HPP
#define PITH_GCF_ROWS_REORDER_HPP

#include "document/pod_buffer.hpp"
#include "document/tape.hpp"

#include <cstddef>

namespace pith::inline v0::gcf::decoding {

/// Stretches of a tape whose parts are in the wrong order. Moving them at once
/// would move an inner stretch again with every row around it; so all are
/// noted and put in order by one copy of the tape. Spans are relative and the
/// parts of a row stay within it, so no header changes.
class reorder_list {
 public:
  void clear() noexcept {
    stretches_.clear();
    parts_.clear();
  }
  [[nodiscard]] bool empty() const noexcept { return stretches_.empty(); }

  /// Begins a stretch at `begin`; add_part() names what it holds, in the right
  /// order; end() closes it. Inner stretches are closed before outer ones
  /// begin.
  void begin(std::size_t begin) {
    stretches_.push_back({begin, begin, parts_.size()});
  }
  void add_part(std::size_t begin, std::size_t end) {
    if (begin != end) parts_.push_back({begin, end});
  }
  void end(std::size_t end) noexcept {
    stretches_.back().end = end;
    stretches_.back().parts_end = parts_.size();
  }

  /// Puts everything in order. Time and memory are linear in the tape, apart
  /// from sorting the stretches.
  void apply(detail::pod_buffer<detail::word>& tape);

 private:
  struct stretch {
    std::size_t begin;
    std::size_t end;
    std::size_t parts_begin;
    std::size_t parts_end = 0;
  };
  struct range {
    std::size_t begin;
    std::size_t end;
  };

  detail::pod_buffer<stretch> stretches_;
  detail::pod_buffer<range> parts_;
  detail::pod_buffer<range> pending_;  // still to be copied, the next last
  detail::pod_buffer<detail::word> ordered_;
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_ROWS_REORDER_HPP
