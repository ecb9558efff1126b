// SPDX-License-Identifier: MIT
/// @file
/// Where this machine keeps the certificates of the authorities it trusts.
#ifndef PITH_MCP_SYSTEM_AUTHORITY_PLACES_HPP
#define PITH_MCP_SYSTEM_AUTHORITY_PLACES_HPP

#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// One of them may be empty; both on a system that keeps them elsewhere, see
/// authority_store.hpp.
struct authority_places {
  /// PEM, many certificates.
  std::string file;
  /// One file for each certificate, named after its hash; or several such
  /// directories, as SSL_CERT_DIR has them.
  std::string directory;
};

/// What to look at before the places that distributions use.
struct authority_hints {
  /// The values of SSL_CERT_FILE and SSL_CERT_DIR. If one of them is not empty,
  /// nothing else is looked at.
  std::string_view file_variable{};
  std::string_view directory_variable{};
  /// What OpenSSL was built to look at.
  std::string_view default_file{};
  std::string_view default_directory{};
  /// Stands before every path that is not from a variable; for tests.
  std::string_view root{};
};

/// The first file that can be read and the first directory that holds hashed
/// names. A library that runs on every distribution cannot know at build time
/// where they are. If there is neither, returns nothing and `problem` says what
/// was looked for and what to do.
[[nodiscard]] std::optional<authority_places> find_authorities(
    const authority_hints& hints, std::string& problem);

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_AUTHORITY_PLACES_HPP
