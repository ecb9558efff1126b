// SPDX-License-Identifier: MIT
/// @file
/// The tape of a document to Python objects.
#ifndef PITH_PYTHON_NATIVE_DOCUMENT_TO_OBJECTS_HPP
#define PITH_PYTHON_NATIVE_DOCUMENT_TO_OBJECTS_HPP

#include <pith/document.hpp>

#include "python_api.hpp"

namespace pith::python {

/// A new reference to what `v` is: None, bool, int, float, str, list or dict.
/// A key is one object for the whole of the call. Null when a Python exception
/// is set. Linear, no recursion.
[[nodiscard]] PyObject* to_object(value v);

}  // namespace pith::python

#endif  // PITH_PYTHON_NATIVE_DOCUMENT_TO_OBJECTS_HPP
