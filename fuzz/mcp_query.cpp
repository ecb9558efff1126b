// SPDX-License-Identifier: MIT
/// @file
/// A query over fixed tables: it is answered or refused within its limits, and
/// twice the same.
#include <pith/equality.hpp>
#include <pith/json.hpp>

#include "mcp/query/result_tables.hpp"
#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace {

namespace mcp = pith::mcp;

std::shared_ptr<const mcp::result_tables> load_tables() {
  const auto source = pith::json::parse(
      R"([{"id":1,"name":"a","total":1.5,"paid":true,"tags":["x","y"],)"
      R"("items":[{"sku":"s","qty":2},{"sku":"t","qty":3}]},)"
      R"({"id":2,"name":"b","total":null,"paid":false,"tags":[],"items":[]},)"
      R"({"id":3,"name":"c","total":9e99,"at":"2026-11-17","items":[]}])");
  require(source.has_value());
  const auto plan = mcp::table_plan::of(source->root(), {});
  require(plan.has_value());
  auto made = mcp::result_tables::load(*plan, 1'794'916'800'500, 8U << 20U);
  require(made != nullptr);
  return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const auto tables = load_tables();
  const std::string_view sql{
      size == 0 ? "" : reinterpret_cast<const char*>(data), size};
  mcp::query_limits bounds;
  // Steps end it, so that both runs end at the same one.
  bounds.time = std::chrono::minutes(10);
  bounds.steps = 200'000;
  bounds.memory = 8U << 20U;
  bounds.rows = 100;
  const auto first = tables->run(sql, bounds);
  const auto second = tables->run(sql, bounds);
  require(first.error == second.error);
  require(first.row_count <= bounds.rows);
  require(pith::equal(first.rows.root(), second.rows.root()));
  // Nothing has changed, and everybody else is answered.
  const auto after = tables->run("SELECT count(*) AS n FROM t", bounds);
  require(after.error.empty() && after.row_count == 1);
  return 0;
}
