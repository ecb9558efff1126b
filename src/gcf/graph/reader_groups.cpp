// SPDX-License-Identifier: MIT
// Groups of symbols and of edges: their headers and how many lines they have.
#include "gcf/graph/reader.hpp"
#include "gcf/lex/key.hpp"
#include "text/digits.hpp"

#include <algorithm>

namespace pith::inline v0::gcf::graph_profile {

using decoding::view;

/// A line such as `## targets` or `## edges [3]` (6a).
char* reader::read_section(char* p) {
  if (!close_section(p)) return nullptr;
  char* const name = p + 3;
  p = decoding::skip_bare_key(name);
  const bool is_edges = view(name, p) == "edges";
  if (!is_edges && !set_group(view(name, p))) return nullptr;
  section_ = is_edges ? section::edges : section::symbols;
  is_counted_ = false;
  count_ = declared_ = 0;
  if (p[0] == ' ' && p[1] == '[') p = read_group_count(p + 2);
  if (p == nullptr) return nullptr;
  return decoding::expect_line_end(text_, p,
                                   "nothing may follow the name of a group "
                                   "but a count in brackets");
}

/// A count after its opening bracket. Any group may have one; if it does, it
/// holds (section 13).
char* reader::read_group_count(char* p) {
  char* const at = p;
  if (p[0] == '?' && p[1] == ']') return p + 2;
  while (text::is_digit(*p)) {
    // Beyond the limit the value does not matter any more.
    if (declared_ <= bounds_.max_items) {
      declared_ = declared_ * 10 + static_cast<unsigned>(*p - '0');
    }
    ++p;
  }
  if (p == at || (*at == '0' && p != at + 1) || *p != ']') {
    return text_.fail(error_code::invalid_count, at,
                      "a count must be ? or a number without leading zeros, "
                      "in brackets");
  }
  if (declared_ > bounds_.max_items) {
    return text_.fail(error_code::item_limit, at,
                      "the count is greater than limits::max_items");
  }
  is_counted_ = true;
  return p + 1;
}

/// Only groups that say a distance are known: a symbol in any other would have
/// to get a distance that nobody gave it.
bool reader::set_group(std::string_view name) {
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
        text_.fail(error_code::invalid_line, &c,
                   "a distance must be a decimal number");
        return false;
      }
      distance = distance * 10 + static_cast<unsigned>(c - '0');
      if (distance > 0xFFFFFFFF) {
        text_.fail(error_code::out_of_range, name.data(),
                   "a distance must be less than 2^32");
        return false;
      }
    }
    distance_ = static_cast<std::uint32_t>(distance);
  } else {
    text_.fail(error_code::invalid_line, name.data(),
               "a group must be targets, related, extended, distance_N or "
               "edges");
    return false;
  }
  return true;
}

/// Ends the section before the line at `at`.
bool reader::close_section(const char* at) {
  if (is_counted_ && count_ < declared_) {
    text_.fail(error_code::count_mismatch, at,
               "there are fewer lines than the header of the group declares");
    return false;
  }
  return true;
}

/// Counts the line at `p`; null when there is one too many.
char* reader::count_item(char* p) {
  if (is_counted_ && count_ == declared_) {
    return text_.fail(error_code::count_mismatch, p,
                      "there are more lines than the header of the group "
                      "declares");
  }
  ++count_;
  const std::size_t held =
      section_ == section::symbols ? symbol_count() : edge_count();
  if (held >= bounds_.max_items) {
    return text_.fail(error_code::item_limit, p,
                      "a graph has more symbols or edges than "
                      "limits::max_items");
  }
  return p;
}

/// How many more lines the section and the limits allow.
std::size_t reader::room_for_items() const noexcept {
  const std::size_t held =
      section_ == section::symbols ? symbol_count() : edge_count();
  const std::size_t room =
      bounds_.max_items - std::min(bounds_.max_items, held);
  return is_counted_ ? std::min(room, declared_ - count_) : room;
}

}  // namespace pith::inline v0::gcf::graph_profile
