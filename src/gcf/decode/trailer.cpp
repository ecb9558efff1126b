// SPDX-License-Identifier: MIT
#include "gcf/decode/trailer.hpp"

#include "gcf/lex/header.hpp"
#include "text/digits.hpp"

#include <algorithm>
#include <string_view>

namespace pith::inline v0::gcf::decoding {

outcome trailer::read_line(const line& ln) {
  constexpr std::string_view mark = "##! summary";
  if (is_read_) return reject(ln);
  char* const next = after_line(ln.first);
  char* const end = trim_back(ln.first, next - 1);
  char* p = ln.first + mark.size();
  if (!view(ln.first, end).starts_with(mark) || (p != end && *p != ' ')) {
    return in_.failed(error_code::invalid_line, ln.first,
                      "a line of metadata must be ##! summary");
  }
  if (ln.level != 0) {
    return in_.failed(error_code::invalid_line, ln.first,
                      "the summary must not be indented");
  }
  header_pair counts;
  while (p != end) {
    header_pair pair;
    p = read_header_pair(in_.text, p + 1, end, pair);
    if (p == nullptr) return outcome::failed;
    if (pair.key != "counts") continue;
    if (counts.at != nullptr) {
      return in_.failed(error_code::duplicate_header_field, pair.at,
                        "the summary may have one counts field");
    }
    counts = pair;
  }
  is_read_ = true;
  // Without deferred sections the headers decide and this only informs (8.5).
  if (counts_.empty()) return in_.taken(next);
  if (counts.at == nullptr) {
    return in_.failed(
        error_code::count_mismatch, ln.first,
        "the summary must have the counts of the sections with [?]");
  }
  if (!check_counts(counts.at, counts.value)) return outcome::failed;
  return in_.taken(next);
}

/// Holds one entry after the other against what was counted.
bool trailer::check_counts(char* at, std::string_view counts) {
  std::size_t index = 0;
  for (;;) {
    const std::size_t comma = std::min(counts.find(','), counts.size());
    const std::string_view entry = counts.substr(0, comma);
    if (index == counts_.size()) {
      in_.text.fail(error_code::count_mismatch, entry.data(),
                    "the summary counts more sections than have [?]");
      return false;
    }
    std::size_t value = 0;
    bool is_count = !entry.empty() && (entry[0] != '0' || entry.size() == 1);
    for (const char c : entry) {
      is_count = is_count && text::is_digit(c);
      if (is_count) value = text::append_digit(value, c);
    }
    if (!is_count || value != counts_[index]) {
      in_.text.fail(error_code::count_mismatch, entry.data(),
                    "a count in the summary must be that of its section");
      return false;
    }
    ++index;
    if (comma == counts.size()) break;
    counts.remove_prefix(comma + 1);
  }
  if (index != counts_.size()) {
    in_.text.fail(error_code::count_mismatch, at,
                  "the summary counts fewer sections than have [?]");
    return false;
  }
  return true;
}

bool trailer::finish() noexcept {
  if (!is_required_ || is_read_) return true;
  in_.text.fail(error_code::missing_summary, in_.text.last, missing_summary);
  return false;
}

}  // namespace pith::inline v0::gcf::decoding
