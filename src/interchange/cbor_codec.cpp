// SPDX-License-Identifier: MIT
/// @file
/// CBOR, RFC 8949.
#include "interchange/binary.hpp"
#include "interchange/interchange.hpp"
#include "interchange/walk.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

namespace pith::interchange {

namespace {

using type = binary_item::type;

/// The upper three bits of a head.
enum class major : std::uint8_t {
  unsigned_integer,
  negative_integer,
  bytes,
  text,
  array,
  map,
  tag,
  simple,
};

// The lower five bits: a number below 24, how many bytes it has, or this.
constexpr unsigned one_byte = 24;
constexpr unsigned eight_bytes = 27;
constexpr unsigned indefinite = 31;

// Of `simple`, by the lower five bits.
constexpr unsigned simple_false = 20;
constexpr unsigned simple_true = 21;
constexpr unsigned simple_null = 22;
constexpr unsigned float16 = 25;
constexpr unsigned float32 = 26;
constexpr unsigned float64 = 27;

constexpr std::uint64_t max_items = binary_item::uncounted - 1;
constexpr std::uint64_t self_described = 55799;
constexpr std::string_view self_described_mark = "\xD9\xD9\xF7";

constexpr std::uint64_t max_int64 = std::numeric_limits<std::int64_t>::max();

struct cbor_head {
  std::size_t offset;
  major what;
  unsigned low;
  std::uint64_t number;
};

result<cbor_head> read_head(byte_source& from) {
  const std::size_t offset = from.offset();
  const auto first = static_cast<unsigned>(from.take_number(1));
  cbor_head out{offset, static_cast<major>(first >> 5), first & 0x1F, 0};
  if (out.low < one_byte) {
    out.number = out.low;
  } else if (out.low <= eight_bytes) {
    const std::size_t bytes = std::size_t{1} << (out.low - one_byte);
    if (bytes > from.left()) return from.ends_early();
    out.number = from.take_number(bytes);
  } else if (out.low != indefinite || out.what <= major::negative_integer ||
             out.what == major::tag) {
    return error{error_code::unexpected_character, offset,
                 "this item has a reserved length"};
  }
  return out;
}

/// RFC 8949, appendix D.
double widen_half(std::uint64_t half) {
  const auto exponent = static_cast<int>(half >> 10 & 0x1F);
  const auto fraction = static_cast<double>(half & 0x3FF);
  double v = 0;
  if (exponent == 0) {
    v = std::ldexp(fraction, -24);
  } else if (exponent != 31) {
    v = std::ldexp(fraction + 1024, exponent - 25);
  } else {
    v = fraction == 0 ? std::numeric_limits<double>::infinity()
                      : std::numeric_limits<double>::quiet_NaN();
  }
  return (half & 0x8000) != 0 ? -v : v;
}

result<binary_item> simple_item(const cbor_head& head) {
  switch (head.low) {
    case simple_false:
    case simple_true:
      return binary_item{.what = type::boolean,
                         .boolean = head.low == simple_true};
    case simple_null:
      return binary_item{};
    case float16:
      return real_item(widen_half(head.number), head.offset);
    case float32:
      return real_item(widen_single(static_cast<std::uint32_t>(head.number)),
                       head.offset);
    case float64:
      return real_item(std::bit_cast<double>(head.number), head.offset);
    case indefinite:
      return binary_item{.what = type::stop};
    default:
      return error{error_code::not_supported, head.offset,
                   "JSON has no undefined and no other simple values"};
  }
}

result<binary_item> integer_item(const cbor_head& head) {
  if (head.number > max_int64) {
    return binary_item{.what = type::big,
                       .boolean = head.what == major::negative_integer,
                       .count = head.number};
  }
  const auto number = static_cast<std::int64_t>(head.number);
  return binary_item{
      .what = type::integer,
      .integer = head.what == major::negative_integer ? -1 - number : number};
}

class item_reader {
 public:
  result<binary_item> operator()(byte_source& from) {
    for (;;) {
      const auto head = read_head(from);
      if (!head) return head.error();
      if (head->what != major::tag) return item_of(*head, from);
      if (head->number != self_described) {
        return error{
            error_code::not_supported, head->offset,
            "JSON cannot express the meaning that this tag gives to its item"};
      }
      if (from.is_empty()) return from.ends_early();
    }
  }

