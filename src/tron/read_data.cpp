// SPDX-License-Identifier: MIT
#include "document/tape.hpp"
#include "text/escape.hpp"
#include "tron/header_reader.hpp"
#include "tron/read_number.hpp"
#include "tron/reader.hpp"
#include "tron/words.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace pith::inline v0::tron {

using detail::make_word;
using detail::tag;
using detail::word;

namespace {

/// Noted while a container is open: an object in it is not a tree of scalars.
constexpr std::uint16_t tangled = 256;

// A container with more values than containers has a scalar; the comparison's
// result is the flag.
static_assert(detail::has_scalar == 1);

/// What the first byte of a value tells about it.
enum class first_byte : std::uint8_t {
  wrong,
  quote,
  number,
  letter,  ///< or an underscore: a literal, or the name of a class
  bracket,
  brace,
};

constexpr std::array<first_byte, 256> first_bytes = [] {
  std::array<first_byte, 256> table{};
  for (unsigned c = 'A'; c <= 'Z'; ++c) {
    table[c] = table[c | 0x20] = first_byte::letter;
  }
  for (unsigned c = '0'; c <= '9'; ++c) table[c] = first_byte::number;
  table['_'] = first_byte::letter;
  table['-'] = first_byte::number;
  table['"'] = first_byte::quote;
  table['['] = first_byte::bracket;
  table['{'] = first_byte::brace;
  return table;
}();

/// Writes `true`, `false` or `null` at `p` and returns its end, or null.
[[nodiscard, gnu::always_inline]] inline char* read_literal(
    char* p, word*& out) noexcept {
  const unsigned is_true = std::memcmp(p, "true", 4) == 0 ? 1 : 0;
  const unsigned is_null = std::memcmp(p, "null", 4) == 0 ? 1 : 0;
  const unsigned is_false =
      std::memcmp(p, "fals", 4) == 0 && p[4] == 'e' ? 1 : 0;
  char* const end = p + 4 + is_false;
  if ((is_true | is_null | is_false) == 0 || is_word_byte(*end)) {
    return nullptr;
  }
  static_assert(static_cast<unsigned>(tag::null) == 0 &&
                static_cast<unsigned>(tag::boolean_false) == 1 &&
                static_cast<unsigned>(tag::boolean_true) == 2);
  *out++ = make_word(static_cast<tag>(is_false | is_true << 1));
  return end;
}

inline void put_string(word*& out, std::size_t offset,
                       std::size_t length) noexcept {
  if (length <= detail::max_short_text) [[likely]] {
    *out++ = make_word(tag::string, detail::pack_text(offset, length));
    return;
  }
  *out++ = make_word(tag::long_string, static_cast<word>(length));
  *out++ = static_cast<word>(offset);
}

/// The length of the string at `open` if it has no escapes and is shorter than
/// a step; else a larger number.
[[nodiscard, gnu::always_inline]] inline std::size_t short_length(
    const char* open) noexcept {
  using text::block;
  const std::uint32_t special =
      text::special_mask(block::load(open + 1)) |
      text::special_mask(block::load(open + 1 + text::block_bytes))
          << text::block_bytes;
  const auto length = static_cast<unsigned>(std::countr_zero(special));
  return special != 0 && open[1 + length] == '"' ? length : text::step_bytes;
}

}  // namespace

