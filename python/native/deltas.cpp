// SPDX-License-Identifier: MIT
#include "deltas.hpp"

#include <pith/gcf_delta.hpp>
#include <pith/gcf_graph_delta.hpp>

#include "arguments.hpp"
#include "document_to_objects.hpp"
#include "gcf/delta/members.hpp"
#include "graphs.hpp"
#include "types.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pith::python {

namespace {

/// key, name and fields, three slots one after the other.
bool take_set(PyObject* const* slots, gcf::keyed_set& set) {
  std::string_view key = set.key;
  std::string_view name;
  if (!take_optional_text(slots[0], "key", key) ||
      !take_optional_text(slots[1], "name", name) ||
      !take_texts(slots[2], "fields", set.fields)) {
    return false;
  }
  set.key = std::string(key);
  set.name = name;
  return true;
}

/// A Delta as Python has it: a dict with tool, key, base_root, new_root,
/// fields, added, changed and removed.
PyObject* new_delta(module_state& state, const gcf::delta& d) {
  const auto made = gcf::members_of(d, gcf::snake_case);
  return made ? to_object(made->root()) : raise(state, made.error());
}

/// The delta that such a dict is; nothing with an exception.
std::optional<gcf::delta> take_delta(module_state& state, PyObject* object) {
  const borrowed_reader reader(state);
  if (!reader->read(state, object, nullptr)) return std::nullopt;
  auto made = gcf::delta_of(reader->made().root(), gcf::snake_case);
  if (!made) {
    raise(state, made.error());
    return std::nullopt;
  }
  return std::move(*made);
}

}  // namespace

PyObject* pack_root(PyObject* module, PyObject* const* given, Py_ssize_t count,
                    PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"rows", "key", "name", "fields",
                                            "default"};
    std::array<PyObject*, 5> slots{};
    gcf::keyed_set set;
    if (!take_arguments({"pack_root", names, 2, 1}, given, count, keywords,
                        slots.data()) ||
        !take_set(&slots[1], set)) {
      return nullptr;
    }
    module_state& state = state_of(module);
    const borrowed_reader reader(state);
    if (!reader->read(state, slots[0], hook_of(slots[4]))) return nullptr;
    const auto root = gcf::pack_root(reader->made().root(), set);
    return root ? new_string(*root) : raise(state, root.error());
  });
}

PyObject* encode_full(PyObject* module, PyObject* const* given,
                      Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"rows",   "key",  "name",
                                            "fields", "tool", "default"};
    std::array<PyObject*, 6> slots{};
    gcf::keyed_set set;
    std::string_view tool;
    if (!take_arguments({"encode_full", names, 2, 1}, given, count, keywords,
                        slots.data()) ||
        !take_set(&slots[1], set) ||
        !take_optional_text(slots[4], "tool", tool)) {
      return nullptr;
    }
    module_state& state = state_of(module);
    const borrowed_reader reader(state);
    if (!reader->read(state, slots[0], hook_of(slots[5]))) return nullptr;
    const auto text = gcf::encode_full(reader->made().root(), set, tool);
    return text ? new_string(*text) : raise(state, text.error());
  });
}

PyObject* diff(PyObject* module, PyObject* const* given, Py_ssize_t count,
               PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"base", "next",   "key",
                                            "name", "fields", "default"};
    std::array<PyObject*, 6> slots{};
    gcf::keyed_set set;
    if (!take_arguments({"diff", names, 3, 2}, given, count, keywords,
                        slots.data()) ||
        !take_set(&slots[2], set)) {
      return nullptr;
    }
    module_state& state = state_of(module);
    const borrowed_reader base(state);
    if (!base->read(state, slots[0], hook_of(slots[5]))) return nullptr;
    const borrowed_reader next(state);
    if (!next->read(state, slots[1], hook_of(slots[5]))) return nullptr;
    const auto made = gcf::diff(base->made().root(), next->made().root(), set);
    return made ? new_delta(state, *made) : raise(state, made.error());
  });
}

