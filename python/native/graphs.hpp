// SPDX-License-Identifier: MIT
/// @file
/// Graphs: objects of the form that pith::graph::from_value() describes.
#ifndef PITH_PYTHON_NATIVE_GRAPHS_HPP
#define PITH_PYTHON_NATIVE_GRAPHS_HPP

#include <pith/graph.hpp>

#include "python_api.hpp"

#include <optional>

namespace pith::python {

struct module_state;

/// The graph that an object is; nothing with an exception.
[[nodiscard]] std::optional<graph::payload> take_graph(module_state& state,
                                                       PyObject* object,
                                                       PyObject* hook);
/// A new reference to the object of a graph; null with an exception.
[[nodiscard]] PyObject* new_graph(module_state& state,
                                  const graph::payload& graph);

}  // namespace pith::python

#endif  // PITH_PYTHON_NATIVE_GRAPHS_HPP
