// SPDX-License-Identifier: MIT
#include "arguments.hpp"

#include <algorithm>
#include <utility>

namespace pith::python {

namespace {

constexpr std::size_t no_slot = ~std::size_t{0};

std::size_t find_slot(const signature& sig, PyObject* name) {
  for (std::size_t i = 0; i < sig.names.size(); ++i) {
    if (PyUnicode_CompareWithASCIIString(name, sig.names[i]) == 0) return i;
  }
  return no_slot;
}

bool put_named(const signature& sig, PyObject* name, PyObject* value,
               PyObject** slots,
               std::vector<std::pair<PyObject*, PyObject*>>* rest) {
  const std::size_t slot = find_slot(sig, name);
  if (slot == no_slot) {
    if (rest != nullptr) {
      rest->emplace_back(name, value);
      return true;
    }
    PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument %R",
                 sig.function, name);
    return false;
  }
  if (slots[slot] != nullptr) {
    PyErr_Format(PyExc_TypeError, "%s() got two values for argument %R",
                 sig.function, name);
    return false;
  }
  slots[slot] = value;
  return true;
}

bool check_required(const signature& sig, PyObject* const* slots) {
  for (std::size_t i = 0; i < sig.required; ++i) {
    if (slots[i] == nullptr) {
      PyErr_Format(PyExc_TypeError, "%s() needs the argument '%s'",
                   sig.function, sig.names[i]);
      return false;
    }
  }
  return true;
}

bool check_count(const signature& sig, Py_ssize_t count) {
  if (static_cast<std::size_t>(count) <= sig.positional) return true;
  PyErr_Format(PyExc_TypeError,
               "%s() takes at most %zu positional arguments (%zd given)",
               sig.function, sig.positional, count);
  return false;
}

bool is_given(PyObject* object) {
  return object != nullptr && object != Py_None;
}

}  // namespace

bool take_arguments(const signature& sig, PyObject* const* given,
                    Py_ssize_t count, PyObject* keywords, PyObject** slots,
                    std::vector<std::pair<PyObject*, PyObject*>>* rest) {
  if (!check_count(sig, count)) return false;
  std::fill_n(slots, sig.names.size(), nullptr);
  std::copy_n(given, count, slots);
  const Py_ssize_t named = keywords == nullptr ? 0 : PyTuple_Size(keywords);
  for (Py_ssize_t i = 0; i < named; ++i) {
    if (!put_named(sig, PyTuple_GetItem(keywords, i), given[count + i], slots,
                   rest)) {
      return false;
    }
  }
  return check_required(sig, slots);
}

bool take_arguments(const signature& sig, PyObject* positional,
                    PyObject* keywords, PyObject** slots) {
  const Py_ssize_t count = PyTuple_Size(positional);
  if (!check_count(sig, count)) return false;
  std::fill_n(slots, sig.names.size(), nullptr);
  for (Py_ssize_t i = 0; i < count; ++i) {
    slots[i] = PyTuple_GetItem(positional, i);
  }
  PyObject* name = nullptr;
  PyObject* value = nullptr;
  Py_ssize_t at = 0;
  while (keywords != nullptr && PyDict_Next(keywords, &at, &name, &value)) {
    if (!put_named(sig, name, value, slots, nullptr)) return false;
  }
  return check_required(sig, slots);
}

bool take_text(PyObject* object, const char* what, std::string_view& text) {
  Py_ssize_t length = 0;
  if (PyUnicode_Check(object)) {
    const char* const bytes = PyUnicode_AsUTF8AndSize(object, &length);
    if (bytes == nullptr) return false;
    text = {bytes, static_cast<std::size_t>(length)};
    return true;
  }
  if (PyBytes_Check(object)) {
    char* bytes = nullptr;
    if (PyBytes_AsStringAndSize(object, &bytes, &length) != 0) return false;
    text = {bytes, static_cast<std::size_t>(length)};
    return true;
  }
  PyErr_Format(PyExc_TypeError, "%s must be str or bytes", what);
  return false;
}

bool take_optional_text(PyObject* object, const char* what,
                        std::string_view& text) {
  return !is_given(object) || take_text(object, what, text);
}

bool take_size(PyObject* object, const char* what, std::size_t& size) {
  if (!is_given(object)) return true;
  const Py_ssize_t number = PyNumber_AsSsize_t(object, PyExc_OverflowError);
  if (number == -1 && PyErr_Occurred() != nullptr) return false;
  if (number < 0) {
    PyErr_Format(PyExc_ValueError, "%s must not be negative", what);
    return false;
  }
  size = static_cast<std::size_t>(number);
  return true;
}

bool take_flag(PyObject* object, bool& flag) {
  if (object == nullptr) return true;
  const int truth = PyObject_IsTrue(object);
  if (truth < 0) return false;
  flag = truth != 0;
  return true;
}

bool take_texts(PyObject* object, const char* what,
                std::vector<std::string>& texts) {
  if (!is_given(object)) return true;
  if (PyUnicode_Check(object)) {
    PyErr_Format(PyExc_TypeError, "%s must be a sequence of str", what);
    return false;
  }
  const owned all(PySequence_Tuple(object));
  if (!all) return false;
  const Py_ssize_t count = PyTuple_Size(all.get());
  for (Py_ssize_t i = 0; i < count; ++i) {
    std::string_view text;
    if (!take_text(PyTuple_GetItem(all.get(), i), what, text)) return false;
    texts.emplace_back(text);
  }
  return true;
}

}  // namespace pith::python
