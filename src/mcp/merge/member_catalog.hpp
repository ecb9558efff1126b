// SPDX-License-Identifier: MIT
/// @file
/// What one member of an endpoint offers, as far as it is known.
#ifndef PITH_MCP_MERGE_MEMBER_CATALOG_HPP
#define PITH_MCP_MERGE_MEMBER_CATALOG_HPP

#include "mcp/rewrite/tool_list.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pith::mcp {

/// What a member said of itself, and its lists. Never changed once it is made.
struct member_catalog {
  using clock = std::chrono::steady_clock;

  std::string capabilities;  ///< raw
  std::string instructions;
  /// Raw definitions in the member's order. Tools are those that the policy
  /// allows, as it slims them; without pith's own.
  std::vector<std::string> tools;
  std::vector<std::string> prompts;
  std::vector<std::string> resources;
  std::vector<std::string> templates;
  /// What the tools cost, as the member and as the policy has them.
  tool_list_outcome counted;
  clock::time_point filled{};
  std::chrono::milliseconds life{0};  ///< how long it is fresh
  bool is_private = false;            ///< a list says that it is for one caller

  [[nodiscard]] bool has(std::string_view capability) const;
  [[nodiscard]] bool is_fresh(clock::time_point now) const noexcept {
    return now - filled < life;
  }
};

/// What is known of one member, shared by all connections of one principal.
struct member_record {
  using clock = member_catalog::clock;

  std::shared_ptr<const member_catalog> catalog;  ///< null: none was had yet
  std::string problem;  ///< why the last attempt failed; empty: it did not
  int failures = 0;     ///< in a row
  clock::time_point retry_at{};
  /// Whether it speaks the revision that was tried; nothing before.
  std::optional<bool> speaks;

  /// It failed just now: the next attempt waits, longer each time from the
  /// third on.
  void fail(std::string why, clock::time_point now);
  void succeed(std::shared_ptr<const member_catalog> known);
  [[nodiscard]] bool may_try(clock::time_point now) const noexcept {
    return now >= retry_at;
  }
};

/// What one endpoint knows of its members, by principal: a server may show
/// somebody what it does not show others. For one thread.
class catalog_cache {
 public:
  /// The record of a member for a principal, in one era; made when it is not
  /// there. When there are many, those that nobody uses now are forgotten.
  [[nodiscard]] std::shared_ptr<member_record> find(const std::string& whose,
                                                    bool is_modern,
                                                    const std::string& member);

 private:
  static constexpr std::size_t most = 512;

  std::map<std::string, std::shared_ptr<member_record>> known_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_MEMBER_CATALOG_HPP
