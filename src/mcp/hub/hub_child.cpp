// SPDX-License-Identifier: MIT
#include "mcp/hub/hub_child.hpp"

#include "mcp/observe/gateway_log.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <utility>

namespace pith::mcp {

namespace {

// What the handlers of a child need.
struct child_watch {
  std::shared_ptr<hub_shared> hub;
  std::string whose;
  std::weak_ptr<child_owner> owner;
  principal_quotas::lease place;  // of its principal

  [[nodiscard]] std::string line(std::string_view what,
                                 std::string_view rest) const {
    std::string text = hub->server->name;
    text += ": ";
    text += whose;
    text += ": ";
    text += what;
    text += rest;
    return text;
  }
  void log(std::string_view what, std::string_view rest) const {
    hub->log(line(what, rest));
  }
  /// For what somebody should look after.
  void complain(log_level level, std::string_view event, std::string_view what,
                std::string_view rest) const {
    gateway_log* const to = hub->server->log;
    if (to == nullptr) return log(what, rest);
    const auto write =
        level == log_level::error ? &gateway_log::error : &gateway_log::warn;
    (to->*write)(event,
                 {{"server", hub->server->name}, {"says", line(what, rest)}});
  }
};

void hear(const child_watch& watch, std::string_view line) {
  line = trimmed(line);
  const auto owner = watch.owner.lock();
  if (line.empty() || !owner) return;
  if (is_batch(line)) {
    if (const auto batch = read_batch(line)) {
      for (const message& m : *batch) owner->on_message(m);
      return;
    }
  } else if (const auto m = read_message(line)) {
    owner->on_message(*m);
    return;
  }
  watch.log("no message: ", line.substr(0, 200));
}

void note_end(child_watch& watch, const child_end& how) {
  hub_shared& hub = *watch.hub;
  const std::string text = how.text();
  const auto owner = watch.owner.lock();
  if (owner && !owner->expects_end()) {
    watch.complain(log_level::warn, "server ended", "ended: ", text);
  } else {
    watch.log("ended: ", text);
  }
  watch.place = nullptr;
  --hub.children;
  --hub.metrics.children;
  if (owner) owner->on_child_end(text);
  if (hub.children == 0 && hub.on_childless) {
    std::exchange(hub.on_childless, nullptr)();
  }
}

}  // namespace

std::shared_ptr<child_process> start_hub_child(
    const std::shared_ptr<hub_shared>& hub, std::string whose,
    std::weak_ptr<child_owner> owner, principal_quotas::lease place,
    std::string& problem) {
  if (hub->metrics.children >= hub->options.limits.children) {
    problem = "too many children";
    if (hub->server->log != nullptr) {
      hub->server->log->warn("too many children",
                             {{"server", hub->server->name},
                              {"limit", hub->options.limits.children}});
    }
    return nullptr;
  }
  const auto watch = std::make_shared<child_watch>(
      child_watch{hub, std::move(whose), std::move(owner), std::move(place)});
  auto child = child_process::start(
      hub->io, hub->options.command,
      {.on_line = [watch](std::string_view line) { hear(*watch, line); },
       .on_words = [watch](std::string_view line) { watch->log("", line); },
       .on_end = [watch](const child_end& how) { note_end(*watch, how); }},
      problem);
  if (!child) {
    watch->complain(log_level::error, "server cannot start", "", problem);
    return nullptr;
  }
  ++hub->children;
  ++hub->metrics.children;
  ++hub->metrics.children_started;
  watch->log("started as process ", std::to_string(child->pid()));
  return child;
}

}  // namespace pith::mcp
