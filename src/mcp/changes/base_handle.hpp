// SPDX-License-Identifier: MIT
/// @file
/// Short names of answers, sealed.
#ifndef PITH_MCP_CHANGES_BASE_HANDLE_HPP
#define PITH_MCP_CHANGES_BASE_HANDLE_HPP

#include <cstddef>
#include <memory>
#include <mutex>
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

  /// The first key seals, all of them open; none: a key that only this process
  /// has.
  explicit base_handles(std::vector<std::string> keys = {});
  /// Other keys from now on; none: those that there are. Safe for several
  /// threads, as all here is.
  void use(std::vector<std::string> keys);

  [[nodiscard]] std::string make(std::string_view owner,
                                 std::string_view root) const;
  [[nodiscard]] bool fits(std::string_view handle, std::string_view owner,
                          std::string_view root) const;

 private:
  using key_list = std::shared_ptr<const std::vector<std::string>>;
  [[nodiscard]] key_list keys() const;

  mutable std::mutex lock_;
  key_list keys_;  // never null, never empty
};

/// Whether a text has the form of a handle; others need not be looked up.
[[nodiscard]] bool is_base_handle(std::string_view text) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_CHANGES_BASE_HANDLE_HPP
