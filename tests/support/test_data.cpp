// SPDX-License-Identifier: MIT
#include "test_data.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>

namespace pith_tests {

namespace fs = std::filesystem;

namespace {

fs::path directory(const char* variable, const char* otherwise) {
  const char* const given = std::getenv(variable);
  return given != nullptr ? given : otherwise;
}

template <typename Iterator>
std::vector<fs::path> json_files_of(const fs::path& place) {
  std::vector<fs::path> out;
  std::error_code missing;
  for (const fs::directory_entry& entry : Iterator(place, missing)) {
    if (entry.path().extension() == ".json") out.push_back(entry.path());
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace

fs::path shared_dir() { return directory("PITH_SHARED_DIR", PITH_SHARED_DIR); }

fs::path testdata_dir() {
  return directory("PITH_TESTDATA_DIR", PITH_TESTDATA_DIR);
}

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> json_files(const fs::path& place) {
  return json_files_of<fs::directory_iterator>(place);
}

std::vector<fs::path> json_files_below(const fs::path& place) {
  return json_files_of<fs::recursive_directory_iterator>(place);
}

}  // namespace pith_tests
