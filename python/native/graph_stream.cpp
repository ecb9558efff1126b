// SPDX-License-Identifier: MIT
// GraphWriter: a graph symbol by symbol and edge by edge.
#include <pith/builder.hpp>
#include <pith/gcf_graph_stream.hpp>

#include "arguments.hpp"
#include "graphs.hpp"
#include "types.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pith::python {

namespace {

struct graph_writer_content {
  explicit graph_writer_content(const gcf::graph_stream_options& options)
      : out(text), writer(out, options) {}

  std::string text;
  string_sink out;
  gcf::graph_writer writer;
};

bool take_count(PyObject* object, const char* what, std::uint64_t& count) {
  std::size_t size = 0;
  if (!take_size(object, what, size)) return false;
  count = size;
  return true;
}

PyObject* writer_new(PyTypeObject* type, PyObject* given, PyObject* keywords) {
  return new_instance<graph_writer_content>(
      type, [&]() -> graph_writer_content* {
        static constexpr const char* names[] = {"tool", "token_budget",
                                                "tokens_used", "pack_root",
                                                "labeled_counts"};
        std::array<PyObject*, 5> slots{};
        gcf::graph_stream_options options;
        if (!take_arguments({"GraphWriter", names, 0, 0}, given, keywords,
                            slots.data()) ||
            !take_optional_text(slots[0], "tool", options.tool) ||
            !take_count(slots[1], "token_budget", options.token_budget) ||
            !take_count(slots[2], "tokens_used", options.tokens_used) ||
            !take_optional_text(slots[3], "pack_root", options.pack_root) ||
            !take_flag(slots[4], options.labeled_counts)) {
          return nullptr;
        }
        return new graph_writer_content(options);
      });
}

/// Reads `object` as the one element of `part` of a graph.
std::optional<graph::payload> take_part(module_state& state, PyObject* object,
                                        std::string_view part) {
  const borrowed_reader reader(state);
  if (!reader->read(state, object, nullptr)) return std::nullopt;
  builder whole;
  whole.begin_object();
  if (part != "symbols") whole.key("symbols").begin_array().end_array();
  whole.key(part).begin_array().copy(reader->made().root()).end_array();
  whole.end_object();
  const auto made = whole.finish();
  if (!made) {
    raise(state, made.error());
    return std::nullopt;
  }
  auto graph = graph::from_value(made->root());
  if (!graph) {
    raise(state, graph.error());
    return std::nullopt;
  }
  return std::move(*graph);
}

/// What a call wrote, as str; or its error.
template <class Result>
PyObject* written(PyObject* self, const Result& done) {
  auto& content = content_of<graph_writer_content>(self);
  if (!done) return raise(state_of_instance(self), done.error());
  owned made(new_string(content.text));
  content.text.clear();
  return made.release();
}

PyObject* writer_symbol(PyObject* self, PyObject* object) {
  return guarded([&]() -> PyObject* {
    const auto part = take_part(state_of_instance(self), object, "symbols");
    if (!part) return nullptr;
    return written(self, content_of<graph_writer_content>(self).writer.symbol(
                             part->symbols[0]));
  });
}

PyObject* writer_edge(PyObject* self, PyObject* object) {
  return guarded([&]() -> PyObject* {
    const auto part = take_part(state_of_instance(self), object, "edges");
    if (!part) return nullptr;
    return written(self, content_of<graph_writer_content>(self).writer.edge(
                             part->edges[0]));
  });
}

PyObject* writer_finish(PyObject* self, PyObject*) {
  return guarded([&]() -> PyObject* {
    return written(self,
                   content_of<graph_writer_content>(self).writer.finish());
  });
}

PyMethodDef writer_methods[] = {
    {"symbol", &writer_symbol, METH_O, "Writes a symbol."},
    {"edge", &writer_edge, METH_O, "Writes an edge between symbols."},
    {"finish", &writer_finish, METH_NOARGS, "Writes the summary."},
    {nullptr, nullptr, 0, nullptr},
};
PyType_Slot writer_slots[] = {
    {Py_tp_doc, doc("A graph in pieces; every call returns what it wrote.")},
    {Py_tp_new, slot(&writer_new)},
    {Py_tp_dealloc, slot(&delete_instance<graph_writer_content>)},
    {Py_tp_methods, writer_methods},
    {0, nullptr},
};
PyType_Spec writer_spec = {"pith.GraphWriter",
                           sizeof(instance<graph_writer_content>), 0,
                           Py_TPFLAGS_DEFAULT, writer_slots};

}  // namespace

bool add_graph_types(PyObject* module) {
  return add_type(module, writer_spec, "GraphWriter") != nullptr;
}

}  // namespace pith::python
