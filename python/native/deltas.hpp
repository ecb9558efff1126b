// SPDX-License-Identifier: MIT
/// @file
/// What changed between two sets of rows, or two graphs.
#ifndef PITH_PYTHON_NATIVE_DELTAS_HPP
#define PITH_PYTHON_NATIVE_DELTAS_HPP

#include "python_api.hpp"

namespace pith::python {

/// Module functions (METH_FASTCALL | METH_KEYWORDS).
PyObject* pack_root(PyObject* module, PyObject* const* given, Py_ssize_t count,
                    PyObject* keywords);
PyObject* encode_full(PyObject* module, PyObject* const* given,
                      Py_ssize_t count, PyObject* keywords);
PyObject* diff(PyObject* module, PyObject* const* given, Py_ssize_t count,
               PyObject* keywords);
PyObject* encode_delta(PyObject* module, PyObject* const* given,
                       Py_ssize_t count, PyObject* keywords);
PyObject* decode_delta(PyObject* module, PyObject* text);
PyObject* apply_delta(PyObject* module, PyObject* const* given,
                      Py_ssize_t count, PyObject* keywords);
PyObject* graph_root(PyObject* module, PyObject* graph);
PyObject* graph_diff(PyObject* module, PyObject* const* given, Py_ssize_t count,
                     PyObject* keywords);
PyObject* encode_graph_delta(PyObject* module, PyObject* delta);
PyObject* graph_apply(PyObject* module, PyObject* const* given,
                      Py_ssize_t count, PyObject* keywords);

}  // namespace pith::python

#endif  // PITH_PYTHON_NATIVE_DELTAS_HPP
