// SPDX-License-Identifier: MIT
/// @file
/// Errors of the library as exceptions.
#ifndef PITH_PYTHON_NATIVE_ERRORS_HPP
#define PITH_PYTHON_NATIVE_ERRORS_HPP

#include <pith/error.hpp>

#include "python_api.hpp"

#include <string>
#include <string_view>

namespace pith::python {

struct module_state;

/// Sets a pith.Error with code and message, offset, line and column where
/// `text` is what was read. Always returns null.
PyObject* raise(module_state& state, const error& what,
                std::string_view text = {});

/// The same for a text that comes in chunks, of which nothing but the offset is
/// known any more.
PyObject* raise_in_stream(module_state& state, const error& what);

/// The same for what was refused while an object was read. `path` is a JSON
/// pointer to the place in the object.
PyObject* raise_at(module_state& state, std::string_view code,
                   std::string_view message, const std::string& path);

/// Turns the C++ exception that is being handled into one of Python.
PyObject* raise_current() noexcept;

/// Runs `body`, and lets no C++ exception out.
template <class Body>
PyObject* guarded(Body&& body) noexcept {
  try {
    return body();
  } catch (...) {
    return raise_current();
  }
}

}  // namespace pith::python

#endif  // PITH_PYTHON_NATIVE_ERRORS_HPP
