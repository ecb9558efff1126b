// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>

#include "document/document_data.hpp"
#include "document/revive.hpp"
#include "document/shape_tree.hpp"
#include "document/tape_writer.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

namespace pith::inline v0 {

using detail::document_access;
using detail::document_data;
using detail::shape_cursor;
using detail::tag;
using detail::tag_of;
using detail::tape_writer;

namespace {

/// True for well-formed UTF-8 (RFC 3629). The readers use the fast kernel in
/// text/, which stands above this module; a builder sees one short string at
/// a time.
bool is_utf8(std::string_view bytes) noexcept {
  constexpr std::uint64_t high_bits = 0x8080808080808080;
  std::size_t i = 0;
  while (i < bytes.size()) {
    // Mostly it is ASCII, and eight bytes at a time say so.
    for (std::uint64_t eight = 0; bytes.size() - i >= sizeof eight;
         i += sizeof eight) {
      std::memcpy(&eight, bytes.data() + i, sizeof eight);
      if ((eight & high_bits) != 0) break;
    }
    if (i == bytes.size()) break;
    const auto lead = static_cast<unsigned char>(bytes[i++]);
    if (lead < 0x80) continue;
    std::size_t more = 0;
    std::uint32_t low = 0;  // smallest code point of this length
    std::uint32_t code = 0;
    if ((lead & 0xE0) == 0xC0) {
      more = 1, low = 0x80, code = lead & 0x1Fu;
    } else if ((lead & 0xF0) == 0xE0) {
      more = 2, low = 0x800, code = lead & 0x0Fu;
    } else if ((lead & 0xF8) == 0xF0) {
      more = 3, low = 0x10000, code = lead & 0x07u;
    } else {
      return false;
    }
    if (bytes.size() - i < more) return false;
    for (; more != 0; --more) {
      const auto next = static_cast<unsigned char>(bytes[i++]);
      if ((next & 0xC0) != 0x80) return false;
      code = (code << 6) | (next & 0x3Fu);
    }
    if (code < low || code > 0x10FFFF) return false;
    if (code >= 0xD800 && code <= 0xDFFF) return false;
  }
  return true;
}

}  // namespace

struct builder::state {
  struct frame {
    std::size_t at;
    std::size_t count;
    shape_cursor cursor;
    std::uint8_t flags;
    bool is_object;
    bool has_key;  // a key waits for its value
    bool is_tree;  // of scalars and of trees of scalars, so far
  };

  explicit state(const limits& b = {}) : bounds(b) { start(); }

  /// Begins a new document in the memory of the one at hand.
  void start() {
    data = &document_access::writable(target);
    data->reset();
    data->tape.clear();
    data->marks_trees = true;
    shapes.reset(*data);
    frames.clear();
    failure.reset();
    failed_key.clear();
    done = false;
  }

  void fail(error_code code, const char* detail) {
    if (!failure) failure = error{code, row(), detail};
  }
  /// As fail(), about a key.
  void fail_at(std::string_view k, error_code code, const char* detail) {
    if (failure) return;
    fail(code, detail);
    failed_key.assign(k);
  }

  /// The number of the element of the outermost array that is being built.
  [[nodiscard]] std::size_t row() const noexcept {
    for (const frame& f : frames) {
      if (f.is_object) continue;
      // Its next element is due, unless that is a container and open.
      const bool is_open = &f != frames.end() - 1;
      return f.count - (is_open ? 1 : 0);
    }
    return 0;
  }

  /// A JSON pointer to what is being built.
  [[nodiscard]] std::string place() const {
    std::string pointer;
    for (const frame& f : frames) {
      const bool is_last = &f == frames.end() - 1;
      if (!f.is_object) {
        pointer += '/';
        pointer += std::to_string(f.count - (is_last ? 0 : 1));
      } else if (is_last && !failed_key.empty()) {
        append_step(pointer, failed_key);
      } else if (f.has_key || !is_last) {
        append_step(pointer, shapes.key_of(f.cursor.node));
      }
    }
    return pointer;
  }
  static void append_step(std::string& pointer, std::string_view key) {
    pointer += '/';
    for (const char c : key) {  // RFC 6901
      if (c == '~') {
        pointer += "~0";
      } else if (c == '/') {
        pointer += "~1";
      } else {
        pointer += c;
      }
    }
  }

