// SPDX-License-Identifier: MIT
#include "mcp/net/server/local_listener.hpp"

#include "mcp/system/local_path.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;
using pith::mcp::local_listener;
using testing::HasSubstr;

constexpr mode_t usual_mode = 0660;

/// Each test has a directory of its own.
class local_listener_test : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = fs::temp_directory_path() / "pith-local-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    path_ = folder_ / "socket";
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// Why it cannot be opened; empty: it can, and is.
  std::string open(mode_t mode = usual_mode) {
    std::string problem;
    listener_ = local_listener::open(path_, mode, problem);
    EXPECT_EQ(listener_ == nullptr, !problem.empty());
    return problem;
  }

  /// A socket of that name, and what came of `use`, bind() or connect().
  template <class Use>
  int with_socket(Use use) const {
    const int made = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = path_.string();
    std::copy(path.begin(), path.end(), std::begin(address.sun_path));
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): of sockets
    const int result = use(made, reinterpret_cast<const sockaddr*>(&address),
                           static_cast<socklen_t>(sizeof address));
    ::close(made);
    return result;
  }
  [[nodiscard]] bool answers() const { return with_socket(::connect) == 0; }
  /// As one that was killed leaves it.
  void leave_behind() const { ASSERT_EQ(with_socket(::bind), 0); }
  [[nodiscard]] mode_t mode_of_file() const {
    struct stat seen {};
    EXPECT_EQ(::lstat(path_.c_str(), &seen), 0);
    return seen.st_mode & 07777U;
  }

  fs::path folder_;
  fs::path path_;
  std::unique_ptr<local_listener> listener_;
};

TEST_F(local_listener_test, listens_with_its_permissions_whatever_the_umask) {
  for (const mode_t mask : {mode_t{0}, mode_t{0077}, mode_t{0777}}) {
    const mode_t before = ::umask(mask);
    const std::string problem = open();
    ::umask(before);
    EXPECT_EQ(problem, "");
    EXPECT_TRUE(answers());
    EXPECT_EQ(mode_of_file(), usual_mode);
    listener_.reset();
    EXPECT_FALSE(fs::exists(fs::symlink_status(path_)));
  }
  EXPECT_EQ(open(0600), "");
  EXPECT_EQ(mode_of_file(), 0600U);
}

TEST_F(local_listener_test, replaces_what_was_left_behind) {
  leave_behind();
  EXPECT_FALSE(answers());
  EXPECT_EQ(open(), "");
  EXPECT_TRUE(answers());
}

TEST_F(local_listener_test, leaves_another_that_listens_alone) {
  EXPECT_EQ(open(), "");
  const auto first = std::move(listener_);
  EXPECT_THAT(open(), HasSubstr("another process listens"));
  EXPECT_TRUE(answers());
}

TEST_F(local_listener_test, replaces_nothing_that_is_not_a_socket) {
  std::ofstream(path_) << "precious";
  EXPECT_THAT(open(), HasSubstr("is not a socket"));
  EXPECT_EQ(fs::file_size(path_), 8U);
  fs::remove(path_);
  fs::create_directory(path_);
  EXPECT_THAT(open(), HasSubstr("is not a socket"));
  fs::remove(path_);
  // Neither the link nor what it leads to, be that precious or nowhere.
  std::ofstream(folder_ / "target") << "precious";
  for (const char* target : {"target", "nowhere"}) {
    fs::create_symlink(folder_ / target, path_);
    EXPECT_THAT(open(), HasSubstr("is not a socket"));
    EXPECT_TRUE(fs::is_symlink(path_));
    fs::remove(path_);
  }
  EXPECT_EQ(fs::file_size(folder_ / "target"), 8U);
  EXPECT_FALSE(fs::exists(folder_ / "nowhere"));
}

TEST_F(local_listener_test, a_link_to_a_stale_socket_is_a_link) {
  leave_behind();
  const fs::path real = folder_ / "real";
  fs::rename(path_, real);
  fs::create_symlink(real, path_);
  EXPECT_THAT(open(), HasSubstr("is not a socket"));
  EXPECT_TRUE(fs::is_socket(fs::symlink_status(real)));
}

TEST_F(local_listener_test, leaves_a_socket_of_another_user_alone) {
  leave_behind();
  constexpr uid_t nobody = 65534;
  // Nor can root in a namespace that does not know the user.
  if (::lchown(path_.c_str(), nobody, nobody) != 0) {
    GTEST_SKIP() << "only root can make one";
  }
  EXPECT_THAT(open(), HasSubstr("another user"));
  EXPECT_TRUE(fs::is_socket(fs::symlink_status(path_)));
}

TEST_F(local_listener_test, wants_a_directory_that_is_not_for_everybody) {
  fs::permissions(folder_, fs::perms::all);
  EXPECT_THAT(open(), HasSubstr("everybody can write"));
  // Where nobody can replace it, somebody can still be there first.
  fs::permissions(folder_, fs::perms::all | fs::perms::sticky_bit);
  EXPECT_THAT(open(), HasSubstr("everybody can write"));
  EXPECT_FALSE(fs::exists(fs::symlink_status(path_)));
  fs::permissions(folder_, fs::perms::owner_all | fs::perms::group_all);
  EXPECT_EQ(open(), "");
}

TEST_F(local_listener_test, wants_a_path_that_can_be) {
  path_ = folder_ / "no" / "directory";
  EXPECT_THAT(open(), HasSubstr("the directory cannot be opened"));
  path_ = "relative";
  EXPECT_THAT(open(), HasSubstr("absolute path"));
  const std::size_t most = pith::mcp::max_local_path;
  path_ = folder_ / std::string(most - folder_.string().size() - 1, 'a');
  EXPECT_EQ(open(), "");
  EXPECT_TRUE(answers());
  listener_.reset();
  path_ = path_.string() + "a";
  EXPECT_THAT(open(), HasSubstr("absolute path of at most"));
}

TEST_F(local_listener_test, does_not_remove_what_has_taken_its_place) {
  EXPECT_EQ(open(), "");
  fs::remove(path_);  // somebody tidied up
  leave_behind();
  listener_.reset();
  EXPECT_TRUE(fs::is_socket(fs::symlink_status(path_)));
}

TEST_F(local_listener_test, who_shares_it_goes_on_when_the_file_is_gone) {
  EXPECT_EQ(open(), "");
  const int shared = listener_->share();
  ASSERT_GE(shared, 0);
  EXPECT_TRUE(answers());  // and waits to be accepted
  listener_->remove();
  EXPECT_FALSE(answers());
  const int taken = ::accept(shared, nullptr, nullptr);
  EXPECT_GE(taken, 0);
  ::close(taken);
  ::close(shared);
  listener_->remove();  // once more is nothing
}

/// Each finds the same stale socket; one of them may replace it.
TEST_F(local_listener_test, of_several_at_a_time_one_gets_it) {
  leave_behind();
  constexpr std::size_t count = 8;
  std::array<std::unique_ptr<local_listener>, count> made;
  std::vector<std::thread> threads;
  threads.reserve(count);
  for (auto& each : made) {
    threads.emplace_back([&each, path = path_.string()] {
      std::string problem;
      each = local_listener::open(path, usual_mode, problem);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::count(made.begin(), made.end(), nullptr),
            static_cast<std::ptrdiff_t>(count - 1));
  EXPECT_TRUE(answers());
}

}  // namespace
