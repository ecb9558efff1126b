// SPDX-License-Identifier: MIT
#include <pith/document.hpp>
#include <pith/pith.h>

#include "c_api/arguments.hpp"
#include "c_api/words.hpp"

#include <bit>
#include <cstring>
#include <type_traits>

using pith::c_api::as_view;
using pith::c_api::from_words;
using pith::c_api::to_words;

namespace {

using element_iterator = pith::array_view::iterator;
using member_iterator = pith::object_view::iterator;

/// The words of an iterator at the beginning of those of a cursor.
template <class Iterator>
void put(pith_cursor& cursor, const Iterator& at) noexcept {
  static_assert(std::is_trivially_copyable_v<Iterator>);
  static_assert(sizeof(Iterator) <= sizeof(cursor.words));
  std::memcpy(cursor.words, &at, sizeof at);
}

template <class Iterator>
Iterator take(const pith_cursor& cursor) noexcept {
  Iterator at;
  std::memcpy(&at, cursor.words, sizeof at);
  return at;
}

/// Kinds of cursors; one of zeros is at its end.
constexpr std::uintptr_t of_elements = 1;
constexpr std::uintptr_t of_members = 2;

}  // namespace

pith_cursor pith_cursor_begin(pith_value value) {
  const pith::value v = from_words(value);
  pith_cursor cursor{};
  if (v.type() == pith::kind::array) {
    const pith::array_view all = v.elements();
    cursor.kind = of_elements;
    cursor.remaining = all.size();
    if (!all.empty()) put(cursor, all.begin());
  } else if (v.type() == pith::kind::object) {
    const pith::object_view all = v.members();
    cursor.kind = of_members;
    cursor.remaining = all.size();
    if (!all.empty()) put(cursor, all.begin());
  }
  return cursor;
}

std::int32_t pith_cursor_next(pith_cursor* cursor, pith_value* value,
                              pith_view* key) {
  if (cursor == nullptr || value == nullptr) return PITH_INVALID_ARGUMENT;
  if (cursor->remaining == 0) return PITH_NOT_FOUND;
  pith_view name{nullptr, 0};
  if (cursor->kind == of_members) {
    auto at = take<member_iterator>(*cursor);
    const pith::member here = *at;
    *value = to_words(here.value);
    name = as_view(here.key);
    if (--cursor->remaining != 0) put(*cursor, ++at);
  } else if (cursor->kind == of_elements) {
    auto at = take<element_iterator>(*cursor);
    *value = to_words(*at);
    if (--cursor->remaining != 0) put(*cursor, ++at);
  } else {
    return PITH_INVALID_ARGUMENT;
  }
  if (key != nullptr) *key = name;
  return PITH_OK;
}
