// SPDX-License-Identifier: MIT
#include "install/launcher.hpp"

#include <pith/version.hpp>

#include "install/own_path.hpp"
#include "terminal/terminal.hpp"

#include <algorithm>
#include <filesystem>

namespace cli {

namespace {

// PITH_NPM_NAME, PITH_WHEEL_NAME and PITH_COMMAND_NAME are those of
// packaging/names.toml.
constexpr std::string_view npm_name = PITH_NPM_NAME;
constexpr std::string_view wheel_name = PITH_WHEEL_NAME;
constexpr std::string_view command_name = PITH_COMMAND_NAME;

/// Parts of paths of which whoever made them says that they may go.
constexpr std::array<std::string_view, 10> cache_parts{
    "/_npx/",         // npx
    "/.cache/pnpm/",  // pnpm dlx
    "/pnpm/dlx",      // the same on macOS
    "/bunx-",         // bunx
    "/.cache/uv/",    // uvx
    "/uv/cache/",     // the same on Windows
    "/archive-v",     // the same with another directory
    "/environments-v", "/.cache/pipx/", "/pipx/.cache/",
};

constexpr std::array<std::string_view, 4> known_signs{"npx", "npm", "uvx",
                                                      "pip"};

bool has_part(std::string_view path, std::string_view part) {
  return path.find(part) != path.npos;
}

/// With one kind of slash: Windows has two.
std::string with_slashes(std::string_view path) {
  std::string made{path};
  std::replace(made.begin(), made.end(), '\\', '/');
  return made;
}

/// Whether a path is below the directory that a variable names.
bool is_below(std::string_view path, const char* variable) {
  std::string directory = with_slashes(environment(variable));
  while (directory.ends_with('/')) directory.pop_back();
  // A relative one is not where a path begins.
  return directory.find('/') != std::string::npos &&
         path.starts_with(directory) &&
         path.substr(directory.size()).starts_with('/');
}

/// Whether it can be given to npx and uvx as the name of a package, with or
/// without a version, and as nothing else.
bool is_package(std::string_view text) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') ||
           std::string_view("@/._-+=").find(c) != std::string_view::npos;
  };
  return !text.empty() && text.size() <= 256 && text.front() != '-' &&
         text.front() != '.' && text.front() != '/' &&
         std::all_of(text.begin(), text.end(), fits);
}

struct package_spec {
  std::string_view name;
  std::string_view version;
};

/// `@scope/name@1.2.3`, `name==1.2.3`, `name`.
package_spec split_package(std::string_view text) {
  const std::size_t at = text.find('@', 1);
  const std::size_t equals = text.find("==");
  const std::size_t cut = std::min(at, equals);
  if (cut == text.npos) return {text, {}};
  const std::string_view version = text.substr(cut + (cut == at ? 1 : 2));
  return {text.substr(0, cut), version == "latest" ? "" : version};
}

bool is_our_package(std::string_view name) {
  const std::string sign{environment("PITH_LAUNCHER_PACKAGE")};
  return name == npm_name || name == wheel_name || name == command_name ||
         (is_package(sign) && name == split_package(sign).name);
}

/// Whether a word is this program, with or without a directory.
bool is_program(std::string_view word, std::string_view program) {
  const std::size_t slash = word.find_last_of("/\\");
  if (slash != word.npos) word.remove_prefix(slash + 1);
  for (const std::string_view suffix : {".exe", ".cmd"}) {
    if (word.ends_with(suffix)) word.remove_suffix(suffix.size());
  }
  return word == program;
}

/// The words before `proxy` of `npx -y NAME@VERSION proxy`, and of the longer
/// forms in which the package has an option of its own.
std::optional<found_launch> find_package_launch(
    const std::vector<std::string>& words, launcher_kind kind,
    std::string_view package_option) {
  found_launch found{.kind = kind};
  bool is_named = false;  // by the option
  std::size_t at = 1;
  for (; at < words.size() && words[at].starts_with('-'); ++at) {
    const std::string_view word = words[at];
    std::string_view value;
    if (word == package_option && at + 1 < words.size()) {
      value = words[++at];
    } else if (word.starts_with(package_option) &&
               word.substr(package_option.size()).starts_with('=')) {
      value = word.substr(package_option.size() + 1);
    } else {
      continue;  // a switch, such as -y
    }
    const package_spec spec = split_package(value);
    if (!is_our_package(spec.name)) return std::nullopt;
    is_named = true;
    found.version = spec.version;
  }
  if (at + 1 >= words.size()) return std::nullopt;
  const package_spec spec = split_package(words[at]);
  if (!is_our_package(spec.name)) return std::nullopt;
  if (!is_named) found.version = spec.version;
  found.proxy = at + 1;
  return found;
}