  /// Accounts for one more value; false when it may not stand here.
  bool enter(std::uint8_t flag) {
    if (failure) return false;
    if (frames.empty()) {
      if (done)
        fail(error_code::misplaced_value, "a document has only one value");
      done = true;
      return !failure;
    }
    frame& top = frames.back();
    if (top.is_object && !top.has_key) {
      fail(error_code::misplaced_value,
           "a member must have a key before its value");
      return false;
    }
    if (top.count >= bounds.max_items) {
      fail(error_code::item_limit,
           "a container has more items than limits::max_items");
      return false;
    }
    top.has_key = false;
    top.flags |= flag;
    ++top.count;
    return true;
  }

  void begin(bool is_object) {
    // Before it counts: the place is that of the container.
    if (frames.size() >= bounds.max_depth) {
      fail(error_code::depth_limit,
           "containers are nested deeper than limits::max_depth");
    }
    if (!enter(is_object ? detail::has_object : detail::has_array)) return;
    const std::size_t at = tape_writer(data->tape).open();
    frames.push_back({at, 0, {}, 0, is_object, false, true});
  }

  void end(bool is_object) {
    if (failure) return;
    if (frames.empty() || frames.back().is_object != is_object) {
      fail(error_code::misplaced_value,
           "there is no such container to end here");
      return;
    }
    if (frames.back().has_key) {
      fail(error_code::misplaced_value, "the last key has no value yet");
      return;
    }
    const frame top = frames.back();
    const bool is_tree = is_object && top.is_tree && top.count != 0;
    const auto flags = static_cast<std::uint8_t>(
        top.flags | (is_tree ? detail::is_scalar_tree : 0));
    tape_writer out(data->tape);
    if (is_object) {
      out.close_object(top.at, shapes.shape_at(top.cursor.node), flags);
    } else {
      out.close_array(top.at, top.count, flags);
    }
    frames.pop_back();
    if (!frames.empty() && !is_tree) frames.back().is_tree = false;
  }

  /// Copies text after what is there; nothing when it would not fit.
  std::optional<std::size_t> store(std::string_view bytes) {
    if (!is_utf8(bytes)) {
      fail(error_code::invalid_utf8, "text must be UTF-8");
      return std::nullopt;
    }
    const std::size_t offset = data->text.size();
    if (bytes.size() > bounds.max_bytes ||
        offset > bounds.max_bytes - bytes.size() ||
        detail::word{offset} + bytes.size() > detail::max_text_offset) {
      fail(error_code::size_limit,
           "the text of the document is longer than limits::max_bytes");
      return std::nullopt;
    }
    data->text.append(bytes.data(), bytes.size());
    return offset;
  }

  void key(std::string_view k) {
    if (failure) return;
    if (frames.empty() || !frames.back().is_object) {
      fail(error_code::misplaced_value, "only an object has keys");
      return;
    }
    if (frames.back().has_key) {
      fail(error_code::misplaced_value,
           "the key before this one has no value yet");
      return;
    }
    if (k.size() > detail::key_place::max_length) {
      fail(error_code::size_limit, "a key must be shorter than 16 MiB");
      return;
    }
    frame& top = frames.back();
    const bool fresh = shapes.advance(top.cursor, k, [this, k] {
      return store(k).value_or(0);  // a failure is noted and ends the build
    });
    if (!fresh) {
      fail_at(k, error_code::duplicate_key, "an object has the same key twice");
      return;
    }
    top.has_key = true;
  }

  void scalar_copy(const document_data& from, std::size_t index,
                   builder& self) {
    switch (tag_of(from.tape[index])) {
      case tag::null:
        self.null();
        break;
      case tag::boolean_false:
      case tag::boolean_true:
        self.boolean(tag_of(from.tape[index]) == tag::boolean_true);
        break;
      case tag::integer:
      case tag::wide_integer:
      case tag::spelt_integer:
        self.integer(from.integer_at(index));
        break;
      case tag::real:
        self.real(from.real_at(index));
        break;
      default:
        self.string(from.string_at(index));
        break;
    }
  }

