// SPDX-License-Identifier: MIT
/// @file
/// What the producers and consumers of rows and of graphs have in common.
#ifndef PITH_PYTHON_NATIVE_DELTA_SIDES_HPP
#define PITH_PYTHON_NATIVE_DELTA_SIDES_HPP

#include <pith/gcf_delta.hpp>

#include "errors.hpp"
#include "python_api.hpp"
#include "types.hpp"

namespace pith::python {

/// "unchanged", "delta" or "full".
[[nodiscard]] const char* word_of(gcf::outcome kind);
/// A policy by its name; stays as it is for null and None. False with an
/// exception.
[[nodiscard]] bool take_policy(PyObject* given, gcf::reanchor& policy);

/// Which answer a producer gives.
enum class turn { full, next, answer };

/// The property `root` of either side.
template <class Side>
PyObject* side_root(PyObject* self, void*) {
  return guarded(
      [&]() -> PyObject* { return new_string(content_of<Side>(self).root()); });
}

/// Adds the types for graphs. False with an exception.
[[nodiscard]] bool add_graph_delta_types(PyObject* module);

}  // namespace pith::python

#endif  // PITH_PYTHON_NATIVE_DELTA_SIDES_HPP
