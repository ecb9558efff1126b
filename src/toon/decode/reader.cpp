// SPDX-License-Identifier: MIT
#include "toon/decode/reader.hpp"

namespace pith::inline v0::toon::decoding {

result<void> reader::run(detail::document_data& data, std::string_view text,
                         const decode_options& options) {
  bool is_good = context_.load(data, text, options);
  if (is_good) {
    reset();
    is_good = read_lines() && finish();
  }
  if (!is_good) {
    data.reset();
    return context_.text.problem;
  }
  *context_.text.last = '\0';
  return {};
}

/// Forgets the last text.
void reader::reset() noexcept {
  lines_.reset();
  containers_.reset();
  arrays_.reset();
  members_.reset();
}

bool reader::read_lines() {
  line ln;
  line_search found = lines_.find(context_.first_line(), ln);
  if (found == line_search::found) {
    char* next = lists_.read_root(ln);
    if (next == nullptr) return false;
    while ((found = lines_.find(next, ln)) == line_search::found) {
      next = dispatch(ln);
      if (next == nullptr || !context_.check_size(next)) return false;
    }
  }
  return found == line_search::end_of_text;
}

/// Gives a line to the innermost container that it belongs to. Returns the
/// next line.
char* reader::dispatch(const line& ln) {
  if (!containers_.close_before(ln.depth, ln.first)) return nullptr;
  if (containers_.empty()) {
    return context_.text.fail(error_code::trailing_characters, ln.first,
                              "nothing may follow a root that is not an "
                              "object");
  }
  frame& f = containers_.innermost();
  if (!check_depth(f, ln)) return nullptr;
  const char* const blank = lines_.blank_line();
  if (blank != nullptr && context_.is_strict && containers_.has_begun()) {
    return context_.text.fail(
        error_code::invalid_line, blank,
        "no blank line may stand inside an array or a keyed table");
  }
  switch (f.kind) {
    case body::object:
      return members_.read_members(ln);
    case body::list:
      return lists_.read_item(ln);
    default:
      return tables_.read_rows(f, ln);
  }
}

/// The first line of a container decides how far its lines are indented.
bool reader::check_depth(frame& f, const line& ln) {
  if (!f.has_depth) {
    if (context_.is_strict && ln.depth > f.floor) {
      return context_.fail(
          error_code::invalid_indent, ln.first,
          "a line may be one level deeper than the one before");
    }
    f.has_depth = true;
    f.depth = ln.depth;
  }
  return ln.depth == f.depth ||
         context_.fail(error_code::invalid_indent, ln.first,
                       "nothing before this line opens a deeper level");
}

bool reader::finish() {
  const char* const end = context_.text.last;
  while (!containers_.empty()) {
    if (!containers_.close(end)) return false;
  }
  if (!context_.tape().empty()) return true;
  // No content is the empty object.
  return containers_.push(body::object, 0, end) != nullptr &&
         containers_.close(end);
}

}  // namespace pith::inline v0::toon::decoding
