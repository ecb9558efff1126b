// SPDX-License-Identifier: MIT
#include "gcf/lex/key.hpp"

#include "document/document_data.hpp"
#include "gcf/lex/token.hpp"

namespace pith::inline v0::gcf::decoding {

char* read_key(source& text, char* p, std::string_view& key) {
  char* end = nullptr;
  if (*p == '"') {
    std::size_t length = 0;
    end = read_quoted_text(text, p, length);
    if (end == nullptr) return nullptr;
    key = {p + 1, length};
  } else {
    end = skip_bare_key(p);
    key = view(p, end);
  }
  if (key.size() > detail::key_place::max_length) {
    return text.fail(error_code::size_limit, p,
                     "a key must be shorter than 16 MiB");
  }
  return end;
}

}  // namespace pith::inline v0::gcf::decoding
