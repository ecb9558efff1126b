// SPDX-License-Identifier: MIT
/// @file
/// Runs stored inputs through a fuzz target without libFuzzer, so that every
/// compiler and every build checks them: replay_<name> FILE_OR_DIRECTORY...
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size);

namespace {

namespace fs = std::filesystem;

bool replay(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in),
                                std::istreambuf_iterator<char>()};
  if (!in.good() && !in.eof()) {
    std::fprintf(stderr, "cannot read %s\n", file.c_str());
    return false;
  }
  // A copy of exactly the right size lets a sanitizer see reads after it.
  const std::vector<std::uint8_t> input(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(input.data(), input.size());
  return true;
}

bool replay_all(const fs::path& place, std::size_t& count) {
  if (!fs::is_directory(place)) {
    ++count;
    return replay(place);
  }
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(place)) {
    if (!entry.is_regular_file()) continue;
    ++count;
    if (!replay(entry.path())) return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t count = 0;
  for (int i = 1; i < argc; ++i) {
    if (!fs::exists(argv[i])) {
      std::fprintf(stderr, "no such file or directory: %s\n", argv[i]);
      return 1;
    }
    if (!replay_all(argv[i], count)) return 1;
  }
  std::printf("%zu inputs replayed\n", count);
  return count == 0 ? 1 : 0;
}
