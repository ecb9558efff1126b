// SPDX-License-Identifier: MIT
#include "gcf/lex/header.hpp"

#include "gcf/lex/key.hpp"
#include "gcf/lex/lines.hpp"

namespace pith::inline v0::gcf::decoding {

namespace {

constexpr std::string_view magic = "GCF";
constexpr std::string_view usual_header = "GCF profile=generic\n";

constexpr std::string_view graph_header = "GCF profile=graph";

/// Where a pair is kept; null for what nobody asks for.
header_pair* place_of(header_fields& fields, const header_pair& pair) {
  struct named {
    std::string_view key;
    header_pair header_fields::*place;
  };
  static constexpr named places[] = {
      {"tool", &header_fields::tool},
      {"key", &header_fields::key},
      {"pack_root", &header_fields::pack_root},
      {"base_root", &header_fields::base_root},
      {"new_root", &header_fields::new_root},
      {"count", &header_fields::count},
      {"delta", &header_fields::delta},
      {"unchanged", &header_fields::unchanged},
  };
  for (const named& n : places) {
    if (n.key != pair.key) continue;
    const bool is_flag = n.place == &header_fields::delta ||
                         n.place == &header_fields::unchanged;
    return is_flag && pair.value != "true" ? nullptr : &(fields.*n.place);
  }
  return nullptr;
}

char* missing_header(source& text) {
  return text.fail(error_code::missing_header, text.first,
                   "the text must begin with GCF and a space");
}

/// Reads the pairs in [p, end), each after one space.
bool read_pairs(source& text, char* p, char* end, detail::document_data& data,
                detail::shape_tree& shapes,
                detail::pod_buffer<header_pair>& pairs) {
  // Names of header fields are unique as keys of an object are: the same
  // machinery finds the second one in constant time.
  detail::shape_cursor names;
  while (p != end) {
    header_pair pair;
    p = read_header_pair(text, p + 1, end, pair);
    if (p == nullptr) return false;
    const auto place = [&] { return text.offset_of(pair.key.data()); };
    if (!shapes.advance(names, pair.key, place)) {
      text.fail(error_code::duplicate_header_field, pair.at,
                "each header field may be given once");
      return false;
    }
    pairs.push_back(pair);
  }
  data.keys.clear();
  shapes.reset(data);
  return true;
}

}  // namespace

char* read_header_pair(source& text, char* p, char* end, header_pair& pair) {
  constexpr auto code = error_code::malformed_header_field;
  pair.at = p;
  char* const key_end = skip_bare_key(p);
  if (key_end == p || key_end >= end || *key_end != '=') {
    return text.fail(code, p, "a header field must be key=value");
  }
  pair.key = view(p, key_end);
  for (p = key_end + 1; p != end && *p != ' '; ++p) {
    if (*p < 0x21 || *p > 0x7E) {
      return text.fail(code, pair.at, "a header value must be printable ASCII");
    }
  }
  pair.value = view(key_end + 1, p);
  return p;
}

char* read_header_line(source& text, detail::document_data& data,
                       detail::shape_tree& shapes,
                       detail::pod_buffer<header_pair>& pairs) {
  if (!view(text.first, text.last).starts_with(magic)) {
    return missing_header(text);
  }
  char* const next = after_line(text.first);
  char* const begin = text.first + magic.size();
  char* const end = trim_back(begin, next - 1);
  if (begin != end && *begin != ' ') return missing_header(text);

  if (!read_pairs(text, begin, end, data, shapes, pairs)) return nullptr;
  constexpr const char* no_profile =
      "the first header field must be profile=generic or profile=graph";
  if (pairs.empty() || pairs[0].key != "profile") {
    return text.fail(error_code::missing_profile,
                     pairs.empty() ? end : pairs[0].at, no_profile);
  }
  const std::string_view profile = pairs[0].value;
  if (profile.empty()) {
    return text.fail(error_code::missing_profile, profile.data(), no_profile);
  }
  if (profile != "generic" && profile != "graph") {
    return text.fail(error_code::unknown_profile, profile.data(),
                     "the profile must be generic or graph");
  }
  return next;
}

char* read_header(source& text, detail::document_data& data,
                  detail::shape_tree& shapes, header_fields& fields) {
  fields = {};
  const std::string_view all = view(text.first, text.last);
  if (all.starts_with(usual_header)) return text.first + usual_header.size();
  detail::pod_buffer<header_pair> pairs;
  char* const next = read_header_line(text, data, shapes, pairs);
  if (next == nullptr) return nullptr;
  if (pairs[0].value == "graph") {
    return text.fail(error_code::not_supported, pairs[0].at,
                     "expected the generic profile, not graph");
  }
  for (const header_pair& pair : pairs) {
    header_pair* const kept = place_of(fields, pair);
    if (kept != nullptr) *kept = pair;
  }
  return next;
}

bool is_graph_text(std::string_view text) noexcept {
  if (!text.starts_with(graph_header)) return false;
  text.remove_prefix(graph_header.size());
  return text.empty() || text[0] == ' ' || text[0] == '\t' || text[0] == '\r' ||
         text[0] == '\n';
}

}  // namespace pith::inline v0::gcf::decoding
