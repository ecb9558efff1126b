// SPDX-License-Identifier: MIT
#include "gcf/decode/completed_arrays.hpp"

namespace pith::inline v0::gcf::decoding {

outcome completed_arrays::misfit(const line& ln, const char* at,
                                 error_code code, const char* detail) {
  const bool is_surplus = before_.is_set && before_.level == ln.level;
  if (*ln.first == '.' && (is_surplus || code != error_code::invalid_indent)) {
    return in_.failed(error_code::orphan_attachment, ln.first,
                      "an attachment must follow a row whose cell is ^");
  }
  if (!is_surplus) return in_.failed(code, at, detail);
  if (before_.had_id) {
    return in_.failed(error_code::orphan_inline_attachment, ln.first,
                      "no cell of the row before asks for this body, and the "
                      "table is complete");
  }
  return in_.failed(error_code::count_mismatch, ln.first,
                    "there are more items than the header declares");
}

}  // namespace pith::inline v0::gcf::decoding
