// SPDX-License-Identifier: MIT
#include "errors.hpp"

#include "module_state.hpp"

#include <exception>
#include <new>

namespace pith::python {

namespace {

/// Sets error_type(message, code, offset, line, column, path).
PyObject* set_error(module_state& state, std::string_view message,
                    std::string_view code, const position* place,
                    const std::size_t* offset, const std::string* path) {
  const owned text(PyUnicode_DecodeUTF8(message.data(),
                                        static_cast<Py_ssize_t>(message.size()),
                                        "backslashreplace"));
  if (!text) return nullptr;
  owned made;
  if (place != nullptr) {
    made = owned(PyObject_CallFunction(
        state.error_type, "Os#nnnO", text.get(), code.data(),
        static_cast<Py_ssize_t>(code.size()), static_cast<Py_ssize_t>(*offset),
        static_cast<Py_ssize_t>(place->line),
        static_cast<Py_ssize_t>(place->column), Py_None));
  } else {
    owned where = path == nullptr
                      ? owned::share(Py_None)
                      : owned(PyUnicode_DecodeUTF8(
                            path->data(), static_cast<Py_ssize_t>(path->size()),
                            "backslashreplace"));
    const owned at = offset == nullptr ? owned::share(Py_None)
                                       : owned(PyLong_FromSize_t(*offset));
    if (!where || !at) return nullptr;
    made = owned(
        PyObject_CallFunction(state.error_type, "Os#OOOO", text.get(),
                              code.data(), static_cast<Py_ssize_t>(code.size()),
                              at.get(), Py_None, Py_None, where.get()));
  }
  if (made) PyErr_SetObject(state.error_type, made.get());
  return nullptr;
}

}  // namespace

PyObject* raise(module_state& state, const error& what, std::string_view text) {
  if (text.data() == nullptr) {
    return set_error(state, message(what), name(what.code), nullptr, nullptr,
                     nullptr);
  }
  const position place = locate(text, what.offset);
  const std::string words = message(what) + " (line " +
                            std::to_string(place.line) + ", column " +
                            std::to_string(place.column) + ")";
  return set_error(state, words, name(what.code), &place, &what.offset,
                   nullptr);
}

PyObject* raise_in_stream(module_state& state, const error& what) {
  const std::string words =
      message(what) + " (byte " + std::to_string(what.offset) + ")";
  return set_error(state, words, name(what.code), nullptr, &what.offset,
                   nullptr);
}

PyObject* raise_at(module_state& state, std::string_view code,
                   std::string_view message, const std::string& path) {
  std::string words(code);
  words.append(": ").append(message);
  if (!path.empty()) words.append(" (at ").append(path).append(")");
  return set_error(state, words, code, nullptr, nullptr, &path);
}

PyObject* raise_current() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  } catch (const std::exception& problem) {
    PyErr_SetString(PyExc_RuntimeError, problem.what());
  } catch (...) {
    PyErr_SetString(PyExc_RuntimeError, "an unknown C++ exception");
  }
  return nullptr;
}

}  // namespace pith::python
