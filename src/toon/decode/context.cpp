// SPDX-License-Identifier: MIT
#include "toon/decode/context.hpp"

#include "text/expansion.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <cstring>

namespace pith::inline v0::toon::decoding {

namespace {

/// Offsets in a document's text have room for no more.
constexpr std::size_t greatest_text = 0xFFFFFF00;

/// Words of tape that a text may become.
std::size_t tape_limit(std::size_t bytes, std::size_t max_expansion) noexcept {
  const std::size_t source = std::max(bytes, text::expansion_floor);
  if (max_expansion > ~std::size_t{0} / source) return ~std::size_t{0};
  return source * max_expansion / sizeof(detail::word);
}

/// The first byte that makes a line too long, or npos.
std::size_t find_long_line(std::string_view text,
                           std::size_t max_bytes) noexcept {
  std::size_t begin = 0;
  while (text.size() - begin > max_bytes) {
    const std::size_t feed = text.substr(begin, max_bytes + 1).find('\n');
    if (feed == std::string_view::npos) return begin + max_bytes;
    begin += feed + 1;
  }
  return std::string_view::npos;
}

}  // namespace

bool context::load(detail::document_data& target, std::string_view input,
                   const decode_options& options) {
  data = &target;
  bounds = options.bounds;
  bounds.max_items = std::min(bounds.max_items, greatest_text);
  indent_size = options.indent_size;
  is_strict = options.strict;
  max_words = tape_limit(0, bounds.max_expansion);
  target.reset();
  target.tape.clear();
  shapes.reset(target);
  text.base = 0;
  text.first = text.last = nullptr;
  const auto refuse = [&](error_code code, std::size_t at, const char* detail) {
    text.problem = {code, at, detail};
    return false;
  };
  if (indent_size == 0) {
    return refuse(error_code::invalid_indent, 0,
                  "a level must have at least one space");
  }
  const std::size_t most = std::min(bounds.max_bytes, greatest_text);
  if (input.size() > most) {
    return refuse(error_code::size_limit, most,
                  "the text is longer than limits::max_bytes");
  }
  const std::size_t bad = text::find_invalid_utf8(input);
  if (bad != text::valid_utf8) {
    return refuse(error_code::invalid_utf8, bad, "the text must be UTF-8");
  }
  const std::size_t long_line = find_long_line(input, bounds.max_line_bytes);
  if (long_line != std::string_view::npos) {
    return refuse(error_code::line_limit, long_line,
                  "a line is longer than limits::max_line_bytes");
  }
  detail::pod_buffer<char>& copy = target.text;
  copy.resize(input.size() + detail::text_padding);
  text.first = copy.data();
  text.last = text.first + input.size();
  if (!input.empty()) std::memcpy(text.first, input.data(), input.size());
  std::memset(text.last, 0, detail::text_padding);
  *text.last = '\n';
  copy.resize(input.size());
  return true;
}

char* context::first_line() const noexcept {
  const std::string_view all(text.first,
                             static_cast<std::size_t>(text.last - text.first));
  return text.first + (all.starts_with(text::byte_order_mark)
                           ? text::byte_order_mark.size()
                           : 0);
}

/// What has been read so far decides, so that what is to come does not matter.
bool context::check_growth(const char* end) noexcept {
  end = std::min<const char*>(end, text.last);
  max_words = tape_limit(text.offset_of(end), bounds.max_expansion);
  if (data->tape.size() <= max_words) return true;
  return fail(error_code::expansion_limit, end,
              "the document would be larger than limits::max_expansion times "
              "the text before");
}

}  // namespace pith::inline v0::toon::decoding
