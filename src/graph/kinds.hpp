// SPDX-License-Identifier: MIT
/// @file
/// Kinds of symbols and their short forms.
#ifndef PITH_GRAPH_KINDS_HPP
#define PITH_GRAPH_KINDS_HPP

#include <pith/graph.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace pith::inline v0::graph {

/// As kind_name, for what stays where it is.
struct kind_words {
  std::string_view kind;
  std::string_view abbreviation;
};

/// Section 5 of the GCF specification.
inline constexpr std::array<kind_words, 16> standard_kinds = {{
    {"function", "fn"},
    {"type", "type"},
    {"method", "method"},
    {"interface", "iface"},
    {"var", "var"},
    {"const", "const"},
    {"resource", "resource"},
    {"table", "table"},
    {"class", "class"},
    {"selector", "selector"},
    {"field", "field"},
    {"route_handler", "route"},
    {"external", "ext"},
    {"file", "file"},
    {"package", "pkg"},
    {"service", "svc"},
}};

/// The standard kinds and what a caller adds to them, in both directions.
/// Entries of the caller come first. Both calls pass on what they do not know,
/// so abbreviate("fn") is "fn": an abbreviation names the kind it stands for.
class kind_names {
 public:
  static constexpr std::size_t unknown = ~std::size_t{0};

  kind_names() = default;
  /// `more` must outlive this.
  explicit kind_names(std::span<const kind_name> more) : more_(more) {}

  /// The short form of a kind. Used only when it expands to the same kind
  /// again, which may fail where two entries share an abbreviation.
  [[nodiscard]] std::string_view abbreviate(
      std::string_view kind) const noexcept;
  [[nodiscard]] std::string_view expand(
      std::string_view abbreviation) const noexcept;

  /// Entries count from 0: the standard kinds, then the caller's.
  [[nodiscard]] std::size_t size() const noexcept {
    return standard_kinds.size() + more_.size();
  }
  [[nodiscard]] kind_words operator[](std::size_t i) const noexcept {
    if (i < standard_kinds.size()) return standard_kinds[i];
    const kind_name& entry = more_[i - standard_kinds.size()];
    return {entry.kind, entry.abbreviation};
  }
  /// The entry that an abbreviation stands for, or `unknown`.
  [[nodiscard]] std::size_t find(std::string_view abbreviation) const noexcept;

 private:
  std::span<const kind_name> more_;
};

}  // namespace pith::inline v0::graph

#endif  // PITH_GRAPH_KINDS_HPP
