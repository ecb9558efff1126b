// SPDX-License-Identifier: MIT
/// @file
/// Tables of Arrow without Python objects between.
#ifndef PITH_PYTHON_NATIVE_ARROW_HPP
#define PITH_PYTHON_NATIVE_ARROW_HPP

#include "python_api.hpp"

namespace pith::python {

/// Module functions (METH_FASTCALL | METH_KEYWORDS).
PyObject* encode_arrow(PyObject* module, PyObject* const* given,
                       Py_ssize_t count, PyObject* keywords);
PyObject* decode_arrow(PyObject* module, PyObject* const* given,
                       Py_ssize_t count, PyObject* keywords);

}  // namespace pith::python

#endif  // PITH_PYTHON_NATIVE_ARROW_HPP
