// SPDX-License-Identifier: MIT
// StreamWriter and StreamReader: GCF in pieces.
#include <pith/gcf_incremental.hpp>
#include <pith/gcf_stream.hpp>

#include "arguments.hpp"
#include "document_to_objects.hpp"
#include "types.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith::python {

namespace {

/// A writer and what it has written since it was last asked.
struct stream_writer_content {
  explicit stream_writer_content(const gcf::stream_options& options)
      : out(text), writer(out, options) {}

  std::string text;
  string_sink out;
  gcf::stream_writer writer;
};

PyObject* writer_new(PyTypeObject* type, PyObject* given, PyObject* keywords) {
  return new_instance<stream_writer_content>(
      type, [&]() -> stream_writer_content* {
        static constexpr const char* names[] = {"remember_keys"};
        std::array<PyObject*, 1> slots{};
        gcf::stream_options options;
        if (!take_arguments({"StreamWriter", names, 0, 0}, given, keywords,
                            slots.data()) ||
            !take_flag(slots[0], options.remember_keys)) {
          return nullptr;
        }
        return new stream_writer_content(options);
      });
}

/// What a call wrote, as str; or its error.
PyObject* written(PyObject* self, const result<void>& done) {
  auto& content = content_of<stream_writer_content>(self);
  if (!done) return raise(state_of_instance(self), done.error());
  owned made(new_string(content.text));
  content.text.clear();
  return made.release();
}

/// Reads `object` and hands the document to `use`, which returns what the call
/// returns.
template <class Use>
PyObject* with_document(PyObject* self, PyObject* object, PyObject* hook,
                        Use&& use) {
  module_state& state = state_of_instance(self);
  const borrowed_reader reader(state);
  if (!reader->read(state, object, hook_of(hook))) return nullptr;
  return use(reader->made().root());
}

PyObject* writer_members(PyObject* self, PyObject* const* given,
                         Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"obj", "default"};
    std::array<PyObject*, 2> slots{};
    if (!take_arguments({"members", names, 1, 1}, given, count, keywords,
                        slots.data())) {
      return nullptr;
    }
    return with_document(self, slots[0], slots[1], [&](value v) {
      return written(self,
                     content_of<stream_writer_content>(self).writer.members(v));
    });
  });
}

/// begin_table(fields, name=None) and begin_keyed(fields, name=None).
template <bool IsKeyed>
PyObject* writer_begin(PyObject* self, PyObject* const* given, Py_ssize_t count,
                       PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"fields", "name"};
    std::array<PyObject*, 2> slots{};
    std::vector<std::string> fields;
    if (!take_arguments({IsKeyed ? "begin_keyed" : "begin_table", names, 2, 1},
                        given, count, keywords, slots.data()) ||
        !take_texts(slots[0], "fields", fields)) {
      return nullptr;
    }
    const std::vector<std::string_view> views(fields.begin(), fields.end());
    gcf::stream_writer& writer = content_of<stream_writer_content>(self).writer;
    if (slots[1] == nullptr || slots[1] == Py_None) {
      return written(self, IsKeyed ? writer.begin_root_keyed(views)
                                   : writer.begin_root_table(views));
    }
    std::string_view name;
    if (!take_text(slots[1], "name", name)) return nullptr;
    return written(self, IsKeyed ? writer.begin_keyed(name, views)
                                 : writer.begin_table(name, views));
  });
}

PyObject* writer_begin_list(PyObject* self, PyObject* const* given,
                            Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"name"};
    std::array<PyObject*, 1> slots{};
    if (!take_arguments({"begin_list", names, 1, 0}, given, count, keywords,
                        slots.data())) {
      return nullptr;
    }
    gcf::stream_writer& writer = content_of<stream_writer_content>(self).writer;
    if (slots[0] == nullptr || slots[0] == Py_None) {
      return written(self, writer.begin_root_list());
    }
    std::string_view name;
    if (!take_text(slots[0], "name", name)) return nullptr;
    return written(self, writer.begin_list(name));
  });
}

PyObject* writer_row(PyObject* self, PyObject* const* given, Py_ssize_t count,
                     PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"row", "key", "default"};
    std::array<PyObject*, 3> slots{};
    if (!take_arguments({"row", names, 2, 1}, given, count, keywords,
                        slots.data())) {
      return nullptr;
    }
    return with_document(self, slots[0], slots[2], [&](value v) -> PyObject* {
      gcf::stream_writer& writer =
          content_of<stream_writer_content>(self).writer;
      if (slots[1] == nullptr || slots[1] == Py_None) {
        return written(self, writer.row(v));
      }
      std::string_view key;
      if (!take_text(slots[1], "key", key)) return nullptr;
      return written(self, writer.row(key, v));
    });
  });
}

PyObject* writer_item(PyObject* self, PyObject* const* given, Py_ssize_t count,
                      PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"item", "default"};
    std::array<PyObject*, 2> slots{};
    if (!take_arguments({"item", names, 1, 1}, given, count, keywords,
                        slots.data())) {
      return nullptr;
    }
    return with_document(self, slots[0], slots[1], [&](value v) {
      return written(self,
                     content_of<stream_writer_content>(self).writer.item(v));
    });
  });
}

PyObject* writer_finish(PyObject* self, PyObject*) {
  return guarded([&]() -> PyObject* {
    return written(self,
                   content_of<stream_writer_content>(self).writer.finish());
  });
}

