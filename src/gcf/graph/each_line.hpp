// SPDX-License-Identifier: MIT
/// @file
/// Goes through the lines of a graph or of its delta.
#ifndef PITH_GCF_GRAPH_EACH_LINE_HPP
#define PITH_GCF_GRAPH_EACH_LINE_HPP

#include "gcf/lex/lines.hpp"
#include "gcf/lex/source.hpp"

namespace pith::inline v0::gcf::graph_profile {

/// Gives every line from `p` on to `read`, which returns where the next one
/// begins, or null after it has failed. False after a failure.
template <class Read>
[[nodiscard]] bool each_line(decoding::source& text, char* p, Read read) {
  while (p != nullptr) {
    decoding::line ln;
    switch (find_line(text, p, ln)) {
      case decoding::line_search::end_of_text:
        return true;
      case decoding::line_search::failed:
        return false;
      case decoding::line_search::found:
        break;
    }
    if (ln.level != 0) {
      text.fail(error_code::invalid_indent, ln.first,
                "the lines of a graph must not be indented");
      return false;
    }
    p = read(ln.first);
  }
  return false;
}

}  // namespace pith::inline v0::gcf::graph_profile

#endif  // PITH_GCF_GRAPH_EACH_LINE_HPP
