// SPDX-License-Identifier: MIT
#include "objects_to_document.hpp"

#include "document/tape.hpp"
#include "document/tape_writer.hpp"
#include "errors.hpp"
#include "module_state.hpp"

#include <cmath>
#include <cstring>
#include <memory>
#include <utility>

namespace pith::python {

using detail::shape_tree;
using detail::tape_writer;

namespace {

/// How often an object may be replaced by what stands for it, as in orjson.
constexpr int max_replacements = 254;

/// memcpy() for what is mostly short: no call up to 16 bytes.
[[gnu::always_inline]] inline void copy_short(char* to, const char* from,
                                              std::size_t size) {
  if (size >= 8 && size <= 16) {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::memcpy(&first, from, 8);
    std::memcpy(&last, from + size - 8, 8);
    std::memcpy(to, &first, 8);
    std::memcpy(to + size - 8, &last, 8);
  } else if (size >= 4 && size < 8) {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::memcpy(&first, from, 4);
    std::memcpy(&last, from + size - 4, 4);
    std::memcpy(to, &first, 4);
    std::memcpy(to + size - 4, &last, 4);
  } else if (size != 0) {
    std::memcpy(to, from, size);
  }
}

}  // namespace

bool object_reader::read(module_state& state, PyObject* root, PyObject* hook) {
  state_ = &state;
  hook_ = hook;
  data_ = &detail::document_access::writable(target_);
  data_->reset();
  data_->tape.clear();
  data_->marks_trees = true;
  shapes_.reset(*data_);
  has_failed_ = false;
  // The root is the one value of a container that leaves no trace.
  frames_.clear();
  frames_.push_back({nullptr, 0, 0, 1, 0, {}, 0, container::root, true});
  bool is_good = false;
  try {
    is_good = put(root) && run();
    if (is_good) {
      // Readers of a tape may load whole blocks of text.
      data_->text.ensure(detail::text_padding);
      std::memset(data_->text.end(), 0, detail::text_padding);
    }
  } catch (...) {
    forget_objects();
    throw;
  }
  forget_objects();
  return is_good;
}

bool object_reader::run() {
  while (frames_.size() > 1) {
    PyObject* const next = next_value();
    if (next == nullptr) {
      if (has_failed_) return false;
      close();
    } else if (!put(next)) {
      return false;
    }
  }
  return true;
}

PyObject* object_reader::next_value() {
  frame& top = frames_.back();
  if (top.kind == container::dict) {
    PyObject* key = nullptr;
    PyObject* value = nullptr;
    if (PyDict_Next(top.object, &top.next, &key, &value) == 0) {
      if (top.count != top.size) {
        has_failed_ =
            !refuse("not_supported", "the object changed while it was encoded");
      }
      return nullptr;
    }
    if (top.count == top.size) {
      has_failed_ =
          !refuse("not_supported", "the object changed while it was encoded");
      return nullptr;
    }
    ++top.count;
    return take_key(top, key) ? value : nullptr;
  }
  if (top.count == top.size) return nullptr;
  const Py_ssize_t index = top.next++;
  ++top.count;
  PyObject* const item = top.kind == container::list
                             ? PyList_GetItem(top.object, index)
                             : PyTuple_GetItem(top.object, index);
  if (item == nullptr) {
    PyErr_Clear();
    has_failed_ =
        !refuse("not_supported", "the object changed while it was encoded");
  }
  return item;
}

bool object_reader::take_key(frame& top, PyObject* key) {
  const std::uint32_t likely = shapes_.likely_child(top.cursor.node);
  if (likely != shape_tree::none && likely < node_keys_.size() &&
      node_keys_[likely] == key) [[likely]] {
    top.cursor.node = likely;
    return true;
  }
  return take_new_key(top, key);
}

bool object_reader::take_new_key(frame& top, PyObject* key) {
  if (!PyUnicode_Check(key)) {
    has_failed_ = !refuse_key("not_supported", "keys of a dict must be str");
    return false;
  }
  Py_ssize_t length = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(key, &length);
  if (text == nullptr) {
    top.count = 0;  // as refuse_key()
    has_failed_ = !refuse_text();
    return false;
  }
  const std::string_view bytes(text, static_cast<std::size_t>(length));
  if (bytes.size() > detail::key_place::max_length) {
    has_failed_ = !refuse_key("size_limit", "a key is too long");
    return false;
  }
  bool is_stored = true;
  const bool is_new = shapes_.advance(top.cursor, bytes, [&] {
    std::size_t offset = 0;
    is_stored = store(bytes, offset);
    return offset;
  });
  if (!is_stored) {
    has_failed_ = true;
    return false;
  }
  if (!is_new) {
    has_failed_ =
        !refuse_key("duplicate_key", "an object has the same key twice");
    return false;
  }
  const std::uint32_t node = top.cursor.node;
  if (node >= node_keys_.size()) node_keys_.resize(node + 1, nullptr);
  if (node_keys_[node] == nullptr) {
    Py_INCREF(key);
    node_keys_[node] = key;
  }
  return true;
}

// NOLINTNEXTLINE(misc-no-recursion): see put_other()
bool object_reader::put(PyObject* object) {
  PyTypeObject* const type = Py_TYPE(object);
  if (type == &PyUnicode_Type) return put_string(object);
  if (type == &PyLong_Type) return put_integer(object);
  if (type == &PyFloat_Type) return put_real(object);
  tape_writer out(data_->tape);
  if (object == Py_None) {
    frames_.back().flags |= detail::has_scalar;
    out.null();
    return true;
  }
  if (type == &PyBool_Type) {
    frames_.back().flags |= detail::has_scalar;
    out.boolean(object == Py_True);
    return true;
  }
  if (type == &PyDict_Type) {
    return open(object, container::dict,
                static_cast<std::size_t>(PyDict_Size(object)));
  }
  if (type == &PyList_Type) {
    return open(object, container::list,
                static_cast<std::size_t>(PyList_Size(object)));
  }
  if (type == &PyTuple_Type) {
    return open(object, container::tuple,
                static_cast<std::size_t>(PyTuple_Size(object)));
  }
  return put_other(object);
}

bool object_reader::put_string(PyObject* object) {
  Py_ssize_t length = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(object, &length);
  if (text == nullptr) return refuse_text();
  std::size_t offset = 0;
  if (!store({text, static_cast<std::size_t>(length)}, offset)) return false;
  frames_.back().flags |= detail::has_scalar;
  tape_writer(data_->tape).string(offset, static_cast<std::size_t>(length));
  return true;
}

bool object_reader::put_integer(PyObject* object) {
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(object, &overflow);
  if (overflow != 0) {
    return refuse("out_of_range", "an integer must be within int64");
  }
  frames_.back().flags |= detail::has_scalar;
  tape_writer(data_->tape).integer(number);
  return true;
}

bool object_reader::put_real(PyObject* object) {
  const double number = PyFloat_AsDouble(object);
  if (!std::isfinite(number)) {
    return refuse("not_finite", "numbers must be finite");
  }
  frames_.back().flags |= detail::has_scalar;
  tape_writer(data_->tape).real(number);
  return true;
}

// NOLINTNEXTLINE(misc-no-recursion): put() gets what it does not send back
bool object_reader::put_other(PyObject* object) {
  owned now = owned::share(object);
  for (int i = 0; i < max_replacements; ++i) {
    owned next(PyObject_CallFunctionObjArgs(
        state_->plain, now.get(), hook_ == nullptr ? Py_None : hook_, nullptr));
    if (!next) return false;
    if (next.get() == Py_NotImplemented) return refuse_type(now.get());
    PyTypeObject* const type = Py_TYPE(next.get());
    if (type == &PyUnicode_Type || type == &PyLong_Type ||
        type == &PyFloat_Type || type == &PyBool_Type || type == &PyDict_Type ||
        type == &PyList_Type || type == &PyTuple_Type ||
        next.get() == Py_None) {
      // A container has its own reference from here on.
      return put(next.get());
    }
    now = std::move(next);
  }
  return refuse("depth_limit",
                "default returned an unknown object 254 times in a row");
}

bool object_reader::open(PyObject* object, container kind, std::size_t size) {
  if (frames_.size() > bounds_.max_depth) {
    return refuse("depth_limit", "containers are nested too deeply");
  }
  frames_.back().flags |=
      kind == container::dict ? detail::has_object : detail::has_array;
  const std::size_t at = tape_writer(data_->tape).open();
  frames_.ensure(1);
  Py_INCREF(object);
  frames_.push_unchecked({object, 0, 0, size, at, {}, 0, kind, true});
  return true;
}

void object_reader::close() {
  const frame top = frames_.back();
  const bool is_object = top.kind == container::dict;
  const bool is_tree = is_object && top.is_tree && top.count != 0;
  const auto flags = static_cast<std::uint8_t>(
      top.flags | (is_tree ? detail::is_scalar_tree : 0));
  tape_writer out(data_->tape);
  if (is_object) {
    out.close_object(top.at, shapes_.shape_at(top.cursor.node), flags);
  } else {
    out.close_array(top.at, top.count, flags);
  }
  frames_.pop_back();
  if (!is_tree) frames_.back().is_tree = false;
  Py_DECREF(top.object);
}

bool object_reader::store(std::string_view bytes, std::size_t& offset) {
  offset = data_->text.size();
  if (bytes.size() > bounds_.max_bytes ||
      offset > bounds_.max_bytes - bytes.size()) {
    return refuse("size_limit", "the text of the object is too large");
  }
  data_->text.ensure(bytes.size());
  copy_short(data_->text.end(), bytes.data(), bytes.size());
  data_->text.resize(offset + bytes.size());
  return true;
}

bool object_reader::refuse(std::string_view code, std::string_view words) {
  raise_at(*state_, code, words, path());
  return false;
}

bool object_reader::refuse_key(std::string_view code, std::string_view words) {
  // The key is not a place yet, so it is about the object.
  frames_.back().count = 0;
  return refuse(code, words);
}

bool object_reader::refuse_type(PyObject* object) {
  const owned type(PyObject_Str(reinterpret_cast<PyObject*>(Py_TYPE(object))));
  Py_ssize_t length = 0;
  const char* const name =
      type ? PyUnicode_AsUTF8AndSize(type.get(), &length) : nullptr;
  if (name == nullptr) return false;
  std::string words("an object of ");
  words.append(name, static_cast<std::size_t>(length));
  words.append(" cannot be encoded: give a default that replaces it");
  return refuse("not_supported", words);
}

bool object_reader::refuse_text() {
  if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) return false;
  PyErr_Clear();
  return refuse("invalid_surrogate", "a str must not have a lone surrogate");
}

