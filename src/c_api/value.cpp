// SPDX-License-Identifier: MIT
#include <pith/document.hpp>
#include <pith/equality.hpp>
#include <pith/pith.h>

#include "c_api/arguments.hpp"
#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/words.hpp"

using pith::c_api::as_text;
using pith::c_api::from_words;
using pith::c_api::guarded;
using pith::c_api::invalid_argument;
using pith::c_api::to_words;
using pith::c_api::verdict;

namespace {

template <class T, class U>
std::int32_t give(const pith::maybe<T>& found, U* out) noexcept {
  if (out == nullptr) return PITH_INVALID_ARGUMENT;
  if (!found) return PITH_WRONG_TYPE;
  *out = *found;
  return PITH_OK;
}

std::int32_t give(pith::maybe_value found, pith_value* out) noexcept {
  if (!found) return PITH_NOT_FOUND;
  *out = to_words(*found);
  return PITH_OK;
}

}  // namespace

pith_value pith_document_root(const pith_document* document) {
  return document == nullptr ? pith_value{} : to_words(document->tree.root());
}

std::size_t pith_document_memory(const pith_document* document) {
  return document == nullptr ? 0 : document->tree.memory_bytes();
}

void pith_document_free(pith_document* document) { delete document; }

std::int32_t pith_value_type(pith_value value) {
  switch (from_words(value).type()) {
    case pith::kind::null:
      return PITH_NULL;
    case pith::kind::boolean:
      return PITH_BOOLEAN;
    case pith::kind::integer:
      return PITH_INTEGER;
    case pith::kind::real:
      return PITH_REAL;
    case pith::kind::string:
      return PITH_STRING;
    case pith::kind::array:
      return PITH_ARRAY;
    case pith::kind::object:
      return PITH_OBJECT;
  }
  return PITH_NULL;
}

std::size_t pith_value_size(pith_value value) {
  const pith::value v = from_words(value);
  if (const auto text = v.get_string()) return (*text).size();
  if (v.type() == pith::kind::array) return v.elements().size();
  return v.members().size();
}

std::int32_t pith_value_get_boolean(pith_value value, std::int32_t* out) {
  return give(from_words(value).get_boolean(), out);
}

std::int32_t pith_value_get_integer(pith_value value, std::int64_t* out) {
  return give(from_words(value).get_integer(), out);
}

std::int32_t pith_value_get_double(pith_value value, double* out) {
  return give(from_words(value).get_double(), out);
}

std::int32_t pith_value_get_string(pith_value value, const char** data,
                                   std::size_t* size) {
  if (data == nullptr || size == nullptr) return PITH_INVALID_ARGUMENT;
  const auto text = from_words(value).get_string();
  if (!text) return PITH_WRONG_TYPE;
  *data = (*text).data();
  *size = (*text).size();
  return PITH_OK;
}

std::int32_t pith_value_find(pith_value value, const char* key,
                             std::size_t key_size, pith_value* out) {
  const auto text = as_text(key, key_size);
  if (!text || out == nullptr) return PITH_INVALID_ARGUMENT;
  return give(from_words(value).find(*text), out);
}

std::int32_t pith_value_at(pith_value value, std::size_t index,
                           pith_value* out) {
  if (out == nullptr) return PITH_INVALID_ARGUMENT;
  return give(from_words(value).at(index), out);
}

std::int32_t pith_value_pointer(pith_value value, const char* pointer,
                                std::size_t pointer_size, pith_value* out) {
  const auto text = as_text(pointer, pointer_size);
  if (!text || out == nullptr) return PITH_INVALID_ARGUMENT;
  return give(from_words(value).pointer(*text), out);
}

std::int32_t pith_value_equal(pith_value a, pith_value b, std::int32_t ordered,
                              std::int32_t* out) {
  return guarded(nullptr, [&]() -> verdict {
    if (out == nullptr) return invalid_argument("out is null");
    const auto order = ordered != 0 ? pith::member_order::significant
                                    : pith::member_order::ignored;
    *out = pith::equal(from_words(a), from_words(b), order) ? 1 : 0;
    return {};
  });
}
