// SPDX-License-Identifier: MIT
// DeltaProducer and DeltaConsumer: sets of rows that are kept up to date.
#include "delta_sides.hpp"

#include <pith/gcf_delta.hpp>

#include "arguments.hpp"
#include "document_to_objects.hpp"
#include "types.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace pith::python {

namespace {

PyObject* producer_new(PyTypeObject* type, PyObject* given,
                       PyObject* keywords) {
  return new_instance<gcf::delta_producer>(type, [&]() -> gcf::delta_producer* {
    static constexpr const char* names[] = {
        "key", "name", "fields", "tool", "reanchor", "every", "max_percent"};
    std::array<PyObject*, 7> slots{};
    gcf::keyed_set set;
    gcf::producer_options options;
    std::string_view key = set.key;
    std::string_view name;
    std::string_view tool;
    std::size_t percent = options.max_percent;
    if (!take_arguments({"DeltaProducer", names, 1, 0}, given, keywords,
                        slots.data()) ||
        !take_optional_text(slots[0], "key", key) ||
        !take_optional_text(slots[1], "name", name) ||
        !take_texts(slots[2], "fields", set.fields) ||
        !take_optional_text(slots[3], "tool", tool) ||
        !take_policy(slots[4], options.policy) ||
        !take_size(slots[5], "every", options.every) ||
        !take_size(slots[6], "max_percent", percent)) {
      return nullptr;
    }
    set.key = std::string(key);
    set.name = name;
    options.tool = tool;
    options.max_percent =
        static_cast<unsigned>(std::min<std::size_t>(percent, 100));
    return new gcf::delta_producer(std::move(set), std::move(options));
  });
}

template <turn Kind>
PyObject* producer_turn(PyObject* self, PyObject* const* given,
                        Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"rows", "default", "held_root"};
    std::array<PyObject*, 3> slots{};
    std::string_view held;
    constexpr std::size_t known = Kind == turn::answer ? 3 : 2;
    if (!take_arguments({"rows", {names, known}, 1, 1}, given, count, keywords,
                        slots.data()) ||
        !take_optional_text(slots[2], "held_root", held)) {
      return nullptr;
    }
    module_state& state = state_of_instance(self);
    const borrowed_reader reader(state);
    if (!reader->read(state, slots[0], hook_of(slots[1]))) return nullptr;
    const value rows = reader->made().root();
    auto& producer = content_of<gcf::delta_producer>(self);
    const auto sent = Kind == turn::full   ? producer.full(rows)
                      : Kind == turn::next ? producer.next(rows)
                                           : producer.answer(rows, held);
    if (!sent) return raise(state, sent.error());
    return Py_BuildValue("(ss#)", word_of(sent->kind), sent->wire.data(),
                         static_cast<Py_ssize_t>(sent->wire.size()));
  });
}

PyObject* consumer_new(PyTypeObject* type, PyObject* given,
                       PyObject* keywords) {
  return new_instance<gcf::delta_consumer>(type, [&]() -> gcf::delta_consumer* {
    static constexpr const char* names[] = {"verify"};
    std::array<PyObject*, 1> slots{};
    gcf::consumer_options options;
    if (!take_arguments({"DeltaConsumer", names, 0, 0}, given, keywords,
                        slots.data()) ||
        !take_flag(slots[0], options.verify)) {
      return nullptr;
    }
    return new gcf::delta_consumer(options);
  });
}

PyObject* consumer_receive(PyObject* self, PyObject* text) {
  return guarded([&]() -> PyObject* {
    std::string_view bytes;
    if (!take_text(text, "text", bytes)) return nullptr;
    const auto kind = content_of<gcf::delta_consumer>(self).receive(bytes);
    if (!kind) return raise(state_of_instance(self), kind.error(), bytes);
    return PyUnicode_FromString(word_of(*kind));
  });
}

PyObject* consumer_rows(PyObject* self, void*) {
  return guarded([&]() -> PyObject* {
    return to_object(content_of<gcf::delta_consumer>(self).rows());
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
    {"root", &side_root<gcf::delta_producer>, nullptr,
     "The root of what was sent last.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
PyMethodDef consumer_methods[] = {
    {"receive", &consumer_receive, METH_O, "Takes an update."},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef consumer_properties[] = {
    {"rows", &consumer_rows, nullptr, "The rows; None before the first.",
     nullptr},
    {"root", &side_root<gcf::delta_consumer>, nullptr, "The root of the rows.",
     nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyType_Slot producer_slots[] = {
    {Py_tp_doc, doc("Sends rows, and then only what changed.")},
    {Py_tp_new, slot(&producer_new)},
    {Py_tp_dealloc, slot(&delete_instance<gcf::delta_producer>)},
    {Py_tp_methods, producer_methods},
    {Py_tp_getset, producer_properties},
    {0, nullptr},
};
PyType_Slot consumer_slots[] = {
    {Py_tp_doc, doc("Holds rows and follows their updates.")},
    {Py_tp_new, slot(&consumer_new)},
    {Py_tp_dealloc, slot(&delete_instance<gcf::delta_consumer>)},
    {Py_tp_methods, consumer_methods},
    {Py_tp_getset, consumer_properties},
    {0, nullptr},
};
PyType_Spec producer_spec = {"pith.DeltaProducer",
                             sizeof(instance<gcf::delta_producer>), 0,
                             Py_TPFLAGS_DEFAULT, producer_slots};
PyType_Spec consumer_spec = {"pith.DeltaConsumer",
                             sizeof(instance<gcf::delta_consumer>), 0,
                             Py_TPFLAGS_DEFAULT, consumer_slots};

}  // namespace

const char* word_of(gcf::outcome kind) {
  switch (kind) {
    case gcf::outcome::unchanged:
      return "unchanged";
    case gcf::outcome::delta:
      return "delta";
    case gcf::outcome::full:
      break;
  }
  return "full";
}

bool take_policy(PyObject* given, gcf::reanchor& policy) {
  std::string_view word = "every_n";
  if (!take_optional_text(given, "reanchor", word)) return false;
  if (word == "never") {
    policy = gcf::reanchor::never;
  } else if (word == "every_n") {
    policy = gcf::reanchor::every_n;
  } else if (word == "by_size") {
    policy = gcf::reanchor::by_size;
  } else {
    PyErr_SetString(PyExc_ValueError,
                    "reanchor must be 'never', 'every_n' or 'by_size'");
    return false;
  }
  return true;
}

bool add_delta_types(PyObject* module) {
  return add_type(module, producer_spec, "DeltaProducer") != nullptr &&
         add_type(module, consumer_spec, "DeltaConsumer") != nullptr &&
         add_graph_delta_types(module);
}

}  // namespace pith::python
