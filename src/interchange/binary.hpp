// SPDX-License-Identifier: MIT
/// @file
/// What MessagePack and CBOR share: items with a head that says what follows,
/// and how many.
#ifndef PITH_INTERCHANGE_BINARY_HPP
#define PITH_INTERCHANGE_BINARY_HPP

#include <pith/builder.hpp>
#include <pith/document.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>

#include "interchange/lenient/leniency.hpp"
#include "text/output.hpp"
#include "text/rounding.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pith::interchange {

/// Bytes that are read from the front.
class byte_source {
 public:
  explicit byte_source(std::string_view bytes) noexcept : bytes_(bytes) {}

  [[nodiscard]] std::size_t offset() const noexcept { return at_; }
  [[nodiscard]] std::size_t left() const noexcept {
    return bytes_.size() - at_;
  }
  [[nodiscard]] bool is_empty() const noexcept { return left() == 0; }
  /// The next byte, which must be there.
  [[nodiscard]] unsigned char peek() const noexcept {
    return static_cast<unsigned char>(bytes_[at_]);
  }
  /// A number of up to eight bytes, the highest first. They must be there.
  [[nodiscard]] std::uint64_t take_number(std::size_t bytes) noexcept {
    std::uint64_t out = 0;
    for (; bytes != 0; --bytes) {
      out = out << 8 | static_cast<unsigned char>(bytes_[at_++]);
    }
    return out;
  }
  [[nodiscard]] std::string_view take(std::size_t bytes) noexcept {
    const std::string_view out = bytes_.substr(at_, bytes);
    at_ += bytes;
    return out;
  }
  /// unexpected_end, at the end.
  [[nodiscard]] error ends_early() const noexcept {
    return {error_code::unexpected_end, bytes_.size(),
            "the bytes end inside an item"};
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

/// What the next head says, and its payload if it is a scalar.
struct binary_item {
  enum class type : std::uint8_t {
    null,
    boolean,
    integer,
    real,
    string,
    array,
    map,
    stop,  ///< the end of a container without a count
    big,   ///< an integer outside int64: `count`, or -1 - `count`
  };
  /// A container that ends with `stop`.
  static constexpr std::uint64_t uncounted = ~std::uint64_t{0};

  type what = type::null;
  bool boolean = false;  ///< of a big integer: whether it is negative
  std::int64_t integer = 0;
  double real = 0;
  std::string_view text{};  ///< valid until the next item is read
  std::uint64_t count = 0;  ///< elements, or pairs of a map
};

/// Knows which items are keys and where containers end. Holds a stack of its
/// own and takes no memory for a count before its items are there.
class binary_assembler {
 public:
  explicit binary_assembler(const limits& bounds) : into_(bounds) {}

  /// Takes the item whose head stands at `offset`; the error of the builder,
  /// not_supported for a key that is not a string, unexpected_character for a
  /// stop where none may be.
  [[nodiscard]] result<void> add(const binary_item& item, std::size_t offset);
  [[nodiscard]] bool is_complete() const noexcept { return is_complete_; }
  [[nodiscard]] result<document> finish() { return into_.finish(); }

 private:
  struct frame {
    std::uint64_t left;  // items to come, or uncounted
    bool is_map;
    bool is_key_next;
  };
  [[nodiscard]] result<void> add_key(const binary_item& item,
                                     std::size_t offset);
  [[nodiscard]] result<void> stop(std::size_t offset);
  void put(const binary_item& item);
  void close(const frame& f);
  /// A value is complete, and perhaps what it stands in.
  void settle();

  builder into_;
  std::vector<frame> open_;
  bool is_complete_ = false;
};

/// Makes of integers outside int64 what was asked for.
class big_integer_rule {
 public:
  /// invalid_option as big_integers_of() has it, in conclude().
  explicit big_integer_rule(const codec_settings& settings);

  /// Changes a big integer; out_of_range at `offset` when none is allowed. The
  /// text of the item is valid until the next call.
  [[nodiscard]] result<void> apply(binary_item& item, std::size_t offset);
  /// Reports what was rounded, or refuses it.
  [[nodiscard]] result<void> conclude() const;

 private:
  result<big_integers> rule_;
  number_options numbers_;
  text::rounding_watch watch_;
  std::string digits_;
};

/// Reads one document. `read_item(byte_source&)` returns the next item, or an
/// error; it is not called when there are no bytes. trailing_characters when
/// something follows.
template <class ReadItem>
result<document> read_binary(std::string_view bytes,
                             const codec_settings& settings,
                             ReadItem read_item) {
  const limits& bounds = settings.bounds;
  big_integer_rule big(settings);
  if (const auto fit = big.conclude(); !fit) return fit.error();
  if (bytes.size() > bounds.max_bytes) {
    return error{error_code::size_limit, bounds.max_bytes,
                 "there are more bytes than limits::max_bytes"};
  }
  byte_source source(bytes);
  binary_assembler items(bounds);
  while (!items.is_complete()) {
    if (source.is_empty()) return source.ends_early();
    const std::size_t offset = source.offset();
    result<binary_item> item = read_item(source);
    if (!item) return item.error();
    if (const auto done = big.apply(*item, offset); !done) return done.error();
    if (const auto done = items.add(*item, offset); !done) return done.error();
  }
  if (!source.is_empty()) {
    return error{error_code::trailing_characters, source.offset(),
                 "nothing may follow the document"};
  }
  if (const auto fit = big.conclude(); !fit) return fit.error();
  return items.finish();
}

/// A string of `length` bytes that are UTF-8.
[[nodiscard]] result<std::string_view> take_text(byte_source& from,
                                                 std::uint64_t length);
/// A finite number, or not_finite at `offset`.
[[nodiscard]] result<binary_item> real_item(double v, std::size_t offset);
/// The double of a binary32's bits.
[[nodiscard]] double widen_single(std::uint32_t bits) noexcept;

/// Writes `head` and then the lowest `bytes` bytes of `v`, the highest first.
void put_head(text::output& out, unsigned head, std::uint64_t v,
              std::size_t bytes);
/// The same with as many bytes as `v` needs: `head` is that of one byte, those
/// of 2, 4 and 8 follow it.
void put_sized(text::output& out, unsigned head, std::uint64_t v);

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_BINARY_HPP
