// SPDX-License-Identifier: MIT
/// @file
/// Counting, choosing and fitting by tokens.
#ifndef PITH_PYTHON_NATIVE_TOKENS_HPP
#define PITH_PYTHON_NATIVE_TOKENS_HPP

#include <pith/result.hpp>
#include <pith/tokens.hpp>

#include "python_api.hpp"

#include <memory>
#include <string_view>

namespace pith::python {

/// A counter that is nobody else's for the time of one call. Making one takes
/// milliseconds, so those that are done wait here for the next call, of
/// whatever thread and interpreter. Needs no GIL.
class borrowed_counter {
 public:
  /// Fails as load_tokenizer().
  [[nodiscard]] static result<borrowed_counter> of(std::string_view model);
  borrowed_counter(borrowed_counter&&) noexcept = default;
  borrowed_counter& operator=(borrowed_counter&&) noexcept = default;
  ~borrowed_counter();

  token_counter& operator*() const noexcept { return *counter_; }
  token_counter* operator->() const noexcept { return counter_.get(); }

 private:
  explicit borrowed_counter(std::unique_ptr<token_counter> counter) noexcept
      : counter_(std::move(counter)) {}

  std::unique_ptr<token_counter> counter_;
};

/// Module functions (METH_FASTCALL | METH_KEYWORDS).
PyObject* count_tokens(PyObject* module, PyObject* const* given,
                       Py_ssize_t count, PyObject* keywords);
PyObject* encode_tokens(PyObject* module, PyObject* const* given,
                        Py_ssize_t count, PyObject* keywords);
PyObject* decode_tokens(PyObject* module, PyObject* const* given,
                        Py_ssize_t count, PyObject* keywords);
PyObject* auto_encode_object(PyObject* module, PyObject* const* given,
                             Py_ssize_t count, PyObject* keywords);
PyObject* fit_object(PyObject* module, PyObject* const* given, Py_ssize_t count,
                     PyObject* keywords);
PyObject* tokenizers(PyObject* module, PyObject* nothing);

}  // namespace pith::python

#endif  // PITH_PYTHON_NATIVE_TOKENS_HPP
