// SPDX-License-Identifier: MIT
/// @file
/// Groups of symbols and of edges: their headers and how many lines they have.
#ifndef PITH_GCF_GRAPH_OPEN_GROUP_HPP
#define PITH_GCF_GRAPH_OPEN_GROUP_HPP

#include "gcf/lex/source.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf::graph_profile {

/// What the lines of a group are.
enum class group_kind : unsigned char {
  none,  ///< no group has begun
  symbols,
  edges,
  ended,  ///< after the summary
};

/// The group whose lines are being read. What fails, fails in the source that
/// it is given.
class open_group {
 public:
  [[nodiscard]] group_kind kind() const noexcept { return kind_; }
  /// Of its symbols.
  [[nodiscard]] std::uint32_t distance() const noexcept { return distance_; }

  /// Begins a text.
  void reset() noexcept { *this = {}; }
  /// Reads a line such as `## targets` or `## edges [3]` (6a), after close().
  /// Returns the next line. Fails with invalid_line, out_of_range (a distance),
  /// invalid_count or item_limit (a count above `max_items`).
  [[nodiscard]] char* open(decoding::source& text, char* p,
                           std::size_t max_items);
  /// Ends the group before the line at `at`. Fails there with count_mismatch
  /// when lines are missing.
  [[nodiscard]] bool close(decoding::source& text, const char* at) const;
  /// No group may follow.
  void end() noexcept {
    kind_ = group_kind::ended;
    is_counted_ = false;
  }

  /// Counts the line at `p`, before which the graph has `held` symbols or
  /// edges. Fails there with count_mismatch or item_limit.
  [[nodiscard]] bool count_line(decoding::source& text, const char* p,
                                std::size_t held, std::size_t max_items);
  /// Counts lines for which there was room.
  void count_lines(std::size_t count) noexcept { count_ += count; }
  /// How many more lines the header and `max_items` allow.
  [[nodiscard]] std::size_t room(std::size_t held,
                                 std::size_t max_items) const noexcept {
    const std::size_t all = max_items - std::min(max_items, held);
    return is_counted_ ? std::min(all, declared_ - count_) : all;
  }

 private:
  [[nodiscard]] char* read_count(decoding::source& text, char* p,
                                 std::size_t max_items);
  [[nodiscard]] bool set_distance(decoding::source& text,
                                  std::string_view name);

  group_kind kind_ = group_kind::none;
  bool is_counted_ = false;
  std::uint32_t distance_ = 0;
  std::size_t declared_ = 0;
  std::size_t count_ = 0;
};

}  // namespace pith::inline v0::gcf::graph_profile

#endif  // PITH_GCF_GRAPH_OPEN_GROUP_HPP
