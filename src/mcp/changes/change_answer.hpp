// SPDX-License-Identifier: MIT
/// @file
/// What a model is sent that may still have an earlier answer.
#ifndef PITH_MCP_CHANGES_CHANGE_ANSWER_HPP
#define PITH_MCP_CHANGES_CHANGE_ANSWER_HPP

#include <pith/document.hpp>
#include <pith/gcf_delta.hpp>
#include <pith/gcf_graph_delta.hpp>
#include <pith/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Changes in a row after which all is sent again: a model follows a few better
/// than many (section 10a.8 of the GCF specification).
inline constexpr std::size_t max_changes_in_a_row = 15;

/// How the rows of a tool are compared with earlier ones.
struct change_rules {
  std::string key{};       ///< the field that tells rows apart; empty: inferred
  bool is_ordered = true;  ///< rows that moved are a change
};

/// An earlier answer, as it is kept: rows, or a graph.
struct change_base {
  enum class form : std::uint8_t {
    bare_rows,   ///< an array
    named_rows,  ///< the only member of an object
    graph,
  };
  form what = form::bare_rows;
  document result{};  ///< that has the rows
  gcf::keyed_set set{.key = {}, .name = {}, .fields = {}};
  gcf::graph_delta_consumer graph{};
  std::string root{};
  std::size_t in_a_row = 0;  ///< changes since all was sent
  std::string bytes{};       ///< as it was kept

  /// Of a base that is not a graph.
  [[nodiscard]] value rows() const PITH_LIFETIMEBOUND;
};

/// Reads change_answer::bytes. Nothing when it is something else. Whether rows
/// have the root that goes with them is found out when something is compared
/// with them.
[[nodiscard]] std::optional<change_base> read_base(std::string_view bytes);
/// The same with memory that was used before. False: `into` is of no use.
[[nodiscard]] bool read_base(std::string_view bytes, json::parser& parser,
                             change_base& into);

/// What a tool said, read and as it came.
struct told_result {
  value root;
  std::string_view json;
};

/// One of three answers: all, what has changed, or that nothing has.
struct change_answer {
  gcf::outcome kind = gcf::outcome::full;
  std::string text{};   ///< for the model; a consumer of deltas reads it
  std::string root{};   ///< of all
  std::string bytes{};  ///< to be kept for the next time
};

/// All of `result`, with the root that a later delta starts from. Nothing when
/// it is neither rows that a field tells apart nor a graph, or GCF cannot carry
/// it so.
[[nodiscard]] std::optional<change_answer> answer_in_full(
    const told_result& result, const change_rules& rules);

/// What makes `result` of `base`, or that they are the same; nothing when that
/// cannot be said, or not without loss, or when the base does not have its
/// root: whoever keeps it may have changed it. A delta is read again, applied
/// and compared before it is returned. n log n in both.
[[nodiscard]] std::optional<change_answer> answer_with_changes(
    const told_result& result, const change_base& base,
    const change_rules& rules);

}  // namespace pith::mcp

#endif  // PITH_MCP_CHANGES_CHANGE_ANSWER_HPP
