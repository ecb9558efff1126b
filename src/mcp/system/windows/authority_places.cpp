// SPDX-License-Identifier: MIT
#include "mcp/system/authority_places.hpp"

#include "mcp/system/file_bytes.hpp"

namespace pith::mcp {

std::optional<authority_places> find_authorities(const authority_hints& hints,
                                                 std::string& problem) {
  // Without a variable they are in the store of the system.
  authority_places named{std::string(hints.file_variable),
                         std::string(hints.directory_variable)};
  if (!named.file.empty() && !may_read(named.file)) {
    problem = "cannot read the certificate authorities in " + named.file +
              ", which SSL_CERT_FILE names; correct or unset it";
    return std::nullopt;
  }
  return named;
}

}  // namespace pith::mcp
