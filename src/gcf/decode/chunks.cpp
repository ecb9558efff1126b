// SPDX-License-Identifier: MIT
// Texts that come in chunks. Lines are given to the same reader as those of a
// text in one piece, as soon as they are complete, so that there is one set of
// rules; what is here only decides when.
#include "document/document_data.hpp"
#include "gcf/decode/reader.hpp"
#include "gcf/graph/chunk_reader.hpp"
#include "gcf/lex/load.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace pith::inline v0::gcf::decoding {

namespace {

/// Chunks are taken in parts of this size, so that a large one does not have
/// to be held as a whole.
constexpr std::size_t part_bytes = 64 * 1024;

}  // namespace

void reader::begin(detail::document_data& data, const limits& bounds,
                   event_handler& events, graph_profile::chunk_reader& graph,
                   const chunk_bounds& holding) {
  reset(data, bounds, purpose::document);
  delivery_.begin(&events);
  graph_ = &graph;
  objects_.begin(true, false);
  chunks_ = {};
  chunks_.bounds = holding;
}

bool reader::feed(std::string_view chunk) {
  while (!chunk.empty()) {
    const std::string_view part = chunk.substr(0, part_bytes);
    if (!take(part)) return false;
    chunk.remove_prefix(part.size());
  }
  return true;
}

bool reader::end() {
  if (chunks_.is_held) return true;
  const std::size_t begin = chunks_.unchecked;
  const std::string_view rest(in_.data->text.data() + begin,
                              in_.data->text.size() - begin);
  const fault_bounds whole = fault_bounds_of(in_.bounds);
  const fault_bounds left = {whole.max_bytes - (in_.text.base + begin),
                             whole.max_line_bytes};
  append({});  // room after the text, if there was none
  const text_fault fault = find_fault(rest, left, true);
  const bool has_fault = fault.at != no_fault;
  const std::size_t end = has_fault ? begin : in_.data->text.size();
  if (!read_to(end, true, !has_fault)) return false;
  if (chunks_.is_held) return true;
  if (has_fault) {
    in_.text.problem = {fault.code, in_.text.base + begin + fault.at,
                        fault.detail};
    return false;
  }
  in_.text.first = in_.data->text.data();
  in_.text.last = in_.text.first + in_.data->text.size();
  return chunks_.is_graph ? graph_->finish(in_.text) : finish();
}

/// Adds a part of the text and reads the lines that it completes.
bool reader::take(std::string_view part) {
  const std::size_t before = in_.text.base + in_.data->text.size();
  const fault_bounds whole = fault_bounds_of(in_.bounds);
  // One byte too many is enough to know.
  append(part.substr(0, whole.max_bytes + 1 - before));
  if (!chunks_.is_held && !take_lines(part, whole)) return false;
  if (held_bytes() > chunks_.bounds.max_held_bytes) {
    in_.text.problem = {error_code::size_limit,
                        in_.text.base + in_.data->text.size(),
                        "more must be held than "
                        "incremental_options::max_held_bytes"};
    return false;
  }
  return true;
}

bool reader::take_lines(std::string_view part, const fault_bounds& whole) {
  const std::size_t begin = chunks_.unchecked;
  const std::string_view rest(in_.data->text.data() + begin,
                              in_.data->text.size() - begin);
  const fault_bounds left = {whole.max_bytes - (in_.text.base + begin),
                             whole.max_line_bytes};
  if (rest.size() <= left.max_bytes && rest.size() <= left.max_line_bytes &&
      part.find('\n') == std::string_view::npos) {
    return true;
  }
  const text_fault fault = find_fault(rest, left, false);
  const bool has_fault = fault.at != no_fault;
  const std::size_t end =
      begin + lines_before(rest, has_fault ? fault.at : rest.size());
  chunks_.unchecked = end;
  if (!read_to(end, has_fault, false)) return false;
  if (chunks_.is_held) return true;
  if (has_fault) {
    in_.text.problem = {fault.code, in_.text.base + begin + fault.at,
                        fault.detail};
    return false;
  }
  slide();
  return true;
}

/// Copies bytes after the text, and padding after them.
void reader::append(std::string_view part) {
  detail::pod_buffer<char>& text = in_.data->text;
  const char* const before = text.data();
  text.ensure(part.size() + detail::text_padding);
  if (text.data() != before) {
    rows_.move_cells(before, text.data(), 0);
  }
  text.append(part.data(), part.size());
  std::memset(text.end(), 0, detail::text_padding);
}

