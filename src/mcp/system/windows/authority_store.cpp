// SPDX-License-Identifier: MIT
#include "mcp/system/authority_store.hpp"

// It needs the first, and takes names of OpenSSL.
// clang-format off
#include <windows.h>
#include <wincrypt.h>
// clang-format on
#undef X509_NAME
#undef X509_EXTENSIONS
#undef PKCS7_ISSUER_AND_SERIAL
#undef PKCS7_SIGNER_INFO
#undef OCSP_REQUEST
#undef OCSP_RESPONSE

#include <openssl/err.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>

#include <memory>

namespace pith::mcp {

namespace {

struct close_store {
  void operator()(void* store) const { ::CertCloseStore(store, 0); }
};
struct free_certificate {
  void operator()(X509* one) const { X509_free(one); }
};

// More than any system has.
constexpr int max_authorities = 100'000;

}  // namespace

bool add_stored_authorities(X509_STORE* store, std::string& problem) {
  const std::unique_ptr<void, close_store> roots(
      ::CertOpenSystemStoreW(0, L"ROOT"));
  int added = 0;
  PCCERT_CONTEXT at = nullptr;
  for (int i = 0; roots && i < max_authorities; ++i) {
    at = ::CertEnumCertificatesInStore(roots.get(), at);
    if (at == nullptr) break;
    const unsigned char* bytes = at->pbCertEncoded;
    const std::unique_ptr<X509, free_certificate> one(
        d2i_X509(nullptr, &bytes, static_cast<long>(at->cbCertEncoded)));
    // One that cannot be read is one that is not trusted.
    if (one && X509_STORE_add_cert(store, one.get()) == 1) ++added;
  }
  if (at != nullptr) ::CertFreeCertificateContext(at);
  ERR_clear_error();
  if (added > 0) return true;
  problem =
      "the certificate store of Windows has no authorities; set SSL_CERT_FILE "
      "to a PEM file";
  return false;
}

}  // namespace pith::mcp
