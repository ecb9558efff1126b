// SPDX-License-Identifier: MIT
#include "mcp/system/authority_places.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <span>
#include <system_error>

namespace pith::mcp {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view known_files[] = {
    // Debian, Ubuntu, Alpine, Arch, Gentoo, NixOS
    "/etc/ssl/certs/ca-certificates.crt",
    // Fedora, RHEL
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    // openSUSE
    "/etc/ssl/ca-bundle.pem",
    // Alpine, the BSDs, macOS
    "/etc/ssl/cert.pem",
};
constexpr std::string_view known_directories[] = {
    "/etc/ssl/certs",
    "/etc/pki/tls/certs",
};

bool is_readable_file(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && std::ifstream(path).good();
}

/// "5ed36f99.0": how OpenSSL finds a certificate by the hash of its subject.
bool is_hashed_name(std::string_view name) {
  constexpr std::size_t hash_digits = 8;
  const auto is_in = [](std::string_view digits) {
    return
        [digits](char c) { return digits.find(c) != std::string_view::npos; };
  };
  if (name.size() < hash_digits + 2 || name[hash_digits] != '.') return false;
  return std::ranges::all_of(name.substr(0, hash_digits),
                             is_in("0123456789abcdef")) &&
         std::ranges::all_of(name.substr(hash_digits + 1), is_in("0123456789"));
}

/// On most systems the directory holds nothing but the file of all of them, and
/// is of no use to OpenSSL.
bool holds_hashed_names(const std::string& path) {
  constexpr int max_entries = 4096;
  std::error_code error;
  fs::directory_iterator at(path, error);
  for (int i = 0; i < max_entries && !error && at != fs::directory_iterator();
       ++i) {
    if (is_hashed_name(at->path().filename().native())) return true;
    at.increment(error);
  }
  return false;
}

/// The first of `first` and `others` for which `is_good`; empty if none is. All
/// of them are added to `seen`.
template <class Predicate>
std::string find_place(std::string_view root, std::string_view first,
                       std::span<const std::string_view> others,
                       Predicate is_good, std::string& seen) {
  const auto try_one = [&](std::string_view place) {
    std::string path{root};
    path.append(place);
    if (place.empty() || !is_good(path)) {
      if (!place.empty()) seen.append(seen.empty() ? "" : ", ").append(path);
      path.clear();
    }
    return path;
  };
  std::string found = try_one(first);
  for (const std::string_view other : others) {
    if (!found.empty()) break;
    if (other != first) found = try_one(other);
  }
  return found;
}

}  // namespace

std::optional<authority_places> find_authorities(const authority_hints& hints,
                                                 std::string& problem) {
  if (!hints.file_variable.empty() || !hints.directory_variable.empty()) {
    authority_places named{std::string(hints.file_variable),
                           std::string(hints.directory_variable)};
    if (!named.file.empty() && !is_readable_file(named.file)) {
      problem = "cannot read the certificate authorities in " + named.file +
                ", which SSL_CERT_FILE names; correct or unset it";
      return std::nullopt;
    }
    return named;
  }
  std::string seen;
  authority_places found{
      find_place(hints.root, hints.default_file, known_files, is_readable_file,
                 seen),
      find_place(hints.root, hints.default_directory, known_directories,
                 holds_hashed_names, seen)};
  if (found.file.empty() && found.directory.empty()) {
    problem = "this system has no certificate authorities: looked for " + seen +
              "; install the package ca-certificates, or set SSL_CERT_FILE to "
              "a PEM file";
    return std::nullopt;
  }
  return found;
}

}  // namespace pith::mcp
