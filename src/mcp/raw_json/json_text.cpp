// SPDX-License-Identifier: MIT
#include "mcp/raw_json/json_text.hpp"

#include "mcp/raw_json/json_skip.hpp"
#include "text/escape.hpp"
#include "text/quoted.hpp"

#include <bit>
#include <charconv>
#include <cstdint>

namespace pith::mcp {

std::optional<std::string> text_of(std::string_view raw) {
  if (raw.empty() || skip_string(raw) != raw.size()) return std::nullopt;
  if (raw.find('\\') == raw.npos) {
    return std::string(raw.substr(1, raw.size() - 2));
  }
  std::string out;
  // Decoded in place, by blocks that may reach beyond the end.
  out.reserve(raw.size() + 2 * text::block_bytes);
  out.assign(raw);
  out.resize(raw.size() + 2 * text::block_bytes);
  const char* const last = out.data() + raw.size();
  const auto read = text::read_quoted(out.data(), last);
  if (!read.ok || read.end != last) return std::nullopt;
  out.resize(read.length + 1);
  out.erase(0, 1);
  return out;
}

bool is_text(std::string_view raw, std::string_view text) {
  if (raw.size() < 2 || raw.front() != '"') return false;
  const std::string_view inside = raw.substr(1, raw.size() - 2);
  if (inside == text) return inside.find('\\') == inside.npos;
  if (inside.find('\\') == inside.npos) return false;
  const auto decoded = text_of(raw);
  return decoded && *decoded == text;
}

std::optional<std::uint64_t> unsigned_of(std::string_view raw) {
  std::uint64_t number = 0;
  const char* const end = raw.data() + raw.size();
  const auto read = std::from_chars(raw.data(), end, number);
  if (raw.empty() || read.ec != std::errc{} || read.ptr != end) {
    return std::nullopt;
  }
  return number;
}

void append_quoted(std::string& out, std::string_view text) {
  out.reserve(out.size() + text.size() + text.size() / 16 + 2);
  out.push_back('"');
  const char* p = text.data();
  const char* const end = p + text.size();
  const char* run = p;  // what needs no escape, and is not in `out` yet
  while (p != end) {
    if (end - p >= static_cast<std::ptrdiff_t>(text::block_bytes)) {
      const std::uint32_t mask = text::block::load(p).needs_escape();
      if (mask == 0) {
        p += text::block_bytes;
        continue;
      }
      p += std::countr_zero(mask);
    } else if (const auto c = static_cast<unsigned char>(*p);
               c >= 0x20 && c != '"' && c != '\\') {
      ++p;
      continue;
    }
    out.append(run, p);
    char escaped[8];
    out.append(escaped, text::put_escaped(escaped, *p));
    run = ++p;
  }
  out.append(run, end);
  out.push_back('"');
}

std::string quoted_json(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

}  // namespace pith::mcp
