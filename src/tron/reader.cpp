// SPDX-License-Identifier: MIT
#include "tron/reader.hpp"

#include "text/utf8.hpp"
#include "tron/header_reader.hpp"
#include "tron/words.hpp"

#include <algorithm>
#include <cstring>

namespace pith::inline v0::tron {

namespace {

/// What pith::limits promises, whatever it is given.
constexpr std::size_t greatest_text = 0xFFFFFF00;

/// True for errors that the end of the text alone made.
[[nodiscard]] bool is_about_the_end(const error& e) noexcept {
  return e.code == error_code::unexpected_end ||
         e.code == error_code::unterminated_quote;
}

}  // namespace

result<void> reader::run(detail::document_data& data, std::string_view text,
                         const limits& bounds) {
  data.reset();
  const std::size_t most = std::min(bounds.max_bytes, greatest_text);
  if (text.size() > most) {
    return error{error_code::size_limit, most,
                 "the text is longer than limits::max_bytes"};
  }
  const std::size_t invalid = text::find_invalid_utf8(text);
  load(data, text.substr(0, invalid));
  bool is_right = read_text(bounds);
  if (invalid != text::valid_utf8 &&
      (is_right || is_about_the_end(text_.problem))) {
    is_right = false;
    text_.problem = {error_code::invalid_utf8, invalid,
                     "the text is not UTF-8"};
  }
  if (is_right) return {};
  data.reset();
  return text_.problem;
}

/// Copies the text, with padding, into the document.
void reader::load(detail::document_data& data, std::string_view text) {
  data_ = &data;
  data.text.ensure(text.size() + detail::text_padding);
  if (!text.empty()) std::memcpy(data.text.data(), text.data(), text.size());
  data.text.resize(text.size());
  std::memset(data.text.end(), 0, detail::text_padding);
  text_.first = data.text.data();
  text_.last = text_.first + text.size();
}

bool reader::read_text(const limits& bounds) {
  bounds_ = &bounds;
  shapes_.reset(*data_);
  classes_.clear();
  char* p = header_reader(text_, classes_, shapes_, bounds).read(text_.first);
  if (p != nullptr) p = read_data(p);
  return p != nullptr;
}

reader::frame* reader::enter(role what, char close, std::size_t limit,
                             const char* at) {
  const std::size_t depth = frames_.size() - 1;
  if (depth >= bounds_->max_depth) {
    text_.fail(error_code::depth_limit, at,
               "containers are nested deeper than limits::max_depth");
    return nullptr;
  }
  frame inner;
  inner.what = what;
  inner.close = close;
  inner.limit = static_cast<std::uint32_t>(
      std::min<std::size_t>(limit, ~std::uint32_t{0}));
  frames_.push_back(inner);
  return &frames_.back();
}

char* reader::read_key(frame& object, char* p) {
  char* const begin = p;
  if (*p != '"') {
    return text_.fail_or_end(error_code::unexpected_character, p,
                             "a key must begin with a quote");
  }
  std::size_t length = 0;
  p = read_string(text_, begin, length);
  if (p == nullptr) return nullptr;
  if (length > detail::key_place::max_length) {
    return text_.fail(error_code::size_limit, begin,
                      "a key must be shorter than 16 MiB");
  }
  detail::shape_cursor cursor{object.node, object.serial};
  if (!shapes_.advance(cursor, {begin + 1, length},
                       [&] { return text_.offset_of(begin + 1); })) {
    return text_.fail(error_code::duplicate_key, begin,
                      "an object has the same key twice");
  }
  object.node = cursor.node;
  object.serial = cursor.serial;
  p = skip_space(text_, p);
  if (*p != ':') {
    return text_.fail_or_end(error_code::unexpected_character, p,
                             "a colon must follow a key");
  }
  return skip_space(text_, p + 1);
}

char* reader::read_argument_name(frame& instance, char* p) {
  char* const begin = p;
  std::string_view name;
  if (*p == '"') {
    std::size_t length = 0;
    p = read_string(text_, begin, length);
    if (p == nullptr) return nullptr;
    name = {begin + 1, length};
  } else {
    p = word_end(p);
    name = {begin, static_cast<std::size_t>(p - begin)};
  }
  p = skip_space(text_, p);
  if (p == begin || *p != '=') {
    if (p == text_.last) return text_.fail_end();
    return text_.fail(error_code::unexpected_character, begin,
                      "only named arguments may follow a named one");
  }
  return add_argument(instance, name, begin) ? skip_space(text_, p + 1)
                                             : nullptr;
}

std::string_view reader::name_before(char* begin, const char* p) const {
  char* const end = word_end(begin);
  if (end == begin || skip_space(text_, end) != p) return {};
  return {begin, static_cast<std::size_t>(end - begin)};
}

bool reader::add_argument(frame& instance, std::string_view name,
                          const char* at) {
  const std::uint32_t key_id = shapes_.find_key(name);
  if (key_id == detail::shape_tree::none ||
      !classes_.has_property(instance.class_number, key_id)) {
    text_.fail(error_code::unresolved_reference, at,
               "the class has no property of this name");
    return false;
  }
  if (instance.what == role::instance) {
    // Where the arguments by position have led.
    const std::uint32_t missing =
        classes_.width_of(instance.class_number) - (instance.count - 1);
    instance.what = role::named;
    instance.node =
        shapes_.ancestor(classes_.node_of(instance.class_number), missing);
  }
  detail::shape_cursor cursor{instance.node, instance.serial};
  if (!shapes_.advance_id(cursor, key_id)) {
    text_.fail(error_code::duplicate_key, at, "an argument is given twice");
    return false;
  }
  instance.node = cursor.node;
  instance.serial = cursor.serial;
  return true;
}

/// One item more than its container may have begins at `p`.
char* reader::refuse_item(const frame& of, const char* p) {
  if (p == text_.last) return text_.fail_end();
  if (of.count < bounds_->max_items) {
    return text_.fail(error_code::row_width_mismatch, p,
                      "an instance has more arguments than its class has "
                      "properties");
  }
  return text_.fail(error_code::item_limit, p,
                    "a container has more items than limits::max_items");
}

/// Neither a comma nor the end of the container follows a value.
char* reader::refuse_after_value(const frame& of, const char* p) {
  const char* detail = "a comma or ) must follow an argument";
  if (of.what == role::array) detail = "a comma or ] must follow an element";
  if (of.what == role::object) detail = "a comma or } must follow a member";
  return text_.fail_or_end(error_code::unexpected_character, p, detail);
}

}  // namespace pith::inline v0::tron
