// SPDX-License-Identifier: MIT
#include <pith/tokens.hpp>

#include "formats.hpp"
#include "help.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace cli {

namespace {

std::string blank_list(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) {
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

/// The words that may stand for `kind`, with blanks between; empty for files
/// and free text.
std::string words_for(word_kind kind, std::string_view choices) {
  if (!choices.empty()) {
    std::string out{choices};
    std::ranges::replace(out, '|', ' ');
    return out;
  }
  std::vector<std::string_view> words;
  switch (kind) {
    case word_kind::output_format:
      words.emplace_back("auto");
      [[fallthrough]];
    case word_kind::format:
      for (const pith::codec& c : formats().all()) words.push_back(c.name);
      break;
    case word_kind::tokenizer:
      for (const auto& t : pith::tokenizer_names()) words.push_back(t.name);
      break;
    case word_kind::command:
      for (const command* one : commands()) words.push_back(one->name);
      break;
    case word_kind::shell:
      return "bash zsh fish";
    case word_kind::text:
    case word_kind::number:
    case word_kind::file:
      break;
  }
  return blank_list(words);
}

/// A sentence inside single quotes of a shell.
std::string unquoted(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != '\'' && c != '[' && c != ']' && c != ':') out += c;
  }
  return out;
}

std::string bash() {
  std::string cases;
  for (const command* one : commands()) {
    std::string options = "--help";
    std::string values;
    for (const option& o : one->options) {
      options += " --" + std::string(o.name);
      if (o.value.empty()) continue;
      std::string names = "--" + std::string(o.name);
      if (o.letter != 0) names += std::string("|-") + o.letter;
      const std::string words = words_for(o.kind, o.choices);
      values += "        " + names + ") ";
      if (!words.empty()) {
        values += "COMPREPLY=($(compgen -W '" + words + "' -- \"$word\"))";
      } else if (o.kind == word_kind::file) {
        values += "mapfile -t COMPREPLY < <(compgen -f -- \"$word\")";
      } else {
        values += "COMPREPLY=()";
      }
      values += "; return ;;\n";
    }
    cases.append("    ").append(one->name).append(")\n");
    if (!values.empty()) {
      cases += "      case $before in\n" + values + "      esac\n";
    }
    cases += "      options='" + options + "'\n";
    const std::string words = words_for(one->operand_kind, {});
    if (!words.empty()) cases += "      operands='" + words + "'\n";
    cases += "      ;;\n";
  }
  return "# bash completion for pith\n"
         "_pith() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]}\n"
         "  local before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local options='' operands=''\n"
         "  if ((COMP_CWORD == 1)); then\n"
         "    COMPREPLY=($(compgen -W '" +
         words_for(word_kind::command, {}) +
         " --help --version' -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases +
         "  esac\n"
         "  if [[ $word == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "  elif [[ -n $operands ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$operands\" -- \"$word\"))\n"
         "  else\n"
         "    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _pith pith\n";
}

std::string zsh() {
  const auto action = [](word_kind kind, std::string_view choices) {
    const std::string words = words_for(kind, choices);
    if (!words.empty()) return "(" + words + ")";
    return std::string(kind == word_kind::file ? "_files" : "");
  };
  std::string names;
  std::string cases;
  for (const command* one : commands()) {
    const std::string name{one->name};
    names.append("    '").append(name).append(":");
    names.append(unquoted(one->summary)).append("'\n");
    cases.append("    ").append(name).append(")\n      _arguments");
    for (const option& o : one->options) {
      std::string tail = "[" + unquoted(o.help) + "]";
      if (!o.value.empty()) {
        tail.append(":").append(unquoted(o.value)).append(":");
        tail += action(o.kind, o.choices);
      }
      tail += '\'';
      const bool is_switch = o.value.empty();
      cases.append(" \\\n        '*--").append(o.name);
      cases.append(is_switch ? "" : "=").append(tail);
      if (o.letter == 0) continue;
      cases.append(" \\\n        '*-").append(1, o.letter);
      cases.append(is_switch ? "" : "+").append(tail);
    }
    cases += " \\\n        '--help[show help]'";
    if (one->most_operands > 0) {
      cases += " \\\n        '*:" + unquoted(one->operands) + ":" +
               action(one->operand_kind, {}) + "'";
    }
    cases += "\n      ;;\n";
  }
  return "#compdef pith\n"
         "_pith() {\n"
         "  local -a names=(\n" +
         names +
         "  )\n"
         "  if ((CURRENT == 2)); then\n"
         "    _describe command names\n"
         "    return\n"
         "  fi\n"
         "  local chosen=$words[2]\n"
         "  words=(\"pith $chosen\" \"${(@)words[3,-1]}\")\n"
         "  ((CURRENT--))\n"
         "  case $chosen in\n" +
         cases +
         "  esac\n"
         "}\n"
         "if [[ $funcstack[1] == _pith ]]; then _pith \"$@\"; else compdef "
         "_pith pith; fi\n";
}

std::string fish() {
  std::string out = "# fish completion for pith\ncomplete -c pith -f\n";
  for (const command* one : commands()) {
    const std::string name{one->name};
    const std::string behind =
        "complete -c pith -n '__fish_seen_subcommand_from " + name + "'";
    out.append("complete -c pith -n __fish_use_subcommand -a ").append(name);
    out.append(" -d '").append(unquoted(one->summary)).append("'\n");
    if (one->most_operands > 0) {
      const std::string words = words_for(one->operand_kind, {});
      out.append(behind);
      out += words.empty() ? " -F\n" : " -a '" + words + "'\n";
    }
    for (const option& o : one->options) {
      out.append(behind).append(" -l ").append(o.name);
      if (o.letter != 0) out += std::string(" -s ") + o.letter;
      if (!o.value.empty()) {
        const std::string words = words_for(o.kind, o.choices);
        out += " -r";
        if (!words.empty()) out += " -a '" + words + "'";
        if (o.kind == word_kind::file) out += " -F";
      }
      out += " -d '" + unquoted(o.help) + "'\n";
    }
  }
  return out;
}

}  // namespace

std::string completions(std::string_view shell) {
  if (shell == "bash") return bash();
  if (shell == "zsh") return zsh();
  if (shell == "fish") return fish();
  return {};
}

}  // namespace cli
