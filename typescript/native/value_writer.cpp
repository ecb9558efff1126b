// SPDX-License-Identifier: MIT
#include "value_writer.hpp"

#include "value_reader.hpp"

#include <bit>
#include <variant>

namespace pith::wasm {

namespace {

/// Of well-formed UTF-8: every sequence has one byte that is not a
/// continuation, and those of four bytes are two units.
std::size_t utf16_units(std::string_view text) noexcept {
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    units += ((byte & 0xC0) != 0x80 ? 1u : 0u) + (byte >= 0xF0 ? 1u : 0u);
  }
  return units;
}

constexpr std::int64_t most_short = (1 << 27) - 1;

}  // namespace

void value_writer::put(std::uint32_t kind, std::size_t number) {
  words_.push_back(static_cast<std::int32_t>(
      (static_cast<std::uint32_t>(number) << kind_bits) | kind));
}

void value_writer::put_64(std::uint64_t bits) {
  words_.push_back(static_cast<std::int32_t>(bits));
  words_.push_back(static_cast<std::int32_t>(bits >> 32));
}

void value_writer::null() { put(static_cast<std::uint32_t>(kind::null), 0); }

void value_writer::array(std::size_t count) {
  put(static_cast<std::uint32_t>(kind::array), count);
}

void value_writer::string(std::string_view text) {
  put(static_cast<std::uint32_t>(kind::string), utf16_units(text));
  text_.append(text);
}

void value_writer::number(double number) {
  put(static_cast<std::uint32_t>(kind::number), 0);
  put_64(std::bit_cast<std::uint64_t>(number));
}

void value_writer::scalar(value v) {
  if (const auto flag = v.get_boolean()) {
    put(static_cast<std::uint32_t>(*flag ? kind::yes : kind::no), 0);
  } else if (const auto whole = v.get_integer()) {
    if (*whole <= most_short && *whole >= -most_short) {
      words_.push_back(static_cast<std::int32_t>(
          (static_cast<std::uint32_t>(*whole) << kind_bits) |
          static_cast<std::uint32_t>(kind::integer)));
    } else {
      put(static_cast<std::uint32_t>(kind::wide), 0);
      put_64(static_cast<std::uint64_t>(*whole));
    }
  } else if (const auto real = v.get_double()) {
    number(*real);
  } else if (const auto text = v.get_string()) {
    string(*text);
  } else {
    null();
  }
}

void value_writer::object(object_view members) {
  signature_.clear();
  for (const member one : members) {
    // A length before each key, so that no two lists are alike.
    const std::size_t size = one.key.size();
    signature_.append(reinterpret_cast<const char*>(&size), sizeof size);
    signature_.append(one.key);
  }
  const auto [place, is_new] = shapes_.try_emplace(signature_, shapes_.size());
  if (!is_new) {
    put(static_cast<std::uint32_t>(kind::object), place->second);
    return;
  }
  put(static_cast<std::uint32_t>(kind::shape), members.size());
  for (const member one : members) {
    words_.push_back(static_cast<std::int32_t>(utf16_units(one.key)));
    text_.append(one.key);
  }
}

void value_writer::write(value v) {
  struct elements {
    array_view::iterator next, end;
  };
  struct fields {
    object_view::iterator next, end;
  };
  std::vector<std::variant<elements, fields>> open;
  const auto put_one = [&](value one) {
    if (const auto list = one.get_array()) {
      array(list->size());
      open.push_back(elements{list->begin(), list->end()});
    } else if (const auto named = one.get_object()) {
      object(*named);
      open.push_back(fields{named->begin(), named->end()});
    } else {
      scalar(one);
    }
  };
  put_one(v);
  while (!open.empty()) {
    if (auto* const list = std::get_if<elements>(&open.back())) {
      if (list->next == list->end) {
        open.pop_back();
      } else {
        const value one = *list->next;
        ++list->next;
        put_one(one);
      }
    } else {
      auto& named = *std::get_if<fields>(&open.back());
      if (named.next == named.end) {
        open.pop_back();
      } else {
        const value one = (*named.next).value;
        ++named.next;
        put_one(one);
      }
    }
  }
}

}  // namespace pith::wasm
