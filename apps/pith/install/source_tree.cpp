// SPDX-License-Identifier: MIT
#include "install/source_tree.hpp"

#include "interchange/toml_text.hpp"

#include <array>

namespace cli {

namespace {

using type = source_node::type;

void append_utf8(std::string& out, std::uint32_t code) {
  const auto byte = [&out](std::uint32_t bits) {
    out += static_cast<char>(static_cast<unsigned char>(bits));
  };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6);
    byte(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    byte(0xE0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  } else {
    byte(0xF0 | code >> 18);
    byte(0x80 | (code >> 12 & 0x3F));
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

/// Four hexadecimal digits at the front; the reader has checked them.
std::uint32_t hex4(std::string_view digits) {
  std::uint32_t code = 0;
  for (const char c : digits.substr(0, 4)) {
    const bool is_digit = c >= '0' && c <= '9';
    const auto lower = static_cast<unsigned char>(c | 0x20);
    code = code << 4 |
           static_cast<std::uint32_t>(is_digit ? c - '0' : lower - 'a' + 10);
  }
  return code;
}

/// What `\uXXXX` at the front means. Takes the second half of a pair, too; half
/// of one alone becomes U+FFFD. Returns how many bytes it took.
std::size_t append_unicode(std::string& out, std::string_view escape) {
  constexpr std::uint32_t high = 0xD800;
  constexpr std::uint32_t low = 0xDC00;
  const std::uint32_t code = hex4(escape.substr(2));
  if (code < high || code >= low + 0x400) {
    append_utf8(out, code);
    return 6;
  }
  const std::string_view second = escape.substr(6);
  if (code < low && second.size() >= 6 && second.starts_with("\\u")) {
    const std::uint32_t half = hex4(second.substr(2));
    if (half >= low && half < low + 0x400) {
      append_utf8(out, 0x10000 + ((code - high) << 10 | (half - low)));
      return 12;
    }
  }
  append_utf8(out, 0xFFFD);
  return 6;
}

/// Of a JSON string without its quotes.
std::string json_meaning(std::string_view inside) {
  constexpr std::string_view letters = "bfnrt";
  constexpr std::string_view meanings = "\b\f\n\r\t";
  std::string out;
  while (!inside.empty()) {
    if (inside[0] != '\\' || inside.size() < 2) {
      out += inside[0];
      inside.remove_prefix(1);
    } else if (inside[1] == 'u') {
      inside.remove_prefix(append_unicode(out, inside));
    } else {
      const std::size_t which = letters.find(inside[1]);
      out += which == letters.npos ? inside[1] : meanings[which];
      inside.remove_prefix(2);
    }
  }
  return out;
}

}  // namespace

std::size_t source_tree::add(std::size_t parent, source_node node) {
  const std::size_t id = nodes_.size();
  nodes_.push_back(std::move(node));
  source_node& above = nodes_[parent];
  if (above.last_child == source_node::none) {
    above.first_child = id;
  } else {
    nodes_[above.last_child].next = id;
  }
  above.last_child = id;
  return id;
}

std::size_t source_tree::find(std::size_t table, std::string_view key) const {
  std::size_t found = source_node::none;
  for (const std::size_t id : children(table)) {
    if (nodes_[id].key == key) found = id;
  }
  return found;
}

std::vector<std::size_t> source_tree::children(std::size_t id) const {
  std::vector<std::size_t> all;
  for (std::size_t at = nodes_[id].first_child; at != source_node::none;
       at = nodes_[at].next) {
    all.push_back(at);
  }
  return all;
}

std::vector<std::size_t> source_tree::family(std::size_t id) const {
  std::vector<std::size_t> all{id};
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const std::size_t child : children(all[i])) all.push_back(child);
  }
  return all;
}

pith::result<source_tree> read_places(source_dialect dialect,
                                      std::string_view text) {
  return dialect == source_dialect::json ? read_json_places(text)
                                         : read_toml_places(text);
}

std::string meaning_of(source_dialect dialect, std::string_view text,
                       const source_node& node) {
  if (node.begin == source_node::none) return {};
  const std::string_view raw = text.substr(node.begin, node.end - node.begin);
  if (node.what != type::text) return std::string(raw);
  if (dialect == source_dialect::json) {
    return json_meaning(raw.substr(1, raw.size() - 2));
  }
  std::string out;
  pith::interchange::toml_text in{raw};
  return in.read_string(out) ? out : std::string(raw);
}

std::string quoted_string(std::string_view meaning) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : meaning) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      out += "\\u00";
      out += digits[byte >> 4U];
      out += digits[byte & 0xFU];
    } else {
      out += c;
    }
  }
  return out += '"';
}

std::string apply_splices(std::string_view text,
                          const std::vector<splice>& splices) {
  std::string out;
  std::size_t at = 0;
  for (const splice& one : splices) {
    out += text.substr(at, one.begin - at);
    out += one.text;
    at = one.end;
  }
  return out += text.substr(at);
}

}  // namespace cli
