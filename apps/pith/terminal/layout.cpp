// SPDX-License-Identifier: MIT
#include "terminal/layout.hpp"

#include "terminal/code_point.hpp"

#include <algorithm>

namespace cli {

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const code_point c = first_code_point(text);
    columns += columns_of(c.point);
    text.remove_prefix(c.length);
  }
  return columns;
}

std::string cut_to(std::string_view text, std::size_t columns,
                   std::string_view ellipsis) {
  const std::size_t mark = columns_of(ellipsis);
  std::size_t used = 0;
  std::size_t kept = 0;  // bytes before the ellipsis, should one be needed
  for (std::size_t at = 0; at < text.size();) {
    const code_point c = first_code_point(text.substr(at));
    used += columns_of(c.point);
    if (used > columns) {
      return std::string(text.substr(0, kept)) +
             (mark <= columns ? std::string(ellipsis) : std::string());
    }
    at += c.length;
    if (used + mark <= columns) kept = at;
  }
  return std::string(text);
}

std::string padded(std::string_view text, std::size_t columns, bool to_right) {
  const std::size_t taken = columns_of(text);
  const std::string blanks(columns > taken ? columns - taken : 0, ' ');
  return to_right ? blanks + std::string(text) : std::string(text) + blanks;
}

std::string wrapped(std::string_view text, std::size_t width,
                    std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t taken = columns_of(word);
    if (!out.empty() && column + 1 + taken > width) {
      out += '\n';
      out.append(indent, ' ');
      column = indent;
    } else if (!out.empty()) {
      out += ' ';
      ++column;
    }
    out += word;
    column += taken;
  }
  return out;
}

std::string aligned(const std::vector<std::vector<std::string>>& lines) {
  std::vector<std::size_t> widths;
  for (const auto& line : lines) {
    widths.resize(std::max(widths.size(), line.size()));
    for (std::size_t i = 0; i < line.size(); ++i) {
      widths[i] = std::max(widths[i], columns_of(line[i]));
    }
  }
  std::string out;
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string blanks(widths[i] - columns_of(line[i]), ' ');
      out += i == 0 ? line[i] + blanks : "  " + blanks + line[i];
    }
    out += '\n';
  }
  return out;
}

std::string counted(std::size_t n, std::string_view what) {
  return grouped(n) + ' ' + std::string(what) + (n == 1 ? "" : "s");
}

std::string comma_list(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += ", ";
    out += word;
  }
  return out;
}

std::string grouped(std::size_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

}  // namespace cli
