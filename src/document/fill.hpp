// SPDX-License-Identifier: MIT
/// @file
/// How readers fill a document, and what they leave behind when they cannot.
#ifndef PITH_DOCUMENT_FILL_HPP
#define PITH_DOCUMENT_FILL_HPP

#include <pith/document.hpp>
#include <pith/result.hpp>

#include "document/document_data.hpp"

namespace pith::inline v0::detail {

/// Lets `run` fill the data of `target`, which holds null before and after a
/// failure, also when memory runs out on the way.
template <class Run>
result<void> fill(document& target, Run&& run) {
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
