// SPDX-License-Identifier: MIT
#include <pith/version.hpp>

#include "line/help.hpp"

#include <algorithm>

namespace cli {

namespace {

/// A text as roff shows it: hyphens stay hyphens, backslashes stay, and no line
/// begins with a control character.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) {
      out += "\\&";
    }
    switch (c) {
      case '-':
        out += "\\-";
        break;
      case '\\':
        out += "\\e";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string title(std::string_view name) {
  std::string upper{name};
  std::ranges::transform(upper, upper.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  // No date: two builds of one source must make the same page.
  return ".TH " + upper + " 1 \"\" \"pith " + std::string(pith::version) +
         "\" \"User Commands\"\n";
}

/// Paragraphs are parted by blank lines.
std::string paragraphs(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    if (!out.empty()) out += ".PP\n";
    out += roff(text.substr(0, end)) + '\n';
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  return out;
}

std::string item(std::string_view head, std::string_view body) {
  return ".TP\n.B " + roff(head) + '\n' + roff(body) + '\n';
}

constexpr std::string_view exit_status =
    ".SH EXIT STATUS\n"
    ".TP\n"
    ".B 0\n"
    "Success.\n"
    ".TP\n"
    ".B 1\n"
    "The input is bad; standard error shows where and why.\n"
    ".TP\n"
    ".B 2\n"
    "The command was used wrongly.\n"
    ".TP\n"
    ".B 3\n"
    "A read or write failed.\n";

}  // namespace

std::string manual_of(const command& one) {
  const std::string name = "pith-" + std::string(one.name);
  std::string out = title(name);
  out += ".SH NAME\n" + roff(name) + " \\- " + roff(one.summary) + '\n';
  out += ".SH SYNOPSIS\n.B pith " + roff(one.name) + '\n';
  if (!one.options.empty()) out += "[OPTION]...\n";
  if (!one.operands.empty()) out += roff(one.operands) + '\n';
  out += ".SH DESCRIPTION\n" + paragraphs(one.description);
  if (!one.options.empty()) out += ".SH OPTIONS\n";
  for (const option& o : one.options) out += item(words_of(o), o.help);
  if (!one.examples.empty()) out += ".SH EXAMPLES\n";
  for (const example& e : one.examples) {
    if (&e != one.examples.data()) out += ".PP\n";
    out +=
        roff(e.meaning) + ":\n.PP\n.RS\n.EX\n" + roff(e.line) + "\n.EE\n.RE\n";
  }
  out += exit_status;
  return out + ".SH SEE ALSO\n.BR pith (1)\n";
}

std::string manual() {
  std::string out = title("pith");
  out +=
      ".SH NAME\n"
      "pith \\- structured data for language models, in the fewest tokens\n"
      ".SH SYNOPSIS\n"
      ".B pith\n"
      "COMMAND [OPTION]... [FILE]...\n"
      ".SH DESCRIPTION\n";
  out += paragraphs(
      "Converts between JSON and formats that cost a language model fewer "
      "tokens, mainly GCF, and counts tokens exactly. Data goes to standard "
      "output, messages go to standard error.\n"
      "\n"
      "Without a FILE, or with -, pith reads standard input. Every command has "
      "its own page, and shows its options with --help.");
  out += ".SH COMMANDS\n";
  for (const command* one : commands()) {
    out += item("pith-" + std::string(one->name) + "(1)", one->summary);
  }
  out += ".SH ENVIRONMENT\n" +
         item("NO_COLOR", "If set to any value, output has no colours.");
  out += item("PITH_CONFIG",
              "The configuration file; if empty, pith reads none.") +
         item("PITH_TOKENIZER, PITH_COLOR, ...",
              "Default values of options. pith config lists the variables "
              "with --json, and shows the values in effect.");
  out += ".SH FILES\n" +
         item("$XDG_CONFIG_HOME/pith/config.toml, ~/.config/pith/config.toml",
              "Default values of options, as TOML. See pith-config(1).");
  return out + std::string(exit_status);
}

std::string reference() {
  std::string out;
  for (const command* one : commands()) {
    out += "### pith " + std::string(one->name) + "\n\n```\n" + help_of(*one) +
           "```\n\n";
  }
  out.pop_back();
  return out;
}

}  // namespace cli
