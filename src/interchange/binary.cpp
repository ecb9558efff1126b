// SPDX-License-Identifier: MIT
#include "interchange/binary.hpp"

#include "text/utf8.hpp"

#include <bit>
#include <cmath>

namespace pith::interchange {

using type = binary_item::type;

result<void> binary_assembler::add(const binary_item& item,
                                   std::size_t offset) {
  if (item.what == type::stop) return stop(offset);
  if (!open_.empty() && open_.back().is_key_next) return add_key(item, offset);
  put(item);
  if (const error* const failure = into_.failure()) {
    return error{failure->code, offset, failure->detail};
  }
  if (item.what == type::array) {
    open_.push_back({item.count, false, false});
  } else if (item.what == type::map) {
    open_.push_back({item.count, true, item.count != 0});
  } else {
    settle();
    return {};
  }
  if (item.count == 0) {
    close(open_.back());
    open_.pop_back();
    settle();
  }
  return {};
}

result<void> binary_assembler::add_key(const binary_item& item,
                                       std::size_t offset) {
  if (item.what != type::string) {
    return error{error_code::not_supported, offset,
                 "the keys of a map must be strings"};
  }
  into_.key(item.text);
  if (const error* const failure = into_.failure()) {
    return error{failure->code, offset, failure->detail};
  }
  open_.back().is_key_next = false;
  return {};
}

result<void> binary_assembler::stop(std::size_t offset) {
  // Of a map only where a key may be.
  if (open_.empty() || open_.back().left != binary_item::uncounted ||
      open_.back().is_map != open_.back().is_key_next) {
    return error{error_code::unexpected_character, offset,
                 "there is no container to end here"};
  }
  close(open_.back());
  open_.pop_back();
  settle();
  return {};
}

void binary_assembler::put(const binary_item& item) {
  switch (item.what) {
    case type::boolean:
      into_.boolean(item.boolean);
      break;
    case type::integer:
      into_.integer(item.integer);
      break;
    case type::real:
      into_.real(item.real);
      break;
    case type::string:
      into_.string(item.text);
      break;
    case type::array:
      into_.begin_array();
      break;
    case type::map:
      into_.begin_object();
      break;
    default:
      into_.null();
      break;
  }
}

void binary_assembler::close(const frame& f) {
  if (f.is_map) {
    into_.end_object();
  } else {
    into_.end_array();
  }
}

void binary_assembler::settle() {
  while (!open_.empty()) {
    frame& top = open_.back();
    top.is_key_next = top.is_map;
    if (top.left == binary_item::uncounted || --top.left != 0) return;
    close(top);
    open_.pop_back();
  }
  is_complete_ = true;
}

big_integer_rule::big_integer_rule(const codec_settings& settings)
    : rule_(big_integers_of(settings)), numbers_(settings.numbers) {}

result<void> big_integer_rule::apply(binary_item& item, std::size_t offset) {
  if (item.what != type::big) return {};
  if (*rule_ == big_integers::refused) {
    return error{error_code::out_of_range, offset,
                 "an integer must be within int64"};
  }
  // -1 - n is -(n + 1), and of the largest n that is 2^64.
  const bool is_negative = item.boolean;
  const std::uint64_t size = item.count + (is_negative ? 1 : 0);
  digits_ = size == 0 ? "18446744073709551616" : std::to_string(size);
  if (is_negative) digits_.insert(0, 1, '-');
  if (*rule_ == big_integers::string) {
    item = {.what = type::string, .text = digits_};
    return {};
  }
  const double rounded = size == 0 ? 0x1p64 : static_cast<double>(size);
  item = {.what = type::real, .real = is_negative ? -rounded : rounded};
  watch_.look(digits_ + "e0", offset);
  return {};
}

result<void> big_integer_rule::conclude() const {
  return rule_ ? watch_.conclude(numbers_) : result<void>(rule_.error());
}

result<std::string_view> take_text(byte_source& from, std::uint64_t length) {
  if (length > from.left()) return from.ends_early();
  const std::size_t begin = from.offset();
  const std::string_view text = from.take(static_cast<std::size_t>(length));
  if (const std::size_t bad = text::find_invalid_utf8(text);
      bad != text::valid_utf8) {
    return error{error_code::invalid_utf8, begin + bad,
                 "a string is not UTF-8"};
  }
  return text;
}

result<binary_item> real_item(double v, std::size_t offset) {
  if (!std::isfinite(v)) {
    return error{error_code::not_finite, offset,
                 "JSON has neither NaN nor infinities; replace the number with "
                 "null or a string"};
  }
  return binary_item{.what = type::real, .real = v};
}

double widen_single(std::uint32_t bits) noexcept {
  return static_cast<double>(std::bit_cast<float>(bits));
}

void put_head(text::output& out, unsigned head, std::uint64_t v,
              std::size_t bytes) {
  char* to = out.reserve(1 + sizeof v);
  *to++ = static_cast<char>(head);
  for (std::size_t i = bytes; i-- != 0;) {
    *to++ = static_cast<char>(v >> (8 * i) & 0xFF);
  }
  out.commit(to);
}

void put_sized(text::output& out, unsigned head, std::uint64_t v) {
  const unsigned wide = v <= 0xFF         ? 0
                        : v <= 0xFFFF     ? 1
                        : v <= 0xFFFFFFFF ? 2
                                          : 3;
  put_head(out, head + wide, v, std::size_t{1} << wide);
}

}  // namespace pith::interchange
