// SPDX-License-Identifier: MIT
#include "gcf/stream/chunk_feed.hpp"

#include "gcf/lex/header.hpp"
#include "gcf/lex/load.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace pith::inline v0::gcf {

using decoding::fault_bounds;
using decoding::no_fault;
using decoding::text_fault;

namespace {

/// Chunks are taken in parts of this size, so that a large one does not have
/// to be held as a whole.
constexpr std::size_t part_bytes = 64 * 1024;

}  // namespace

void chunk_feed::begin(const limits& bounds,
                       std::span<const graph::kind_name> more_kinds,
                       event_handler& events, const chunk_bounds& holding) {
  bounds_ = decoding::fault_bounds_of(bounds);
  holding_ = holding;
  generic_.begin(data_, bounds, events);
  graph_.begin(bounds, more_kinds, events);
  text_.base = 0;
  kept_ = next_ = unchecked_ = 0;
  has_header_ = is_graph_ = is_held_ = false;
}

bool chunk_feed::feed(std::string_view chunk) {
  while (!chunk.empty()) {
    const std::string_view part = chunk.substr(0, part_bytes);
    if (!take(part)) return false;
    chunk.remove_prefix(part.size());
  }
  return true;
}

bool chunk_feed::end() {
  if (is_held_) return true;
  append({});  // room after the text, if there was none
  const std::size_t begin = unchecked_;
  const std::string_view rest(data_.text.data() + begin,
                              data_.text.size() - begin);
  const text_fault fault = find_fault(rest, bounds_from(begin), true);
  const bool has_fault = fault.at != no_fault;
  const std::size_t end = has_fault ? begin : data_.text.size();
  if (!read_to(end, true, !has_fault)) return false;
  if (is_held_) return true;
  if (has_fault) {
    text_.problem = {fault.code, text_.base + begin + fault.at, fault.detail};
    return false;
  }
  text_.first = data_.text.data();
  text_.last = text_.first + data_.text.size();
  return is_graph_ ? graph_.finish(text_) : generic_.finish(text_);
}

/// What bounds the text from the offset `begin` on.
fault_bounds chunk_feed::bounds_from(std::size_t begin) const noexcept {
  return {bounds_.max_bytes - (text_.base + begin), bounds_.max_line_bytes};
}

/// Adds a part of the text and reads the lines that it completes.
bool chunk_feed::take(std::string_view part) {
  const std::size_t before = text_.base + data_.text.size();
  // One byte too many is enough to know.
  append(part.substr(0, bounds_.max_bytes + 1 - before));
  if (!is_held_ && !take_lines(part)) return false;
  if (held_bytes() > holding_.max_held_bytes) {
    text_.problem = {error_code::size_limit, text_.base + data_.text.size(),
                     "more must be held than "
                     "incremental_options::max_held_bytes"};
    return false;
  }
  return true;
}

bool chunk_feed::take_lines(std::string_view part) {
  const std::size_t begin = unchecked_;
  const std::string_view rest(data_.text.data() + begin,
                              data_.text.size() - begin);
  const fault_bounds left = bounds_from(begin);
  if (rest.size() <= left.max_bytes && rest.size() <= left.max_line_bytes &&
      part.find('\n') == std::string_view::npos) {
    return true;
  }
  const text_fault fault = find_fault(rest, left, false);
  const bool has_fault = fault.at != no_fault;
  const std::size_t end =
      begin + decoding::lines_before(rest, has_fault ? fault.at : rest.size());
  unchecked_ = end;
  if (!read_to(end, has_fault, false)) return false;
  if (is_held_) return true;
  if (has_fault) {
    text_.problem = {fault.code, text_.base + begin + fault.at, fault.detail};
    return false;
  }
  slide();
  return true;
}

/// Copies bytes after the text, and padding after them.
void chunk_feed::append(std::string_view part) {
  detail::pod_buffer<char>& text = data_.text;
  const char* const before = text.data();
  text.ensure(part.size() + detail::text_padding);
  if (text.data() != before) generic_.move_text(before, text.data(), 0);
  text.append(part.data(), part.size());
  std::memset(text.end(), 0, detail::text_padding);
}

/// Reads the lines before the offset `end`. `is_last` says that no more lines
/// will be read, `is_all` that the text ends there.
bool chunk_feed::read_to(std::size_t end, bool is_last, bool is_all) {
  if (end == 0 && !is_all) return true;
  text_.first = data_.text.data();
  text_.last = text_.first + end;
  const char after = std::exchange(*text_.last, '\n');
  char* p = text_.first + next_;
  if (!has_header_) {
    has_header_ = true;
    p = read_header();
  }
  if (p != nullptr && !is_held_) {
    p = is_graph_ ? graph_.read_lines(text_, p)
                  : generic_.read_lines(text_, p, is_last);
    // A last line without a line feed ends after the text.
    if (p != nullptr) next_ = std::min(text_.offset_of(p), data_.text.size());
  }
  *text_.last = after;
  return p != nullptr;
}

/// Reads the first line, and finds out how the rest is to be read. Returns the
/// second line.
char* chunk_feed::read_header() {
  is_graph_ = decoding::is_graph_text(decoding::view(text_.first, text_.last));
  char* const body = is_graph_ ? graph_.read_header(text_, data_)
                               : generic_.read_header(text_);
  is_held_ = body != nullptr &&
             (is_graph_ ? graph_.is_delta() : generic_.takes_part());
  return body;
}

/// Drops text that has been read, but for the keys and the declarations in it.
void chunk_feed::slide() {
  detail::pod_buffer<char>& text = data_.text;
  const std::size_t from = generic_.needed_from(next_);
  const std::size_t rest = text.size() - from;
  const std::size_t read = from - kept_;
  // Not before it is worth its cost: what is moved must be less than what is
  // dropped.
  if (read < holding_.slide_bytes || read < rest) return;
  moved_text_.clear();
  generic_.keep_texts([&](std::size_t offset, std::size_t length) {
    const std::size_t to = kept_ + moved_text_.size();
    moved_text_.append(text.data() + offset, length);
    return to;
  });

  const std::size_t to = kept_ + moved_text_.size();
  const std::size_t by = to - from;  // wraps around when it is down
  const char* const before = text.data();
  text.ensure(moved_text_.size() + detail::text_padding);
  std::memmove(text.data() + to, text.data() + from,
               rest + detail::text_padding);
  if (!moved_text_.empty()) {
    std::memcpy(text.data() + kept_, moved_text_.data(), moved_text_.size());
  }
  text.resize(to + rest);
  generic_.move_text(before, text.data(), by);
  text_.base -= by;
  unchecked_ += by;
  next_ += by;
  kept_ = to;
}

std::size_t chunk_feed::held_bytes() const noexcept {
  return data_.content_bytes() + generic_.held_bytes() +
         (is_graph_ ? graph_.held_bytes() : 0);
}

}  // namespace pith::inline v0::gcf
