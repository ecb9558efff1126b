// SPDX-License-Identifier: MIT
/// @file
/// usage: client_texts SEED COUNT
/// Makes COUNT texts such as hostile clients send: messages whose members,
/// names, ids and numbers are spelled oddly, and then damaged. Of those that
/// the gateway would forward it prints the bytes and what it read in them, one
/// line each; parsers.py asks other parsers what they read.
///
///   hex of the text TAB a reading for each message, with commas between
///   reading: hex of the method | id | hex of the name of a tools/call
///   id: n and the number, s and the hex of the text, or - for none
#include "mcp/protocol/client_text.hpp"
#include "mcp/raw_json/json_text.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): one file

class text_maker {
 public:
  explicit text_maker(std::uint64_t seed) : state_(seed) {}

  std::string text() {
    std::string out;
    if (one_in(8)) {
      out = "[";
      const std::uint64_t count = below(4);
      for (std::uint64_t i = 0; i <= count; ++i) {
        if (i != 0) out += ',';
        out += message();
      }
      out += ']';
    } else {
      out = message();
    }
    if (one_in(4)) damage(out);
    if (one_in(60)) out = "\xef\xbb\xbf" + out;
    if (one_in(60)) out = widened(out);
    return out;
  }

 private:
  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EB;
    return z ^ (z >> 31U);
  }
  std::uint64_t below(std::uint64_t n) { return next() % n; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }
  template <std::size_t N>
  std::string pick(const std::array<std::string_view, N>& from) {
    return std::string(from[below(N)]);
  }

  /// As UTF-16 or UTF-32, which some readers guess from the first bytes.
  std::string widened(std::string_view text) {
    const std::size_t width = one_in(2) ? 2 : 4;
    const std::size_t place = one_in(2) ? 0 : width - 1;
    std::string out(text.size() * width, '\0');
    for (std::size_t i = 0; i < text.size(); ++i) {
      out[i * width + place] = text[i];
    }
    return out;
  }

  std::string blanks() {
    static constexpr std::array<std::string_view, 5> kinds{" ", "\t", "\n",
                                                           "\r", "\r\n "};
    return one_in(12) ? pick(kinds) : std::string{};
  }

  /// A string with this text, in one of many spellings; some are wrong.
  std::string spelled(std::string_view plain) {
    std::string out = "\"";
    const bool is_odd = one_in(10);
    const std::uint64_t place = below(plain.size() + 1);
    for (std::size_t i = 0; i <= plain.size(); ++i) {
      if (is_odd && i == place) {
        out += oddity(i < plain.size() ? plain[i] : 'x');
        // Beside the character, or in its place.
        if (one_in(2)) continue;
      }
      if (i < plain.size()) out += plain[i];
    }
    return out + '"';
  }

  std::string oddity(char c) {
    static constexpr std::array<std::string_view, 26> kinds{"\\u0000",
                                                            "\\ud800",
                                                            "\\udc00",
                                                            "\\ud83d\\ude00",
                                                            "\\ude00\\ud83d",
                                                            "\\_",
                                                            "\\x41",
                                                            "\\u12",
                                                            "\\u12g4",
                                                            "\\/",
                                                            "\\\"",
                                                            "\\\\",
                                                            "\\n",
                                                            "\xff",
                                                            "\xc0\x80",
                                                            "\xc5\xbf",
                                                            "\xed\xa0\x80",
                                                            "\xe2\x84\xaa",
                                                            "\xc4\xb0",
                                                            "\xef\xbb\xbf",
                                                            "\x7f",
                                                            "\x01",
                                                            "\t",
                                                            "_",
                                                            "-",
                                                            "\xe2\x80\xa8"};
    switch (below(4)) {
      case 0: {
        char escape[8];
        std::snprintf(escape, sizeof escape, one_in(2) ? "\\u%04x" : "\\u%04X",
                      static_cast<unsigned>(static_cast<unsigned char>(c)));
        return escape;
      }
      case 1:
        return {static_cast<char>(c ^ 0x20)};
      case 2:
        return {'\\', c};
      default:
        return pick(kinds);
    }
  }

  std::string id() {
    static constexpr std::array<std::string_view, 18> odd{
        "-0",
        "1.0",
        "1e2",
        "1E400",
        "9007199254740991",
        "9007199254740992",
        "9007199254740993",
        "-9007199254740991",
        "18446744073709551617",
        "99999999999999999999999999",
        "null",
        "true",
        "[1]",
        "{}",
        "00",
        "+1",
        "0x10",
        "-1"};
    if (one_in(8)) return pick(odd);
    if (one_in(3)) return spelled("request");
    return std::to_string(below(100000));
  }

  std::string scalar() {
    static constexpr std::array<std::string_view, 16> kinds{
        "null", "true", "false", "0",        "-0",   "1e999999", "1.50", "NaN",
        "01",   "1.",   ".5",    "Infinity", "\"\"", "'a'",      "-",    "7"};
    return one_in(2) ? spelled("text") : pick(kinds);
  }

  /// All of it, or its first letter, in capitals.
  std::string in_capitals(std::string_view name) {
    std::string out(name);
    const std::size_t end = one_in(2) ? 1 : out.size();
    for (std::size_t i = 0; i < end; ++i) {
      if (out[i] >= 'a' && out[i] <= 'z') {
        out[i] = static_cast<char>(out[i] ^ 0x20);
      }
    }
    return out;
  }

  std::string member(std::string_view name, const std::string& value) {
    const std::string key = one_in(60) ? in_capitals(name) : std::string(name);
    return blanks() + spelled(key) + blanks() + ':' + blanks() + value +
           blanks();
  }

  std::string inside(unsigned depth) {
    if (depth == 0 || one_in(3)) return scalar();
    static constexpr std::array<std::string_view, 5> names{
        "name", "method", "id", "text", "params"};
    std::string out = "{";
    const std::uint64_t count = below(3);
    for (std::uint64_t i = 0; i < count; ++i) {
      if (i != 0) out += ',';
      out += member(pick(names), inside(depth - 1));
    }
    out += '}';
    return one_in(3) ? "[" + out + "]" : out;
  }

  std::string tool() {
    static constexpr std::array<std::string_view, 4> names{
        "echo", "delete_all", "read", "caf\xc3\xa9"};
    if (one_in(30)) return "[" + spelled(pick(names)) + "]";
    if (one_in(40)) return scalar();
    return spelled(pick(names));
  }

  std::string params() {
    if (one_in(30)) return "[" + tool() + "]";
    if (one_in(40)) return scalar();
    std::string out = "{" + member("name", tool());
    if (one_in(2)) out += "," + member("arguments", inside(4));
    if (one_in(6)) out += "," + member("_meta", inside(2));
    if (one_in(12)) out += "," + member("name", tool());
    if (one_in(12)) out += "," + member("extra", inside(1));
    return out + "}";
  }

  std::string method() {
    static constexpr std::array<std::string_view, 4> names{
        "tools/call", "tools/call", "ping", "prompts/get"};
    return spelled(pick(names));
  }

  /// What readers into structs may take for a message.
  std::string positional_message() {
    return "[" + spelled("2.0") + "," + id() + "," + method() + "," + params() +
           "]";
  }

  std::string message() {
    if (one_in(80)) return positional_message();
    std::array<std::string, 4> parts{
        member("jsonrpc", one_in(30) ? scalar() : spelled("2.0")),
        member("id", id()), member("method", method()),
        member("params", params())};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      parts[i].swap(parts[below(parts.size())]);
    }
    std::string out = blanks() + "{";
    for (const std::string& part : parts) {
      if (one_in(40)) continue;
      if (out.back() != '{') out += ',';
      out += part;
    }
    if (one_in(16)) out += "," + member("method", method());
    if (one_in(24)) out += "," + member("params", params());
    if (one_in(24)) out += "," + member("id", id());
    if (one_in(24)) out += "," + member("other", inside(2));
    if (one_in(40)) out += "," + member("result", inside(2));
    return out + "}" + blanks();
  }

  void damage(std::string& text) {
    static constexpr std::string_view bytes = "\\\"{}[]:,0-.eE \n\x00\xff\xc3u";
    for (std::uint64_t i = below(3) + 1; i != 0 && !text.empty(); --i) {
      const std::size_t at = below(text.size());
      const char c = bytes[below(bytes.size())];
      switch (below(4)) {
        case 0:
          text.erase(at, 1);
          break;
        case 1:
          text.insert(at, 1, c);
          break;
        case 2:
          text[at] = c;
          break;
        default:
          text.insert(at, text.substr(at, below(24)));
      }
    }
  }

  std::uint64_t state_;
};

std::string hex(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += digits[byte >> 4U];
    out += digits[byte & 15U];
  }
  return out;
}

std::string reading_of(const message& m) {
  std::string id = "-";
  if (m.id.starts_with('"')) {
    id = "s" + hex(text_of(m.id).value_or(""));
  } else if (!m.id.empty() && m.id != "null") {
    id = "n" + std::string(m.id);
  }
  const std::string name = m.method == "tools/call" ? tool_name(m) : "";
  return hex(m.method) + "|" + id + "|" + hex(name);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  text_maker make{std::strtoull(argv[1], nullptr, 10)};
  for (auto count = std::strtoull(argv[2], nullptr, 10); count != 0; --count) {
    const std::string text = make.text();
    const client_text read = read_client_text(text);
    if (read.is_refused()) continue;
    std::string line = hex(text) + '\t';
    for (const message& m : read.messages) {
      if (line.back() != '\t') line += ',';
      line += reading_of(m);
    }
    std::puts(line.c_str());
  }
  return 0;
}
