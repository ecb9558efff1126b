// SPDX-License-Identifier: MIT
#include "mcp/net/tls.hpp"

#include <openssl/ssl.h>

#include <boost/asio/ssl/context.hpp>
#include <boost/system/system_error.hpp>
#include <cstddef>
#include <string_view>

namespace pith::mcp {

namespace {

namespace asio = boost::asio;
using error_code = boost::system::error_code;

/// "cannot use the certificate in server.pem: no start line"
std::string cannot_use(std::string_view what, const std::string& file,
                       const error_code& error) {
  std::string text = "cannot use the ";
  text.append(what).append(" in ").append(file).append(": ");
  return text.append(error.message());
}

std::shared_ptr<asio::ssl::context> make_context(
    asio::ssl::context::method method, std::string& problem) {
  // The constructor of the context says by an exception that memory is short.
  try {
    auto context = std::make_shared<asio::ssl::context>(method);
    SSL_CTX* const native = context->native_handle();
    SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
    SSL_CTX_set_options(native,
                        SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
    return context;
  } catch (const boost::system::system_error& e) {
    problem = "cannot start TLS: ";
    problem += e.code().message();
    return nullptr;
  }
}

}  // namespace

std::shared_ptr<asio::ssl::context> make_server_tls(
    const std::string& certificate_file, const std::string& key_file,
    std::string& problem) {
  auto context = make_context(asio::ssl::context::tls_server, problem);
  if (!context) return nullptr;
  // Tickets, which clients keep, serve as well and take no memory here.
  SSL_CTX_set_session_cache_mode(context->native_handle(), SSL_SESS_CACHE_OFF);
  error_code error;
  // Without this OpenSSL asks the terminal for the passphrase of a key.
  context->set_password_callback(
      [](std::size_t, asio::ssl::context::password_purpose) {
        return std::string();
      },
      error);
  context->use_certificate_chain_file(certificate_file, error);
  if (error) {
    problem = cannot_use("certificate", certificate_file, error);
    return nullptr;
  }
  context->use_private_key_file(key_file, asio::ssl::context::pem, error);
  if (error) {
    problem = cannot_use("key", key_file, error);
    return nullptr;
  }
  if (SSL_CTX_check_private_key(context->native_handle()) != 1) {
    problem = "the key in " + key_file + " does not fit the certificate in " +
              certificate_file;
    return nullptr;
  }
  return context;
}

std::shared_ptr<asio::ssl::context> make_client_tls(const std::string& ca_file,
                                                    std::string& problem) {
  auto context = make_context(asio::ssl::context::tls_client, problem);
  if (!context) return nullptr;
  error_code error;
  if (ca_file.empty()) {
    context->set_default_verify_paths(error);
    if (error) {
      problem = "cannot read the authorities of the system: ";
      problem += error.message();
      return nullptr;
    }
  } else {
    context->load_verify_file(ca_file, error);
    if (error) {
      problem = cannot_use("authorities", ca_file, error);
      return nullptr;
    }
  }
  context->set_verify_mode(asio::ssl::verify_peer, error);
  if (error) {
    problem = "cannot ask for certificates: ";
    problem += error.message();
    return nullptr;
  }
  return context;
}

}  // namespace pith::mcp