  limits bounds;
  document target;
  document_data* data = nullptr;
  detail::shape_tree shapes;
  detail::pod_buffer<frame> frames;
  std::optional<error> failure;
  std::string failed_key;  // that was refused; empty for other failures
  bool done = false;
};

builder::builder(const limits& bounds)
    : state_(std::make_unique<state>(bounds)) {}
builder::builder(builder&&) noexcept = default;
builder& builder::operator=(builder&&) noexcept = default;
builder::~builder() = default;

/// What is being built; made anew when the builder was moved from.
builder::state& builder::now() { return detail::revive(state_); }

builder& builder::null() {
  if (now().enter(detail::has_scalar)) {
    tape_writer(now().data->tape).null();
  }
  return *this;
}

builder& builder::put_boolean(bool v) {
  if (now().enter(detail::has_scalar)) {
    tape_writer(now().data->tape).boolean(v);
  }
  return *this;
}

builder& builder::put_integer(std::int64_t v) {
  if (now().enter(detail::has_scalar)) {
    tape_writer(now().data->tape).integer(v);
  }
  return *this;
}

builder& builder::refuse_integer() {
  now().fail(error_code::out_of_range, "an integer must be within int64");
  return *this;
}

builder& builder::refuse(const error& what) {
  now().fail(what.code, what.detail);
  return *this;
}

builder& builder::real(double v) {
  if (!std::isfinite(v)) {
    now().fail(error_code::not_finite, "numbers must be finite");
  } else if (now().enter(detail::has_scalar)) {
    tape_writer(now().data->tape).real(v);
  }
  return *this;
}

builder& builder::string(std::string_view v) {
  // Checked first, while the place is that of the string.
  if (now().failure) return *this;
  const auto offset = now().store(v);
  if (offset && now().enter(detail::has_scalar)) {
    tape_writer(now().data->tape).string(*offset, v.size());
  }
  return *this;
}

builder& builder::begin_array() {
  now().begin(false);
  return *this;
}
builder& builder::end_array() {
  now().end(false);
  return *this;
}
builder& builder::begin_object() {
  now().begin(true);
  return *this;
}
builder& builder::end_object() {
  now().end(true);
  return *this;
}
builder& builder::key(std::string_view k) {
  now().key(k);
  return *this;
}

builder& builder::copy(value v) {
  const document_data& from = document_access::data(v);
  struct open_container {
    std::size_t next;
    std::size_t end;
    const std::uint32_t* key;  // of an object; null if it has none at all
    bool is_object;
  };
  detail::pod_buffer<open_container> open;
  std::size_t index = document_access::index(v);
  for (;;) {
    const detail::word first = from.tape[index];
    const std::size_t end = index + detail::span_of(first);
    if (detail::is_container(tag_of(first))) {
      const bool is_object = tag_of(first) == tag::object;
      now().begin(is_object);
      const auto s =
          from.shapes[is_object ? detail::shape_of(from.tape[index + 1]) : 0];
      open.push_back({index + detail::header_words, end,
                      is_object ? from.keys_of(s) : nullptr, is_object});
    } else {
      now().scalar_copy(from, index, *this);
      if (!open.empty()) open.back().next = end;
    }
    if (now().failure) return *this;
    while (!open.empty() && open.back().next == open.back().end) {
      const open_container done = open.back();
      open.pop_back();
      now().end(done.is_object);
      if (!open.empty()) open.back().next = done.end;
    }
    if (open.empty()) return *this;
    if (open.back().is_object) key(from.key_text(*open.back().key++));
    index = open.back().next;
  }
}

const error* builder::failure() const noexcept {
  if (state_ == nullptr) return nullptr;
  const std::optional<error>& failed = state_->failure;
  return failed ? &*failed : nullptr;
}

std::string builder::place() const {
  return state_ == nullptr ? std::string() : state_->place();
}

result<document> builder::finish() {
  document finished;
  if (const result<void> done = finish_into(finished); !done) {
    return done.error();
  }
  return finished;
}

result<void> builder::finish_into(document& target) {
  state& s = now();
  if (!s.failure && (!s.done || !s.frames.empty())) {
    s.fail(error_code::incomplete,
           "expected a value or the end of a container");
  }
  const std::optional<error> failure = s.failure;
  if (!failure) {
    // Readers of a tape may load whole blocks of text.
    s.data->text.ensure(detail::text_padding);
    std::memset(s.data->text.end(), 0, detail::text_padding);
    std::swap(target, s.target);
  }
  s.start();
  if (failure) return *failure;
  return {};
}

}  // namespace pith::inline v0
