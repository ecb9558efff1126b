// SPDX-License-Identifier: MIT
#include "gcf/lex/load.hpp"

#include <cstring>

namespace pith::inline v0::gcf::decoding {

void copy_text(source& text, detail::document_data& data,
               std::string_view bytes, std::size_t more) {
  data.text.resize(bytes.size() + detail::text_padding + more);
  text.first = data.text.data();
  text.last = text.first + bytes.size();
  text.base = 0;
  if (!bytes.empty()) std::memcpy(text.first, bytes.data(), bytes.size());
  std::memset(text.last, 0, detail::text_padding);
  data.text.resize(bytes.size());
  *text.last = '\n';
  data.tape.clear();
}

bool load_text(source& text, detail::document_data& data,
               std::string_view bytes, const limits& bounds, std::size_t more) {
  const text_fault fault = find_fault(bytes, fault_bounds_of(bounds), true);
  if (fault.at != no_fault) {
    text.problem = {fault.code, fault.at, fault.detail};
    return false;
  }
  copy_text(text, data, bytes, more);
  return true;
}

}  // namespace pith::inline v0::gcf::decoding
