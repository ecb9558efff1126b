// SPDX-License-Identifier: MIT
#include "mcp/system/service_notice.hpp"

#include <gtest/gtest.h>

#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>

namespace {

using pith::mcp::notice_text;
using pith::mcp::send_notice;
using pith::mcp::service_notice;
using pith::mcp::tell_service_manager;

/// Listens where a service manager would.
class listening_manager {
 public:
  explicit listening_manager(const std::string& name)
      : socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0)) {
    sockaddr_un where{};
    where.sun_family = AF_UNIX;
    std::memcpy(where.sun_path, name.data(), name.size());
    if (name.front() == '@') where.sun_path[0] = '\0';
    const auto bytes =
        static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() +
                               (name.front() == '@' ? 0 : 1));
    is_bound_ =
        ::bind(socket_, reinterpret_cast<const sockaddr*>(&where), bytes) == 0;
  }
  listening_manager(const listening_manager&) = delete;
  listening_manager& operator=(const listening_manager&) = delete;
  ~listening_manager() { ::close(socket_); }

  [[nodiscard]] bool is_bound() const { return is_bound_; }
  /// The next datagram; empty: there is none.
  [[nodiscard]] std::string next() const {
    char text[256];
    const auto size = ::recv(socket_, text, sizeof text, 0);
    return size < 0 ? std::string() : std::string(text, text + size);
  }

 private:
  int socket_;
  bool is_bound_ = false;
};

std::string new_directory() {
  std::string name =
      (std::filesystem::temp_directory_path() / "pith_notice_XXXXXX").string();
  return mkdtemp(name.data());
}

TEST(service_notice, texts) {
  EXPECT_EQ(notice_text(service_notice::ready, 5), "READY=1");
  EXPECT_EQ(notice_text(service_notice::stopping, 5), "STOPPING=1");
  EXPECT_EQ(notice_text(service_notice::reloading, 5),
            "RELOADING=1\nMONOTONIC_USEC=5");
}

TEST(service_notice, comes_as_one_datagram) {
  const std::string directory = new_directory();
  const std::string name = directory + "/notify";
  {
    const listening_manager manager(name);
    ASSERT_TRUE(manager.is_bound());
    EXPECT_TRUE(tell_service_manager(name, service_notice::ready));
    EXPECT_TRUE(tell_service_manager(name, service_notice::reloading));
    EXPECT_EQ(manager.next(), "READY=1");
    const std::string reloading = manager.next();
    EXPECT_EQ(reloading.rfind("RELOADING=1\nMONOTONIC_USEC=", 0), 0U)
        << reloading;
    EXPECT_EQ(manager.next(), "");
  }
  // The manager is gone, its socket is not.
  EXPECT_FALSE(send_notice(name, "READY=1"));
  std::filesystem::remove_all(directory);
}

TEST(service_notice, names_without_a_file) {
  const std::string name = "@pith-test-" + std::to_string(::getpid());
  const listening_manager manager(name);
  ASSERT_TRUE(manager.is_bound());
  EXPECT_TRUE(send_notice(name, "STOPPING=1"));
  EXPECT_EQ(manager.next(), "STOPPING=1");
}

TEST(service_notice, nobody_to_tell) {
  EXPECT_FALSE(tell_service_manager("", service_notice::ready));
  EXPECT_FALSE(send_notice("relative", "READY=1"));
  EXPECT_FALSE(send_notice("/nowhere/to/be/found", "READY=1"));
  EXPECT_FALSE(send_notice('/' + std::string(200, 'x'), "READY=1"));
  EXPECT_FALSE(send_notice('@' + std::string(200, 'x'), "READY=1"));
}

}  // namespace
