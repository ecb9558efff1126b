// SPDX-License-Identifier: MIT
#include "mcp/trace/tracer.hpp"

#include "mcp/observe/metrics.hpp"
#include "mcp/protocol/header_names.hpp"
#include "mcp/system/random_bytes.hpp"
#include "mcp/trace/carried_context.hpp"
#include "mcp/trace/traced_call.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <random>
#include <span>
#include <utility>

namespace pith::mcp {

namespace {

/// Ids need only differ from one another: nobody gets in with one.
class id_source {
 public:
  id_source() {
    std::array<unsigned char, 32> seed{};
    if (!fill_random(seed)) {
      std::random_device other;
      std::generate(seed.begin(), seed.end(), std::ref(other));
    }
    std::seed_seq mixed(seed.begin(), seed.end());
    numbers_.seed(mixed);
  }

  std::uint64_t next() { return numbers_(); }
  /// Never zero, which is not an id.
  void fill(std::span<unsigned char> id) {
    for (std::size_t at = 0; at < id.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t bits = 0;
      while (bits == 0) bits = next();
      std::memcpy(id.data() + at, &bits, sizeof bits);
    }
  }

 private:
  std::mt19937_64 numbers_;
};

id_source& ids() {
  thread_local id_source source;
  return source;
}

}  // namespace

void tracer::turn_on(double sample, principal_form principals) noexcept {
  const double share = std::clamp(sample, 0.0, 1.0);
  sample_.store(static_cast<std::uint64_t>(std::ldexp(share, 63)),
                std::memory_order_relaxed);
  principals_.store(principals, std::memory_order_relaxed);
  is_on_.store(true, std::memory_order_relaxed);
}

std::shared_ptr<const trace_origin> tracer::hear(
    const http_fields& fields) const {
  if (!is_on()) return nullptr;
  constexpr std::size_t longest_version = 32;
  auto heard = std::make_shared<trace_origin>();
  heard->context = context_of(fields);
  heard->version =
      fields.find(version_field).value_or("").substr(0, longest_version);
  return heard;
}

std::shared_ptr<traced_call> tracer::begin(const call_facts& facts) {
  traced_call::plan plan;
  if (facts.within) {
    plan.parent = facts.within->passed_on();
    plan.is_recorded = facts.within->is_recorded();
    plan.is_in_message = facts.within->is_in_message();
  } else {
    plan.parent = context_of(facts.request);
    plan.is_in_message = plan.parent.has_value();
    if (facts.heard != nullptr && facts.heard->context != plan.parent) {
      (plan.parent ? plan.link : plan.parent) = facts.heard->context;
    }
    plan.is_recorded =
        plan.parent
            ? plan.parent->is_sampled()
            : (ids().next() >> 1U) < sample_.load(std::memory_order_relaxed);
  }
  if (plan.parent) {
    plan.passed_on = *plan.parent;
  } else {
    ids().fill(plan.passed_on.trace);
    ids().fill(plan.passed_on.span);
    plan.passed_on.flags = trace_context::random_flag;
  }
  if (plan.is_recorded) {
    plan.passed_on.flags |= trace_context::sampled_flag;
    plan.is_in_message = false;
    ids().fill(plan.to_client);
    ids().fill(plan.to_server);
    plan.passed_on.span = facts.is_endpoint ? plan.to_client : plan.to_server;
  }
  return std::make_shared<traced_call>(shared_from_this(), std::move(plan),
                                       facts);
}

void tracer::keep(trace_span one) {
  if (queue_.push(std::move(one)) == span_queue::taken::dropped &&
      metrics_ != nullptr) {
    ++metrics_->spans_dropped;
  }
}

}  // namespace pith::mcp
