// SPDX-License-Identifier: MIT
#include "mcp/system/authority_places.hpp"

#include <gtest/gtest.h>

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace {

using pith::mcp::authority_hints;
using pith::mcp::find_authorities;

/// An empty directory that stands for the root of a system.
class made_root {
 public:
  made_root() {
    std::string name =
        (std::filesystem::temp_directory_path() / "pith_root_XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  made_root(const made_root&) = delete;
  made_root& operator=(const made_root&) = delete;
  ~made_root() { std::filesystem::remove_all(path_); }

  [[nodiscard]] const std::string& path() const { return path_; }
  void put(const std::string& file) const {
    const std::filesystem::path whole = path_ + file;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << "certificates\n";
  }

 private:
  std::string path_;
};

TEST(authority_places_test, finds_them_where_distributions_keep_them) {
  for (const char* const file :
       {"/etc/ssl/certs/ca-certificates.crt",
        "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
        "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"}) {
    const made_root root;
    root.put(file);
    std::string problem;
    const auto found = find_authorities({.root = root.path()}, problem);
    ASSERT_TRUE(found) << problem;
    EXPECT_EQ(found->file, root.path() + file);
    EXPECT_EQ(found->directory, "");
  }
}

TEST(authority_places_test, takes_a_directory_only_if_names_are_hashed) {
  for (const char* const directory : {"/etc/ssl/certs", "/etc/pki/tls/certs"}) {
    const made_root root;
    for (const char* const name : {"/5ed36f99.", "/5ED36F99.0", "/5ed36f99-0",
                                   "/5ed36f9.0", "/root.pem"}) {
      root.put(std::string(directory) + name);
    }
    std::string problem;
    EXPECT_FALSE(find_authorities({.root = root.path()}, problem));
    root.put(std::string(directory) + "/5ed36f99.0");
    const auto found = find_authorities({.root = root.path()}, problem);
    ASSERT_TRUE(found) << problem;
    EXPECT_EQ(found->file, "");
    EXPECT_EQ(found->directory, root.path() + directory);
  }
}

TEST(authority_places_test, what_openssl_was_built_with_comes_first) {
  const made_root root;
  root.put("/etc/ssl/cert.pem");
  root.put("/opt/ssl/cert.pem");
  root.put("/opt/ssl/certs/01234567.12");
  const authority_hints hints{.default_file = "/opt/ssl/cert.pem",
                              .default_directory = "/opt/ssl/certs",
                              .root = root.path()};
  std::string problem;
  const auto found = find_authorities(hints, problem);
  ASSERT_TRUE(found) << problem;
  EXPECT_EQ(found->file, root.path() + "/opt/ssl/cert.pem");
  EXPECT_EQ(found->directory, root.path() + "/opt/ssl/certs");
}

TEST(authority_places_test, variables_exclude_all_other_places) {
  const made_root root;
  root.put("/etc/ssl/cert.pem");
  root.put("/mine.pem");
  const std::string mine = root.path() + "/mine.pem";
  std::string problem;
  auto found =
      find_authorities({.file_variable = mine, .root = root.path()}, problem);
  ASSERT_TRUE(found) << problem;
  EXPECT_EQ(found->file, mine);
  EXPECT_EQ(found->directory, "");
  found = find_authorities({.directory_variable = "/a:/b", .root = root.path()},
                           problem);
  ASSERT_TRUE(found) << problem;
  EXPECT_EQ(found->file, "");
  EXPECT_EQ(found->directory, "/a:/b");
}

TEST(authority_places_test, says_what_is_wrong_and_what_to_do) {
  const made_root root;
  const std::string none = root.path() + "/none";
  std::string problem;
  EXPECT_FALSE(
      find_authorities({.file_variable = none, .root = root.path()}, problem));
  EXPECT_NE(problem.find(none), std::string::npos);
  EXPECT_NE(problem.find("SSL_CERT_FILE"), std::string::npos);

  EXPECT_FALSE(find_authorities({.root = root.path()}, problem));
  for (const char* const part :
       {"/etc/ssl/certs/ca-certificates.crt, ", "/etc/ssl/cert.pem",
        "/etc/pki/tls/certs;", "ca-certificates", "SSL_CERT_FILE"}) {
    EXPECT_NE(problem.find(part), std::string::npos) << problem;
  }
}

}  // namespace
