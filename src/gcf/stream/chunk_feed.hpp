// SPDX-License-Identifier: MIT
/// @file
/// Takes a text in chunks and feeds the reader of its profile.
#ifndef PITH_GCF_STREAM_CHUNK_FEED_HPP
#define PITH_GCF_STREAM_CHUNK_FEED_HPP

#include <pith/error.hpp>
#include <pith/gcf_incremental.hpp>
#include <pith/limits.hpp>

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "gcf/decode/chunk_reader.hpp"
#include "gcf/graph/chunk_reader.hpp"
#include "gcf/lex/faults.hpp"
#include "gcf/lex/source.hpp"
#include "graph/kinds.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace pith::inline v0::gcf {

/// How much of a text is held.
struct chunk_bounds {
  std::size_t max_held_bytes = ~std::size_t{0};
  /// Text that has been read is dropped when there is this much of it.
  std::size_t slide_bytes = 32 * 1024;
};

/// Cuts a text that comes in chunks into lines, chooses the profile by the
/// first one, and gives lines to the reader of that profile as soon as they are
/// complete. begin(), feed() until there is no more, end(). Once one of them
/// returned false, problem() says why, and only begin() may follow.
///
/// It holds what must stay, keys and field declarations, and after it the text
/// that is not read yet or that the open unit needs. When enough in between has
/// been read, the rest slides down; so places in it are offsets.
class chunk_feed {
 public:
  /// `more_kinds` and `events` must outlive the text.
  void begin(const limits& bounds, std::span<const graph::kind_name> more_kinds,
             event_handler& events, const chunk_bounds& holding);
  [[nodiscard]] bool feed(std::string_view chunk);
  [[nodiscard]] bool end();

  /// Whether a text without its summary is an error; holds for all texts from
  /// now on.
  void require_summary(bool is_required) noexcept {
    generic_.require_summary(is_required);
    graph_.require_summary(is_required);
  }
  /// Who hears of numbers that may be rounded, from now on; null for nobody.
  void watch_numbers(text::rounding_watch* watch) noexcept {
    text_.watch = watch;
  }
  [[nodiscard]] const error& problem() const noexcept { return text_.problem; }
  /// True when the text cannot be judged line by line: it is only collected,
  /// and whoever called end() has to decode it as a whole.
  [[nodiscard]] bool is_held() const noexcept { return is_held_; }
  [[nodiscard]] std::string_view held_text() const noexcept {
    return {data_.text.data(), data_.text.size()};
  }

 private:
  [[nodiscard]] bool take(std::string_view part);
  [[nodiscard]] bool take_lines(std::string_view part);
  [[nodiscard]] decoding::fault_bounds bounds_from(
      std::size_t begin) const noexcept;
  void append(std::string_view part);
  [[nodiscard]] bool read_to(std::size_t end, bool is_last, bool is_all);
  [[nodiscard]] char* read_header();
  void slide();
  [[nodiscard]] std::size_t held_bytes() const noexcept;

  decoding::fault_bounds bounds_{};
  chunk_bounds holding_;
  detail::document_data data_;  // its text is what is held
  decoding::source text_;
  decoding::chunk_reader generic_;
  graph_profile::chunk_reader graph_;

  // Offsets in the text that is held.
  std::size_t kept_ = 0;       // end of what must stay
  std::size_t next_ = 0;       // the line that is read next
  std::size_t unchecked_ = 0;  // the first line that was not complete
  bool has_header_ = false;
  bool is_graph_ = false;
  bool is_held_ = false;  // to be read as a whole in the end
  detail::pod_buffer<char> moved_text_;
};

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_STREAM_CHUNK_FEED_HPP
