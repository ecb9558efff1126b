// SPDX-License-Identifier: MIT
/// @file
/// What options are when the words of a command do not say.
#ifndef PITH_APPS_PITH_LINE_DEFAULTS_HPP
#define PITH_APPS_PITH_LINE_DEFAULTS_HPP

#include <string>
#include <string_view>
#include <vector>

namespace cli {

struct default_value {
  std::string option;  ///< its long name
  std::string value;   ///< "true" or "false" of a switch
  std::string origin;  ///< who said so, for people
};

class defaults {
 public:
  /// In place of what was said of the same option before.
  void set(default_value one);
  /// Null when nobody said; valid until the next set().
  [[nodiscard]] const default_value* find(std::string_view option) const;

 private:
  std::vector<default_value> values_;
};

}  // namespace cli

#endif  // PITH_APPS_PITH_LINE_DEFAULTS_HPP
