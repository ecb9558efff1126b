// SPDX-License-Identifier: MIT
/// @file
/// What was taken out of the configuration of a client, so that it can be put
/// back.
#ifndef PITH_APPS_PITH_INSTALL_MERGE_JOURNAL_HPP
#define PITH_APPS_PITH_INSTALL_MERGE_JOURNAL_HPP

#include "install/merge_edits.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// One merge: the part of the client's file that it changed, before and after,
/// and the servers that it took.
struct merge_step {
  std::string before;
  std::string after;
  std::vector<taken_server> servers;
};

struct merge_journal {
  std::string config;  ///< the text of the merged file as it was written last
  std::vector<merge_step> steps;
};

/// The journal of a merged file is beside it.
[[nodiscard]] std::string journal_of(std::string_view merged_file);

[[nodiscard]] std::string write_journal(const merge_journal& journal);

/// Nothing when the text is not what write_journal() makes.
[[nodiscard]] std::optional<merge_journal> read_journal(std::string_view text);

}  // namespace cli

#endif  // PITH_APPS_PITH_INSTALL_MERGE_JOURNAL_HPP
