// SPDX-License-Identifier: MIT
// pith._pith: the functions and types that pith/__init__.py makes public.
#include <pith/version.hpp>

#include "arrow.hpp"
#include "codecs.hpp"
#include "deltas.hpp"
#include "errors.hpp"
#include "module_state.hpp"
#include "tokens.hpp"
#include "types.hpp"

#include <memory>

namespace pith::python {

namespace {

int clear_module(PyObject* module) {
  void* const place = PyModule_GetState(module);
  module_state* const state =
      place == nullptr ? nullptr : *static_cast<module_state**>(place);
  if (state == nullptr) return 0;
  Py_CLEAR(state->error_type);
  Py_CLEAR(state->plain);
  Py_CLEAR(state->arrow_type);
  return 0;
}

int traverse_module(PyObject* module, visitproc visit, void* arg) {
  void* const place = PyModule_GetState(module);
  module_state* const state =
      place == nullptr ? nullptr : *static_cast<module_state**>(place);
  if (state == nullptr) return 0;
  Py_VISIT(state->error_type);
  Py_VISIT(state->plain);
  Py_VISIT(state->arrow_type);
  return 0;
}

void free_module(void* module) {
  clear_module(static_cast<PyObject*>(module));
  void* const place = PyModule_GetState(static_cast<PyObject*>(module));
  if (place == nullptr) return;
  delete *static_cast<module_state**>(place);
  *static_cast<module_state**>(place) = nullptr;
}

PyObject* attribute_of(const char* module, const char* name) {
  const owned found(PyImport_ImportModule(module));
  return found ? PyObject_GetAttrString(found.get(), name) : nullptr;
}

int fill_module(PyObject* module) {
  try {
    auto made = std::make_unique<module_state>();
    made->idle_readers.reserve(max_idle_readers);
    made->error_type = attribute_of("pith._error", "Error");
    if (made->error_type != nullptr) {
      made->plain = attribute_of("pith._plain", "plain");
    }
    *static_cast<module_state**>(PyModule_GetState(module)) = made.release();
    module_state& state = state_of(module);
    if (state.error_type == nullptr || state.plain == nullptr) return -1;
    if (PyModule_AddStringConstant(module, "version", version.data()) != 0) {
      return -1;
    }
    return add_types(module) ? 0 : -1;
  } catch (...) {
    raise_current();
    return -1;
  }
}

PyMethodDef functions[] = {
    with_keywords<&encode>("encode", "An object as text."),
    with_keywords<&decode>("decode", "The object that a text stands for."),
    with_keywords<&convert>("convert", "A text in another format."),
    {"detect", &detect, METH_O, "The format of a text, or None."},
    {"formats", &formats, METH_NOARGS, "What is known of the formats."},
    {"extract", &extract, METH_O, "The payload in what a model wrote."},
    with_keywords<&explain>("explain", "What is wrong with a text."),
    with_keywords<&count_tokens>("count_tokens", "Tokens of texts."),
    with_keywords<&encode_tokens>("encode_tokens", "A text as tokens."),
    with_keywords<&decode_tokens>("decode_tokens", "Tokens as bytes."),
    {"tokenizers", &tokenizers, METH_NOARGS, "Names of tokenizers."},
    with_keywords<&auto_encode_object>("auto", "The cheapest form."),
    with_keywords<&fit_object>("fit", "As many rows as fit."),
    with_keywords<&pack_root>("pack_root", "The root of a set of rows."),
    with_keywords<&encode_full>("encode_full", "A set with its root."),
    with_keywords<&diff>("diff", "What makes one set of another."),
    with_keywords<&encode_delta>("encode_delta", "A delta as text."),
    {"decode_delta", &decode_delta, METH_O, "The delta of a text."},
    with_keywords<&apply_delta>("apply", "The set that a delta makes."),
    with_keywords<&encode_arrow>("encode_arrow", "A table as text."),
    with_keywords<&decode_arrow>("decode_arrow", "A text as a table."),
    {"graph_root", &graph_root, METH_O, "The root of a graph."},
    with_keywords<&graph_diff>("graph_diff", "The delta between graphs."),
    {"encode_graph_delta", &encode_graph_delta, METH_O,
     "A delta of a graph by its parts."},
    with_keywords<&graph_apply>("graph_apply", "The graph of a delta."),
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef_Slot slots[] = {
    {Py_mod_exec, reinterpret_cast<void*>(&fill_module)},
    {0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_pith",       "The native part of pith.",
    sizeof(module_state*), functions,     slots,
    &traverse_module,      &clear_module, &free_module,
};

}  // namespace

}  // namespace pith::python

// NOLINTBEGIN(*-reserved-identifier,*-identifier-naming): import looks for it
PyMODINIT_FUNC PyInit__pith() {
  return PyModuleDef_Init(&pith::python::definition);
}
// NOLINTEND(*-reserved-identifier,*-identifier-naming)
