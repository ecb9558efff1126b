// SPDX-License-Identifier: MIT
/// @file
/// Short names of answers, sealed.
#ifndef PITH_MCP_CHANGES_BASE_HANDLE_HPP
#define PITH_MCP_CHANGES_BASE_HANDLE_HPP

#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// Makes handles of owners and roots, and tells whether a handle is that of
/// both. Nobody without a key can make one, and the handle of one owner never
/// is that of another. Replicas with the same keys make the same handles.
class base_handles {
 public:
  /// Characters of a handle: 72 bits. What they name is looked up for its owner
  /// alone, so that they need not resist more than a slip.
  static constexpr std::size_t length = 12;

  /// With a key that only this process has.
  base_handles();
  /// The first key seals, all of them open. There must be one.
  explicit base_handles(std::vector<std::string> keys);

  [[nodiscard]] std::string make(std::string_view owner,
                                 std::string_view root) const;
  [[nodiscard]] bool fits(std::string_view handle, std::string_view owner,
                          std::string_view root) const;

 private:
  std::vector<std::string> keys_;
};

/// Whether a text has the form of a handle; others need not be looked up.
[[nodiscard]] bool is_base_handle(std::string_view text) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_CHANGES_BASE_HANDLE_HPP
