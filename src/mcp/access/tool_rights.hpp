// SPDX-License-Identifier: MIT
/// @file
/// Which tools are for whom: the one policy that lists and calls share.
#ifndef PITH_MCP_ACCESS_TOOL_RIGHTS_HPP
#define PITH_MCP_ACCESS_TOOL_RIGHTS_HPP

#include "mcp/config/configuration.hpp"
#include "mcp/http/caller.hpp"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// What a caller may do with a tool.
enum class tool_right : std::uint8_t {
  callable,
  needs_scope,  ///< it is listed, and can be called with more scopes
  hidden,       ///< to this caller it does not exist
};

struct tool_verdict {
  tool_right right = tool_right::callable;
  /// All scopes that a call needs, separated by blanks, when some are lacking.
  std::string scopes{};
};

/// The rules of a configuration. Never changed once it is made.
class tool_rights {
 public:
  tool_rights() = default;
  explicit tool_rights(access_rules rules) : rules_(std::move(rules)) {}

  /// By all rules that are about this caller, server and tool: one that denies
  /// hides it; else the first with a scope asks for that; else it may be
  /// called, if a rule allows it or that is the default. `tool` is the name
  /// that the server gives it. Linear in the rules and their patterns.
  [[nodiscard]] tool_verdict of(const caller_identity& who,
                                std::string_view server,
                                std::string_view tool) const;
  [[nodiscard]] bool is_visible(const caller_identity& who,
                                std::string_view server,
                                std::string_view tool) const {
    return of(who, server, tool).right != tool_right::hidden;
  }
  /// Whether some tool of the server could be hidden from this caller.
  [[nodiscard]] bool may_hide(const caller_identity& who,
                              std::string_view server) const;
  /// Whether any rule is about this server, so that callers can have different
  /// tools there.
  [[nodiscard]] bool tells_apart(std::string_view server) const;

 private:
  [[nodiscard]] bool has_scope(const caller_identity& who,
                               std::string_view scope) const;

  access_rules rules_;
};

/// The rights in force. What was made under an earlier configuration asks it
/// too, so that nothing goes by rules that no longer apply. Safe for several
/// threads.
class rights_in_force {
 public:
  [[nodiscard]] std::shared_ptr<const tool_rights> get() const {
    const std::lock_guard guard{lock_};
    return now_;
  }
  void set(std::shared_ptr<const tool_rights> next) {
    const std::lock_guard guard{lock_};
    now_ = std::move(next);
  }

 private:
  mutable std::mutex lock_;
  std::shared_ptr<const tool_rights> now_ =
      std::make_shared<const tool_rights>();
};

/// Adds the words of `more` to `scopes`, both separated by blanks, each once.
void add_scopes(std::string& scopes, std::string_view more);

}  // namespace pith::mcp

#endif  // PITH_MCP_ACCESS_TOOL_RIGHTS_HPP
