// SPDX-License-Identifier: MIT
/// @file
/// How readers fill a document, and what they leave behind when they cannot.
#ifndef PITH_DOCUMENT_FILL_HPP
#define PITH_DOCUMENT_FILL_HPP

#include <pith/document.hpp>
#include <pith/result.hpp>

#include "document/document_data.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <utility>

namespace pith::inline v0::detail {

/// True when `text` is a part of what the document holds.
[[nodiscard]] inline bool holds(document& d, std::string_view text) noexcept {
  const pod_buffer<char>& all = document_access::writable(d).text;
  const std::less<const char*> is_before;
  return all.data() != nullptr && !is_before(text.data(), all.data()) &&
         is_before(text.data(), all.data() + all.capacity());
}

/// Leaves null in a document unless the reader came to its end.
struct reset_on_failure {
  document_data& data;
  bool has_failed = true;

  explicit reset_on_failure(document_data& filled) noexcept : data(filled) {}
  reset_on_failure(const reset_on_failure&) = delete;
  reset_on_failure& operator=(const reset_on_failure&) = delete;
  ~reset_on_failure() {
    if (has_failed) data.reset();
  }
};

/// Lets `run` read `text` into the data of `target`, which holds null before
/// and after a failure, also when memory runs out on the way. `text` may be a
/// string of `target` itself, which then stays until it has been read.
template <class Run>
result<void> fill(document& target, std::string_view text, Run&& run) {
  std::optional<document> earlier;
  if (holds(target, text)) earlier.emplace(std::move(target));
  document_data& data = document_access::writable(target);
  data.reset();
  reset_on_failure guard{data};
  const result<void> done = run(data);
  guard.has_failed = !done;
  return done;
}

/// A new document, which `read_into` fills.
template <class ReadInto>
result<document> make_document(ReadInto&& read_into) {
  document made;
  if (const result<void> done = read_into(made); !done) return done.error();
  return made;
}

}  // namespace pith::inline v0::detail

#endif  // PITH_DOCUMENT_FILL_HPP
