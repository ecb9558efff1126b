// SPDX-License-Identifier: MIT
#include "gcf/graph/open_group.hpp"

#include "gcf/lex/key.hpp"
#include "text/digits.hpp"

namespace pith::inline v0::gcf::graph_profile {

using decoding::source;
using decoding::view;

char* open_group::open(source& text, char* p, std::size_t max_items) {
  char* const name = p + 3;
  p = decoding::skip_bare_key(name);
  const bool is_edges = view(name, p) == "edges";
  if (!is_edges && !set_distance(text, view(name, p))) return nullptr;
  kind_ = is_edges ? group_kind::edges : group_kind::symbols;
  is_counted_ = false;
  count_ = declared_ = 0;
  if (p[0] == ' ' && p[1] == '[') p = read_count(text, p + 2, max_items);
  if (p == nullptr) return nullptr;
  return decoding::expect_line_end(text, p,
                                   "nothing may follow the name of a group "
                                   "but a count in brackets");
}

/// A count after its opening bracket. Any group may have one; if it does, it
/// holds (section 13).
char* open_group::read_count(source& text, char* p, std::size_t max_items) {
  char* const at = p;
  if (p[0] == '?' && p[1] == ']') return p + 2;
  for (; text::is_digit(*p); ++p) {
    declared_ = text::append_digit(declared_, *p);
  }
  if (p == at || (*at == '0' && p != at + 1) || *p != ']') {
    return text.fail(error_code::invalid_count, at,
                     "a count must be ? or a number without leading zeros, "
                     "in brackets");
  }
  if (declared_ > max_items) {
    return text.fail(error_code::item_limit, at,
                     "the count is greater than limits::max_items");
  }
  is_counted_ = true;
  return p + 1;
}

/// Only groups that say a distance are known: a symbol in any other would have
/// to get a distance that nobody gave it.
bool open_group::set_distance(source& text, std::string_view name) {
  constexpr std::string_view numbered = "distance_";
  if (name == "targets") {
    distance_ = 0;
  } else if (name == "related") {
    distance_ = 1;
  } else if (name == "extended") {
    distance_ = 2;
  } else if (name.starts_with(numbered) && name.size() > numbered.size()) {
    std::uint64_t distance = 0;
    for (const char& c : name.substr(numbered.size())) {
      if (!text::is_digit(c)) {
        text.fail(error_code::invalid_line, &c,
                  "a distance must be a decimal number");
        return false;
      }
      distance = distance * 10 + static_cast<unsigned>(c - '0');
      if (distance > 0xFFFFFFFF) {
        text.fail(error_code::out_of_range, name.data(),
                  "a distance must be less than 2^32");
        return false;
      }
    }
    distance_ = static_cast<std::uint32_t>(distance);
  } else {
    text.fail(error_code::invalid_line, name.data(),
              "a group must be targets, related, extended, distance_N or "
              "edges");
    return false;
  }
  return true;
}

bool open_group::close(source& text, const char* at) const {
  if (is_counted_ && count_ < declared_) {
    text.fail(error_code::count_mismatch, at,
              "there are fewer lines than the header of the group declares");
    return false;
  }
  return true;
}

bool open_group::count_line(source& text, const char* p, std::size_t held,
                            std::size_t max_items) {
  if (is_counted_ && count_ == declared_) {
    text.fail(error_code::count_mismatch, p,
              "there are more lines than the header of the group declares");
    return false;
  }
  ++count_;
  if (held >= max_items) {
    text.fail(error_code::item_limit, p,
              "a graph has more symbols or edges than limits::max_items");
    return false;
  }
  return true;
}

}  // namespace pith::inline v0::gcf::graph_profile
