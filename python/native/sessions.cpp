// SPDX-License-Identifier: MIT
// SessionProducer and SessionConsumer: symbols that both sides know.
#include <pith/gcf_session.hpp>

#include "arguments.hpp"
#include "document_to_objects.hpp"
#include "graphs.hpp"
#include "types.hpp"

#include <array>

namespace pith::python {

std::optional<graph::payload> take_graph(module_state& state, PyObject* object,
                                         PyObject* hook) {
  const borrowed_reader reader(state);
  if (!reader->read(state, object, hook_of(hook))) return std::nullopt;
  auto graph = graph::from_value(reader->made().root());
  if (!graph) {
    raise(state, graph.error());
    return std::nullopt;
  }
  return std::move(*graph);
}

PyObject* new_graph(module_state& state, const graph::payload& graph) {
  const auto made = graph::to_document(graph);
  if (!made) return raise(state, made.error());
  return to_object(made->root());
}

namespace {

PyObject* producer_new(PyTypeObject* type, PyObject* given,
                       PyObject* keywords) {
  return new_instance<
      gcf::session_producer>(type, [&]() -> gcf::session_producer* {
    static constexpr const char* names[] = {"max_symbols", "max_text_bytes"};
    std::array<PyObject*, 2> slots{};
    gcf::session_options options;
    if (!take_arguments({"SessionProducer", names, 0, 0}, given, keywords,
                        slots.data()) ||
        !take_size(slots[0], "max_symbols", options.limits.max_symbols) ||
        !take_size(slots[1], "max_text_bytes", options.limits.max_text_bytes)) {
      return nullptr;
    }
    return new gcf::session_producer(options);
  });
}

PyObject* producer_encode(PyObject* self, PyObject* const* given,
                          Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"graph", "default"};
    std::array<PyObject*, 2> slots{};
    if (!take_arguments({"encode", names, 1, 1}, given, count, keywords,
                        slots.data())) {
      return nullptr;
    }
    module_state& state = state_of_instance(self);
    const auto graph = take_graph(state, slots[0], slots[1]);
    if (!graph) return nullptr;
    const auto answer = content_of<gcf::session_producer>(self).encode(*graph);
    if (!answer) return raise(state, answer.error());
    return Py_BuildValue("(s#Kn)", answer->wire.data(),
                         static_cast<Py_ssize_t>(answer->wire.size()),
                         static_cast<unsigned long long>(answer->ticket),
                         static_cast<Py_ssize_t>(answer->references));
  });
}

PyObject* producer_confirm(PyObject* self, PyObject* ticket) {
  return guarded([&]() -> PyObject* {
    const unsigned long long number = PyLong_AsUnsignedLongLong(ticket);
    if (PyErr_Occurred() != nullptr) return nullptr;
    return PyBool_FromLong(
        content_of<gcf::session_producer>(self).confirm(number) ? 1 : 0);
  });
}

template <class Side>
PyObject* side_reset(PyObject* self, PyObject*) {
  return guarded([&]() -> PyObject* {
    content_of<Side>(self).reset();
    Py_RETURN_NONE;
  });
}

template <class Side>
Py_ssize_t side_length(PyObject* self) {
  return static_cast<Py_ssize_t>(content_of<Side>(self).size());
}

PyObject* consumer_new(PyTypeObject* type, PyObject* given,
                       PyObject* keywords) {
  return new_instance<
      gcf::session_consumer>(type, [&]() -> gcf::session_consumer* {
    static constexpr const char* names[] = {"max_symbols", "max_text_bytes"};
    std::array<PyObject*, 2> slots{};
    gcf::session_consumer_options options;
    if (!take_arguments({"SessionConsumer", names, 0, 0}, given, keywords,
                        slots.data()) ||
        !take_size(slots[0], "max_symbols", options.max_symbols) ||
        !take_size(slots[1], "max_text_bytes", options.max_text_bytes)) {
      return nullptr;
    }
    return new gcf::session_consumer(options);
  });
}

PyObject* consumer_decode(PyObject* self, PyObject* text) {
  return guarded([&]() -> PyObject* {
    std::string_view bytes;
    if (!take_text(text, "text", bytes)) return nullptr;
    module_state& state = state_of_instance(self);
    const auto graph = content_of<gcf::session_consumer>(self).decode(bytes);
    if (!graph) return raise(state, graph.error(), bytes);
    return new_graph(state, *graph);
  });
}

PyMethodDef producer_methods[] = {
    with_keywords<&producer_encode>("encode", "The next answer."),
    {"confirm", &producer_confirm, METH_O, "An answer has been received."},
    {"reset", &side_reset<gcf::session_producer>, METH_NOARGS, "Ends it."},
    {nullptr, nullptr, 0, nullptr},
};
PyMethodDef consumer_methods[] = {
    {"decode", &consumer_decode, METH_O, "The graph of an answer."},
    {"reset", &side_reset<gcf::session_consumer>, METH_NOARGS, "Ends it."},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot producer_slots[] = {
    {Py_tp_doc, doc("Answers with graphs; symbols are sent once.")},
    {Py_tp_new, slot(&producer_new)},
    {Py_tp_dealloc, slot(&delete_instance<gcf::session_producer>)},
    {Py_tp_methods, producer_methods},
    {Py_sq_length, slot(&side_length<gcf::session_producer>)},
    {0, nullptr},
};
PyType_Slot consumer_slots[] = {
    {Py_tp_doc, doc("Reads the answers of a SessionProducer.")},
    {Py_tp_new, slot(&consumer_new)},
    {Py_tp_dealloc, slot(&delete_instance<gcf::session_consumer>)},
    {Py_tp_methods, consumer_methods},
    {Py_sq_length, slot(&side_length<gcf::session_consumer>)},
    {0, nullptr},
};
PyType_Spec producer_spec = {"pith.SessionProducer",
                             sizeof(instance<gcf::session_producer>), 0,
                             Py_TPFLAGS_DEFAULT, producer_slots};
PyType_Spec consumer_spec = {"pith.SessionConsumer",
                             sizeof(instance<gcf::session_consumer>), 0,
                             Py_TPFLAGS_DEFAULT, consumer_slots};

}  // namespace

bool add_session_types(PyObject* module) {
  return add_type(module, producer_spec, "SessionProducer") != nullptr &&
         add_type(module, consumer_spec, "SessionConsumer") != nullptr;
}

}  // namespace pith::python
