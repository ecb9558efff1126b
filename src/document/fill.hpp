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

/// Lets `run` read `text` into the data of `target`, which holds null before
/// and after a failure, also when memory runs out on the way. `text` may be a
/// string of `target` itself, which then stays until it has been read.
template <class Run>
result<void> fill(document& target, std::string_view text, Run&& run) {
  std::optional<document> earlier;
  if (holds(target, text)) earlier.emplace(std::move(target));
  document_data& data = document_access::writable(target);
  data.reset();
  try {
    const result<void> done = run(data);
    if (!done) data.reset();
    return done;
  } catch (...) {
    data.reset();
    throw;
  }
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
