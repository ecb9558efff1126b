// SPDX-License-Identifier: MIT
#include "mcp/system/authority_store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <openssl/x509_vfy.h>

#include <memory>
#include <string>

namespace {

struct free_store {
  void operator()(X509_STORE* store) const { X509_STORE_free(store); }
};

// That of Windows is asked by tests/windows/proxy.mjs.
TEST(authority_store, is_not_there_where_authorities_are_files) {
  const std::unique_ptr<X509_STORE, free_store> store(X509_STORE_new());
  std::string problem;
  EXPECT_FALSE(pith::mcp::add_stored_authorities(store.get(), problem));
  EXPECT_THAT(problem, testing::HasSubstr("in files"));
}

}  // namespace
