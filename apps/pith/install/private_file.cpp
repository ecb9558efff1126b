// SPDX-License-Identifier: MIT
#include "install/private_file.hpp"

#include "console/diagnostics.hpp"
#include "console/io.hpp"
#include "system/new_file.hpp"
#include "system/private_place.hpp"
#include "system/user_places.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace cli {

namespace {

constexpr std::size_t max_private_bytes = 16U << 20U;

/// False after a message.
bool make_directory(const std::string& directory) {
  const int failure = make_private_directory(directory);
  if (failure == 0) return true;
  say_failure("cannot make the directory " + directory, failure);
  return false;
}

}  // namespace

std::string merged_directory() {
  const std::filesystem::path base = settings_base();
  return base.is_absolute() ? (base / "pith" / "merged").string() : "";
}

bool make_merged_directory(const std::string& directory) {
  const auto own = std::filesystem::path(directory).parent_path();
  std::error_code failed;
  std::filesystem::create_directories(own.parent_path(), failed);
  if (failed) {
    say_failure("cannot make the directory " + own.parent_path().string(),
                failed);
    return false;
  }
  if (!make_directory(own.string()) || !make_directory(directory)) {
    return false;
  }
  const std::string exposure = directory_exposure(directory);
  if (exposure.empty()) return true;
  say("pith: " + printable(directory) + ' ' + exposure + '\n');
  return false;
}

bool write_private(const std::string& file, std::string_view text) {
  const new_file made = make_beside(file, new_rights::owner_only);
  if (made.fd < 0) {
    say_failure("cannot write to " + file, errno);
    return false;
  }
  fd_sink out{made.fd};
  out.write(text);
  out.sync();
  int failure = out.finish() ? 0 : out.failure();
  if (failure == 0) failure = move_over(made.path, file);
  if (failure != 0) {
    say_failure("cannot write to " + file, failure);
    remove_file(made.path);
    return false;
  }
  sync_directory_of(file);
  return true;
}

std::optional<std::string> read_private(const std::string& file) {
  if (!is_plain_file(file)) return std::nullopt;
  input in = read_input(file, max_private_bytes);
  if (in.failure != 0 || in.text.size() > max_private_bytes) {
    return std::nullopt;
  }
  return std::move(in.text);
}

std::string exposure_of(const std::string& file) { return file_exposure(file); }

}  // namespace cli
