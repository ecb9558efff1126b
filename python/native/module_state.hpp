// SPDX-License-Identifier: MIT
/// @file
/// What the module keeps for one interpreter.
#ifndef PITH_PYTHON_NATIVE_MODULE_STATE_HPP
#define PITH_PYTHON_NATIVE_MODULE_STATE_HPP

#include "objects_to_document.hpp"
#include "python_api.hpp"

#include <memory>
#include <vector>

namespace pith::python {

/// Nothing here is shared between interpreters. What threads of one of them
/// share is taken and given back under the GIL.
/// Room for them is reserved once, so that giving one back cannot fail.
inline constexpr std::size_t max_idle_readers = 8;

struct module_state {
  PyObject* error_type = nullptr;  ///< pith.Error
  PyObject* plain = nullptr;       ///< pith._plain.plain(object, default)
  PyObject* arrow_type = nullptr;  ///< pith._pith.ArrowTable
  /// Readers that nobody uses at the moment, for their memory.
  std::vector<std::unique_ptr<object_reader>> idle_readers{};
};

[[nodiscard]] inline module_state& state_of(PyObject* module) noexcept {
  return *static_cast<module_state**>(PyModule_GetState(module))[0];
}
/// Of an instance of one of the types of the module, which have no subclasses.
[[nodiscard]] inline module_state& state_of_instance(PyObject* self) noexcept {
  return *static_cast<module_state**>(PyType_GetModuleState(Py_TYPE(self)))[0];
}

}  // namespace pith::python

#endif  // PITH_PYTHON_NATIVE_MODULE_STATE_HPP