launcher package_launcher(launcher_kind kind, const launcher_signs& signs) {
  launcher made{
      .kind = kind,
      .command = std::string(launcher_names[static_cast<std::size_t>(kind)])};
  std::string package = signs.package;
  // The name on one registry says nothing of the other.
  const bool is_npm = kind == launcher_kind::npx;
  const bool fits = is_npm ? signs.kind == "npx" || signs.kind == "npm"
                           : signs.kind == "uvx" || signs.kind == "pip";
  if (package.empty() || !fits) package = is_npm ? npm_name : wheel_name;
  const package_spec spec = split_package(package);
  std::string word{spec.name};
  // This version, and no other some day: an upgrade is a choice of the user.
  word.append("@").append(spec.version.empty() ? pith::version : spec.version);
  if (is_npm) made.words.emplace_back("-y");
  made.words.push_back(std::move(word));
  return made;
}

}  // namespace

launcher_signs read_launcher_signs() {
  launcher_signs signs;
  const std::string_view kind = environment("PITH_LAUNCHER");
  if (std::find(known_signs.begin(), known_signs.end(), kind) !=
      known_signs.end()) {
    signs.kind = kind;
  } else {
    signs.has_unknown = !kind.empty();
  }
  const std::string_view package = environment("PITH_LAUNCHER_PACKAGE");
  if (is_package(package)) {
    signs.package = package;
  } else {
    signs.has_unknown = signs.has_unknown || !package.empty();
  }
  return signs;
}

launcher_kind guess_launcher(const launcher_signs& signs,
                             std::string_view executable) {
  if (signs.kind == "npx") return launcher_kind::npx;
  if (signs.kind == "uvx") return launcher_kind::uvx;
  if (!is_in_cache(executable)) return launcher_kind::path;
  // Both have executables in caches; npm's are inside of node_modules.
  return has_part(with_slashes(executable), "/node_modules/")
             ? launcher_kind::npx
             : launcher_kind::uvx;
}

launcher choose_launcher(std::optional<launcher_kind> wanted,
                         const launcher_signs& signs,
                         const std::string& executable) {
  const launcher_kind kind = wanted.value_or(guess_launcher(signs, executable));
  if (kind != launcher_kind::path) return package_launcher(kind, signs);
  launcher made;
  if (is_in_cache(executable)) {
    made.problem =
        "pith is in a cache (" + executable +
        ") and its path can stop working; use --launcher npx or --launcher "
        "uvx, or install pith";
    return made;
  }
  made.command =
      executable.empty() ? std::string(command_name) : lasting_path(executable);
  return made;
}

bool is_in_cache(std::string_view given) {
  const std::string path = with_slashes(given);
  return std::any_of(
             cache_parts.begin(), cache_parts.end(),
             [&](std::string_view part) { return has_part(path, part); }) ||
         is_below(path, "UV_CACHE_DIR") || is_below(path, "npm_config_cache");
}

std::optional<found_launch> find_launch(const std::vector<std::string>& words,
                                        std::string_view pith) {
  if (words.empty()) return std::nullopt;
  std::optional<found_launch> found;
  if (is_program(words[0], "npx")) {
    found = find_package_launch(words, launcher_kind::npx, "--package");
  } else if (is_program(words[0], "uvx")) {
    found = find_package_launch(words, launcher_kind::uvx, "--from");
  } else if (words[0] == pith || is_program(words[0], command_name)) {
    found = found_launch{.proxy = 1};
  }
  if (!found || found->proxy >= words.size() ||
      words[found->proxy] != "proxy") {
    return std::nullopt;
  }
  return found;
}

}  // namespace cli