 private:
  result<binary_item> item_of(const cbor_head& head, byte_source& from) {
    const bool is_counted = head.low != indefinite;
    switch (head.what) {
      case major::unsigned_integer:
      case major::negative_integer:
        return integer_item(head);
      case major::bytes:
        return error{error_code::not_supported, head.offset,
                     "JSON has no binary data; send it as text"};
      case major::text: {
        const auto text =
            is_counted ? take_text(from, head.number) : take_chunks(from);
        if (!text) return text.error();
        return binary_item{.what = type::string, .text = *text};
      }
      case major::array:
      case major::map:
        return binary_item{
            .what = head.what == major::array ? type::array : type::map,
            // No text has so many items that the difference could be seen.
            .count = is_counted ? std::min(head.number, max_items)
                                : binary_item::uncounted};
      default:
        return simple_item(head);
    }
  }

  /// Strings of a known length, up to a stop.
  result<std::string_view> take_chunks(byte_source& from) {
    chunks_.clear();
    for (;;) {
      if (from.is_empty()) return from.ends_early();
      const auto head = read_head(from);
      if (!head) return head.error();
      const bool is_indefinite = head->low == indefinite;
      if (head->what == major::simple && is_indefinite) {
        return std::string_view(chunks_);
      }
      if (head->what != major::text || is_indefinite) {
        return error{error_code::unexpected_character, head->offset,
                     "a string of unknown length must consist of strings"};
      }
      const auto text = take_text(from, head->number);
      if (!text) return text.error();
      chunks_ += *text;
    }
  }

  std::string chunks_;
};

/// Heads in their shortest form and definite lengths, as section 4.2.1 asks.
/// Reals stay reals, of eight bytes.
class writer {
 public:
  explicit writer(text::output& out) noexcept : out_(&out) {}

  bool begin_array(const array_view& v) {
    put(major::array, v.size());
    return true;
  }
  bool begin_object(const object_view& v) {
    put(major::map, v.size());
    return true;
  }
  [[nodiscard]] bool end_array() const { return !out_->failed(); }
  [[nodiscard]] bool end_object() const { return !out_->failed(); }
  bool key(std::string_view text) {
    put(major::text, text.size());
    out_->put(text);
    return true;
  }
  bool scalar(value v) {
    if (const auto text = v.get_string()) return key(*text);
    if (const auto integer = v.get_integer()) {
      const auto bits = static_cast<std::uint64_t>(*integer);
      if (*integer >= 0) {
        put(major::unsigned_integer, bits);
      } else {
        put(major::negative_integer, ~bits);
      }
    } else if (const auto real = v.get_double()) {
      put_head(*out_, first_byte(major::simple, float64),
               std::bit_cast<std::uint64_t>(*real), 8);
    } else if (const auto boolean = v.get_boolean()) {
      put(major::simple, *boolean ? simple_true : simple_false);
    } else {
      put(major::simple, simple_null);
    }
    return true;
  }

 private:
  static unsigned first_byte(major what, unsigned low) {
    return static_cast<unsigned>(what) << 5 | low;
  }
  void put(major what, std::uint64_t number) {
    if (number < one_byte) {
      put_head(*out_, first_byte(what, static_cast<unsigned>(number)), 0, 0);
      return;
    }
    put_sized(*out_, first_byte(what, one_byte), number);
  }

  text::output* out_;
};

result<void> write(sink& to, value v, const codec_settings& settings) {
  if (const auto fit = big_integers_of(settings); !fit) return fit.error();
  return write_walked<writer>(to, v, settings.bounds);
}

result<document> read(std::string_view bytes, const codec_settings& settings) {
  return read_binary(bytes, settings, item_reader{});
}

likeness recognize(std::string_view bytes) {
  return bytes.starts_with(self_described_mark) ? likeness::certain
                                                : likeness::no;
}

}  // namespace

codec cbor_codec() {
  return {.name = "cbor",
          .summary = "CBOR (RFC 8949), deterministic",
          .media_type = "application/cbor",
          .extensions = {"cbor"},
          .is_binary = true,
          .options = {big_integers_option()},
          .write = write,
          .read = read,
          .recognize = recognize};
}

}  // namespace pith::interchange
