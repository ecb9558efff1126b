// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>

#include "console/diagnostics.hpp"
#include "line/commands.hpp"
#include "line/shared_options.hpp"
#include "settings/settings.hpp"
#include "terminal/layout.hpp"
#include "work/run.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace cli {

namespace {

struct stated {
  std::string_view value;
  std::string_view origin;
};

stated stated_value(const user_settings& all, const option& o) {
  const default_value* const found = all.values.find(o.name);
  if (found == nullptr) return {o.usual, "built in"};
  return {found->value, found->origin};
}

std::string settings_text(const user_settings& all) {
  std::string out = "file: ";
  if (all.file.empty()) {
    out += "none";
  } else {
    out += printable(all.file) + (all.has_file ? "" : " (not there)");
  }
  out += "\n\n";
  std::size_t name_width = 0;
  std::size_t value_width = 0;
  for (const option* o : settable_options()) {
    const stated one = stated_value(all, *o);
    name_width = std::max(name_width, o->name.size());
    value_width = std::max(value_width, columns_of(one.value));
  }
  for (const option* o : settable_options()) {
    const stated one = stated_value(all, *o);
    out += padded(o->name, name_width, false) + "  " +
           padded(printable(one.value), value_width, false) + "  " +
           printable(one.origin) + '\n';
  }
  return out;
}

pith::result<std::string> settings_json(const user_settings& all) {
  pith::builder b;
  b.begin_object().key("file");
  if (all.has_file) {
    b.string(printable(all.file));
  } else {
    b.null();
  }
  b.key("settings").begin_array();
  for (const option* o : settable_options()) {
    const stated one = stated_value(all, *o);
    b.begin_object().key("name").string(o->name);
    b.key("value").string(printable(one.value));
    b.key("origin").string(printable(one.origin));
    b.key("variable").string(variable_of(*o)).end_object();
  }
  return json_line(b.end_array().end_object());
}

exit_code run_config(const arguments& args) {
  exit_code status = exit_code::ok;
  const auto all = read_settings(status);
  if (!all) return status;
  if (args.has(json_option))
    return print(args, "pith config", settings_json(*all));
  return print(args, settings_text(*all));
}

constexpr option config_options[] = {json_option};
constexpr example config_examples[] = {
    {"pith config", "list the settings, and where each comes from"},
    {"PITH_TOKENIZER=gpt-4o pith tokens notes.md",
     "set the tokenizer for one command"},
};

}  // namespace

constexpr command config_command{
    .name = "config",
    .summary = "show the settings, and where each comes from",
    .operands = "",
    .description =
        "Lists the options that you can set once for all commands, with their "
        "values and where each value comes from: an environment variable, a "
        "line of the configuration file, or built in. An option on the command "
        "line counts more than the environment, and the environment more than "
        "the file.\n"
        "\n"
        "The variable of an option is its name in capitals after PITH_, such "
        "as PITH_TOKENIZER. The file is TOML with the names of the options as "
        "keys: $XDG_CONFIG_HOME/pith/config.toml, or "
        "~/.config/pith/config.toml. PITH_CONFIG names another file; if it is "
        "empty, pith reads none. pith proxy and pith gateway take no "
        "settings.",
    .options = config_options,
    .examples = config_examples,
    .max_operands = 0,
    .run = run_config};

}  // namespace cli
