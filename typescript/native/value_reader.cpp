// SPDX-License-Identifier: MIT
#include "value_reader.hpp"

#include "document/document_data.hpp"
#include "document/shape_tree.hpp"
#include "document/tape_writer.hpp"

#include <bit>
#include <cmath>
#include <cstring>

namespace pith::wasm {

namespace {

using c_api::invalid_argument;
using c_api::verdict;
using detail::shape_cursor;
using detail::tape_writer;

/// Writes a tape of the words of JavaScript. The text of the document is the
/// text that came with them, so that no string is copied by itself.
class value_reader {
 public:
  value_reader(const std::uint32_t* words, std::size_t count,
               std::size_t text_size, detail::document_data& data)
      : next_(words), end_(words + count), text_size_(text_size), data_(data) {
    shapes_.reset(data);
  }

  bool read() {
    frames_.push_back({0, 0, 1, 0, 0, false, true});
    while (true) {
      frame& top = frames_.back();
      if (top.left == 0) {
        if (frames_.size() == 1) return next_ == end_ && at_ == text_size_;
        close();
        continue;
      }
      --top.left;
      if (next_ == end_ || !put(*next_++)) return false;
    }
  }

 private:
  struct frame {
    std::size_t at;
    std::size_t count;
    std::size_t left;
    std::uint32_t shape;  // of the document
    std::uint8_t flags;
    bool is_object;
    bool is_tree;  // of scalars and of trees of scalars, so far
  };
  /// A shape of JavaScript's: a shape of the document, and how many keys.
  struct known {
    std::uint32_t shape;
    std::uint32_t count;
  };

  bool put(std::uint32_t word) {
    tape_writer out(data_.tape);
    const std::uint32_t number = word >> kind_bits;
    switch (static_cast<kind>(word & ((1u << kind_bits) - 1))) {
      case kind::null:
        out.null();
        break;
      case kind::no:
        out.boolean(false);
        break;
      case kind::yes:
        out.boolean(true);
        break;
      case kind::integer:
        out.integer(static_cast<std::int32_t>(word) >> kind_bits);
        break;
      case kind::number: {
        std::uint64_t bits = 0;
        if (!take_64(bits)) return false;
        // No format has a word for one that is not finite.
        if (!std::isfinite(std::bit_cast<double>(bits))) return false;
        out.real(std::bit_cast<double>(bits));
        break;
      }
      case kind::wide: {
        std::uint64_t bits = 0;
        if (!take_64(bits)) return false;
        out.integer(static_cast<std::int64_t>(bits));
        break;
      }
      case kind::string:
        if (text_size_ - at_ < number) return false;
        out.string(at_, number);
        at_ += number;
        break;
      case kind::array:
        frames_.back().flags |= detail::has_array;
        open(number, 0, false);
        return true;
      case kind::object:
        if (number >= known_.size()) return false;
        frames_.back().flags |= detail::has_object;
        open(known_[number].count, known_[number].shape, true);
        return true;
      case kind::shape:
        if (!take_shape(number)) return false;
        frames_.back().flags |= detail::has_object;
        open(number, known_.back().shape, true);
        return true;
      default:
        return false;
    }
    frames_.back().flags |= detail::has_scalar;
    return true;
  }

  bool take_64(std::uint64_t& into) {
    if (end_ - next_ < 2) return false;
    std::memcpy(&into, next_, sizeof into);
    next_ += 2;
    return true;
  }

  bool take_shape(std::uint32_t count) {
    if (static_cast<std::size_t>(end_ - next_) < count) return false;
    shape_cursor cursor;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::size_t size = *next_++;
      if (text_size_ - at_ < size || size > detail::key_place::max_length) {
        return false;
      }
      const std::size_t at = at_;
      at_ += size;
      if (!shapes_.advance(cursor, data_.text_at(at, size),
                           [at] { return at; })) {
        return false;
      }
    }
    known_.push_back({shapes_.shape_at(cursor.node), count});
    return true;
  }

  void open(std::size_t count, std::uint32_t shape, bool is_object) {
    const std::size_t at = tape_writer(data_.tape).open();
    frames_.push_back({at, count, count, shape, 0, is_object, true});
  }

  void close() {
    const frame top = frames_.back();
    const bool is_tree = top.is_object && top.is_tree && top.count != 0;
    tape_writer out(data_.tape);
    if (top.is_object) {
      out.close_object(top.at, top.shape,
                       static_cast<std::uint8_t>(
                           top.flags | (is_tree ? detail::is_scalar_tree : 0)));
    } else {
      out.close_array(top.at, top.count, top.flags);
    }
    frames_.pop_back();
    if (!is_tree) frames_.back().is_tree = false;
  }

  const std::uint32_t* next_;
  const std::uint32_t* end_;
  std::size_t at_ = 0;  // in the text
  std::size_t text_size_;
  detail::document_data& data_;
  detail::shape_tree shapes_;
  detail::pod_buffer<frame> frames_;
  detail::pod_buffer<known> known_;
};

}  // namespace

verdict read_value(const detail::pod_buffer<char>& slot, std::size_t count,
                   std::string_view text, document& into) {
  if (count > slot.size() / sizeof(std::uint32_t)) {
    return invalid_argument("there are not so many words");
  }
  detail::document_data& data = detail::document_access::writable(into);
  data.reset();
  data.tape.clear();
  data.marks_trees = true;
  data.text.append(text.data(), text.size());
  data.text.ensure(detail::text_padding);
  std::memset(data.text.end(), 0, detail::text_padding);
  // What allocates is aligned for words.
  const auto* const words = reinterpret_cast<const std::uint32_t*>(slot.data());
  if (value_reader(words, count, text.size(), data).read()) return {};
  into = {};
  return invalid_argument("the words do not make a value");
}

}  // namespace pith::wasm
