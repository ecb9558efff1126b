// SPDX-License-Identifier: MIT
#include "document_to_objects.hpp"

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "document/tape.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::python {

using detail::document_data;
using detail::tag;
using detail::word;

namespace {

class object_maker {
 public:
  explicit object_maker(const document_data& data) : data_(data) {
    keys_.resize(data.keys.size(), nullptr);
  }
  object_maker(const object_maker&) = delete;
  object_maker& operator=(const object_maker&) = delete;
  ~object_maker() {
    for (PyObject* const key : keys_) Py_XDECREF(key);
    // Values inside a container belong to it; only the outermost is ours.
    if (!open_.empty()) Py_DECREF(open_[0].object);
  }

  [[nodiscard]] PyObject* make(std::size_t index) {
    PyObject* made = begin(index);
    // Each round puts `made` into the container that waits for it, or hands it
    // out.
    while (made != nullptr) {
      if (is_container_) {
        is_container_ = false;
      } else if (open_.empty()) {
        return made;
      } else if (!put(made)) {
        return nullptr;
      }
      while (open_.back().next == open_.back().end) {
        PyObject* const whole = open_.back().object;
        open_.pop_back();
        if (open_.empty()) return whole;
      }
      made = begin(open_.back().next);
    }
    return nullptr;
  }

 private:
  struct frame {
    PyObject* object;  // borrowed from the container around it
    std::size_t next;
    std::size_t end;
    const std::uint32_t* key;  // null for a list
    Py_ssize_t index;
  };

  /// The value at `index`. A container is put in its place at once and opened,
  /// so that it is always owned by somebody.
  [[nodiscard]] PyObject* begin(std::size_t index) {
    const word first = data_.tape[index];
    switch (detail::tag_of(first)) {
      case tag::null:
        Py_INCREF(Py_None);
        return Py_None;
      case tag::boolean_false:
      case tag::boolean_true:
        return PyBool_FromLong(detail::tag_of(first) == tag::boolean_true);
      case tag::integer:
      case tag::wide_integer:
      case tag::spelt_integer:
        return PyLong_FromLongLong(data_.integer_at(index));
      case tag::real:
        return PyFloat_FromDouble(data_.real_at(index));
      case tag::string:
      case tag::long_string:
        return new_string(data_.string_at(index));
      case tag::array:
      case tag::object:
        return open(index, first);
    }
    return nullptr;
  }

  [[nodiscard]] PyObject* open(std::size_t index, word first) {
    const word second = data_.tape[index + 1];
    const bool is_object = detail::tag_of(first) == tag::object;
    const std::size_t count = detail::array_count_of(second);
    PyObject* const made =
        is_object ? PyDict_New() : PyList_New(static_cast<Py_ssize_t>(count));
    if (made == nullptr) return nullptr;
    open_.ensure(1);
    if (!open_.empty() && !put(made)) return nullptr;
    const std::size_t end = index + detail::span_of(first);
    const std::uint32_t* key = nullptr;
    if (is_object) {
      key = data_.keys_of(data_.shapes[detail::shape_of(second)]);
    }
    open_.push_unchecked({made, index + detail::header_words, end, key, 0});
    is_container_ = true;
    return made;
  }

  /// Puts `made` where the top container waits for a value; takes it over in
  /// any case.
  [[nodiscard]] bool put(PyObject* made) {
    frame& top = open_.back();
    const word first = data_.tape[top.next];
    top.next += detail::span_of(first);
    if (top.key == nullptr) {
      return PyList_SetItem(top.object, top.index++, made) == 0;
    }
    PyObject* const key = key_object(*top.key++);
    const bool is_put =
        key != nullptr && PyDict_SetItem(top.object, key, made) == 0;
    Py_DECREF(made);
    return is_put;
  }

  [[nodiscard]] PyObject* key_object(std::uint32_t id) {
    if (keys_[id] == nullptr) keys_[id] = new_string(data_.key_text(id));
    return keys_[id];
  }

  const document_data& data_;
  detail::pod_buffer<PyObject*> keys_;
  detail::pod_buffer<frame> open_;
  bool is_container_ = false;
};

}  // namespace

PyObject* to_object(value v) {
  const document_data& data = detail::document_access::data(v);
  return object_maker(data).make(detail::document_access::index(v));
}

}  // namespace pith::python
