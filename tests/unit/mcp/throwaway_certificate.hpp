// SPDX-License-Identifier: MIT
/// @file
/// A certificate for one test: signed by itself, so that it is its own
/// authority, and gone afterwards.
#ifndef PITH_TESTS_UNIT_MCP_THROWAWAY_CERTIFICATE_HPP
#define PITH_TESTS_UNIT_MCP_THROWAWAY_CERTIFICATE_HPP

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace pith_tests {

class throwaway_certificate {
 public:
  /// `names` as OpenSSL writes them: "DNS:localhost,IP:127.0.0.1".
  explicit throwaway_certificate(const std::string& names) {
    char pattern[] = "/tmp/pith-test-XXXXXX";
    folder_ = ::mkdtemp(pattern);
    char curve[] = "P-256";
    EVP_PKEY* const key = EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", curve);
    X509* const certificate = make(key, names);
    std::FILE* file = std::fopen(certificate_file().c_str(), "w");
    PEM_write_X509(file, certificate);
    std::fclose(file);
    file = std::fopen(key_file().c_str(), "w");
    PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr);
    std::fclose(file);
    context_ = SSL_CTX_new(TLS_server_method());
    SSL_CTX_use_certificate(context_, certificate);
    SSL_CTX_use_PrivateKey(context_, key);
    X509_free(certificate);
    EVP_PKEY_free(key);
  }
  ~throwaway_certificate() {
    SSL_CTX_free(context_);
    ::unlink(certificate_file().c_str());
    ::unlink(key_file().c_str());
    ::rmdir(folder_.c_str());
  }
  throwaway_certificate(const throwaway_certificate&) = delete;
  throwaway_certificate& operator=(const throwaway_certificate&) = delete;

  [[nodiscard]] std::string certificate_file() const {
    return folder_ + "/certificate.pem";
  }
  [[nodiscard]] std::string key_file() const { return folder_ + "/key.pem"; }
  /// For a server of OpenSSL alone.
  [[nodiscard]] SSL_CTX* server_context() const noexcept { return context_; }

 private:
  static X509* make(EVP_PKEY* key, const std::string& names) {
    X509* const c = X509_new();
    X509_set_version(c, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(c), 1);
    X509_gmtime_adj(X509_getm_notBefore(c), -3600);
    X509_gmtime_adj(X509_getm_notAfter(c), 3600);
    X509_set_pubkey(c, key);
    X509_NAME* const name = X509_get_subject_name(c);
    X509_NAME_add_entry_by_txt(
        name, "CN", MBSTRING_ASC,
        reinterpret_cast<const unsigned char*>("pith test"), -1, -1, 0);
    X509_set_issuer_name(c, name);
    X509V3_CTX context;
    X509V3_set_ctx(&context, c, c, nullptr, nullptr, 0);
    X509_EXTENSION* const extension = X509V3_EXT_conf_nid(
        nullptr, &context, NID_subject_alt_name, names.c_str());
    X509_add_ext(c, extension, -1);
    X509_EXTENSION_free(extension);
    X509_sign(c, key, EVP_sha256());
    return c;
  }

  std::string folder_;
  SSL_CTX* context_ = nullptr;
};

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_MCP_THROWAWAY_CERTIFICATE_HPP
