// SPDX-License-Identifier: MIT
/// @file
/// Authorities that a system keeps in a store of its own, not in files.
#ifndef PITH_MCP_SYSTEM_AUTHORITY_STORE_HPP
#define PITH_MCP_SYSTEM_AUTHORITY_STORE_HPP

#include <openssl/types.h>

#include <string>

namespace pith::mcp {

/// Adds them to `store`. On failure, or if this system has no such store,
/// returns false and says why in `problem`.
[[nodiscard]] bool add_stored_authorities(X509_STORE* store,
                                          std::string& problem);

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_AUTHORITY_STORE_HPP
