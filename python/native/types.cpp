// SPDX-License-Identifier: MIT
#include "types.hpp"

namespace pith::python {

PyObject* add_type(PyObject* module, PyType_Spec& spec, const char* name) {
  const owned type(PyType_FromModuleAndSpec(module, &spec, nullptr));
  if (!type || PyModule_AddObjectRef(module, name, type.get()) != 0) {
    return nullptr;
  }
  return type.get();
}

bool add_types(PyObject* module) {
  return add_stream_types(module) && add_graph_types(module) &&
         add_session_types(module) && add_delta_types(module) &&
         add_arrow_types(module);
}

}  // namespace pith::python