std::string object_reader::path() const {
  std::string made;
  for (std::size_t i = 1; i < frames_.size(); ++i) {
    const frame& f = frames_[i];
    // A frame that nothing was taken of is about itself.
    if (f.count == 0) break;
    made += '/';
    if (f.kind != container::dict) {
      made += std::to_string(f.count - 1);
    } else if (f.cursor.node != 0) {
      for (const char c : shapes_.key_of(f.cursor.node)) {
        if (c == '~') {
          made += "~0";
        } else if (c == '/') {
          made += "~1";
        } else {
          made += c;
        }
      }
    }
  }
  return made;
}

void object_reader::forget_objects() noexcept {
  // Whatever a reference keeps may run code when it goes; the lists are empty
  // by then.
  detail::pod_buffer<frame> frames = std::move(frames_);
  frames_ = detail::pod_buffer<frame>{};
  detail::pod_buffer<PyObject*> keys = std::move(node_keys_);
  node_keys_ = detail::pod_buffer<PyObject*>{};
  for (const frame& f : frames) Py_XDECREF(f.object);
  for (PyObject* const key : keys) Py_XDECREF(key);
  frames.clear();
  keys.clear();
  if (frames_.empty()) frames_ = std::move(frames);
  if (node_keys_.empty()) node_keys_ = std::move(keys);
}

borrowed_reader::borrowed_reader(module_state& state) : state_(state) {
  if (state.idle_readers.empty()) {
    reader_ = std::make_unique<object_reader>().release();
  } else {
    reader_ = state.idle_readers.back().release();
    state.idle_readers.pop_back();
  }
}

borrowed_reader::~borrowed_reader() {
  constexpr std::size_t max_kept_bytes = std::size_t{1} << 20;
  std::unique_ptr<object_reader> reader(reader_);
  if (state_.idle_readers.size() < max_idle_readers &&
      reader->made().memory_bytes() <= max_kept_bytes) {
    state_.idle_readers.push_back(std::move(reader));
  }
}

}  // namespace pith::python
