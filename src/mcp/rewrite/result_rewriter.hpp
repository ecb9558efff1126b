// SPDX-License-Identifier: MIT
/// @file
/// A tool result in the form that costs its client the fewest tokens.
#ifndef PITH_MCP_REWRITE_RESULT_REWRITER_HPP
#define PITH_MCP_REWRITE_RESULT_REWRITER_HPP

#include <pith/tokens.hpp>

#include "mcp/rewrite/policy.hpp"
#include "mcp/state/result_store.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

class paged_result;
class result_tables;
struct change_keeper;
struct change_request;
struct query_limits;

/// Why a result is as the server sent it.
enum class pass_reason : std::uint8_t {
  none,          ///< it was rewritten
  mode,          ///< the tool passes by configuration
  not_complete,  ///< input_required, a task, or no tool result at all
  is_error,
  encrypted,        ///< a block with codex/encryptedContent
  not_json,         ///< nothing in it is JSON
  outside_domain,   ///< JSON that cannot be carried faithfully (2^63, NUL...)
  differs,          ///< text and structuredContent say different things
  small,            ///< fewer tokens than the threshold
  not_smaller,      ///< no form costs less
  not_faithful,     ///< the winner did not decode to its source
  unchanged_asked,  ///< the client asked for JSON alone
};
[[nodiscard]] std::string_view name(pass_reason why) noexcept;
inline constexpr std::size_t pass_reason_count = 12;

/// What became of one result.
struct rewrite_outcome {
  /// The result as it is to be sent; nothing: as it came.
  std::optional<std::string> result{};
  pass_reason reason = pass_reason::none;
  /// What the client would have shown the model, and what it shows now.
  std::size_t tokens_before = 0;
  std::size_t tokens_after = 0;
  /// "gcf", "json"; "text" when only structuredContent went that said the same,
  /// or a text was cut; empty when it passed.
  std::string format{};
  /// It did not fit, and the rest waits in the page store.
  bool is_paged = false;
  /// Of it, or of what waits, the shape was shown, so that the model can ask.
  bool is_asked = false;
  /// It is what has changed since an earlier one, or that nothing has.
  bool is_change = false;
  /// It has a handle, so that changes can be asked for the next time.
  bool has_handle = false;
  std::size_t tokens_asking = 0;  ///< of the arguments that ask
  /// The client would have shown more than it takes, and now does not.
  bool crossed_limit = false;
  /// The server says that it is an error (isError).
  bool is_error = false;
};

/// Rewrites the results of one server. Keeps counters and buffers: one per
/// thread. The policy and the store must outlive it.
///
/// What a client shows is counted so: structuredContent as compact JSON, every
/// text block and every text of an embedded resource for itself. A result is
/// changed only when the client then shows fewer tokens, or when it is above
/// the limits of the client and pages may be made. What is changed decodes to
/// the value that it stands for; all other bytes stay as they are.
class result_rewriter {
 public:
  /// `pages` may be null: then nothing is cut.
  result_rewriter(const rewrite_policy& policy, token_counter counter,
                  result_store* pages);
  ~result_rewriter();
  result_rewriter(result_rewriter&&) noexcept;
  result_rewriter& operator=(result_rewriter&&) noexcept;

  /// `result` is a raw CallToolResult, `mode` that of its tool.
  [[nodiscard]] rewrite_outcome rewrite(std::string_view result,
                                        rewrite_mode mode,
                                        const client_profile& client,
                                        const page_owner& owner);
  /// The same for a call that may have named an earlier answer.
  [[nodiscard]] rewrite_outcome rewrite(std::string_view result,
                                        rewrite_mode mode,
                                        const client_profile& client,
                                        const page_owner& owner,
                                        const change_request& since);

  /// The raw result of pith_more with these raw arguments: the next page of
  /// what waits, or a result with isError that says why there is none. Pages
  /// that nobody has asked for are made on the way, but only a few: who jumps
  /// far is told to come closer.
  /// Pages are marked as results are, if the client asked for formats.
  [[nodiscard]] std::string more(std::string_view arguments,
                                 const page_owner& owner,
                                 const client_profile& client = {});

  /// The raw result of pith_query with these raw arguments: the rows that a
  /// SELECT gives over the tables of what waits, in the form that costs least,
  /// within the limits of the client; or a result with isError that says what
  /// is wrong and what was probably meant. Takes at most the time that
  /// query_limits allow, and before the first question that of loading.
  [[nodiscard]] std::string query(std::string_view arguments,
                                  const client_profile& client,
                                  const page_owner& owner);

  /// Whether the result under the handle in these raw arguments was shown by
  /// its shape.
  [[nodiscard]] bool is_asked(std::string_view arguments,
                              const page_owner& owner);

  /// Where answers are kept for those who ask what has changed.
  void keep_bases(const change_keeper& keeper);

  /// What a question may use from now on.
  void limit_queries(const query_limits& bounds);

  [[nodiscard]] token_counter& counter() noexcept { return counter_; }

 private:
  [[nodiscard]] std::shared_ptr<const paged_result> open_kept(
      const page_owner& owner, std::string_view handle);
  [[nodiscard]] std::shared_ptr<const result_tables> load_kept(
      const page_owner& owner, std::string_view handle, std::string& problem);
  [[nodiscard]] rewrite_outcome rewrite_by(
      std::string_view result, rewrite_mode mode, const client_profile& client,
      const page_owner& owner, bool may_ask, const change_request& since);
  [[nodiscard]] std::optional<rewrite_outcome> rewrite_changes(
      std::string_view result, rewrite_mode mode, const client_profile& client,
      const page_owner& owner, const change_request& since);

  const rewrite_policy* policy_;
  token_counter counter_;
  result_store* pages_;
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_REWRITE_RESULT_REWRITER_HPP
