// SPDX-License-Identifier: MIT
#include "arrow.hpp"

#include <pith/builder.hpp>
#include <pith/codec.hpp>

#include "arguments.hpp"
#include "arrow_to_document.hpp"
#include "codecs.hpp"
#include "document_to_arrow.hpp"
#include "types.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pith::python {

namespace {

/// What is in a capsule; null with an exception.
template <class T>
T* content_of_capsule(PyObject* capsule, const char* name) {
  return static_cast<T*>(PyCapsule_GetPointer(capsule, name));
}

/// The schema and the batches of an object with __arrow_c_stream__, read into
/// `out`. False with an exception.
bool read_stream(module_state& state, PyObject* capsule, builder& out) {
  auto* const stream =
      content_of_capsule<ArrowArrayStream>(capsule, "arrow_array_stream");
  if (stream == nullptr) return false;
  const auto complain = [&] {
    const char* const words = stream->get_last_error(stream);
    raise_at(state, "read_failed",
             words == nullptr ? "the Arrow stream failed" : words, {});
    return false;
  };
  arrow_owner<ArrowSchema> schema;
  if (stream->get_schema(stream, &schema.content) != 0) return complain();
  const auto type = read_type(schema.content);
  if (!type) {
    raise(state, type.error());
    return false;
  }
  for (;;) {
    arrow_owner<ArrowArray> batch;
    // A producer may need the GIL, and may have to wait for other threads.
    if (stream->get_next(stream, &batch.content) != 0) return complain();
    if (batch.content.release == nullptr) return true;
    const without_gil released(static_cast<std::size_t>(batch.content.length) *
                               (type->inner.size() + 1) * 8);
    append_rows(out, *type, batch.content);
  }
}

/// The same of a tuple of two capsules, as __arrow_c_array__ returns it.
bool read_array(module_state& state, PyObject* pair, builder& out) {
  if (!PyTuple_Check(pair) || PyTuple_Size(pair) != 2) {
    PyErr_SetString(PyExc_TypeError,
                    "__arrow_c_array__() must return two capsules");
    return false;
  }
  const auto* const schema =
      content_of_capsule<ArrowSchema>(PyTuple_GetItem(pair, 0), "arrow_schema");
  if (schema == nullptr) return false;
  const auto* const array =
      content_of_capsule<ArrowArray>(PyTuple_GetItem(pair, 1), "arrow_array");
  if (array == nullptr) return false;
  const auto type = read_type(*schema);
  if (!type) {
    raise(state, type.error());
    return false;
  }
  append_rows(out, *type, *array);
  return true;
}

/// The rows of whatever has one of Arrow's methods.
std::optional<document> read_table(module_state& state, PyObject* table) {
  builder out;
  out.begin_array();
  owned method(PyObject_GetAttrString(table, "__arrow_c_stream__"));
  if (method) {
    const owned capsule(PyObject_CallNoArgs(method.get()));
    if (!capsule || !read_stream(state, capsule.get(), out)) {
      return std::nullopt;
    }
  } else {
    PyErr_Clear();
    method = owned(PyObject_GetAttrString(table, "__arrow_c_array__"));
    if (!method) {
      PyErr_Format(PyExc_TypeError,
                   "an object with __arrow_c_stream__ or __arrow_c_array__ is "
                   "needed, not %R",
                   reinterpret_cast<PyObject*>(Py_TYPE(table)));
      return std::nullopt;
    }
    const owned pair(PyObject_CallNoArgs(method.get()));
    if (!pair || !read_array(state, pair.get(), out)) return std::nullopt;
  }
  out.end_array();
  auto made = out.finish();
  if (!made) {
    raise(state, made.error());
    return std::nullopt;
  }
  return std::move(*made);
}

using shared_table = std::shared_ptr<const arrow_table>;

template <class T>
void delete_capsule(PyObject* capsule, const char* name) {
  auto* const content = static_cast<T*>(PyCapsule_GetPointer(capsule, name));
  // Whoever has taken the content has set its release to null.
  if (content->release != nullptr) content->release(content);
  delete content;
}
void delete_stream_capsule(PyObject* capsule) {
  delete_capsule<ArrowArrayStream>(capsule, "arrow_array_stream");
}
void delete_schema_capsule(PyObject* capsule) {
  delete_capsule<ArrowSchema>(capsule, "arrow_schema");
}

PyObject* table_stream(PyObject* self, PyObject* const* given, Py_ssize_t count,
                       PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"requested_schema"};
    std::array<PyObject*, 1> slots{};
    // The types are those of the data; whoever asks for others casts.
    if (!take_arguments({"__arrow_c_stream__", names, 1, 0}, given, count,
                        keywords, slots.data())) {
      return nullptr;
    }
    auto stream = std::make_unique<ArrowArrayStream>();
    export_stream(content_of<shared_table>(self), *stream);
    PyObject* const capsule = PyCapsule_New(stream.get(), "arrow_array_stream",
                                            &delete_stream_capsule);
    if (capsule == nullptr) {
      stream->release(stream.get());
      return nullptr;
    }
    static_cast<void>(stream.release());
    return capsule;
  });
}

