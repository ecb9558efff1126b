// SPDX-License-Identifier: MIT
#include "work/row_input.hpp"

#include "console/diagnostics.hpp"
#include "rows/csv_rows.hpp"
#include "rows/gcf_row_source.hpp"
#include "rows/ndjson_row_source.hpp"
#include "terminal/code_point.hpp"
#include "work/run.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace cli {

namespace {

using source_pointer = std::unique_ptr<rows::row_source>;

}  // namespace

std::string_view input_bytes::peek() {
  constexpr std::size_t some = 64 * 1024;
  if (!peeked_.empty() || is_begun_) return peeked_;
  peeked_.resize(some);
  const auto got = read(peeked_);
  peeked_.resize(got ? *got : 0);
  return peeked_;
}

bool input_bytes::is_ended() const noexcept {
  // A byte order mark is not among them.
  const std::size_t size = file_.size();
  return size != 0 && peeked_.size() + byte_order_mark.size() >= size &&
         peeked_.size() < 64 * 1024;
}

pith::result<std::size_t> input_bytes::read(std::span<char> into) {
  if (is_begun_ && peeked_read_ < peeked_.size()) {
    const std::size_t count =
        std::min(into.size(), peeked_.size() - peeked_read_);
    std::copy_n(peeked_.data() + peeked_read_, count, into.data());
    peeked_read_ += count;
    return count;
  }
  const bool is_first = !std::exchange(is_begun_, true);
  const auto got = is_first ? read_after_mark(into) : file_.read(into);
  if (got) return *got;
  return pith::error{pith::error_code::read_failed, 0,
                     "the input cannot be read"};
}

/// The first bytes, without a byte order mark.
std::optional<std::size_t> input_bytes::read_after_mark(std::span<char> into) {
  constexpr std::string_view mark = byte_order_mark;
  std::size_t count = 0;
  while (count < mark.size()) {
    const auto more = file_.read(into.subspan(count));
    if (!more) return std::nullopt;
    if (*more == 0) return count;
    count += *more;
    const std::string_view begun(into.data(), std::min(count, mark.size()));
    if (!mark.starts_with(begun)) return count;
  }
  std::ranges::copy(into.first(count).subspan(mark.size()), into.begin());
  count -= mark.size();
  return count == 0 ? file_.read(into) : count;
}

pith::result<pith::interchange::csv_options> csv_options_of(
    const row_format& f) {
  const pith::codec_settings settings{.options = f.options};
  if (const auto good = f.format->check_options(settings); !good) {
    return good.error();
  }
  return pith::interchange::csv_options_of(
      settings, f.format->name == "tsv" ? '\t' : ',');
}

pith::result<source_pointer> row_source_of(const row_format& from,
                                           rows::byte_source& bytes,
                                           const rows::read_options& reading) {
  if (from.format->name == "ndjson") {
    return source_pointer(
        std::make_unique<rows::ndjson_row_source>(bytes, reading));
  }
  if (from.format->name == "gcf") {
    return source_pointer(
        std::make_unique<rows::gcf_row_source>(bytes, reading));
  }
  const auto options = csv_options_of(from);
  if (!options) return options.error();
  return source_pointer(
      std::make_unique<rows::csv_row_source>(bytes, *options, reading));
}

exit_code say_why(const input_bytes& from, const rows::failure& problem) {
  const std::string& name = from.file().name();
  if (problem.what.code == pith::error_code::read_failed) {
    say_failure("cannot read " + name, from.file().failure());
    return exit_code::io;
  }
  pith::error what = problem.what;
  if (problem.where) {
    what.offset = problem.where->text_offset;
    say(format_error(name, problem.where->text, what, problem.where->line - 1));
  } else if (problem.row != 0) {
    say(format_error(name + ": row " + std::to_string(problem.row), what));
  } else {
    say(format_error(name, what));
  }
  return exit_code::bad_input;
}

void say_rounded_rows(const std::string& name,
                      const rows::rounded_rows& rounded) {
  const auto& where = rounded.where;
  say_rounded(where ? format_place(name, where->text, where->text_offset,
                                   where->line - 1)
                    : printable(name),
              rounded.count);
}

}  // namespace cli