PyObject* encode_delta(PyObject* module, PyObject* const* given,
                       Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"delta"};
    std::array<PyObject*, 1> slots{};
    if (!take_arguments({"encode_delta", names, 1, 1}, given, count, keywords,
                        slots.data())) {
      return nullptr;
    }
    module_state& state = state_of(module);
    const auto d = take_delta(state, slots[0]);
    if (!d) return nullptr;
    const auto text = gcf::encode_delta(*d);
    return text ? new_string(*text) : raise(state, text.error());
  });
}

PyObject* decode_delta(PyObject* module, PyObject* text) {
  return guarded([&]() -> PyObject* {
    std::string_view bytes;
    if (!take_text(text, "text", bytes)) return nullptr;
    module_state& state = state_of(module);
    const auto d = gcf::decode_delta(bytes);
    return d ? new_delta(state, *d) : raise(state, d.error(), bytes);
  });
}

PyObject* apply_delta(PyObject* module, PyObject* const* given,
                      Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"base", "delta",  "key",
                                            "name", "fields", "verify"};
    std::array<PyObject*, 6> slots{};
    gcf::keyed_set set;
    gcf::apply_options options;
    if (!take_arguments({"apply", names, 3, 2}, given, count, keywords,
                        slots.data()) ||
        !take_set(&slots[2], set) || !take_flag(slots[5], options.verify)) {
      return nullptr;
    }
    module_state& state = state_of(module);
    const auto d = take_delta(state, slots[1]);
    if (!d) return nullptr;
    const borrowed_reader base(state);
    if (!base->read(state, slots[0], nullptr)) return nullptr;
    const auto made = gcf::apply(base->made().root(), set, *d, options);
    return made ? to_object(made->root()) : raise(state, made.error());
  });
}

PyObject* graph_root(PyObject* module, PyObject* object) {
  return guarded([&]() -> PyObject* {
    module_state& state = state_of(module);
    const auto graph = take_graph(state, object, nullptr);
    if (!graph) return nullptr;
    const auto root = gcf::pack_root(*graph);
    return root ? new_string(*root) : raise(state, root.error());
  });
}

PyObject* graph_diff(PyObject* module, PyObject* const* given, Py_ssize_t count,
                     PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"base", "next", "tool"};
    std::array<PyObject*, 3> slots{};
    std::string_view tool;
    if (!take_arguments({"graph_diff", names, 2, 2}, given, count, keywords,
                        slots.data()) ||
        !take_optional_text(slots[2], "tool", tool)) {
      return nullptr;
    }
    module_state& state = state_of(module);
    const auto base = take_graph(state, slots[0], nullptr);
    if (!base) return nullptr;
    const auto next = take_graph(state, slots[1], nullptr);
    if (!next) return nullptr;
    auto made = gcf::diff(*base, *next);
    if (!made) return raise(state, made.error());
    made->tool = tool;
    const auto text = gcf::encode_delta(*made);
    return text ? new_string(*text) : raise(state, text.error());
  });
}

PyObject* encode_graph_delta(PyObject* module, PyObject* delta) {
  return guarded([&]() -> PyObject* {
    module_state& state = state_of(module);
    const borrowed_reader reader(state);
    if (!reader->read(state, delta, nullptr)) return nullptr;
    const auto d = gcf::graph_delta_of(reader->made().root(), gcf::snake_case);
    if (!d) return raise(state, d.error());
    const auto text = gcf::encode_delta(*d);
    return text ? new_string(*text) : raise(state, text.error());
  });
}

PyObject* graph_apply(PyObject* module, PyObject* const* given,
                      Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"base", "text"};
    std::array<PyObject*, 2> slots{};
    std::string_view text;
    if (!take_arguments({"graph_apply", names, 2, 2}, given, count, keywords,
                        slots.data()) ||
        !take_text(slots[1], "text", text)) {
      return nullptr;
    }
    module_state& state = state_of(module);
    const auto base = take_graph(state, slots[0], nullptr);
    if (!base) return nullptr;
    const auto d = gcf::decode_graph_delta(text);
    if (!d) return raise(state, d.error(), text);
    const auto made = gcf::apply(*base, *d);
    return made ? new_graph(state, *made) : raise(state, made.error());
  });
}

}  // namespace pith::python