PyObject* table_schema(PyObject* self, PyObject*) {
  return guarded([&]() -> PyObject* {
    auto schema = std::make_unique<ArrowSchema>();
    export_schema(content_of<shared_table>(self), *schema);
    PyObject* const capsule =
        PyCapsule_New(schema.get(), "arrow_schema", &delete_schema_capsule);
    if (capsule == nullptr) {
      schema->release(schema.get());
      return nullptr;
    }
    static_cast<void>(schema.release());
    return capsule;
  });
}

PyObject* table_names(PyObject* self, void*) {
  return guarded([&]() -> PyObject* {
    owned names(PyList_New(0));
    for (const arrow_column& column : content_of<shared_table>(self)->columns) {
      const owned name(new_string(column.name));
      if (!names || !name || PyList_Append(names.get(), name.get()) != 0) {
        return nullptr;
      }
    }
    return names.release();
  });
}

Py_ssize_t table_length(PyObject* self) {
  return static_cast<Py_ssize_t>(content_of<shared_table>(self)->rows);
}

PyMethodDef table_methods[] = {
    with_keywords<&table_stream>("__arrow_c_stream__", "The rows, in Arrow."),
    {"__arrow_c_schema__", &table_schema, METH_NOARGS, "The columns."},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef table_properties[] = {
    {"column_names", &table_names, nullptr, "The names of the columns.",
     nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
PyType_Slot table_slots[] = {
    {Py_tp_doc, doc("A table for whoever reads Arrow's C interface.")},
    {Py_tp_dealloc, slot(&delete_instance<shared_table>)},
    {Py_tp_methods, table_methods},
    {Py_tp_getset, table_properties},
    {Py_sq_length, slot(&table_length)},
    {0, nullptr},
};
PyType_Spec table_spec = {
    "pith.ArrowTable", sizeof(instance<shared_table>), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, table_slots};

}  // namespace

PyObject* encode_arrow(PyObject* module, PyObject* const* given,
                       Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"table", "format"};
    std::array<PyObject*, 2> slots{};
    named_values rest;
    std::string_view format = "gcf";
    codec_settings settings;
    if (!take_arguments({"encode_arrow", names, 2, 1}, given, count, keywords,
                        slots.data(), &rest) ||
        !take_optional_text(slots[1], "format", format) ||
        !take_options(rest, settings)) {
      return nullptr;
    }
    module_state& state = state_of(module);
    const codec* const with = find_codec(state, format);
    if (with == nullptr) return nullptr;
    const auto rows = read_table(state, slots[0]);
    if (!rows) return nullptr;
    const result<std::string> text = [&] {
      const without_gil released(rows->memory_bytes());
      return with->encode(rows->root(), settings);
    }();
    if (!text) return raise(state, text.error());
    return new_text(*with, *text);
  });
}

PyObject* decode_arrow(PyObject* module, PyObject* const* given,
                       Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"text", "format", "member"};
    std::array<PyObject*, 3> slots{};
    std::string_view text;
    std::string_view format = "gcf";
    if (!take_arguments({"decode_arrow", names, 2, 1}, given, count, keywords,
                        slots.data()) ||
        !take_text(slots[0], "text", text) ||
        !take_optional_text(slots[1], "format", format)) {
      return nullptr;
    }
    const bool has_member = slots[2] != nullptr && slots[2] != Py_None;
    std::string_view member;
    if (has_member && !take_text(slots[2], "member", member)) return nullptr;
    module_state& state = state_of(module);
    const codec* const with = find_codec(state, format);
    if (with == nullptr) return nullptr;
    const auto made = [&] {
      const without_gil released(text.size());
      return with->decode(text);
    }();
    if (!made) return raise(state, made.error(), text);
    auto table = [&] {
      const without_gil released(text.size());
      const value root = made->root();
      return make_table(has_member ? *root[member] : root);
    }();
    if (!table) return raise(state, table.error());
    return new_instance<shared_table>(
        reinterpret_cast<PyTypeObject*>(state.arrow_type), [&] {
          return new shared_table(
              std::make_shared<const arrow_table>(std::move(*table)));
        });
  });
}

bool add_arrow_types(PyObject* module) {
  PyObject* const type = add_type(module, table_spec, "ArrowTable");
  if (type == nullptr) return false;
  Py_INCREF(type);
  state_of(module).arrow_type = type;
  return true;
}

}  // namespace pith::python
