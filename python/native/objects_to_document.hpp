// SPDX-License-Identifier: MIT
/// @file
/// Python objects to the tape of a document.
#ifndef PITH_PYTHON_NATIVE_OBJECTS_TO_DOCUMENT_HPP
#define PITH_PYTHON_NATIVE_OBJECTS_TO_DOCUMENT_HPP

#include <pith/document.hpp>
#include <pith/error.hpp>
#include <pith/limits.hpp>

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "document/shape_tree.hpp"
#include "python_api.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pith::python {

struct module_state;

/// Reads objects into a document that it keeps, with its memory, for the next
/// one. Writes the tape itself: a call of pith::builder for every key and value
/// costs more than reading them from Python. One thread at a time.
///
/// None, bool, int within int64, finite float, str without lone surrogates,
/// list, tuple, and dict with str keys are read as they are. Everything else,
/// subclasses of these included, is given to pith._plain.plain(), which makes
/// one of these of it or calls the hook. No recursion: an object that contains
/// itself is a depth_limit.
class object_reader {
 public:
  object_reader() = default;
  object_reader(const object_reader&) = delete;
  object_reader& operator=(const object_reader&) = delete;
  ~object_reader() { forget_objects(); }

  /// False when a Python exception is set. `hook` may be null.
  [[nodiscard]] bool read(module_state& state, PyObject* root, PyObject* hook);
  /// What was read last.
  [[nodiscard]] const document& made() const noexcept { return target_; }

 private:
  enum class container : std::uint8_t { root, list, tuple, dict };

  struct frame {
    PyObject* object;  // a reference is held
    Py_ssize_t next;   // index, or the state of PyDict_Next()
    std::size_t count;
    std::size_t size;
    std::size_t at;
    detail::shape_cursor cursor;
    std::uint8_t flags;
    container kind;
    bool is_tree;
  };

  [[nodiscard]] bool run();
  /// Inlined where rows are read: it runs once for every value.
  [[nodiscard, gnu::always_inline]] inline bool put(PyObject* object);
  [[nodiscard, gnu::always_inline]] inline bool put_string(PyObject* object);
  [[nodiscard, gnu::always_inline]] inline bool put_integer(PyObject* object);
  [[nodiscard, gnu::always_inline]] inline bool put_real(PyObject* object);
  [[nodiscard]] bool put_other(PyObject* object);
  [[nodiscard]] bool open(PyObject* object, container kind, std::size_t size);
  void close();
  /// The next value of the top frame, borrowed; null at its end and when
  /// something failed.
  [[nodiscard, gnu::always_inline]] inline PyObject* next_value();
  [[nodiscard, gnu::always_inline]] inline bool take_key(frame& top,
                                                         PyObject* key);
  [[nodiscard]] bool take_new_key(frame& top, PyObject* key);
  [[nodiscard, gnu::always_inline]] inline bool store(std::string_view bytes,
                                                      std::size_t& offset);
  [[nodiscard]] bool refuse(std::string_view code, std::string_view words);
  [[nodiscard]] bool refuse_key(std::string_view code, std::string_view words);
  [[nodiscard]] bool refuse_type(PyObject* object);
  /// Says what PyUnicode_AsUTF8AndSize() did not like.
  [[nodiscard]] bool refuse_text();
  [[nodiscard]] std::string path() const;
  void forget_objects() noexcept;

  module_state* state_ = nullptr;
  PyObject* hook_ = nullptr;
  limits bounds_{};
  document target_;
  detail::document_data* data_ = nullptr;
  detail::shape_tree shapes_;
  detail::pod_buffer<frame> frames_;
  /// By node of shapes_: the key object that led there first. Another object
  /// at the same place is most often the same one, and then its text need not
  /// be looked at. References are held, so that no other object can have the
  /// address.
  detail::pod_buffer<PyObject*> node_keys_;
  bool has_failed_ = false;
};

/// An idle reader of the module, for the time of one call. Needs the GIL at
/// both ends.
class borrowed_reader {
 public:
  explicit borrowed_reader(module_state& state);
  borrowed_reader(const borrowed_reader&) = delete;
  borrowed_reader& operator=(const borrowed_reader&) = delete;
  ~borrowed_reader();

  object_reader& operator*() const noexcept { return *reader_; }
  object_reader* operator->() const noexcept { return reader_; }

 private:
  module_state& state_;
  object_reader* reader_;
};

}  // namespace pith::python

#endif  // PITH_PYTHON_NATIVE_OBJECTS_TO_DOCUMENT_HPP
