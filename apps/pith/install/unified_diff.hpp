// SPDX-License-Identifier: MIT
/// @file
/// What edits change in a text, as `diff -u` shows it.
#ifndef PITH_APPS_PITH_INSTALL_UNIFIED_DIFF_HPP
#define PITH_APPS_PITH_INSTALL_UNIFIED_DIFF_HPP

#include "install/source_tree.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// The difference that `edits` make, with three lines of context, under the
/// name of the file. They must be in order and not overlap. `for_terminal`:
/// nothing that could steer a terminal; with colours when they are wanted
/// there. Otherwise `patch` can apply it. Linear in the text.
[[nodiscard]] std::string unified_diff(std::string_view file,
                                       std::string_view text,
                                       const std::vector<splice>& edits,
                                       bool for_terminal, bool with_colours);

}  // namespace cli

#endif  // PITH_APPS_PITH_INSTALL_UNIFIED_DIFF_HPP
