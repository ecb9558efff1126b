// SPDX-License-Identifier: MIT
#include "console/file_attributes.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <filesystem>

#if defined(__linux__)
#include <sys/xattr.h>
#elif defined(__APPLE__)
#include <copyfile.h>
#endif

namespace cli {

#if defined(__linux__)

namespace {

// What the kernel allows for all names of a file, and for one value.
constexpr std::size_t max_attribute_bytes = 65'536;

void copy_attribute(const char* from, int fd, const char* name) {
  std::string value(max_attribute_bytes, '\0');
  const ssize_t size = ::getxattr(from, name, value.data(), value.size());
  if (size < 0) return;
  ::fsetxattr(fd, name, value.data(), static_cast<std::size_t>(size), 0);
}

}  // namespace

void copy_attributes(const std::string& from, int fd) {
  std::string names(max_attribute_bytes, '\0');
  const ssize_t size = ::listxattr(from.c_str(), names.data(), names.size());
  if (size <= 0) return;
  names.resize(static_cast<std::size_t>(size));
  // Each name ends with a NUL.
  for (std::size_t at = 0; at < names.size();) {
    const std::string name{names.c_str() + at};
    copy_attribute(from.c_str(), fd, name.c_str());
    at += name.size() + 1;
  }
}

#elif defined(__APPLE__)

void copy_attributes(const std::string& from, int fd) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): open()
  const int source = ::open(from.c_str(), O_RDONLY | O_CLOEXEC);
  if (source < 0) return;
  (void)::fcopyfile(source, fd, nullptr, COPYFILE_ACL | COPYFILE_XATTR);
  ::close(source);
}

#else

void copy_attributes(const std::string& /*from*/, int /*fd*/) {}

#endif

int sync_file(int fd) {
#ifdef F_FULLFSYNC
  // fsync() of macOS does not wait for the drive. Not every volume can.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): fcntl()
  if (::fcntl(fd, F_FULLFSYNC) == 0) return 0;
#endif
  if (::fsync(fd) == 0) return 0;
  // A pipe, a socket or a device has nothing to wait for.
  return errno == EINVAL || errno == EROFS || errno == ENOTSUP ? 0 : errno;
}

void sync_directory_of(const std::string& file) {
  std::string directory = std::filesystem::path(file).parent_path().string();
  if (directory.empty()) directory = ".";
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): open()
  const int fd = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  // Some file systems cannot; the file itself is on the disk.
  (void)sync_file(fd);
  ::close(fd);
}

}  // namespace cli
