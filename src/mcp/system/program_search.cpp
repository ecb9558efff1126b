// SPDX-License-Identifier: MIT
#include "mcp/system/program_search.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace pith::mcp {

namespace {

constexpr std::array<std::string_view, 4> runnable = {".com", ".exe", ".bat",
                                                      ".cmd"};
// How many of PATHEXT are looked at.
constexpr std::size_t max_extensions = 64;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_same(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

bool is_separator(char c) { return c == '\\' || c == '/'; }

/// With its dot; empty if it has none.
std::string_view extension_of(std::string_view name) {
  const std::size_t end = name.find_last_of("./\\");
  if (end == name.npos || name[end] != '.') return {};
  return name.substr(end);
}

bool is_runnable(std::string_view extension) {
  return std::ranges::any_of(
      runnable, [&](std::string_view one) { return is_same(one, extension); });
}

bool is_batch(std::string_view file) {
  const std::string_view extension = extension_of(file);
  return is_same(extension, ".bat") || is_same(extension, ".cmd");
}

/// The next piece up to a semicolon, without blanks and quotation marks around.
std::string_view take_piece(std::string_view& rest) {
  const std::size_t end = std::min(rest.find(';'), rest.size());
  std::string_view piece = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  const auto is_around = [](char c) { return c == ' ' || c == '"'; };
  while (!piece.empty() && is_around(piece.front())) piece.remove_prefix(1);
  while (!piece.empty() && is_around(piece.back())) piece.remove_suffix(1);
  return piece;
}

std::vector<std::string> extensions_of(std::string_view list) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < max_extensions && !list.empty(); ++i) {
    const std::string_view one = take_piece(list);
    if (is_runnable(one)) out.emplace_back(one);
  }
  if (out.empty()) out.assign(runnable.begin(), runnable.end());
  return out;
}

/// "C:\folder" or "\\machine\share": the same wherever we are.
bool is_absolute(std::string_view folder) {
  if (folder.size() >= 3 && folder[1] == ':' && is_separator(folder[2])) {
    return true;
  }
  return folder.size() >= 2 && is_separator(folder[0]) &&
         is_separator(folder[1]);
}

/// Windows takes it for another name, whose extension nobody has looked at.
bool is_misleading(std::string_view name) {
  if (name.empty() || name.back() == '.' || name.back() == ' ') return true;
  if (name.find_first_of("\"*?<>|") != name.npos) return true;
  const std::size_t colon = name.find(
      ':', name.size() > 1 && name[1] == ':' && !is_separator(name[0]) ? 2 : 0);
  return colon != name.npos;
}

std::string joined(std::string_view folder, std::string_view name) {
  std::string out{folder};
  if (!out.empty() && !is_separator(out.back())) out += '\\';
  return out.append(name);
}

/// The file itself if its extension can be run, else with one that can.
found_program with_extension(const std::string& file,
                             const std::vector<std::string>& extensions,
                             const program_places& places) {
  if (is_runnable(extension_of(file)) && places.is_file(file)) {
    return {file, is_batch(file)};
  }
  for (const std::string& extension : extensions) {
    std::string longer = file + extension;
    if (places.is_file(longer)) return {longer, is_batch(longer)};
  }
  return {};
}

}  // namespace

found_program find_program(std::string_view name,
                           const program_places& places) {
  if (is_misleading(name)) return {};
  const auto extensions = extensions_of(places.extensions);
  const bool is_path = std::ranges::any_of(name, is_separator) ||
                       (name.size() > 1 && name[1] == ':');
  if (is_path) {
    const bool is_whole = is_absolute(name) || is_separator(name.front()) ||
                          name.substr(0, 2).ends_with(':');
    const std::string file =
        is_whole ? std::string(name) : joined(places.directory, name);
    found_program found = with_extension(file, extensions, places);
    // A program may have any name, if somebody gives all of it.
    if (found.file.empty() && places.is_file(file)) found.file = file;
    return found;
  }
  for (std::string_view rest = places.path; !rest.empty();) {
    const std::string_view folder = take_piece(rest);
    if (!is_absolute(folder)) continue;
    found_program found =
        with_extension(joined(folder, name), extensions, places);
    if (!found.file.empty()) return found;
  }
  return {};
}

}  // namespace pith::mcp
