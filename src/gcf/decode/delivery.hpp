// SPDX-License-Identifier: MIT
/// @file
/// Hands out what is complete of a text that comes in chunks.
#ifndef PITH_GCF_DECODE_DELIVERY_HPP
#define PITH_GCF_DECODE_DELIVERY_HPP

#include <pith/gcf_incremental.hpp>

#include "gcf/decode/shared_schemas.hpp"
#include "gcf/rows/frame.hpp"
#include "gcf/rows/open_rows.hpp"
#include "gcf/rows/reading.hpp"

#include <cstdint>

namespace pith::inline v0::gcf::decoding {

/// Tells an event_handler of units, values of the containers that deliver, and
/// drops them. These containers keep their headers on the tape, and nothing
/// else stands after them but the unit that is being read.
class delivery {
 public:
  delivery(reading& in, open_rows& rows, shared_schemas& schemas) noexcept
      : in_(in), rows_(rows), schemas_(schemas) {}

  /// Begins another text; without `events`, nothing is handed out. They must
  /// outlive the text.
  void begin(event_handler* events) noexcept {
    events_ = events;
    count_ = 0;
  }
  [[nodiscard]] bool is_wanted() const noexcept { return events_ != nullptr; }
  /// Units that have been handed out.
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

  /// Tells that a table or a list begins, whose values come one by one.
  void announce(const frame& f);
  /// Hands out the value after the header of `f`, which is complete.
  void deliver(const frame& f);
  /// Hands out a document that is one line.
  void deliver_root();
  /// Ends a container whose values have been handed out.
  void close(const frame& f);

 private:
  reading& in_;
  open_rows& rows_;
  shared_schemas& schemas_;
  event_handler* events_ = nullptr;
  std::uint64_t count_ = 0;
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_DELIVERY_HPP
