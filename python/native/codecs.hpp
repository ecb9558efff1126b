// SPDX-License-Identifier: MIT
/// @file
/// encode, decode, convert and what the formats are.
#ifndef PITH_PYTHON_NATIVE_CODECS_HPP
#define PITH_PYTHON_NATIVE_CODECS_HPP

#include <pith/codec.hpp>
#include <pith/result.hpp>

#include "python_api.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith::python {

struct module_state;

using named_values = std::vector<std::pair<PyObject*, PyObject*>>;

/// The codec of this name; null with a pith.Error when there is none.
[[nodiscard]] const codec* find_codec(module_state& state,
                                      std::string_view name);
/// Options as codecs know them: `inline_schemas=True` is "inline-schemas" and
/// "true". The members of pith::limits are among them by their own names. False
/// with an exception.
[[nodiscard]] bool take_options(const named_values& given,
                                codec_settings& settings);
/// str, or bytes when the format is binary.
[[nodiscard]] PyObject* new_text(const codec& with, std::string_view text);

/// Module functions (METH_FASTCALL | METH_KEYWORDS).
PyObject* encode(PyObject* module, PyObject* const* given, Py_ssize_t count,
                 PyObject* keywords);
PyObject* decode(PyObject* module, PyObject* const* given, Py_ssize_t count,
                 PyObject* keywords);
PyObject* convert(PyObject* module, PyObject* const* given, Py_ssize_t count,
                  PyObject* keywords);
PyObject* detect(PyObject* module, PyObject* text);
PyObject* formats(PyObject* module, PyObject* nothing);
PyObject* extract(PyObject* module, PyObject* text);
PyObject* explain(PyObject* module, PyObject* const* given, Py_ssize_t count,
                  PyObject* keywords);

}  // namespace pith::python

#endif  // PITH_PYTHON_NATIVE_CODECS_HPP
