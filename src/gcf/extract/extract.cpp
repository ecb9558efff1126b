// SPDX-License-Identifier: MIT
#include <pith/gcf_extract.hpp>

#include "gcf/extract/answer_lines.hpp"
#include "gcf/extract/brackets.hpp"
#include "gcf/extract/fences.hpp"
#include "gcf/lex/key.hpp"
#include "text/digits.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <array>

namespace pith::inline v0::gcf {

namespace {

using extraction::answer_line;
using extraction::bracketed;
using extraction::fenced_block;
using extraction::find_fenced_block;
using extraction::find_json;
using extraction::find_json_end;
using extraction::is_fence_end;
using extraction::is_space;
using extraction::json_likeness;
using extraction::likeness;
using extraction::line_at;
using extraction::skip_space;
using extraction::trimmed;

constexpr std::size_t none = std::string_view::npos;
constexpr std::string_view header_begin = "GCF profile=";
constexpr std::array<std::string_view, 3> reasoning_tags = {"think", "thinking",
                                                            "reasoning"};

constexpr char to_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) noexcept {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(),
                    [](char x, char y) { return to_lower(x) == to_lower(y); });
}

/// The length of `<tag>` or `</tag>` at `at`, or 0.
std::size_t tag_length(std::string_view text, std::size_t at,
                       std::string_view tag, bool is_closing) noexcept {
  const std::string_view begin = is_closing ? "</" : "<";
  const std::size_t length = begin.size() + tag.size() + 1;
  const std::string_view here = text.substr(at, length);
  const bool is_tag =
      here.size() == length && here.starts_with(begin) && here.back() == '>' &&
      equals_ignoring_case(here.substr(begin.size(), tag.size()), tag);
  return is_tag ? length : 0;
}

/// After the closing tag, or none.
std::size_t after_closing_tag(std::string_view text, std::size_t from,
                              std::string_view tag) noexcept {
  for (std::size_t at = text.find("</", from); at != none;
       at = text.find("</", at + 1)) {
    const std::size_t length = tag_length(text, at, tag, true);
    if (length != 0) return at + length;
  }
  return none;
}

/// After the first line that is nothing but a closing tag; 0 without one.
/// Strings of JSON have no line feeds, so it is never inside one.
std::size_t after_stray_tag(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    const answer_line line = line_at(text, at);
    const std::string_view words = trimmed(text, line);
    for (const std::string_view tag : reasoning_tags) {
      if (!words.empty() && tag_length(words, 0, tag, true) == words.size()) {
        return line.next;
      }
    }
    at = line.next;
  }
  return 0;
}

/// Where the answer begins after the reasoning; the end of the text when it
/// is all reasoning.
std::size_t skip_reasoning(std::string_view text) noexcept {
  std::size_t at = text.starts_with(text::byte_order_mark) ? 3 : 0;
  bool is_first = true;
  for (;;) {
    at = skip_space(text, at, text.size());
    const auto opening =
        std::find_if(reasoning_tags.begin(), reasoning_tags.end(),
                     [&](std::string_view tag) {
                       return tag_length(text, at, tag, false) != 0;
                     });
    if (opening == reasoning_tags.end()) break;
    is_first = false;
    at = after_closing_tag(text, at, *opening);
    if (at == none) return text.size();
  }
  return is_first ? std::max(at, after_stray_tag(text)) : at;
}

extracted make(std::string_view text, std::size_t begin, std::size_t end,
               payload_format format, std::size_t indent = 0) noexcept {
  return {text.substr(begin, end - begin), format, begin, indent};
}

/// Could the line, trimmed, be one of GCF? Asked after a blank line only:
/// encoders write none, so there prose is more likely.
bool may_be_gcf(std::string_view line) noexcept {
  if (line.starts_with("## ") || line.starts_with("##!")) return true;
  if (line.size() > 1 && line[0] == '@' && text::is_digit(line[1])) return true;
  if (line.find('|') != none) return true;
  std::size_t i = 0;
  while (i < line.size() &&
         decoding::key_bytes[static_cast<unsigned char>(line[i])] != 0) {
    ++i;
  }
  return i != 0 && i < line.size() && (line[i] == '=' || line[i] == '[');
}

