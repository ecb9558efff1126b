// SPDX-License-Identifier: MIT
#include "mcp/system/authority_store.hpp"

namespace pith::mcp {

bool add_stored_authorities(X509_STORE*, std::string& problem) {
  problem = "this system keeps its certificate authorities in files";
  return false;
}

}  // namespace pith::mcp
