// SPDX-License-Identifier: MIT
/// @file
/// How an object that was moved from goes on.
#ifndef PITH_DOCUMENT_REVIVE_HPP
#define PITH_DOCUMENT_REVIVE_HPP

#include <memory>

namespace pith::inline v0::detail {

/// The state that an object refers to. One that was moved from has none, and
/// gets one as if it were made anew with default options.
template <class State>
State& revive(std::unique_ptr<State>& state) {
  if (state == nullptr) [[unlikely]] {
    state = std::make_unique<State>();
  }
  return *state;
}

}  // namespace pith::inline v0::detail

#endif  // PITH_DOCUMENT_REVIVE_HPP
