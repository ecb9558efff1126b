// SPDX-License-Identifier: MIT
#include "interchange/bare_scalar.hpp"
#include "interchange/csv.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <numeric>

namespace pith::interchange {

namespace {

constexpr const char* lone_return =
    "a carriage return must be before a line feed, or in quotes";

}  // namespace

csv_reader::csv_reader(const csv_options& options) : options_(options) {}

void csv_reader::feed(std::string_view chunk) {
  buffer_.erase(0, row_begin_);
  base_ += row_begin_;
  at_ -= row_begin_;
  row_begin_ = 0;
  buffer_.append(chunk);
}

error csv_reader::fail(error_code code, std::size_t at,
                       const char* detail) noexcept {
  return {code, offset_of(at), detail};
}

result<bool> csv_reader::next(builder& into) {
  if (has_failed_) return failure_;
  result<bool> done = step(into);
  if (!done) {
    has_failed_ = true;
    failure_ = done.error();
  }
  return done;
}

result<bool> csv_reader::step(builder& into) {
  if (const auto done = skip_mark(); !done || !*done) return done;
  for (;;) {
    const auto complete = scan();
    if (!complete || !*complete) return complete;
    const bool is_blank =
        cells_.size() == 1 && !cells_[0].is_quoted && cells_[0].end == 0;
    const bool is_row = has_header_ && !(is_blank && header_.size() > 1);
    if (const auto fits = is_row || !has_header_ ? check_row() : result<void>{};
        !fits) {
      return fits.error();
    }
    if (!has_header_) {
      if (const auto done = read_header(); !done) return done.error();
    } else if (is_row) {
      if (const auto done = put_row(into); !done) return done.error();
      row_offset_ = offset_of(row_begin_);
    }
    cells_.clear();
    row_begin_ = at_;
    if (is_row) return true;
  }
}

result<bool> csv_reader::skip_mark() {
  if (mark_checked_) return true;
  if (buffer_.size() < text::byte_order_mark.size() && !is_finished_)
    return false;
  mark_checked_ = true;
  if (buffer_.starts_with(text::byte_order_mark)) {
    row_begin_ = at_ = text::byte_order_mark.size();
  }
  return true;
}

/// Looks for the end of the row and notes its cells on the way; true when it
/// was found. Goes on where it stopped, so that every byte is seen once.
result<bool> csv_reader::scan() {
  const std::size_t most = row_begin_ + std::min(options_.bounds.max_line_bytes,
                                                 buffer_.size() - row_begin_);
  const std::string_view text = std::string_view(buffer_).substr(0, most);
  while (at_ < most) {
    switch (place_) {
      case place::cell_start: {
        const bool is_quoted = text[at_] == '"';
        if (const auto done = begin_cell(is_quoted); !done) return done.error();
        at_ += is_quoted ? 1 : 0;
        place_ = is_quoted ? place::quoted : place::bare;
        continue;
      }
      case place::quoted: {
        const std::size_t quote = text.find('"', at_);
        at_ = std::min(quote, most - 1) + 1;
        if (quote < most) place_ = place::after_quote;
        continue;
      }
      case place::after_quote:
        if (text[at_] == '"') {
          cells_.back().has_quotes = true;
          ++at_;
          place_ = place::quoted;
          continue;
        }
        if (!ends_cell(text[at_])) {
          return fail(error_code::trailing_characters, at_,
                      "expected a delimiter or the end of the row after the "
                      "closing quote");
        }
        end_cell(at_ - row_begin_ - 1);
        break;
      case place::bare:
        while (at_ < most && text[at_] != '"' && !ends_cell(text[at_])) ++at_;
        if (at_ == most) continue;
        if (text[at_] == '"') {
          return fail(error_code::unexpected_character, at_,
                      "a cell with a quote must begin with one");
        }
        end_cell(at_ - row_begin_);
        break;
      case place::after_return:
        if (text[at_] != '\n') {
          return fail(error_code::unexpected_character, at_ - 1, lone_return);
        }
        break;
    }
    const char stop = text[at_++];
    place_ = stop == '\r' ? place::after_return : place::cell_start;
    if (stop == '\n') return true;
  }
  if (most < buffer_.size()) {
    return fail(error_code::line_limit, at_,
                "a row is longer than limits::max_line_bytes");
  }
  return is_finished_ ? scan_end() : result<bool>(false);
}

/// The last row may lack its line feed.
result<bool> csv_reader::scan_end() {
  if (at_ == row_begin_) return false;
  switch (place_) {
    case place::quoted:
      return fail(error_code::unterminated_quote,
                  row_begin_ + cells_.back().begin - 1,
                  "the cell has no closing quote");
    case place::after_return:
      return fail(error_code::unexpected_character, at_ - 1, lone_return);
    case place::after_quote:
      end_cell(at_ - row_begin_ - 1);
      break;
    case place::bare:
      end_cell(at_ - row_begin_);
      break;
    case place::cell_start: {  // after a delimiter
      if (const auto begun = begin_cell(false); !begun) return begun.error();
      end_cell(at_ - row_begin_);
      break;
    }
  }
  place_ = place::cell_start;
  return true;
}

result<void> csv_reader::begin_cell(bool is_quoted) {
  if (!has_header_) {
    if (cells_.size() >= options_.bounds.max_fields) {
      return fail(error_code::field_limit, at_,
                  "the header has more names than limits::max_fields");
    }
    if (cells_.size() >= options_.bounds.max_items) {
      return fail(error_code::item_limit, at_,
                  "the header has more names than limits::max_items");
    }
  } else if (cells_.size() == header_.size()) {
    return fail(error_code::row_width_mismatch, at_,
                "a row has more cells than the header has names");
  }
  const std::size_t begin = at_ - row_begin_ + (is_quoted ? 1 : 0);
  cells_.push_back({begin, begin, is_quoted, false});
  return {};
}

/// What can be said of a row only when all of it is there.
result<void> csv_reader::check_row() {
  const std::string_view row =
      std::string_view(buffer_).substr(row_begin_, at_ - row_begin_);
  if (const std::size_t bad = text::find_invalid_utf8(row);
      bad != text::valid_utf8) {
    return fail(error_code::invalid_utf8, row_begin_ + bad,
                "the text is not UTF-8");
  }
  if (has_header_ && cells_.size() < header_.size() && !options_.fills) {
    const cell& last = cells_.back();
    return fail(error_code::row_width_mismatch,
                row_begin_ + last.end + (last.is_quoted ? 1 : 0),
                "a row has fewer cells than the header has names");
  }
  return {};
}

result<void> csv_reader::read_header() {
  header_.reserve(cells_.size());
  for (const cell& c : cells_) header_.emplace_back(text_of(c));
  has_header_ = true;
  return check_names();
}

/// By sorting: no choice of names makes it slow.
result<void> csv_reader::check_names() const {
  std::vector<std::size_t> order(header_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [this](std::size_t i) {
    return std::string_view(header_[i]);
  });
  std::size_t first = header_.size();
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (header_[order[i]] == header_[order[i - 1]]) {
      first = std::min(first, order[i]);
    }
  }
  if (first == header_.size()) return {};
  const cell& again = cells_[first];
  return error{error_code::duplicate_field_name,
               offset_of(row_begin_ + again.begin - (again.is_quoted ? 1 : 0)),
               "two columns have the same name"};
}

result<void> csv_reader::put_row(builder& into) {
  into.begin_object();
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    into.key(header_[i]);
    put_cell(into, cells_[i]);
  }
  for (std::size_t i = cells_.size(); i < header_.size(); ++i) {
    into.key(header_[i]).null();
  }
  into.end_object();
  if (const error* const failure = into.failure()) {
    return fail(failure->code, row_begin_, failure->detail);
  }
  return {};
}

void csv_reader::put_cell(builder& into, const cell& c) {
  const std::string_view text = text_of(c);
  if (c.is_quoted || !options_.infers_types) {
    into.string(text);
  } else {
    put_bare_scalar(into, text);
  }
}

/// Valid until the next call.
std::string_view csv_reader::text_of(const cell& c) {
  const std::string_view raw =
      std::string_view(buffer_).substr(row_begin_ + c.begin, c.end - c.begin);
  if (!c.has_quotes) return raw;
  unquoted_.clear();
  for (std::size_t at = 0; at < raw.size();) {
    const std::size_t quote = std::min(raw.find('"', at), raw.size() - 1);
    unquoted_.append(raw, at, quote + 1 - at);
    at = quote + 1;
    if (raw[quote] == '"') ++at;
  }
  return unquoted_;
}

}  // namespace pith::interchange
