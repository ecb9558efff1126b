// SPDX-License-Identifier: MIT
/// @file
/// MessagePack (https://github.com/msgpack/msgpack/blob/master/spec.md).
#include "interchange/binary.hpp"
#include "interchange/interchange.hpp"
#include "interchange/walk.hpp"

#include <bit>
#include <limits>

namespace pith::interchange {

namespace {

using type = binary_item::type;

/// The first bytes of items.
enum head : unsigned {
  fixmap = 0x80,
  fixarray = 0x90,
  fixstr = 0xA0,
  nil = 0xC0,
  never_used = 0xC1,
  boolean_false = 0xC2,
  boolean_true = 0xC3,
  bin8 = 0xC4,
  ext8 = 0xC7,
  float32 = 0xCA,
  float64 = 0xCB,
  uint8 = 0xCC,
  uint64 = 0xCF,
  int8 = 0xD0,
  int64 = 0xD3,
  fixext1 = 0xD4,
  str8 = 0xD9,
  str32 = 0xDB,
  array16 = 0xDC,
  array32 = 0xDD,
  map16 = 0xDE,
  map32 = 0xDF,
  negative_fixint = 0xE0,
};

constexpr std::uint64_t max_int64 = std::numeric_limits<std::int64_t>::max();

binary_item integer_item(std::int64_t v) {
  return {.what = type::integer, .integer = v};
}

/// A number of so many bytes, the highest bit of which is its sign.
binary_item signed_item(std::uint64_t number, std::size_t bytes) {
  switch (bytes) {
    case 1:
      return integer_item(static_cast<std::int8_t>(number));
    case 2:
      return integer_item(static_cast<std::int16_t>(number));
    case 4:
      return integer_item(static_cast<std::int32_t>(number));
    default:
      return integer_item(static_cast<std::int64_t>(number));
  }
}

/// How many bytes of number follow the head.
std::size_t number_bytes(unsigned first) {
  if (first >= uint8 && first <= uint64)
    return std::size_t{1} << (first - uint8);
  if (first >= int8 && first <= int64) return std::size_t{1} << (first - int8);
  if (first >= str8 && first <= str32) return std::size_t{1} << (first - str8);
  if (first == float32 || first == array32 || first == map32) return 4;
  if (first == float64) return 8;
  if (first == array16 || first == map16) return 2;
  return 0;
}

result<binary_item> string_item(byte_source& from, std::uint64_t length) {
  const auto text = take_text(from, length);
  if (!text) return text.error();
  return binary_item{.what = type::string, .text = *text};
}

/// An item whose head holds all of its number.
result<binary_item> read_short(byte_source& from, unsigned first) {
  if (first < fixmap) return integer_item(static_cast<std::int64_t>(first));
  if (first >= negative_fixint) {
    return integer_item(static_cast<std::int64_t>(first) - 0x100);
  }
  if (first >= fixstr) return string_item(from, first & 0x1F);
  return binary_item{.what = first >= fixarray ? type::array : type::map,
                     .count = first & 0x0F};
}

result<binary_item> read_item(byte_source& from) {
  const std::size_t offset = from.offset();
  const auto first = static_cast<unsigned>(from.take_number(1));
  if (first < nil || first >= negative_fixint) return read_short(from, first);
  const std::size_t bytes = number_bytes(first);
  if (bytes > from.left()) return from.ends_early();
  const std::uint64_t number = from.take_number(bytes);
  if (first == nil) return binary_item{};
  if (first == never_used) {
    return error{error_code::unexpected_character, offset,
                 "no item begins with the byte C1"};
  }
  if (first == boolean_false || first == boolean_true) {
    return binary_item{.what = type::boolean, .boolean = first == boolean_true};
  }
  if (first < ext8) {
    return error{error_code::not_supported, offset,
                 "JSON has no binary data; send it as text"};
  }
  if (first < float32 || (first >= fixext1 && first < str8)) {
    return error{error_code::not_supported, offset,
                 "JSON cannot express extension types"};
  }
  if (first == float32) {
    return real_item(widen_single(static_cast<std::uint32_t>(number)), offset);
  }
  if (first == float64) return real_item(std::bit_cast<double>(number), offset);
  if (first <= uint64) {
    if (number <= max_int64) {
      return integer_item(static_cast<std::int64_t>(number));
    }
    return binary_item{.what = type::big, .count = number};
  }
  if (first <= int64) return signed_item(number, bytes);
  if (first <= str32) return string_item(from, number);
  return binary_item{.what = first <= array32 ? type::array : type::map,
                     .count = number};
}

/// Every item in its shortest form.
class writer {
 public:
  explicit writer(text::output& out) noexcept : out_(&out) {}

