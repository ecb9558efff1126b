// SPDX-License-Identifier: MIT
/// @file
/// The numbers that GCB1 gives to kinds, provenances, types and statuses.
#ifndef PITH_GCB_NAMES_HPP
#define PITH_GCB_NAMES_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace pith::inline v0::gcb {

// Numbers count from 1.
inline constexpr std::string_view kind_list[] = {
    "function", "type",  "method",  "interface", "var",     "const",
    "resource", "table", "class",   "selector",  "field",   "route_handler",
    "external", "file",  "package", "service",   "env_var", "process"};

inline constexpr std::string_view provenance_list[] = {
    "ast_inferred",  "ast_resolved",     "lsp_resolved", "otel_trace",
    "scip_resolved", "runtime_observed", "structural"};

inline constexpr std::string_view edge_type_list[] = {"calls",
                                                      "imports",
                                                      "implements",
                                                      "references",
                                                      "handles_route",
                                                      "depends_on",
                                                      "deploys",
                                                      "exposes",
                                                      "configures",
                                                      "extends",
                                                      "overrides",
                                                      "decorates",
                                                      "throws",
                                                      "owned_by",
                                                      "authored_by",
                                                      "tests",
                                                      "runtime_calls",
                                                      "runtime_rpc",
                                                      "runtime_produces",
                                                      "runtime_consumes",
                                                      "contains",
                                                      "member_of",
                                                      "documents",
                                                      "consumes_endpoint",
                                                      "implements_rpc",
                                                      "consumes_rpc",
                                                      "gated_by_flag",
                                                      "deployed_by",
                                                      "tested_by",
                                                      "publishes",
                                                      "subscribes",
                                                      "connects_to",
                                                      "similar_to",
                                                      "co_tested_with",
                                                      "type_hint_of",
                                                      "accesses_field",
                                                      "reads_env",
                                                      "executes_process"};

/// A number without a name: "unknown_N". Static.
[[nodiscard]] std::string_view unknown_name(std::uint8_t number) noexcept;

/// One of the lists above, in both directions.
class name_table {
 public:
  constexpr explicit name_table(std::span<const std::string_view> names)
      : names_(names) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::size_t slot = slot_of(names[i]);
      while (slots_[slot] != 0) slot = (slot + 1) % slot_count;
      slots_[slot] = static_cast<std::uint8_t>(i + 1);
    }
  }

  /// The number of a name. `unknown_N` has the number N unless that has a name.
  [[nodiscard]] std::optional<std::uint8_t> find(
      std::string_view name) const noexcept {
    if (name.empty()) return std::nullopt;
    for (std::size_t slot = slot_of(name); slots_[slot] != 0;
         slot = (slot + 1) % slot_count) {
      if (names_[slots_[slot] - 1U] == name) return slots_[slot];
    }
    return find_unknown(name);
  }
  /// The name of a number, or `unknown_N`. Static.
  [[nodiscard]] std::string_view operator[](
      std::uint8_t number) const noexcept {
    return has_name(number) ? names_[number - 1U] : unknown_name(number);
  }

 private:
  static constexpr std::size_t slot_count = 128;

  [[nodiscard]] static constexpr std::size_t slot_of(
      std::string_view name) noexcept {
    const auto byte = [name](std::size_t i) {
      return std::size_t{static_cast<unsigned char>(name[i])};
    };
    return (name.size() * 5 + byte(0) * 7 + byte(name.size() - 1) * 11 +
            byte(name.size() / 2) * 3) %
           slot_count;
  }
  [[nodiscard]] bool has_name(std::uint8_t number) const noexcept {
    return number != 0 && number <= names_.size();
  }
  [[nodiscard]] std::optional<std::uint8_t> find_unknown(
      std::string_view name) const noexcept;

  std::span<const std::string_view> names_;
  /// Open addressing; 0 is free.
  std::uint8_t slots_[slot_count] = {};
};

inline constexpr name_table kinds{kind_list};
inline constexpr name_table provenances{provenance_list};
inline constexpr name_table edge_types{edge_type_list};

inline constexpr std::string_view statuses[] = {"", "added", "removed"};

/// The number of a status; "unchanged" is none.
[[nodiscard]] constexpr std::optional<std::uint8_t> find_status(
    std::string_view status) noexcept {
  if (status.empty() || status == "unchanged") return std::uint8_t{0};
  if (status == statuses[1]) return std::uint8_t{1};
  if (status == statuses[2]) return std::uint8_t{2};
  return std::nullopt;
}

}  // namespace pith::inline v0::gcb

#endif  // PITH_GCB_NAMES_HPP
