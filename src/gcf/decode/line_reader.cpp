// SPDX-License-Identifier: MIT
#include "gcf/decode/line_reader.hpp"

#include <cstring>

namespace pith::inline v0::gcf::decoding {

void line_reader::begin(detail::document_data& data, const limits& bounds,
                        purpose wanted, event_handler* events,
                        bool may_have_many) {
  in_.begin(data, bounds);
  root_ = root_kind::none;
  rows_.clear();
  trailer_.clear();
  completed_.clear();
  rules_.begin(wanted);
  spellings_.clear();
  schemas_.clear();
  delivery_.begin(events);
  open_.clear();
  values_.clear();
  objects_.begin(may_have_many, events == nullptr);
  tables_.clear();
}

bool line_reader::read_lines(char* p) {
  in_.next = p;
  for (;;) {
    line ln;
    switch (find_line(in_.text, in_.next, ln)) {
      case line_search::end_of_text:
        return true;
      case line_search::failed:
        return false;
      case line_search::found:
        break;
    }
    if (!read_line(ln)) return false;
  }
}

bool line_reader::read_line(const line& ln) {
  completed_.begin_line();
  if (!dispatch(ln)) return false;
  if (!in_.is_over_limit(in_.next)) return true;
  in_.too_large(in_.next);
  return false;
}

/// Gives a line to the innermost container that takes it.
bool line_reader::dispatch(const line& ln) {
  for (;;) {
    outcome done;
    if (open_.empty()) {
      done = root_ == root_kind::none ? read_first(ln) : read_surplus(ln);
    } else {
      frame& f = open_.innermost();
      switch (f.kind) {
        case body::object:
          done = objects_.read_line(f, ln);
          break;
        case body::table:
          done = tables_.read_line(f, ln);
          break;
        case body::expanded:
          done = expanded_.read_line(f, ln);
          break;
      }
    }
    if (done != outcome::not_mine) return done == outcome::taken;
    if (!open_.empty() && !open_.close(ln.first)) return false;
  }
}

/// The first line with content says what the document is (section 7.1).
outcome line_reader::read_first(const line& ln) {
  if (ln.level != 0) {
    return in_.failed(error_code::invalid_indent, ln.first,
                      "the outermost lines are not indented");
  }
  if (rules_.header().is_unchanged()) {
    return in_.failed(error_code::invalid_line, ln.first,
                      "an unchanged answer has no body");
  }
  if (rules_.is_delta() && *ln.first != '#') {
    return in_.failed(error_code::malformed_delta, ln.first,
                      "a delta has nothing but its sections");
  }
  if (*ln.first == '=') {
    root_ = root_kind::scalar;
    return in_.taken(values_.read_scalar(ln.first + 1));
  }
  if (std::memcmp(ln.first, "## [", 4) == 0) {
    root_ = root_kind::array;
    if (rules_.is_delta()) {
      return in_.failed(error_code::malformed_delta, ln.first,
                        "a section of a delta must have a name");
    }
    count_bracket bracket;
    char* p = values_.read_count(ln.first + 4, bracket);
    if (p != nullptr)
      p = values_.open_array(p, bracket, 0, no_key_id, place::root, ln);
    if (p != nullptr && open_.empty() && !bracket.is_deferred) {
      completed_.note(0);
    }
    return in_.taken(p);
  }
  root_ = root_kind::object;
  frame* const f = open_.push(body::object, 0, no_key_id, ln.first);
  if (f == nullptr) return outcome::failed;
  f->delivers = delivery_.is_wanted();
  return objects_.read_line(*f, ln);
}

/// A line after a root that is a scalar or an array.
outcome line_reader::read_surplus(const line& ln) {
  if (std::memcmp(ln.first, "##!", 3) == 0) return trailer_.read_line(ln);
  if (trailer_.is_read()) return trailer_.reject(ln);
  if (root_ == root_kind::scalar) {
    return in_.failed(error_code::trailing_characters, ln.first,
                      "a root scalar must be the whole document");
  }
  return completed_.misfit(ln, ln.first, error_code::invalid_line,
                           "a root array must be the whole document");
}

bool line_reader::finish() {
  while (!open_.empty()) {
    if (!open_.close(in_.text.last)) return false;
  }
  if (!trailer_.finish()) return false;
  if (root_ != root_kind::none) return true;
  // No content: the empty object (section 7.7).
  root_ = root_kind::object;
  return open_.push(body::object, 0, no_key_id, in_.text.last) != nullptr &&
         open_.close(in_.text.last);
}

void line_reader::move_text(const char* before, char* now, std::size_t by) {
  rows_.move_cells(before, now, by);
  if (by != 0) rows_.shift_texts(by);
}

std::size_t line_reader::held_bytes() const noexcept {
  return in_.shapes.content_bytes() + in_.layouts.content_bytes() +
         rows_.held_bytes() + open_.held_bytes() + trailer_.held_bytes();
}

}  // namespace pith::inline v0::gcf::decoding
