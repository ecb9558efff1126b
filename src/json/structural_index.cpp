// SPDX-License-Identifier: MIT
#include "json/structural_index.hpp"

#if defined(__wasm__)

#include "document/pod_buffer.hpp"
#include "json/structural_scan.hpp"

#include <cstdint>
#include <memory>

namespace pith::inline v0::json {

// simdjson has no kernel for this machine, and its plain one brings a parser.
struct structural_index::state {
  detail::pod_buffer<std::uint32_t> places;
  std::size_t count = 0;
};

bool structural_index::find(const char* text, std::size_t size) {
  if (state_ == nullptr) state_ = std::make_unique<state>();
  auto& places = state_->places;
#if defined(__wasm_simd128__)
  if (!scan_structurals(text, size, places)) return false;
#else
  if (!scan_structurals_scalar(text, size, places)) return false;
#endif
  state_->count = places.size();
  for (std::uint32_t i = 0; i < lookahead; ++i) {
    places.push_back(static_cast<std::uint32_t>(size) + i);
  }
  return true;
}

const std::uint32_t* structural_index::begin() const noexcept {
  return state_->places.data();
}

std::size_t structural_index::count() const noexcept { return state_->count; }

#else

#include "document/out_of_memory.hpp"

#include <simdjson.h>

#include <algorithm>

namespace pith::inline v0::json {

struct structural_index::state {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> stages;
};

bool structural_index::find(const char* text, std::size_t size) {
  if (state_ == nullptr) state_ = std::make_unique<state>();
  auto& stages = state_->stages;
  if (stages == nullptr) {
    // The depth is for the second stage, which is ours.
    constexpr std::size_t depth = 1;
    if (simdjson::get_active_implementation()->create_dom_parser_implementation(
            size, depth, stages)) {
      detail::throw_bad_alloc();
    }
  } else if (stages->capacity() < size) {
    // Somewhat more, so that texts that grow slowly do not allocate each time.
    constexpr std::size_t most = 0xFFFFFFFF;
    if (stages->set_capacity(std::min(size + size / 4, most))) {
      detail::throw_bad_alloc();
    }
  }
  // The library counts in unsigned char; aliasing by it is always allowed.
  if (stages->stage1(reinterpret_cast<const std::uint8_t*>(text), size,
                     simdjson::stage1_mode::regular)) {
    return false;
  }
  // simdjson reserves room for these.
  for (std::uint32_t i = 0; i < lookahead; ++i) {
    stages->structural_indexes[stages->n_structural_indexes + i] =
        static_cast<std::uint32_t>(size) + i;
  }
  return true;
}

const std::uint32_t* structural_index::begin() const noexcept {
  return state_->stages->structural_indexes.get();
}

std::size_t structural_index::count() const noexcept {
  return state_->stages->n_structural_indexes;
}

#endif

structural_index::structural_index() noexcept = default;
structural_index::structural_index(structural_index&&) noexcept = default;
structural_index& structural_index::operator=(structural_index&&) noexcept =
    default;
structural_index::~structural_index() = default;

}  // namespace pith::inline v0::json
