// SPDX-License-Identifier: MIT
// GraphDeltaProducer and GraphDeltaConsumer: graphs that are kept up to date.
#include <pith/gcf_graph_delta.hpp>

#include "arguments.hpp"
#include "delta_sides.hpp"
#include "graphs.hpp"
#include "module_state.hpp"
#include "types.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace pith::python {

namespace {

using producer_type = gcf::graph_delta_producer;
using consumer_type = gcf::graph_delta_consumer;

PyObject* producer_new(PyTypeObject* type, PyObject* given,
                       PyObject* keywords) {
  return new_instance<producer_type>(type, [&]() -> producer_type* {
    static constexpr const char* names[] = {"reanchor", "every", "max_percent"};
    std::array<PyObject*, 3> slots{};
    gcf::producer_options options;
    std::size_t percent = options.max_percent;
    if (!take_arguments({"GraphDeltaProducer", names, 0, 0}, given, keywords,
                        slots.data()) ||
        !take_policy(slots[0], options.policy) ||
        !take_size(slots[1], "every", options.every) ||
        !take_size(slots[2], "max_percent", percent)) {
      return nullptr;
    }
    options.max_percent =
        static_cast<unsigned>(std::min<std::size_t>(percent, 100));
    return new producer_type(options);
  });
}

template <turn Kind>
PyObject* producer_turn(PyObject* self, PyObject* const* given,
                        Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"graph", "default", "held_root"};
    std::array<PyObject*, 3> slots{};
    std::string_view held;
    constexpr std::size_t known = Kind == turn::answer ? 3 : 2;
    if (!take_arguments({"graph", {names, known}, 1, 1}, given, count, keywords,
                        slots.data()) ||
        !take_optional_text(slots[2], "held_root", held)) {
      return nullptr;
    }
    module_state& state = state_of_instance(self);
    const auto graph = take_graph(state, slots[0], hook_of(slots[1]));
    if (!graph) return nullptr;
    auto& producer = content_of<producer_type>(self);
    const auto sent = Kind == turn::full   ? producer.full(*graph)
                      : Kind == turn::next ? producer.next(*graph)
                                           : producer.answer(*graph, held);
    if (!sent) return raise(state, sent.error());
    return Py_BuildValue("(ss#)", word_of(sent->kind), sent->wire.data(),
                         static_cast<Py_ssize_t>(sent->wire.size()));
  });
}

PyObject* consumer_new(PyTypeObject* type, PyObject* given,
                       PyObject* keywords) {
  return new_instance<consumer_type>(type, [&]() -> consumer_type* {
    static constexpr const char* names[] = {"verify"};
    std::array<PyObject*, 1> slots{};
    gcf::consumer_options options;
    if (!take_arguments({"GraphDeltaConsumer", names, 0, 0}, given, keywords,
                        slots.data()) ||
        !take_flag(slots[0], options.verify)) {
      return nullptr;
    }
    return new consumer_type(options);
  });
}

PyObject* consumer_receive(PyObject* self, PyObject* text) {
  return guarded([&]() -> PyObject* {
    std::string_view bytes;
    if (!take_text(text, "text", bytes)) return nullptr;
    const auto kind = content_of<consumer_type>(self).receive(bytes);
    if (!kind) return raise(state_of_instance(self), kind.error(), bytes);
    return PyUnicode_FromString(word_of(*kind));
  });
}

PyObject* consumer_graph(PyObject* self, void*) {
  return guarded([&]() -> PyObject* {
    const auto& consumer = content_of<consumer_type>(self);
    if (!consumer.has_graph()) Py_RETURN_NONE;
    return new_graph(state_of_instance(self), consumer.graph());
  });
}

PyMethodDef producer_methods[] = {
    with_keywords<&producer_turn<turn::full>>("full", "A full payload."),
    with_keywords<&producer_turn<turn::next>>("next", "The least that does."),
    with_keywords<&producer_turn<turn::answer>>(
        "answer", "For a consumer that names the root it holds."),
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef producer_properties[] = {
    {"root", &side_root<producer_type>, nullptr,
     "The root of what was sent last.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
PyMethodDef consumer_methods[] = {
    {"receive", &consumer_receive, METH_O, "Takes an update."},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef consumer_properties[] = {
    {"graph", &consumer_graph, nullptr, "The graph; None before the first.",
     nullptr},
    {"root", &side_root<consumer_type>, nullptr, "The root of the graph.",
     nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyType_Slot producer_slots[] = {
    {Py_tp_doc, doc("Sends a graph, and then only what changed.")},
    {Py_tp_new, slot(&producer_new)},
    {Py_tp_dealloc, slot(&delete_instance<producer_type>)},
    {Py_tp_methods, producer_methods},
    {Py_tp_getset, producer_properties},
    {0, nullptr},
};
PyType_Slot consumer_slots[] = {
    {Py_tp_doc, doc("Holds a graph and follows its updates.")},
    {Py_tp_new, slot(&consumer_new)},
    {Py_tp_dealloc, slot(&delete_instance<consumer_type>)},
    {Py_tp_methods, consumer_methods},
    {Py_tp_getset, consumer_properties},
    {0, nullptr},
};
PyType_Spec producer_spec = {"pith.GraphDeltaProducer",
                             sizeof(instance<producer_type>), 0,
                             Py_TPFLAGS_DEFAULT, producer_slots};
PyType_Spec consumer_spec = {"pith.GraphDeltaConsumer",
                             sizeof(instance<consumer_type>), 0,
                             Py_TPFLAGS_DEFAULT, consumer_slots};

}  // namespace

bool add_graph_delta_types(PyObject* module) {
  return add_type(module, producer_spec, "GraphDeltaProducer") != nullptr &&
         add_type(module, consumer_spec, "GraphDeltaConsumer") != nullptr;
}

}  // namespace pith::python
