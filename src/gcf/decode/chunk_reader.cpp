// SPDX-License-Identifier: MIT
#include "gcf/decode/chunk_reader.hpp"

namespace pith::inline v0::gcf::decoding {

void chunk_reader::begin(detail::document_data& data, const limits& bounds,
                         event_handler& events) {
  lines_.begin(data, bounds, purpose::document, &events, true);
  unit_ = peeked_ = 0;
  kept_keys_ = kept_layouts_ = 0;
}

char* chunk_reader::read_header(source& text) {
  reading& in = lines_.in();
  in.text = text;
  char* const body = lines_.read_header();
  if (body == nullptr) text.problem = in.text.problem;
  return body;
}

char* chunk_reader::read_lines(source& text, char* p, bool is_last) {
  reading& in = lines_.in();
  in.text = text;
  in.next = p;
  for (;;) {
    line ln;
    const line_search search = find_line(in.text, in.next, ln);
    if (search == line_search::end_of_text) return text.last;
    if (search == line_search::failed) break;
    if (!is_last && awaits_more(ln)) return in.next;
    const bool was_open = lines_.has_open_unit();
    const std::uint64_t delivered = lines_.delivered();
    if (!lines_.read_line(ln)) break;
    // A unit may begin some lines later; its text is kept from here.
    if (!was_open || delivered != lines_.delivered()) {
      unit_ = text.offset_of(ln.first);
    }
    lines_.deliver_root();
  }
  text.problem = in.text.problem;
  return nullptr;
}

/// True when what a line means may depend on the next one, which is not there
/// yet (table_reader::looks_expanded()).
bool chunk_reader::awaits_more(const line& ln) {
  if (!lines_.is_undecided()) return false;
  const source& text = lines_.in().text;
  char* const from = peeked_ != 0 ? text.first + peeked_ : after_line(ln.first);
  line next;
  if (peek_line(text, from, next)) {
    peeked_ = 0;
    return false;
  }
  peeked_ = text.offset_of(text.last);
  return true;
}

bool chunk_reader::finish(source& text) {
  reading& in = lines_.in();
  in.text = text;
  if (lines_.finish()) return true;
  text.problem = in.text.problem;
  return false;
}

void chunk_reader::move_text(const char* before, char* now, std::size_t by) {
  lines_.move_text(before, now, by);
  unit_ += by;  // of no meaning while no unit is open
  if (peeked_ != 0) peeked_ += by;
}

}  // namespace pith::inline v0::gcf::decoding
