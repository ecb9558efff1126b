// SPDX-License-Identifier: MIT
/// @file
/// For tests of writers: a sink that becomes full, and a text to fill it with.
#ifndef PITH_TESTS_SUPPORT_SMALL_SINK_HPP
#define PITH_TESTS_SUPPORT_SMALL_SINK_HPP

#include <pith/sink.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace pith_tests {

/// Refuses everything after so many bytes.
class small_sink final : public pith::sink {
 public:
  explicit small_sink(std::size_t room) : room_(room) {}
  bool write(std::string_view bytes) override {
    ++pieces;
    largest = std::max(largest, bytes.size());
    if (bytes.size() > room_) return false;
    room_ -= bytes.size();
    taken += bytes;
    return true;
  }
  std::size_t pieces = 0;   ///< calls, with those that it refused
  std::size_t largest = 0;  ///< bytes of one call
  std::string taken;

 private:
  std::size_t room_;
};

/// JSON: an array of so many objects with values of most kinds.
[[nodiscard]] inline std::string json_rows(std::size_t count) {
  std::string text = "[";
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0) text += ',';
    text += R"({"id":)" + std::to_string(i) +
            R"(,"name":"row \"number\"","rate":0.5,"tags":["a",null]})";
  }
  return text + "]";
}

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_SMALL_SINK_HPP
