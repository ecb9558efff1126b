// SPDX-License-Identifier: MIT
#include <pith/tokens.hpp>

#include "line/help.hpp"
#include "work/formats.hpp"

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

/// The options of all formats, as far as the `=`.
std::string settings() {
  std::vector<std::string> words;
  for (const pith::codec& c : formats().all()) {
    for (const pith::codec_option& o : c.options) words.push_back(o.name + '=');
  }
  std::ranges::sort(words);
  const auto repeated = std::ranges::unique(words);
  words.erase(repeated.begin(), repeated.end());
  return blank_list({words.begin(), words.end()});
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
      words.emplace_back(pretty_json_name);
      [[fallthrough]];
    case word_kind::format:
      for (const pith::codec& c : formats().all()) {
        words.push_back(c.name);
        for (const auto& v : c.variants) words.push_back(v.name);
      }
      break;
    case word_kind::tokenizer:
      for (const auto& t : pith::tokenizer_names()) words.push_back(t.name);
      break;
    case word_kind::command:
      for (const command* one : commands()) words.push_back(one->name);
      break;
    case word_kind::shell:
      return "bash zsh fish";
    case word_kind::setting:
      return settings();
    case word_kind::text:
    case word_kind::number:
    case word_kind::file:
      break;
  }
  return blank_list(words);
}

/// `text` with `escape` before each character of `special`.
std::string with_escapes(std::string_view text, std::string_view special,
                         std::string_view escape) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != special.npos) out += escape;
    out += c;
  }
  return out;
}

/// Text inside single quotes of bash and zsh, which a quote ends, so it stands
/// between two pieces.
std::string shell_quoted(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c == '\'' ? std::string_view("'\\''") : std::string_view(&c, 1);
  }
  return out;
}

/// Parts of a specification of zsh's _arguments, inside single quotes: what
/// stands between brackets, and what stands between colons.
std::string zsh_explanation(std::string_view text) {
  return shell_quoted(with_escapes(text, "[]\\", "\\"));
}
std::string zsh_message(std::string_view text) {
  return shell_quoted(with_escapes(text, ":\\", "\\"));
}

/// Text inside single quotes of fish.
std::string fish_text(std::string_view text) {
  return with_escapes(text, "'\\", "\\");
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
      if (o.kind == word_kind::setting)
        values += "; compopt -o nospace 2> /dev/null";
      values += "; return ;;\n";
    }
    cases.append("    ").append(one->name).append(")\n");
    if (!values.empty()) {
      cases += "      case $before in\n" + values + "      esac\n";
    }
    cases += "      options='" + options + "'\n";
    const std::string words =
        words_for(one->operand_kind, one->operand_choices);
    if (!words.empty()) cases += "      operands='" + words + "'\n";
    cases += "      ;;\n";
  }
  return "# bash completion for pith\n"
         "_pith() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]}\n"
         "  local before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local options='' operands=''\n"
         "  # bash takes the = of --to=FORMAT for a word\n"
         "  if [[ $word == = ]]; then word=''\n"
         "  elif [[ $before == = ]]; then "
         "before=${COMP_WORDS[COMP_CWORD-2]}\n"
         "  fi\n"
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
    names.append(shell_quoted(one->summary)).append("'\n");
    cases.append("    ").append(name).append(")\n      _arguments");
    for (const option& o : one->options) {
      std::string tail = "[" + zsh_explanation(o.help) + "]";
      if (!o.value.empty()) {
        tail.append(":").append(zsh_message(o.value)).append(":");
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
    if (one->max_operands > 0) {
      cases += " \\\n        '*:" + zsh_message(one->operands) + ":" +
               action(one->operand_kind, one->operand_choices) + "'";
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
    const std::string after =
        "complete -c pith -n '__fish_seen_subcommand_from " + name + "'";
    out.append("complete -c pith -n __fish_use_subcommand -a ").append(name);
    out.append(" -d '").append(fish_text(one->summary)).append("'\n");
    if (one->max_operands > 0) {
      const std::string words =
          words_for(one->operand_kind, one->operand_choices);
      out.append(after);
      out += words.empty() ? " -F\n" : " -a '" + words + "'\n";
    }
    for (const option& o : one->options) {
      out.append(after).append(" -l ").append(o.name);
      if (o.letter != 0) out += std::string(" -s ") + o.letter;
      if (!o.value.empty()) {
        // -x leaves out the files of the directory.
        const std::string words = words_for(o.kind, o.choices);
        out += o.kind == word_kind::file ? " -r -F" : " -x";
        if (!words.empty()) out += " -a '" + words + "'";
      }
      out += " -d '" + fish_text(o.help) + "'\n";
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
