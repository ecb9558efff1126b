// SPDX-License-Identifier: MIT
/// @file
/// What several files make: texts, documents and counters.
#ifndef PITH_C_API_HANDLES_HPP
#define PITH_C_API_HANDLES_HPP

#include <pith/document.hpp>
#include <pith/pith.h>
#include <pith/result.hpp>
#include <pith/tokens.hpp>

#include "c_api/verdict.hpp"

#include <string>
#include <string_view>
#include <utility>

struct pith_text {
  explicit pith_text(std::string made) noexcept : bytes(std::move(made)) {}
  std::string bytes;
};

struct pith_document {
  pith::document tree;
};

struct pith_counter {
  pith::token_counter counter;
};

namespace pith::inline v0::c_api {

/// Every function with an `out` begins here: what fails leaves NULL.
template <class T>
[[nodiscard]] bool clear(T** out) noexcept {
  if (out != nullptr) *out = nullptr;
  return out != nullptr;
}

inline verdict hand_out(std::string bytes, pith_text** out) {
  *out = new pith_text{std::move(bytes)};
  return {};
}

inline verdict hand_out(document tree, pith_document** out) {
  *out = new pith_document{std::move(tree)};
  return {};
}

/// What a call of the library made, or its error. Of a call with a text, the
/// error says where in it.
template <class T, class Handle>
verdict hand_out(result<T> made, Handle** out) {
  if (!made) return made.error();
  return hand_out(std::move(*made), out);
}
template <class T, class Handle>
verdict hand_out(result<T> made, Handle** out, std::string_view text) {
  if (!made) return {made.error(), text};
  return hand_out(std::move(*made), out);
}

}  // namespace pith::inline v0::c_api

#endif  // PITH_C_API_HANDLES_HPP
