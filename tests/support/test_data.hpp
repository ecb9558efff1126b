// SPDX-License-Identifier: MIT
/// @file
/// Where the tests find their data, and how they read a file.
#ifndef PITH_TESTS_SUPPORT_TEST_DATA_HPP
#define PITH_TESTS_SUPPORT_TEST_DATA_HPP

#include <filesystem>
#include <string>
#include <vector>

namespace pith_tests {

/// Fixtures and data sets that are not part of the repository: the environment
/// variable PITH_SHARED_DIR, or the directory of that name at configuration.
/// It can be missing; a test is then skipped.
[[nodiscard]] std::filesystem::path shared_dir();

/// `testdata` of the repository, which PITH_TESTDATA_DIR can name as well.
[[nodiscard]] std::filesystem::path testdata_dir();

/// The bytes of a file. Empty if it cannot be read.
[[nodiscard]] std::string read_file(const std::filesystem::path& file);

/// The .json files in `place`, sorted. None if there is no such directory.
[[nodiscard]] std::vector<std::filesystem::path> json_files(
    const std::filesystem::path& place);

/// The same, with those in its subdirectories.
[[nodiscard]] std::vector<std::filesystem::path> json_files_below(
    const std::filesystem::path& place);

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_TEST_DATA_HPP