/// One loop over all values, with labels for what comes next: the states of
/// the grammar would otherwise be asked for again after each value.
char* reader::read_data(char* p) {
  constexpr std::size_t value_words = 2;  // of a scalar, or of a header
  detail::pod_buffer<word>& tape = data_->tape;
  tape.clear();
  tape.ensure(static_cast<std::size_t>(text_.last - p) / 4 + 16);
  word* out = tape.data();
  const word* room = tape.data() + tape.capacity() - value_words;

  frames_.clear();
  frames_.push_back({});
  frame* inner = frames_.data();
  // Where the value at hand begins, in the text and on the tape. Null in the
  // text when it is a container, which is not a name of an argument.
  char* begin = nullptr;
  word* written = nullptr;
  std::uint32_t class_number = class_table::none;

value:
  if (out > room) [[unlikely]] {
    tape.resize(static_cast<std::size_t>(out - tape.data()));
    tape.ensure(tape.size() / 2 + value_words);
    out = tape.end();
    room = tape.data() + tape.capacity() - value_words;
  }
  begin = p;
  written = out;
  switch (first_bytes[static_cast<unsigned char>(*p)]) {
    case first_byte::quote: {
      std::size_t length = short_length(p);
      if (length < text::step_bytes) [[likely]] {
        p += length + 2;
      } else {
        p = read_string(text_, p, length);
        if (p == nullptr) return nullptr;
      }
      put_string(out, text_.offset_of(begin + 1), length);
      goto value_end;
    }
    case first_byte::number: {
      bool is_huge = false;
      p = read_number(text_, p, out, is_huge);
      if (p != nullptr) [[likely]]
        goto value_end;
      // Bare names of properties may begin with digits.
      p = skip_space(text_, word_end(begin));
      if (*p == '=' && inner->what == role::instance) goto value_end;
      if (is_huge) {
        return text_.fail(
            error_code::out_of_range, begin,
            "an integer must be within int64, and a real must be finite");
      }
      return text_.fail(error_code::invalid_number, begin,
                        "this is not a JSON number");
    }
    case first_byte::letter: {
      if (p[1] == '(') {
        class_number = classes_.find_letter(*p);
        if (class_number != class_table::none) [[likely]] {
          p += 2;
          goto instance_begin;
        }
      }
      if (char* const end = read_literal(p, out)) {
        p = end;
        goto value_end;
      }
      char* const end = word_end(p);
      p = skip_space(text_, end);
      if (*p == '(') {
        class_number =
            classes_.find({begin, static_cast<std::size_t>(end - begin)});
        if (class_number == class_table::none) {
          return text_.fail(error_code::unresolved_reference, begin,
                            "no class of this name is defined");
        }
        ++p;
        goto instance_begin;
      }
      if (*p == '=' && inner->what == role::instance) goto value_end;
      return text_.fail(error_code::invalid_literal, begin,
                        "expected true, false, null, or a class before (");
    }
    case first_byte::bracket:
      inner->flags |= detail::has_array;
      ++inner->containers;
      inner = enter(role::array, ']', bounds_->max_items, p);
      ++p;
      break;
    case first_byte::brace:
      inner->flags |= detail::has_object;
      ++inner->containers;
      inner = enter(role::object, '}', bounds_->max_items, p);
      ++p;
      break;
    default:
      return text_.fail_or_end(error_code::unexpected_character, p,
                               "expected a value");
    instance_begin:
      inner->flags |= detail::has_object;
      ++inner->containers;
      inner = enter(role::instance, ')',
                    std::min<std::size_t>(classes_.width_of(class_number),
                                          bounds_->max_items),
                    begin);
      if (inner != nullptr) inner->class_number = class_number;
      break;
  }
  if (inner == nullptr) return nullptr;
  inner->header = static_cast<std::size_t>(out - tape.data());
  out += detail::header_words;

item:
  if (is_space(*p)) p = skip_space(text_, p);
  if (*p == inner->close) goto container_end;
  if (inner->count == inner->limit) return refuse_item(*inner, p);
  ++inner->count;
  switch (inner->what) {
    case role::array:
    case role::instance:
      goto value;
    case role::object:
      p = read_key(*inner, p);
      break;
    case role::named:
      p = read_argument_name(*inner, p);
      break;
    case role::top:
      __builtin_unreachable();  // its limit is 0
  }
  if (p == nullptr) return nullptr;
  goto value;

value_end:
  if (*p == ',' && inner->what != role::top) {
    ++p;
    goto item;
  }
  if (*p == inner->close) goto container_end;
  if (is_space(*p)) {
    p = skip_space(text_, p);
    goto value_end;
  }
  if (inner->what == role::top) goto text_end;
  if (*p == '=' && inner->what == role::instance && begin != nullptr) {
    // What was read is not a value but the name of an argument.
    std::string_view name = name_before(begin, p);
    if (*begin == '"') {
      tape.resize(static_cast<std::size_t>(out - tape.data()));
      name = data_->string_at(static_cast<std::size_t>(written - tape.data()));
    }
    out = written;
    if (*begin == '"' || !name.empty()) {
      if (!add_argument(*inner, name, begin)) return nullptr;
      p = skip_space(text_, p + 1);
      goto value;
    }
  }
  return refuse_after_value(*inner, p);

container_end:
  if (inner->what == role::top) goto text_end;
  ++p;
  begin = nullptr;
  {
    word* const header = tape.data() + inner->header;
    const auto words = static_cast<word>(out - header);
    word flags = (inner->flags & ~tangled) |
                 static_cast<word>(inner->count > inner->containers);
    if (inner->what == role::array) {
      header[0] = make_word(tag::array, words);
      header[1] = flags << detail::flags_shift | inner->count;
    } else {
      std::uint32_t node = inner->node;
      if (inner->close == ')') {
        if (inner->count != classes_.width_of(inner->class_number)) {
          return text_.fail(
              error_code::row_width_mismatch, p - 1,
              "an instance has fewer arguments than its class has properties");
        }
        if (inner->what == role::instance) {
          node = classes_.node_of(inner->class_number);
        }
      }
      const bool is_tree = inner->count != 0 &&
                           (inner->flags & (detail::has_array | tangled)) == 0;
      if (is_tree) {
        flags |= detail::is_scalar_tree;
      } else {
        inner[-1].flags |= tangled;
      }
      header[0] = make_word(tag::object, words);
      header[1] = flags << detail::flags_shift | shapes_.shape_at(node);
    }
  }
  frames_.pop_back();
  --inner;
  goto value_end;

text_end:
  p = skip_separators(text_, p);
  if (p != text_.last) {
    return text_.fail(error_code::trailing_characters, p,
                      "nothing may follow the value of the text");
  }
  tape.resize(static_cast<std::size_t>(out - tape.data()));
  data_->marks_trees = true;
  return p;
}

}  // namespace pith::inline v0::tron
