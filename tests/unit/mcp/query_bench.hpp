// SPDX-License-Identifier: MIT
/// @file
/// What tests of questions share.
#ifndef PITH_TESTS_UNIT_MCP_QUERY_BENCH_HPP
#define PITH_TESTS_UNIT_MCP_QUERY_BENCH_HPP

#include <pith/json.hpp>

#include "mcp/query/result_tables.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp_test {

/// 17 November 2026, 12:00:00.500 UTC.
inline constexpr std::int64_t kept_moment = 1'794'916'800'500;

/// Time does not count: a machine may be busy, and sanitizers slow it down.
inline pith::mcp::query_limits patient_limits() {
  pith::mcp::query_limits bounds;
  bounds.time = std::chrono::minutes(5);
  return bounds;
}

/// A JSON text and its tables.
class query_bench {
 public:
  explicit query_bench(std::string_view json,
                       std::vector<std::string_view> path = {}) {
    auto read = pith::json::parse(json);
    EXPECT_TRUE(read) << json.substr(0, 200);
    if (!read) return;
    source = std::move(*read);
    plan = pith::mcp::table_plan::of(source.root(), path);
    if (!plan) return;
    tables = pith::mcp::result_tables::load(*plan, kept_moment, 64U << 20U);
  }

  /// The answer as JSON, or what is wrong after "error: ".
  [[nodiscard]] std::string ask(
      std::string_view sql,
      const pith::mcp::query_limits& bounds = patient_limits()) const {
    const pith::mcp::query_answer answer = tables->run(sql, bounds);
    if (!answer.error.empty()) return "error: " + answer.error;
    return pith::json::write(answer.rows.root()).value_or("?");
  }

  pith::document source{};
  std::optional<pith::mcp::table_plan> plan{};
  std::shared_ptr<const pith::mcp::result_tables> tables{};
};

}  // namespace mcp_test

#endif  // PITH_TESTS_UNIT_MCP_QUERY_BENCH_HPP
