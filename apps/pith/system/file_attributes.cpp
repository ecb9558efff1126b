// SPDX-License-Identifier: MIT
#include "system/file_attributes.hpp"

#include <cstddef>

#if defined(__linux__)
#include <sys/xattr.h>
#elif defined(__APPLE__)
#include <copyfile.h>
#include <fcntl.h>
#include <unistd.h>
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

}  // namespace cli
