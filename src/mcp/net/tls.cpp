// SPDX-License-Identifier: MIT
#include "mcp/net/tls.hpp"

#include "mcp/system/authority_places.hpp"
#include "mcp/system/authority_store.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/system/system_error.hpp>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string_view>
#include <system_error>

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

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view{} : std::string_view{value};
}

struct free_store {
  void operator()(X509_STORE* store) const { X509_STORE_free(store); }
};
using store_pointer = std::unique_ptr<X509_STORE, free_store>;

/// The authorities of the system, read once for all contexts: reading a hundred
/// of them takes milliseconds, and they take a megabyte.
class system_authorities {
 public:
  static system_authorities& instance() {
    static system_authorities one;
    return one;
  }

  /// Lets `context` believe them; read again if the file has changed since. On
  /// failure returns false and says why in `problem`.
  bool give_to(SSL_CTX* context, std::string& problem) {
    const std::lock_guard lock(mutex_);
    const auto found = find_authorities(
        {.file_variable = variable(X509_get_default_cert_file_env()),
         .directory_variable = variable(X509_get_default_cert_dir_env()),
         .default_file = X509_get_default_cert_file(),
         .default_directory = X509_get_default_cert_dir(),
         .root = {}},
        problem);
    if (!found) return false;
    std::error_code error;
    const auto changed = found->file.empty() ? std::filesystem::file_time_type{}
                                             : std::filesystem::last_write_time(
                                                   found->file, error);
    if (!store_ || found->file != places_.file ||
        found->directory != places_.directory || changed != changed_) {
      store_ = read(*found, problem);
      places_ = *found;
      changed_ = changed;
    }
    if (!store_) return false;
    SSL_CTX_set1_cert_store(context, store_.get());
    return true;
  }

 private:
  static store_pointer read(const authority_places& places,
                            std::string& problem) {
    store_pointer made(X509_STORE_new());
    ERR_clear_error();
    const auto fails = [&](int result, const std::string& place) {
      if (result == 1) return false;
      problem = cannot_use(
          "authorities", place,
          {static_cast<int>(ERR_get_error()), asio::error::get_ssl_category()});
      return true;
    };
    if (!made) {
      problem = "not enough memory for the authorities of the system";
      return nullptr;
    }
    if (places.file.empty() && places.directory.empty()) {
      if (!add_stored_authorities(made.get(), problem)) return nullptr;
      return made;
    }
    if (!places.file.empty() &&
        fails(X509_STORE_load_file(made.get(), places.file.c_str()),
              places.file)) {
      return nullptr;
    }
    if (!places.directory.empty() &&
        fails(X509_STORE_load_path(made.get(), places.directory.c_str()),
              places.directory)) {
      return nullptr;
    }
    return made;
  }

  std::mutex mutex_;
  authority_places places_;
  std::filesystem::file_time_type changed_;
  store_pointer store_;
};

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
    if (!system_authorities::instance().give_to(context->native_handle(),
                                                problem)) {
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
