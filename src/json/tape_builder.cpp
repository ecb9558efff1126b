// SPDX-License-Identifier: MIT
#include "json/tape_builder.hpp"

#include "document/tape.hpp"
#include "json/token_reader.hpp"

#include <algorithm>

namespace pith::inline v0::json {

using detail::document_data;
using detail::shape_cursor;
using detail::shape_tree;
using detail::tag;
using detail::word;

namespace {

/// Noted while a container is open: an object in it is not a tree of scalars.
constexpr std::uint16_t tangled = 256;

// A container with more values than containers has a scalar; the comparison's
// result is the flag.
static_assert(detail::has_scalar == 1);

/// Reads the key at `p` that was not guessed, moves along it and corrects the
/// guess. Returns the guess about the next key; null when this one is wrong.
[[nodiscard, gnu::noinline]] const key_predictor::guess* follow_key(
    shape_tree& shapes, key_predictor& predictor, token_reader& reader,
    std::uint32_t& node, std::uint32_t& serial,
    const key_predictor::guess* guess, char* p, const char* next) {
  const std::size_t length = reader.read_string(p, next);
  if (length > detail::key_place::max_length) return nullptr;
  shape_cursor cursor{node, serial};
  if (!shapes.advance(cursor, {p + 1, length},
                      [&] { return reader.offset_of(p + 1); })) {
    return nullptr;
  }
  node = cursor.node;
  serial = cursor.serial;
  const auto to_colon = static_cast<std::size_t>(next - p);
  // With a blank before the colon or escapes in the key, it is longer.
  if (length + 2 != to_colon) return predictor.skip(guess, node);
  return predictor.correct(guess, node, shapes.depth_of(node),
                           reader.offset_of(p), to_colon);
}

/// How many lines end in [from, to).
[[nodiscard]] std::size_t count_breaks(std::string_view text, std::size_t from,
                                       std::size_t to) noexcept {
  text = text.substr(0, to);
  std::size_t count = 0;
  while ((from = text.find('\n', from)) != std::string_view::npos) {
    ++count;
    ++from;
  }
  return count;
}

}  // namespace

inline tape_builder::frame* tape_builder::enter(frame* outer,
                                                std::size_t max_depth) {
  const auto depth = static_cast<std::size_t>(outer - frames_.data());
  if (depth >= max_depth) return nullptr;
  frames_.resize(depth + 2);
  return frames_.data() + depth + 1;
}

bool tape_builder::build(document_data& data, const limits& bounds,
                         const std::uint32_t* tokens, std::size_t token_count,
                         const std::string_view* lines) {
  shapes_.reset(data);
  predictor_.reset();

  // A scalar is one token and takes up to two words; but every scalar has a
  // comma before it, unless it is its container's first, and every container
  // has two brackets for its two words. So there are at most as many words as
  // tokens, one more, and one for each container that is still open.
  std::size_t max_depth = std::min(bounds.max_depth, token_count);
  data.tape.clear();
  data.tape.ensure(token_count + max_depth + 2);
  // Lines have no commas between them, so each scalar may take a word more.
  // Their breaks must all be seen between values: then none is inside of one.
  std::size_t breaks = 0;
  if (lines != nullptr) {
    if (bounds.max_depth == 0) return false;
    max_depth = std::min(bounds.max_depth - 1, token_count);
    breaks = count_breaks(*lines, 0, lines->size());
    data.tape.ensure(token_count + max_depth + 2 + breaks + 1 +
                     detail::header_words);
    breaks -= count_breaks(*lines, 0, tokens[0]);
  }
  word* const base = data.tape.data();
  word* out = base + (lines != nullptr ? detail::header_words : 0);

  char* const text = data.text.data();
  token_reader reader(text, data.text.size(), watch_);
  const key_predictor::guess* guess = nullptr;
  const std::uint32_t* next = tokens;
  char* p = text + *next++;

  // What is outside of all; an array, so that the top value has its context.
  frames_.clear();
  frames_.push_back({nullptr, 0, 0, 0, 0, 0, 0, true});
  frame* inner = frames_.data();
  std::uint32_t node = 0;
  std::uint32_t serial = 0;

top_value:
  switch (*p) {
    case '{':
      goto object_begin;
    case '[':
      goto array_begin;
    default:
      out = reader.put_scalar(p, text + *next, out);
      if (out == nullptr) return false;
      goto document_end;
  }

object_begin : {
  inner->flags |= detail::has_object;
  ++inner->containers;
  if (!inner->is_array) {
    inner->node = node;
    inner->serial = serial;
    inner->place = predictor_.place_of(guess);
  }
  const std::uint32_t place = inner->place;
  inner = enter(inner, max_depth);
  if (inner == nullptr) return false;
  inner->header = out;
  inner->containers = 0;
  inner->flags = 0;
  inner->is_array = false;
  out += detail::header_words;
  node = 0;
  serial = 0;
  guess = predictor_.first_at(place);
}
  if (text[*next] == '}') {
    ++next;
    goto object_end;
  }

object_key:
  if (key_predictor::is_right(*guess, text, next[0], next[1] - next[0])) {
    node = guess->node;
    guess = predictor_.next_at(guess->place);
  } else {
    p = text + next[0];
    if (*p != '"' || text[next[1]] != ':') return false;
    guess = follow_key(shapes_, predictor_, reader, node, serial, guess, p,
                       text + next[1]);
    if (guess == nullptr) return false;
  }
  p = text + next[2];
  next += 3;
  switch (*p) {
    case '{':
      goto object_begin;
    case '[':
      goto array_begin;
    default:
      out = reader.put_scalar(p, text + *next, out);
      if (out == nullptr) return false;
  }

object_continue:
  switch (text[*next++]) {
    case ',':
      goto object_key;
    case '}':
      break;
    default:
      return false;
  }

object_end : {
  const std::uint32_t count = shapes_.depth_of(node);
  if (count > bounds.max_items) return false;
  word* const header = inner->header;
  // Without branches: whether an object is a tree of scalars is hard to guess.
  const bool is_tree =
      count != 0 && (inner->flags & (detail::has_array | tangled)) == 0;
  inner[-1].flags |= is_tree ? 0 : tangled;
  const word flags = (inner->flags & ~tangled) |
                     static_cast<word>(count > inner->containers) |
                     (is_tree ? static_cast<word>(detail::is_scalar_tree) : 0);
  header[0] = detail::make_word(tag::object, static_cast<word>(out - header));
  header[1] = flags << detail::flags_shift | shapes_.shape_at(node);
  goto scope_end;
}

array_begin : {
  inner->flags |= detail::has_array;
  ++inner->containers;
  if (!inner->is_array) {
    inner->node = node;
    inner->serial = serial;
    inner->place = predictor_.place_of(guess);
  }
  const std::uint32_t place = inner->place;
  inner = enter(inner, max_depth);
  if (inner == nullptr) return false;
  inner->header = out;
  inner->place = place;
  inner->count = 0;
  inner->containers = 0;
  inner->flags = 0;
  inner->is_array = true;
  out += detail::header_words;
}
  if (text[*next] == ']') {
    ++next;
    goto array_end;
  }

array_element:
  ++inner->count;
  p = text + *next++;
  switch (*p) {
    case '{':
      goto object_begin;
    case '[':
      goto array_begin;
    default:
      out = reader.put_scalar(p, text + *next, out);
      if (out == nullptr) return false;
  }

array_continue:
  switch (text[*next++]) {
    case ',':
      goto array_element;
    case ']':
      break;
    default:
      return false;
  }

array_end : {
  const std::uint32_t count = inner->count;
  if (count > bounds.max_items) return false;
  word* const header = inner->header;
  const word flags =
      (inner->flags & ~tangled) | static_cast<word>(count > inner->containers);
  header[0] = detail::make_word(tag::array, static_cast<word>(out - header));
  header[1] = flags << detail::flags_shift | count;
}

scope_end:
  --inner;
  if (inner->is_array) {
    if (inner == frames_.data()) goto document_end;
    goto array_continue;
  }
  node = inner->node;
  serial = inner->serial;
  guess = predictor_.next_at(inner->place);
  goto object_continue;

document_end:
  data.marks_trees = true;
  if (lines != nullptr) {
    ++inner->count;
    const bool is_last = next == tokens + token_count;
    const std::size_t after =
        count_breaks(*lines, next[-1], is_last ? lines->size() : *next);
    breaks -= after;
    if (!is_last) {
      if (after == 0) return false;
      p = text + *next++;
      goto top_value;
    }
    if (breaks != 0 || inner->count > bounds.max_items) return false;
    const word flags = (inner->flags & ~tangled) |
                       static_cast<word>(inner->count > inner->containers);
    base[0] = detail::make_word(tag::array, static_cast<word>(out - base));
    base[1] = flags << detail::flags_shift | inner->count;
  }
  if (next != tokens + token_count) return false;
  data.tape.resize(static_cast<std::size_t>(out - base));
  return true;
}

}  // namespace pith::inline v0::json
