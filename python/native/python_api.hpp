// SPDX-License-Identifier: MIT
/// @file
/// The part of CPython's C API that stays the same from 3.10 on, and an owner
/// for references.
#ifndef PITH_PYTHON_NATIVE_PYTHON_API_HPP
#define PITH_PYTHON_NATIVE_PYTHON_API_HPP

// NOLINTNEXTLINE(readability-identifier-naming): the name that Python has
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string_view>
#include <utility>

#if !defined(Py_LIMITED_API)
#error "The extension is one file for all versions: define Py_LIMITED_API"
#endif

namespace pith::python {

/// Owns one reference, or none. Needs the GIL wherever it is destroyed.
class owned {
 public:
  owned() noexcept = default;
  /// Takes over a reference that the caller owns.
  explicit owned(PyObject* taken) noexcept : object_(taken) {}
  owned(owned&& other) noexcept
      : object_(std::exchange(other.object_, nullptr)) {}
  owned& operator=(owned&& other) noexcept {
    PyObject* const old = object_;
    object_ = std::exchange(other.object_, nullptr);
    Py_XDECREF(old);
    return *this;
  }
  owned(const owned&) = delete;
  owned& operator=(const owned&) = delete;
  ~owned() { Py_XDECREF(object_); }

  /// One reference more to an object of somebody else.
  [[nodiscard]] static owned share(PyObject* borrowed) noexcept {
    Py_XINCREF(borrowed);
    return owned(borrowed);
  }

  [[nodiscard]] PyObject* get() const noexcept { return object_; }
  [[nodiscard]] PyObject* release() noexcept {
    return std::exchange(object_, nullptr);
  }
  explicit operator bool() const noexcept { return object_ != nullptr; }

 private:
  PyObject* object_ = nullptr;
};

/// Lets other threads run while it lives; what is between touches no object.
class without_gil {
 public:
  /// Giving the lock away costs more than little work is worth.
  explicit without_gil(std::size_t bytes_of_work)
      : saved_(bytes_of_work < 4096 ? nullptr : PyEval_SaveThread()) {}
  without_gil(const without_gil&) = delete;
  without_gil& operator=(const without_gil&) = delete;
  ~without_gil() {
    if (saved_ != nullptr) PyEval_RestoreThread(saved_);
  }

 private:
  PyThreadState* saved_;
};

[[nodiscard]] inline PyObject* new_string(std::string_view text) noexcept {
  return PyUnicode_FromStringAndSize(text.data(),
                                     static_cast<Py_ssize_t>(text.size()));
}

}  // namespace pith::python

#endif  // PITH_PYTHON_NATIVE_PYTHON_API_HPP