/// Where lines of GCF end that begin at `begin` and that no fence ends.
std::size_t find_gcf_end(std::string_view text, std::size_t begin) noexcept {
  std::size_t end = begin;
  bool is_after_blank = false;
  for (std::size_t at = begin; at < text.size();) {
    const answer_line line = line_at(text, at);
    const std::string_view words = trimmed(text, line);
    at = line.next;
    if (words.empty()) {
      is_after_blank = true;
      continue;
    }
    if (is_fence_end(words)) break;
    if (is_after_blank && !may_be_gcf(words)) break;
    is_after_blank = false;
    end = line.next;
    if (words.starts_with("##! summary")) break;
  }
  return end;
}

/// What stands in a block, from its first to its last line with content.
std::optional<extracted> payload_in(std::string_view text,
                                    const fenced_block& block) noexcept {
  const std::size_t begin = skip_space(text, block.begin, block.end);
  if (begin == block.end) return std::nullopt;
  std::size_t last = block.end;
  while (is_space(text[last - 1])) --last;
  const std::size_t end = std::min(line_at(text, last).next, block.end);
  const bool begins_gcf = text.substr(begin).starts_with("GCF ");
  const bool begins_json =
      (text[begin] == '{' || text[begin] == '[') &&
      json_likeness(text.substr(0, block.end), begin) != likeness::none;
  if (begins_gcf ||
      (equals_ignoring_case(block.label, "gcf") && !begins_json)) {
    return make(text, begin, end, payload_format::gcf, block.indent);
  }
  if (begins_json || equals_ignoring_case(block.label, "json")) {
    return make(text, begin, end, payload_format::json, block.indent);
  }
  return std::nullopt;
}

/// 1. A payload with which the answer begins.
std::optional<extracted> leading_payload(std::string_view text,
                                         std::size_t from) noexcept {
  const std::size_t at = skip_space(text, from, text.size());
  if (at == text.size()) return std::nullopt;
  if (text.substr(at).starts_with(header_begin)) {
    return make(text, at, find_gcf_end(text, at), payload_format::gcf);
  }
  if ((text[at] != '{' && text[at] != '[') ||
      json_likeness(text, at) != likeness::strong) {
    return std::nullopt;
  }
  // One that was cut off is still what the answer is: let the parser say so.
  const std::size_t end = find_json_end(text, at);
  return make(text, at, std::min(end, text.size()), payload_format::json);
}

/// 2. The first fenced block that looks like a payload.
std::optional<extracted> fenced_payload(std::string_view text,
                                        std::size_t from) noexcept {
  fenced_block block;
  for (std::size_t at = from; find_fenced_block(text, at, block);
       at = block.next) {
    if (auto found = payload_in(text, block)) return found;
  }
  return std::nullopt;
}

/// 3. Lines of GCF between others.
std::optional<extracted> bare_gcf(std::string_view text,
                                  std::size_t from) noexcept {
  for (std::size_t at = from; at < text.size();) {
    const answer_line line = line_at(text, at);
    const std::size_t begin = skip_space(text, line.begin, line.end);
    if (text.substr(begin).starts_with(header_begin)) {
      return make(text, begin, find_gcf_end(text, begin), payload_format::gcf);
    }
    at = line.next;
  }
  return std::nullopt;
}

/// 4. JSON between words.
std::optional<extracted> bare_json(std::string_view text,
                                   std::size_t from) noexcept {
  const bracketed found = find_json(text, from);
  if (found.kind == likeness::none) return std::nullopt;
  return make(text, found.begin, found.end, payload_format::json);
}

}  // namespace

std::optional<extracted> extract(std::string_view text) noexcept {
  const std::size_t from = skip_reasoning(text);
  if (auto found = leading_payload(text, from)) return found;
  if (auto found = fenced_payload(text, from)) return found;
  if (auto found = bare_gcf(text, from)) return found;
  return bare_json(text, from);
}

std::string unindented(const extracted& found) {
  const std::string_view text = found.payload;
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const answer_line line = line_at(text, at);
    std::size_t begin = line.begin;
    if (begin != 0) {
      const std::size_t most = std::min(line.end, begin + found.indent);
      while (begin < most && text[begin] == ' ') ++begin;
    }
    out.append(text, begin, line.next - begin);
    at = line.next;
  }
  return out;
}

}  // namespace pith::inline v0::gcf
