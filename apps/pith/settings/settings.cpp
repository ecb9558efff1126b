// SPDX-License-Identifier: MIT
#include "settings/settings.hpp"

#include "console/diagnostics.hpp"
#include "console/io.hpp"
#include "line/arguments.hpp"
#include "mcp/config/tree.hpp"
#include "settings/settings_file.hpp"
#include "system/user_places.hpp"
#include "terminal/terminal.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

namespace cli {

namespace {

bool is_server(const command& one) {
  return one.name == "proxy" || one.name == "gateway";
}

/// Empty when there is no place for it.
std::string usual_file() {
  const std::filesystem::path base = settings_base();
  return base.empty() ? "" : (base / "pith" / "config.toml").string();
}

/// False after messages.
bool read_settings_at(user_settings& out, exit_code& status) {
  // An empty variable is an answer here, and so the system is asked itself.
  const char* const named = std::getenv("PITH_CONFIG");
  out.file = named == nullptr ? usual_file() : named;
  if (out.file.empty()) return true;
  const input in = read_input(out.file, pith::mcp::max_configuration_bytes);
  const bool is_missing = in.failure == ENOENT || in.failure == ENOTDIR;
  if (is_missing && named == nullptr) return true;
  if (in.failure != 0) {
    say_failure("cannot read the configuration file " + out.file, in.failure);
    status = exit_code::io;
    return false;
  }
  out.has_file = true;
  const auto mistakes = read_settings_file(
      in.text, {out.file, std::string(environment(home_variable()))},
      settable_options(), out.values);
  for (const std::string& one : mistakes) say(printable(one) + '\n');
  status = exit_code::usage;
  return mistakes.empty();
}

/// False after a message.
bool read_variable(const option& o, defaults& into) {
  const std::string name = variable_of(o);
  std::string value{environment(name.c_str())};
  if (value.empty()) return true;
  std::string wrong = mistake_in(o, value);
  if (o.value.empty()) {
    if (value == "1") value = "true";
    if (value == "0") value = "false";
    if (value != "true" && value != "false") {
      wrong = "takes true or false, not '" + value + "'";
    }
  }
  if (!wrong.empty()) {
    say("pith: the environment variable " + name + ' ' + printable(wrong) +
        '\n');
    return false;
  }
  into.set({std::string(o.name), std::move(value), name});
  return true;
}

}  // namespace

std::vector<const option*> settable_options() {
  std::vector<const option*> all;
  for (const command* one : commands()) {
    if (is_server(*one)) continue;
    for (const option& o : one->options) {
      const bool is_new =
          std::ranges::find(all, o.name, &option::name) == all.end();
      if (!o.usual.empty() && is_new) all.push_back(&o);
    }
  }
  return all;
}

std::string variable_of(const option& o) {
  std::string name = "PITH_";
  for (const char c : o.name) {
    name += c == '-' ? '_' : static_cast<char>(c - 'a' + 'A');
  }
  return name;
}

bool takes_settings(const command& chosen) {
  return !is_server(chosen) &&
         std::ranges::any_of(chosen.options,
                             [](const option& o) { return !o.usual.empty(); });
}

std::optional<user_settings> read_settings(exit_code& status) {
  user_settings out;
  if (!read_settings_at(out, status)) return std::nullopt;
  for (const option* o : settable_options()) {
    if (!read_variable(*o, out.values)) {
      status = exit_code::usage;
      return std::nullopt;
    }
  }
  return out;
}

}  // namespace cli
