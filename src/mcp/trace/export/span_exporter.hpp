// SPDX-License-Identifier: MIT
/// @file
/// Sends spans to a collector, by OTLP over HTTP, in a thread of its own.
#ifndef PITH_MCP_TRACE_EXPORT_SPAN_EXPORTER_HPP
#define PITH_MCP_TRACE_EXPORT_SPAN_EXPORTER_HPP

#include "mcp/config/traces.hpp"
#include "mcp/trace/tracer.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace pith::mcp {

class gateway_log;
class gateway_metrics;

/// Takes spans from the queue of a tracer when a batch has come together, or
/// some time has passed. One batch is under way at a time. While the collector
/// is away, the batch is tried again and the queue fills up; calls notice
/// nothing of it.
class span_exporter {
 public:
  struct options {
    std::chrono::milliseconds interval{5'000};
    std::chrono::milliseconds first_retry{1'000};
    unsigned tries = 5;  ///< of one batch
    std::chrono::seconds answer_time{10};
  };

  /// Metrics and log must outlive it.
  span_exporter(std::shared_ptr<tracer> from, gateway_metrics& metrics,
                gateway_log& log, const options& wanted);
  span_exporter(std::shared_ptr<tracer> from, gateway_metrics& metrics,
                gateway_log& log)
      : span_exporter(std::move(from), metrics, log, options{}) {}
  /// Ends at once.
  ~span_exporter();
  span_exporter(const span_exporter&) = delete;
  span_exporter& operator=(const span_exporter&) = delete;

  /// Turns tracing on by these settings, or off; a batch under way goes to the
  /// new place. Returns what is wrong with them; empty: they are in force. The
  /// thread is started when it is first needed.
  [[nodiscard]] std::string use(const std::optional<traces_config>& settings);
  /// Sends what is left, each batch once, for at most this long, and ends.
  /// What could not be sent counts as failed.
  void stop(std::chrono::milliseconds at_most);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_TRACE_EXPORT_SPAN_EXPORTER_HPP
