// SPDX-License-Identifier: MIT
/// @file
/// A sink that is a function of C.
#ifndef PITH_C_API_CALLBACK_SINK_HPP
#define PITH_C_API_CALLBACK_SINK_HPP

#include <pith/pith.h>
#include <pith/sink.hpp>

#include "c_api/guard.hpp"

#include <string_view>

namespace pith::inline v0::c_api {

class callback_sink final : public sink {
 public:
  callback_sink(pith_write function, void* context) noexcept
      : function_(function), context_(context) {}

  bool write(std::string_view bytes) override {
    return call_back(
        [&] { return function_(context_, bytes.data(), bytes.size()); });
  }

 private:
  pith_write function_;
  void* context_;
};

}  // namespace pith::inline v0::c_api

#endif  // PITH_C_API_CALLBACK_SINK_HPP
