// SPDX-License-Identifier: MIT
#include "mcp/system/command_line.hpp"

#include <algorithm>

namespace pith::mcp {

namespace {

/// One word between quotation marks. A backslash means something only before a
/// quotation mark: there it is doubled.
void append_quoted_word(std::string& out, std::string_view word) {
  out += '"';
  std::size_t backslashes = 0;
  for (const char c : word) {
    if (c == '\\') {
      ++backslashes;
    } else {
      if (c == '"') out.append(backslashes + 1, '\\');
      backslashes = 0;
    }
    out += c;
  }
  out.append(backslashes, '\\');
  out += '"';
}

bool needs_quotes(std::string_view word) {
  return word.empty() || word.find_first_of(" \t\n\v\"") != word.npos;
}

/// What cmd.exe leaves alone, wherever it stands.
bool is_plain_for_batch(char c) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || (c >= '0' && c <= '9') ||
         std::string_view("-_./\\:@+").find(c) != std::string_view::npos;
}

/// What it does not leave alone even between quotation marks.
bool is_refused_for_batch(char c) {
  return c == '"' || c == '%' || static_cast<unsigned char>(c) < ' ' ||
         c == '\x7f';
}

}  // namespace

std::string quoted_command_line(std::span<const std::string> words) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += ' ';
    if (&word == &words.front()) {
      // The name of the program is cut off by other rules: no backslash means
      // anything in it.
      out.append("\"").append(word).append("\"");
    } else if (needs_quotes(word)) {
      append_quoted_word(out, word);
    } else {
      out += word;
    }
  }
  return out;
}

std::optional<std::string> batch_command_line(
    std::string_view shell, std::span<const std::string> words,
    std::string& problem) {
  for (const std::string& word : words) {
    if (std::ranges::none_of(word, is_refused_for_batch)) continue;
    problem = "'" + words.front() +
              "' is a batch file, and cmd.exe, which runs it, cannot be given "
              "the word '";
    for (const char c : word) {
      problem += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? '?' : c;
    }
    problem +=
        "' safely, because of its quotation mark, percent sign or control "
        "character; start the program itself, such as node.exe with the file "
        "of the server";
    return std::nullopt;
  }
  // No commands at its start, no delayed expansion; and with /s the outer
  // quotation marks go, and only those.
  std::string out = "\"";
  out.append(shell).append("\" /e:ON /v:OFF /d /s /c \"");
  for (const std::string& word : words) {
    const bool is_first = &word == &words.front();
    if (!is_first) out += ' ';
    if (!is_first && !word.empty() &&
        std::ranges::all_of(word, is_plain_for_batch)) {
      out += word;
    } else {
      append_quoted_word(out, word);
    }
  }
  out += '"';
  return out;
}

}  // namespace pith::mcp
