// SPDX-License-Identifier: MIT
#include "doctor/shown_command.hpp"

#include <algorithm>
#include <array>

namespace cli {

namespace {

/// Programs whose first word that is not an option is a package.
constexpr std::array<std::string_view, 3> runners{"npx", "uvx", "bunx"};

/// "@scope/name@1.2.3", and nothing that could be an address.
bool is_package_name(std::string_view word) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') ||
           std::string_view("@/._-").find(c) != std::string_view::npos;
  };
  return !word.empty() && word.size() <= 80 &&
         std::all_of(word.begin(), word.end(), fits);
}

}  // namespace

std::string shown_command(const std::vector<std::string>& words) {
  if (words.empty()) return {};
  std::string shown = words.front();
  const std::string_view program =
      std::string_view(shown).substr(shown.find_last_of("/\\") + 1);
  if (std::find(runners.begin(), runners.end(), program) == runners.end()) {
    return shown;
  }
  const auto package = std::find_if(
      words.begin() + 1, words.end(),
      [](const std::string& word) { return !word.starts_with('-'); });
  // The word after an option may be its value: only switches are skipped.
  const bool is_plain =
      std::all_of(words.begin() + 1, package, [](const std::string& word) {
        return word == "-y" || word == "--yes" || word == "-q";
      });
  if (package != words.end() && is_plain && is_package_name(*package)) {
    shown += ' ' + *package;
  }
  return shown;
}

std::string shown_address(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == url.npos) return {};
  std::string_view host = url.substr(scheme + 3);
  host = host.substr(0, host.find_first_of("/?#"));
  if (const std::size_t at = host.rfind('@'); at != host.npos) {
    host.remove_prefix(at + 1);
  }
  return std::string(url.substr(0, scheme + 3)) + std::string(host);
}

}  // namespace cli
