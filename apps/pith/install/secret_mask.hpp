// SPDX-License-Identifier: MIT
/// @file
/// Configuration files of clients hold keys of others: what is shown of them
/// does not show those.
#ifndef PITH_APPS_PITH_INSTALL_SECRET_MASK_HPP
#define PITH_APPS_PITH_INSTALL_SECRET_MASK_HPP

#include "install/source_tree.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// Whether a text holds values that hide_secrets() would hide and that are not
/// just the names of variables, as in "${TOKEN}".
[[nodiscard]] bool has_secrets(source_dialect dialect, std::string_view text,
                               const source_tree& tree);

/// A text and edits of it, to be shown and for nothing else.
struct shown_edits {
  std::string text;
  std::vector<splice> edits;
};

/// The same with stars in the place of what may be secret: the values of `env`
/// and of headers, and of members that are called a token, key, password or the
/// like, if they have 8 characters or more. Every byte stays where it is.
[[nodiscard]] shown_edits hide_secrets(std::string_view text,
                                       const source_tree& tree,
                                       const std::vector<splice>& edits);

}  // namespace cli

#endif  // PITH_APPS_PITH_INSTALL_SECRET_MASK_HPP
