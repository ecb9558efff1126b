// SPDX-License-Identifier: MIT
#include "tokenizer/model/mapped_file.hpp"

#include <fcntl.h>
#if !defined(__wasi__)
#include <sys/mman.h>
#endif
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>

namespace pith::inline v0::tokens {

namespace {

struct descriptor {
  int number;

  explicit descriptor(const std::string& path)
      : number(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() {
    if (number >= 0) close(number);
  }
};

#if defined(__wasi__)

result<held_bytes> hold(const descriptor& file, std::size_t bytes) {
  auto held = std::make_shared<std::string>(bytes, '\0');
  for (std::size_t at = 0; at < bytes;) {
    const auto count = read(file.number, held->data() + at, bytes - at);
    if (count <= 0) {
      return error{error_code::read_failed, 0, "the file cannot be read"};
    }
    at += static_cast<std::size_t>(count);
  }
  const std::string_view view = *held;
  return held_bytes{view, std::move(held)};
}

#else

struct mapping {
  void* address = nullptr;
  std::size_t bytes = 0;

  mapping() = default;
  mapping(const mapping&) = delete;
  mapping& operator=(const mapping&) = delete;
  ~mapping() {
    if (address != nullptr) munmap(address, bytes);
  }
};

result<held_bytes> hold(const descriptor& file, std::size_t bytes) {
  auto held = std::make_shared<mapping>();
  void* const address =
      mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file.number, 0);
  if (address == MAP_FAILED) {
    return error{error_code::read_failed, 0, "the file cannot be mapped"};
  }
  held->address = address;
  held->bytes = bytes;
  const std::string_view view{static_cast<const char*>(address), bytes};
  return held_bytes{view, std::move(held)};
}

#endif

}  // namespace

result<held_bytes> map_file(const std::string& path) {
  const descriptor file{path};
  struct stat facts {};
  if (file.number < 0 || fstat(file.number, &facts) != 0 ||
      !S_ISREG(facts.st_mode) || facts.st_size <= 0) {
    return error{error_code::read_failed, 0,
                 "the file cannot be read, or is empty"};
  }
  const auto bytes = static_cast<std::uint64_t>(facts.st_size);
  if (bytes > ~std::size_t{0} / 2) {
    return error{error_code::read_failed, 0, "the file is too large"};
  }
  return hold(file, static_cast<std::size_t>(bytes));
}

}  // namespace pith::inline v0::tokens