  bool begin_array(const array_view& v) {
    put_count(v.size(), fixarray, array16);
    return true;
  }
  bool begin_object(const object_view& v) {
    put_count(v.size(), fixmap, map16);
    return true;
  }
  [[nodiscard]] bool end_array() const { return !out_->failed(); }
  [[nodiscard]] bool end_object() const { return !out_->failed(); }
  bool key(std::string_view text) {
    put_text(text);
    return true;
  }
  bool scalar(value v) {
    if (const auto text = v.get_string()) {
      put_text(*text);
    } else if (const auto integer = v.get_integer()) {
      put_integer(*integer);
    } else if (const auto real = v.get_double()) {
      put_head(*out_, float64, std::bit_cast<std::uint64_t>(*real), 8);
    } else if (const auto boolean = v.get_boolean()) {
      put_head(*out_, *boolean ? boolean_true : boolean_false, 0, 0);
    } else {
      put_head(*out_, nil, 0, 0);
    }
    return true;
  }

 private:
  void put_count(std::size_t n, unsigned few, unsigned many) {
    if (n < 16) {
      put_head(*out_, few | static_cast<unsigned>(n), 0, 0);
    } else if (n <= 0xFFFF) {
      put_head(*out_, many, n, 2);
    } else {
      put_head(*out_, many + 1, n, 4);
    }
  }
  void put_text(std::string_view text) {
    const std::size_t n = text.size();
    if (n < 32) {
      put_head(*out_, fixstr | static_cast<unsigned>(n), 0, 0);
    } else {
      put_sized(*out_, str8, n);
    }
    out_->put(text);
  }
  void put_integer(std::int64_t v) {
    if (v >= -32 && v < 128) {
      put_head(*out_, static_cast<unsigned>(v) & 0xFF, 0, 0);
    } else if (v >= 0) {
      put_sized(*out_, uint8, static_cast<std::uint64_t>(v));
    } else {
      // As many bytes as its complement needs beside the sign.
      const std::uint64_t rest = ~static_cast<std::uint64_t>(v);
      const unsigned wide = rest < 0x80         ? 0
                            : rest < 0x8000     ? 1
                            : rest < 0x80000000 ? 2
                                                : 3;
      put_head(*out_, int8 + wide, static_cast<std::uint64_t>(v),
               std::size_t{1} << wide);
    }
  }

  text::output* out_;
};

result<void> write(sink& to, value v, const codec_settings& settings) {
  if (const auto fit = big_integers_of(settings); !fit) return fit.error();
  return write_walked<writer>(to, v, settings.bounds);
}

result<document> read(std::string_view bytes, const codec_settings& settings) {
  return read_binary(bytes, settings, read_item);
}

}  // namespace

codec msgpack_codec() {
  return {.name = "msgpack",
          .summary = "MessagePack: JSON values in binary",
          .aliases = {"messagepack"},
          .media_type = "application/vnd.msgpack",
          .extensions = {"msgpack", "mpk"},
          .is_binary = true,
          .options = {big_integers_option()},
          .write = write,
          .read = read};
}

}  // namespace pith::interchange