/// Reads the lines before the offset `end`. `is_last` says that no more lines
/// will be read, `is_all` that the text ends there.
bool reader::read_to(std::size_t end, bool is_last, bool is_all) {
  if (end == 0 && !is_all) return true;
  in_.text.first = in_.data->text.data();
  in_.text.last = in_.text.first + end;
  const char after = std::exchange(*in_.text.last, '\n');
  bool is_good = true;
  if (!chunks_.has_header) {
    chunks_.has_header = true;
    is_good = read_first_line();
  } else {
    in_.next = in_.text.first + chunks_.next;
  }
  if (is_good && !chunks_.is_held) {
    if (chunks_.is_graph) {
      in_.next = graph_->read_lines(in_.text, in_.next);
      is_good = in_.next != nullptr;
    } else {
      is_good = read_known_lines(is_last);
    }
    // A last line without a line feed ends after the text.
    if (is_good) {
      chunks_.next =
          std::min(in_.text.offset_of(in_.next), in_.data->text.size());
    }
  }
  *in_.text.last = after;
  return is_good;
}

/// Reads the header, and finds out how the rest is to be read.
bool reader::read_first_line() {
  chunks_.is_graph = is_graph_text(view(in_.text.first, in_.text.last));
  if (chunks_.is_graph) {
    in_.next = graph_->read_header(in_.text, *in_.data);
    chunks_.is_held = in_.next != nullptr && graph_->is_delta();
    return in_.next != nullptr;
  }
  in_.next = rules_.read_header_line();
  if (in_.next == nullptr) return false;
  chunks_.is_held = rules_.takes_part();
  return true;
}

bool reader::read_known_lines(bool is_last) {
  for (;;) {
    line ln;
    switch (find_line(in_.text, in_.next, ln)) {
      case line_search::end_of_text:
        in_.next = in_.text.last;
        return true;
      case line_search::failed:
        return false;
      case line_search::found:
        break;
    }
    if (!is_last && awaits_more(ln)) return true;
    completed_.begin_line();
    const bool was_open = open_.has_open_unit();
    const std::uint64_t delivered = delivery_.count();
    const std::size_t begin = in_.text.offset_of(ln.first);
    if (!dispatch(ln)) return false;
    // A unit may begin some lines later; its text is kept from here.
    if (!was_open || delivered != delivery_.count()) chunks_.unit = begin;
    if (in_.is_over_limit(in_.next)) {
      in_.too_large(in_.next);
      return false;
    }
    if (open_.empty() && !in_.tape().empty()) delivery_.deliver_root();
  }
}

/// True when what a line means may depend on the next one, which is not there
/// yet (looks_expanded()).
bool reader::awaits_more(const line& ln) {
  if (open_.empty() || !open_.innermost().is_undecided) return false;
  char* const from = chunks_.peeked != 0 ? in_.text.first + chunks_.peeked
                                         : after_line(ln.first);
  line next;
  if (peek_line(in_.text, from, next)) {
    chunks_.peeked = 0;
    return false;
  }
  chunks_.peeked = in_.text.offset_of(in_.text.last);
  return true;
}

/// Drops text that has been read, but for the keys and the declarations in it.
void reader::slide() {
  chunk_state& c = chunks_;
  detail::pod_buffer<char>& text = in_.data->text;
  const std::size_t from = open_.has_open_unit() ? c.unit : c.next;
  const std::size_t rest = text.size() - from;
  const std::size_t read = from - c.kept;
  // Not before it is worth its cost: what is moved must be less than what is
  // dropped.
  if (read < c.bounds.slide_bytes || read < rest) return;
  moved_text_.clear();
  const auto move = [&](std::size_t offset, std::size_t length) {
    const std::size_t to = c.kept + moved_text_.size();
    moved_text_.append(text.data() + offset, length);
    return to;
  };
  for (; c.kept_keys < in_.data->keys.size(); ++c.kept_keys) {
    detail::key_place& key = in_.data->keys[c.kept_keys];
    key = detail::key_place::at(move(key.offset(), key.length()), key.length());
  }
  in_.layouts.move_texts(c.kept_layouts, move);
  c.kept_layouts = in_.layouts.size();

  const std::size_t to = c.kept + moved_text_.size();
  const std::size_t by = to - from;  // wraps around when it is down
  const char* const before = text.data();
  text.ensure(moved_text_.size() + detail::text_padding);
  std::memmove(text.data() + to, text.data() + from,
               rest + detail::text_padding);
  if (!moved_text_.empty()) {
    std::memcpy(text.data() + c.kept, moved_text_.data(), moved_text_.size());
  }
  text.resize(to + rest);
  rows_.move_cells(before, text.data(), by);
  rows_.shift_texts(by);
  in_.text.base -= by;
  c.unchecked += by;
  c.next += by;
  if (c.peeked != 0) c.peeked += by;
  c.kept = c.unit = to;
}

std::size_t reader::held_bytes() const noexcept {
  return in_.data->content_bytes() + in_.shapes.content_bytes() +
         in_.layouts.content_bytes() + rows_.held_bytes() + open_.held_bytes() +
         trailer_.held_bytes() + (chunks_.is_graph ? graph_->held_bytes() : 0);
}

}  // namespace pith::inline v0::gcf::decoding
