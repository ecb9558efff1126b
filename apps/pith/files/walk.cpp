// SPDX-License-Identifier: MIT
#include "files/walk.hpp"

#include "files/ignore_rules.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

namespace cli::files {

namespace {

namespace fs = std::filesystem;

/// The rules of a file; none when there is no such file. A link is not
/// followed, as git does not.
ignore_rules rules_of(const fs::path& file) {
  std::error_code failed;
  if (fs::symlink_status(file, failed).type() != fs::file_type::regular) {
    return {};
  }
  std::ifstream in(file, std::ios::binary);
  std::string text(ignore_rules::max_bytes, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(
      static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  return ignore_rules(text);
}

struct entry {
  std::string name;
  fs::file_type type;
};

/// A directory that is open.
struct frame {
  std::string path;   // as it is shown, with a slash at its end
  std::string inner;  // the same from the root of the repository
  std::vector<entry> entries{};
  std::size_t next = 0;
};

class walking {
 public:
  walking(const walk_options& options, skipped_counts& skipped,
          const walk_calls& calls)
      : options_(options), skipped_(skipped), calls_(calls) {}

  void run(const std::string& directory) {
    const std::string inner =
        options_.uses_ignore_files ? rules_above(directory) : "";
    open(directory, directory.ends_with('/') ? directory : directory + '/',
         inner);
    while (!frames_.empty()) {
      frame& top = frames_.back();
      if (top.next == top.entries.size()) {
        frames_.pop_back();
        if (options_.uses_ignore_files) rules_.pop();
        continue;
      }
      const entry one = std::move(top.entries[top.next++]);
      see(top, one);
    }
  }

 private:
  /// Reads the rules that hold above a directory, if it is in a repository, and
  /// returns where it is there.
  std::string rules_above(const std::string& directory) {
    std::error_code failed;
    const fs::path real = fs::canonical(directory, failed);
    if (failed) return {};
    fs::path top = real;
    while (!fs::exists(top / ".git", failed)) {
      if (top == top.parent_path()) return {};
      top = top.parent_path();
    }
    rules_.push("", rules_of(top / ".git" / "info" / "exclude"));
    std::string inner;
    fs::path above = top;
    for (const fs::path& part : real.lexically_relative(top)) {
      if (part == ".") break;
      rules_.push(inner, rules_of(above / ".gitignore"));
      above /= part;
      inner += part.string() + '/';
    }
    return inner;
  }

  void open(const std::string& directory, std::string path, std::string inner) {
    if (frames_.size() >= options_.max_depth) {
      calls_.fail(directory,
                  std::make_error_code(std::errc::filename_too_long));
      return;
    }
    std::error_code failed;
    std::vector<entry> entries;
    fs::directory_iterator at(directory, failed);
    for (; !failed && at != fs::directory_iterator(); at.increment(failed)) {
      std::error_code unknown;
      entries.push_back(
          {at->path().filename().string(), at->symlink_status(unknown).type()});
    }
    if (failed) calls_.fail(directory, failed);
    std::ranges::sort(entries, {}, &entry::name);
    if (options_.uses_ignore_files) {
      rules_.push(inner, rules_of(fs::path(directory) / ".gitignore"));
    }
    frames_.push_back({std::move(path), std::move(inner), std::move(entries)});
  }

  void see(const frame& in, const entry& one) {
    const bool is_directory = one.type == fs::file_type::directory;
    if (one.name.starts_with('.') && !options_.shows_hidden) {
      ++skipped_.hidden;
      return;
    }
    if (options_.uses_ignore_files &&
        (one.name == ".git" ||
         rules_.ignores(in.inner + one.name, is_directory))) {
      ++skipped_.ignored;
      return;
    }
    if (one.type == fs::file_type::symlink) {
      ++skipped_.links;
      return;
    }
    if (!is_directory && one.type != fs::file_type::regular) {
      ++skipped_.special;
      return;
    }
    std::string path = in.path + one.name;
    std::string inner = in.inner + one.name + '/';
    calls_.see({path, one.name, frames_.size(), is_directory});
    // The frame may move now.
    if (is_directory) open(path, path + '/', std::move(inner));
  }

  const walk_options& options_;
  skipped_counts& skipped_;
  const walk_calls& calls_;
  ignore_stack rules_;
  std::vector<frame> frames_;
};

}  // namespace

void walk(const std::string& directory, const walk_options& options,
          skipped_counts& skipped, const walk_calls& calls) {
  walking{options, skipped, calls}.run(directory);
}

}  // namespace cli::files
