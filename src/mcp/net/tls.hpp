// SPDX-License-Identifier: MIT
/// @file
/// TLS contexts from files: what a server shows, whom a client believes.
#ifndef PITH_MCP_NET_TLS_HPP
#define PITH_MCP_NET_TLS_HPP

#include <memory>
#include <string>

namespace boost::asio::ssl {
class context;
}

namespace pith::mcp {

/// A context for servers, TLS 1.2 and later, with the chain of certificates in
/// `certificate_file` (PEM, its own certificate first) and the key that fits
/// in `key_file` (PEM, without a passphrase). On failure returns null and says
/// why in `problem`.
[[nodiscard]] std::shared_ptr<boost::asio::ssl::context> make_server_tls(
    const std::string& certificate_file, const std::string& key_file,
    std::string& problem);

/// A context for clients, TLS 1.2 and later, that believes the authorities in
/// `ca_file` (PEM) and no others; those of the system (system/) when it is
/// empty. The host is checked by http_channel. On failure returns null and says
/// why in `problem`.
[[nodiscard]] std::shared_ptr<boost::asio::ssl::context> make_client_tls(
    const std::string& ca_file, std::string& problem);

}  // namespace pith::mcp

#endif  // PITH_MCP_NET_TLS_HPP
