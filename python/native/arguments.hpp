// SPDX-License-Identifier: MIT
/// @file
/// The arguments of a call, by position and by name.
#ifndef PITH_PYTHON_NATIVE_ARGUMENTS_HPP
#define PITH_PYTHON_NATIVE_ARGUMENTS_HPP

#include "python_api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pith::python {

/// What a function takes: the first `positional` of `names` by position or by
/// name, the rest by name only; the first `required` of them must be there.
struct signature {
  const char* function;
  std::span<const char* const> names;
  std::size_t positional;
  std::size_t required;
};

/// Sorts arguments (METH_FASTCALL | METH_KEYWORDS) into `slots`, one for each
/// name, null where none was given; borrowed. Names beyond those go to `rest`
/// with their values, or are refused when it is null. False with a TypeError.
[[nodiscard]] bool take_arguments(
    const signature& sig, PyObject* const* given, Py_ssize_t count,
    PyObject* keywords, PyObject** slots,
    std::vector<std::pair<PyObject*, PyObject*>>* rest = nullptr);

/// The same for the constructor of a type, which gets a tuple and a dict.
[[nodiscard]] bool take_arguments(const signature& sig, PyObject* positional,
                                  PyObject* keywords, PyObject** slots);

/// UTF-8 of a str (valid as long as the object), or the bytes of bytes. False
/// with an exception: TypeError, or UnicodeEncodeError for a lone surrogate.
[[nodiscard]] bool take_text(PyObject* object, const char* what,
                             std::string_view& text);
/// As take_text(), for what may be null or None: `text` stays as it is.
[[nodiscard]] bool take_optional_text(PyObject* object, const char* what,
                                      std::string_view& text);
/// A number from 0 on; stays as it is for null and None.
[[nodiscard]] bool take_size(PyObject* object, const char* what,
                             std::size_t& size);
/// True or false by the rules of Python; stays as it is for null.
[[nodiscard]] bool take_flag(PyObject* object, bool& flag);
/// A sequence of str; stays as it is for null and None.
[[nodiscard]] bool take_texts(PyObject* object, const char* what,
                              std::vector<std::string>& texts);

/// The hook that was given, or null for none and None.
[[nodiscard]] inline PyObject* hook_of(PyObject* given) noexcept {
  return given == Py_None ? nullptr : given;
}

}  // namespace pith::python

#endif  // PITH_PYTHON_NATIVE_ARGUMENTS_HPP
