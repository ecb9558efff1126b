// SPDX-License-Identifier: MIT
/// @file
/// Variables that clients fill into commands before they start them.
#ifndef PITH_APPS_PITH_DOCTOR_VARIABLES_HPP
#define PITH_APPS_PITH_DOCTOR_VARIABLES_HPP

#include <string>
#include <string_view>

namespace cli {

/// A text without variables, or the one that has no value here.
struct expanded_text {
  std::string text{};
  std::string unknown{};  ///< without `${` and `}`; empty: all are known
};

/// Replaces `${NAME}`, `${env:NAME}` and `${NAME:-DEFAULT}` by variables of the
/// environment, once and from left to right. What only a client knows, as
/// `${input:KEY}`, is unknown. Linear.
[[nodiscard]] expanded_text expand_variables(std::string_view text);

}  // namespace cli

#endif  // PITH_APPS_PITH_DOCTOR_VARIABLES_HPP
