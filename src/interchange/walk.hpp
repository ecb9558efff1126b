// SPDX-License-Identifier: MIT
/// @file
/// Visits a value and everything inside it, in order and without recursion;
/// and writers that do nothing else.
#ifndef PITH_INTERCHANGE_WALK_HPP
#define PITH_INTERCHANGE_WALK_HPP

#include <pith/document.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>

#include "document/document_data.hpp"
#include "text/expansion.hpp"
#include "text/output.hpp"

#include <variant>
#include <vector>

namespace pith::interchange {

/// Calls, in document order, `scalar(value)`, `begin_array(array_view)`,
/// `end_array()`, `begin_object(object_view)`, `key(string_view)` before each
/// member's value, and `end_object()`. Stops when a call returns false; then
/// so does this.
template <class Visitor>
bool walk(value root, Visitor& visit) {
  struct elements {
    array_view::iterator at;
    array_view::iterator end;
  };
  struct members {
    object_view::iterator at;
    object_view::iterator end;
  };
  std::vector<std::variant<elements, members>> open;
  value v = root;
  for (;;) {
    if (const auto array = v.get_array()) {
      if (!visit.begin_array(*array)) return false;
      open.emplace_back(elements{array->begin(), array->end()});
    } else if (const auto object = v.get_object()) {
      if (!visit.begin_object(*object)) return false;
      open.emplace_back(members{object->begin(), object->end()});
    } else if (!visit.scalar(v)) {
      return false;
    }
    for (bool found = false; !found;) {
      if (open.empty()) return true;
      if (auto* const list = std::get_if<elements>(&open.back())) {
        if (list->at != list->end) {
          v = *list->at++;
          found = true;
        } else if (open.pop_back(); !visit.end_array()) {
          return false;
        }
      } else if (auto& map = std::get<members>(open.back());
                 map.at != map.end) {
        const member m = *map.at++;
        if (!visit.key(m.key)) return false;
        v = m.value;
        found = true;
      } else if (open.pop_back(); !visit.end_object()) {
        return false;
      }
    }
  }
}

/// Writes one document. `Writer` is made of the output and takes what walk()
/// visits. expansion_limit, or write_failed.
template <class Writer>
result<void> write_walked(sink& to, value v, const limits& bounds) {
  text::output out;
  out.open(to,
           text::max_output_bytes(detail::document_access::data(v), bounds));
  Writer items(out);
  walk(v, items);
  return text::finish(out);
}

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_WALK_HPP