/// Collects events as tuples. Once an object cannot be made, the rest is
/// passed over.
class event_list final : public gcf::event_handler {
 public:
  void begin_section(const gcf::section& s) override {
    static constexpr const char* kinds[] = {"table", "keyed_map", "list"};
    owned fields(PyList_New(0));
    for (const std::string_view field : s.fields) {
      const owned text(new_string(field));
      if (!fields || !text || PyList_Append(fields.get(), text.get()) != 0) {
        has_failed_ = true;
        return;
      }
    }
    const std::string_view name = s.name.value_or(std::string_view());
    add(Py_BuildValue("(sz#sO)", "begin", s.name ? name.data() : nullptr,
                      static_cast<Py_ssize_t>(name.size()),
                      kinds[static_cast<std::size_t>(s.kind)], fields.get()));
  }
  void item(value v) override { add_value("item", {}, v); }
  void entry(std::string_view key, value v) override {
    add_value("entry", key, v);
  }
  void end_section(std::uint64_t count) override {
    add(Py_BuildValue("(sK)", "end", static_cast<unsigned long long>(count)));
  }
  void member(std::string_view key, value v) override {
    add_value("member", key, v);
  }
  void root(value v) override { add_value("root", {}, v); }

  /// The events since the last call; null with an exception.
  [[nodiscard]] PyObject* take() {
    if (has_failed_) {
      has_failed_ = false;
      list_ = owned();
      return nullptr;
    }
    owned all = std::move(list_);
    if (!all) return PyList_New(0);
    return all.release();
  }

 private:
  void add_value(const char* kind, std::string_view key, value v) {
    if (has_failed_) return;
    const owned object(to_object(v));
    if (!object) {
      has_failed_ = true;
    } else if (key.data() == nullptr) {
      add(Py_BuildValue("(sO)", kind, object.get()));
    } else {
      add(Py_BuildValue("(ss#O)", kind, key.data(),
                        static_cast<Py_ssize_t>(key.size()), object.get()));
    }
  }
  void add(PyObject* taken) {
    const owned event(taken);
    if (!list_) list_ = owned(PyList_New(0));
    if (!event || !list_ || PyList_Append(list_.get(), event.get()) != 0) {
      has_failed_ = true;
    }
  }

  owned list_;
  bool has_failed_ = false;
};

struct stream_reader_content {
  explicit stream_reader_content(const gcf::incremental_options& options)
      : decoder(events, options) {}

  event_list events;
  gcf::incremental_decoder decoder;
};

PyObject* reader_new(PyTypeObject* type, PyObject* given, PyObject* keywords) {
  return new_instance<stream_reader_content>(
      type, [&]() -> stream_reader_content* {
        static constexpr const char* names[] = {"require_summary",
                                                "max_held_bytes"};
        std::array<PyObject*, 2> slots{};
        gcf::incremental_options options;
        if (!take_arguments({"StreamReader", names, 0, 0}, given, keywords,
                            slots.data()) ||
            !take_flag(slots[0], options.require_summary) ||
            !take_size(slots[1], "max_held_bytes", options.max_held_bytes)) {
          return nullptr;
        }
        return new stream_reader_content(options);
      });
}

/// Events that came before an error are lost with it: the text is bad.
PyObject* events_of(PyObject* self, const result<void>& done) {
  auto& content = content_of<stream_reader_content>(self);
  owned events(content.events.take());
  if (!events) return nullptr;
  if (!done) return raise_in_stream(state_of_instance(self), done.error());
  return events.release();
}

PyObject* reader_feed(PyObject* self, PyObject* chunk) {
  return guarded([&]() -> PyObject* {
    std::string_view text;
    if (!take_text(chunk, "chunk", text)) return nullptr;
    return events_of(
        self, content_of<stream_reader_content>(self).decoder.feed(text));
  });
}

PyObject* reader_finish(PyObject* self, PyObject*) {
  return guarded([&]() -> PyObject* {
    return events_of(self,
                     content_of<stream_reader_content>(self).decoder.finish());
  });
}

PyMethodDef writer_methods[] = {
    with_keywords<&writer_members>("members", "All members of an object."),
    with_keywords<&writer_begin<false>>("begin_table", "Begins a table."),
    with_keywords<&writer_begin<true>>("begin_keyed", "Begins a keyed map."),
    with_keywords<&writer_begin_list>("begin_list", "Begins a list."),
    with_keywords<&writer_row>("row", "A row of a table or a keyed map."),
    with_keywords<&writer_item>("item", "An item of a list."),
    {"finish", &writer_finish, METH_NOARGS, "Writes the summary."},
    {nullptr, nullptr, 0, nullptr},
};
PyMethodDef reader_methods[] = {
    {"feed", &reader_feed, METH_O, "Reads a chunk; returns its events."},
    {"finish", &reader_finish, METH_NOARGS, "Says that the text is complete."},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot writer_slots[] = {
    {Py_tp_doc, doc("GCF row by row; every call returns what it wrote.")},
    {Py_tp_new, slot(&writer_new)},
    {Py_tp_dealloc, slot(&delete_instance<stream_writer_content>)},
    {Py_tp_methods, writer_methods},
    {0, nullptr},
};
PyType_Slot reader_slots[] = {
    {Py_tp_doc, doc("Reads GCF in chunks of any size.")},
    {Py_tp_new, slot(&reader_new)},
    {Py_tp_dealloc, slot(&delete_instance<stream_reader_content>)},
    {Py_tp_methods, reader_methods},
    {0, nullptr},
};
PyType_Spec writer_spec = {"pith.StreamWriter",
                           sizeof(instance<stream_writer_content>), 0,
                           Py_TPFLAGS_DEFAULT, writer_slots};
PyType_Spec reader_spec = {"pith.StreamReader",
                           sizeof(instance<stream_reader_content>), 0,
                           Py_TPFLAGS_DEFAULT, reader_slots};

}  // namespace

bool add_stream_types(PyObject* module) {
  return add_type(module, writer_spec, "StreamWriter") != nullptr &&
         add_type(module, reader_spec, "StreamReader") != nullptr;
}

}  // namespace pith::python
