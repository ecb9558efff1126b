// SPDX-License-Identifier: MIT
/// @file
/// A document as tables: every row is there, every column can be asked for by
/// the name that is shown, and the same document makes the same tables.
#include <pith/json.hpp>

#include "mcp/query/result_tables.hpp"
#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

namespace mcp = pith::mcp;

std::int64_t number_in(const mcp::query_answer& answer) {
  require(answer.error.empty() && answer.row_count == 1);
  return answer.rows.root()[0]["n"].value_or(std::int64_t{-1});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const auto source = pith::json::parse(
      {size == 0 ? "" : reinterpret_cast<const char*>(data), size});
  if (!source) return 0;
  const auto plan = mcp::table_plan::of(source->root(), {});
  const auto again = mcp::table_plan::of(source->root(), {});
  require(plan.has_value() == again.has_value());
  if (!plan) return 0;
  require(plan->tables().size() <= mcp::table_plan::max_tables + 1);
  const auto tables = mcp::result_tables::load(*plan, 0, 32U << 20U);
  if (!tables) return 0;  // too large
  mcp::query_limits bounds;
  bounds.time = std::chrono::minutes(10);
  for (std::size_t i = 0; i < plan->tables().size(); ++i) {
    const mcp::plan_table& table = plan->tables()[i];
    require(table.name == again->tables()[i].name);
    require(table.columns.size() <= mcp::table_plan::max_columns);
    require(table.columns.size() == again->tables()[i].columns.size());
    const std::string from = " FROM " + mcp::sql_name(table.name);
    require(number_in(tables->run("SELECT count(*) AS n" + from, bounds)) ==
            static_cast<std::int64_t>(table.rows));
    for (const mcp::plan_column& column : table.columns) {
      const auto& facts = column.field->facts;
      const std::uint64_t known =
          facts.scalars() + facts.objects + facts.arrays;
      require(
          number_in(tables->run(
              "SELECT count(" + mcp::sql_name(column.name) + ") AS n" + from,
              bounds)) == static_cast<std::int64_t>(known));
    }
  }
  return 0;
}
