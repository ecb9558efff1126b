// SPDX-License-Identifier: MIT
/// @file
/// A result as what has changed since an earlier one, or with a handle by which
/// that can be asked for.
#ifndef PITH_MCP_REWRITE_RESULT_CHANGES_HPP
#define PITH_MCP_REWRITE_RESULT_CHANGES_HPP

#include <pith/gcf_delta.hpp>
#include <pith/json.hpp>

#include "mcp/changes/base_handle.hpp"
#include "mcp/changes/change_answer.hpp"
#include "mcp/rewrite/policy.hpp"
#include "mcp/rewrite/rewriting.hpp"
#include "mcp/state/base_store.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace pith::mcp {

/// What a call said about an earlier answer.
struct change_request {
  const change_rule* rule = nullptr;  ///< null: nothing is to be done
  std::string since{};                ///< the handle that it named
  /// What is kept under it; null: nothing.
  std::shared_ptr<const std::string> base{};
};

/// Where answers are kept for the next time.
struct change_keeper {
  base_store* bases = nullptr;  ///< null: nowhere
  const base_handles* handles = nullptr;
};

/// Is used again for the next result.
struct change_memory {
  json::parser parser{};
  change_base base{};
};

struct changed_result {
  gcf::outcome kind = gcf::outcome::full;
  std::string result{};  ///< raw
  std::size_t tokens = 0;
};

/// The result that `decided` would send, as an answer to `asked`: that nothing
/// has changed, what has, or all of it, with the handle for the next time.
/// Nothing when it is not one text that stands for rows which a field tells
/// apart, when it is above the limits of the client, who would not show it to
/// the model, or when even the result as it came costs less.
[[nodiscard]] std::optional<changed_result> answer_changes(
    rewriting& decided, const change_request& asked,
    const change_keeper& keeper, const page_owner& owner,
    change_memory& memory);

}  // namespace pith::mcp

#endif  // PITH_MCP_REWRITE_RESULT_CHANGES_HPP
