// SPDX-License-Identifier: MIT
#include "system/descriptors.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

TEST(sync_descriptor, waits_for_a_file) {
  std::string name = testing::TempDir() + "pith_sync_XXXXXX";
  const int fd = ::mkstemp(name.data());
  ASSERT_GE(fd, 0);
  EXPECT_EQ(::write(fd, "x", 1), 1);
  EXPECT_TRUE(cli::sync_descriptor(fd));
  ::close(fd);
  EXPECT_EQ(std::remove(name.c_str()), 0);
}

TEST(sync_descriptor, has_nothing_to_wait_for_in_a_pipe) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_TRUE(cli::sync_descriptor(ends[1]));
  ::close(ends[0]);
  ::close(ends[1]);
  EXPECT_FALSE(cli::sync_descriptor(ends[1]));
  EXPECT_EQ(errno, EBADF);
}

}  // namespace
