// SPDX-License-Identifier: MIT
/// @file
/// The types of the module, each a C++ object with a Python face.
#ifndef PITH_PYTHON_NATIVE_TYPES_HPP
#define PITH_PYTHON_NATIVE_TYPES_HPP

#include "errors.hpp"
#include "module_state.hpp"
#include "python_api.hpp"

#include <utility>

namespace pith::python {

/// A function that takes METH_FASTCALL | METH_KEYWORDS. Python keeps one type
/// of pointer for all forms of functions and casts it back by the flags.
template <auto Function>
[[nodiscard]] PyMethodDef with_keywords(const char* name, const char* words) {
  return {name,
          reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(Function)),
          METH_FASTCALL | METH_KEYWORDS, words};
}

/// What a slot of a type holds: functions and texts alike are void*.
template <class Function>
[[nodiscard]] void* slot(Function* function) noexcept {
  return reinterpret_cast<void*>(function);
}
[[nodiscard]] inline void* doc(const char* words) noexcept {
  return const_cast<char*>(words);
}

/// An instance whose memory Python manages and whose content is a T.
template <class T>
struct instance {
  PyObject_HEAD T* content;
};

template <class T>
[[nodiscard]] T& content_of(PyObject* self) noexcept {
  return *reinterpret_cast<instance<T>*>(self)->content;
}

/// tp_new of such a type; `make` returns a T* or null with an exception.
template <class T, class Make>
PyObject* new_instance(PyTypeObject* type, Make&& make) noexcept {
  auto* const allocate =
      reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
  owned made(allocate(type, 0));
  if (!made) return nullptr;
  T* content = nullptr;
  try {
    content = make();
  } catch (...) {
    raise_current();
  }
  if (content == nullptr) return nullptr;
  reinterpret_cast<instance<T>*>(made.get())->content = content;
  return made.release();
}

/// tp_dealloc of such a type.
template <class T>
void delete_instance(PyObject* self) noexcept {
  delete reinterpret_cast<instance<T>*>(self)->content;
  PyTypeObject* const type = Py_TYPE(self);
  auto* const release =
      reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free));
  release(self);
  Py_DECREF(type);
}

/// Makes the type and adds it to the module. The type, borrowed from the
/// module, or null with an exception.
[[nodiscard]] PyObject* add_type(PyObject* module, PyType_Spec& spec,
                                 const char* name);

/// Each adds its types; false with an exception.
[[nodiscard]] bool add_stream_types(PyObject* module);
[[nodiscard]] bool add_graph_types(PyObject* module);
[[nodiscard]] bool add_session_types(PyObject* module);
[[nodiscard]] bool add_delta_types(PyObject* module);
[[nodiscard]] bool add_arrow_types(PyObject* module);
[[nodiscard]] bool add_types(PyObject* module);

}  // namespace pith::python

#endif  // PITH_PYTHON_NATIVE_TYPES_HPP
