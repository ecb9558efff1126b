// SPDX-License-Identifier: MIT
#include "gcf/decode/reader.hpp"

#include "gcf/lex/load.hpp"

namespace pith::inline v0::gcf::decoding {

result<void> reader::run(detail::document_data& data, std::string_view text,
                         const limits& bounds, purpose wanted) {
  reading& in = lines_.in();
  lines_.begin(data, bounds, wanted, nullptr, text.size() > bounds.max_items);
  const text_fault fault = cut_at_fault(text, fault_bounds_of(bounds));
  const bool has_fault = fault.at != no_fault;
  copy_text(in.text, data, text);
  bool is_good = true;
  if (!has_fault || !text.empty()) {
    char* const body = lines_.read_header();
    is_good = body != nullptr && lines_.read_lines(body);
  }
  if (is_good && has_fault) {
    in.text.problem = {fault.code, fault.at, fault.detail};
    is_good = false;
  }
  is_good = is_good && lines_.finish();
  *in.text.last = '\0';
  if (is_good && lines_.complete()) return {};
  data.reset();
  return in.text.problem;
}

}  // namespace pith::inline v0::gcf::decoding
