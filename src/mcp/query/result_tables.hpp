// SPDX-License-Identifier: MIT
/// @file
/// A kept result as tables of a database in memory, to be asked with SQL.
#ifndef PITH_MCP_QUERY_RESULT_TABLES_HPP
#define PITH_MCP_QUERY_RESULT_TABLES_HPP

#include <pith/document.hpp>

#include "mcp/query/table_plan.hpp"
#include "mcp/state/result_store.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace pith::mcp {

/// What one query may use.
struct query_limits {
  std::chrono::milliseconds time{250};   ///< of the processor
  std::uint64_t steps = 200'000'000;     ///< of SQLite's virtual machine
  std::size_t memory = 64U << 20U;       ///< beside the tables
  std::size_t rows = 10'000;             ///< of the answer
  std::size_t answer_bytes = 2U << 20U;  ///< about
};

struct query_answer {
  /// An array of objects, one for each row.
  document rows{};
  std::size_t row_count = 0;
  bool is_cut = false;  ///< there are more rows than the limits allow
  /// What is wrong, and what to do; empty when the query was answered.
  std::string error{};
};

/// The tables of a plan. Nothing can change them, and nothing but them can be
/// read: an authorizer allows SELECT over these tables, json_each and json_tree
/// with a list of functions, and the database cannot open files. `now` is the
/// time when the result was kept. The same query gives the same answer.
///
/// Safe for several threads; queries of one result wait for each other.
class result_tables final : public made_value {
 public:
  /// Loads what `plan` says; a value is loaded as it is: integers, reals, text
  /// and null, booleans as 0 and 1, containers as JSON. Null when that takes
  /// more than `max_bytes`. `kept_at` is in milliseconds since 1970.
  [[nodiscard]] static std::shared_ptr<const result_tables> load(
      const table_plan& plan, std::int64_t kept_at, std::size_t max_bytes);
  ~result_tables() override;

  /// Answers one SELECT. Never fails otherwise than with `error`, which names
  /// the column or table that was probably meant.
  [[nodiscard]] query_answer run(std::string_view sql,
                                 const query_limits& bounds = {}) const;

  /// What the tables take.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct state;
  result_tables();
  std::unique_ptr<state> state_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_QUERY_RESULT_TABLES_HPP
