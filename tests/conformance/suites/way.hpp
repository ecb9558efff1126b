// SPDX-License-Identifier: MIT
/// @file
/// By which way a suite reaches the library: with documents, or with the
/// values of another library and an adapter.
#ifndef PITH_TESTS_CONFORMANCE_SUITES_WAY_HPP
#define PITH_TESTS_CONFORMANCE_SUITES_WAY_HPP

#include <pith/builder.hpp>
#include <pith/document.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace suites {

/// Here, the way without another library.
class way {
 public:
  way() = default;
  way(const way&) = delete;
  way& operator=(const way&) = delete;
  virtual ~way() = default;

  /// A file of fixtures, which is JSON.
  [[nodiscard]] virtual pith::result<pith::document> load(
      std::string_view text) const {
    return pith::json::parse(text);
  }
  /// A value of a fixture, as the library is given it.
  [[nodiscard]] virtual pith::result<pith::document> give(pith::value v) const {
    return pith::builder().copy(v).finish();
  }
  /// The same value, straight to GCF.
  [[nodiscard]] virtual pith::result<std::string> encode(pith::value v) const {
    return pith::gcf::encode(v);
  }
  /// What the library made, as it is taken.
  [[nodiscard]] virtual pith::result<pith::document> take(
      pith::result<pith::document> made) const {
    return made;
  }
  [[nodiscard]] pith::result<pith::document> decode(
      std::string_view wire, const pith::limits& bounds = {}) const {
    return take(pith::gcf::decode(wire, {.bounds = bounds}));
  }
};

}  // namespace suites

#endif  // PITH_TESTS_CONFORMANCE_SUITES_WAY_HPP
