// SPDX-License-Identifier: MIT
#include "mcp/hub/hub_child.hpp"

#include "mcp/hub/counted_child.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <utility>

namespace pith::mcp {

namespace {

void hear(const hub_shared& hub, const std::weak_ptr<child_owner>& whose,
          std::string_view line) {
  line = trimmed(line);
  const auto owner = whose.lock();
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
  std::string text = hub.server->name;
  text += ": no message: ";
  text += line.substr(0, 200);
  hub.log(text);
}

void note_end(hub_shared& hub, const std::weak_ptr<child_owner>& whose,
              std::string_view how) {
  --hub.children;
  if (const auto owner = whose.lock()) owner->on_child_end(how);
  if (hub.children == 0 && hub.on_childless) {
    std::exchange(hub.on_childless, nullptr)();
  }
}

}  // namespace

std::shared_ptr<server_link> start_hub_child(
    const std::shared_ptr<hub_shared>& hub, std::string whose,
    const std::weak_ptr<child_owner>& owner, const hub_client& client,
    principal_quotas::lease place, std::string& problem) {
  const hub_options& options = hub->options;
  server_link::handlers what{
      .on_message = [hub,
                     owner](std::string_view line) { hear(*hub, owner, line); },
      .on_words = [hub](std::string_view line) { hub->log(line); },
      .on_end = [hub, owner](
                    int, std::string_view how) { note_end(*hub, owner, how); },
      .on_lacking =
          [owner](std::string_view id, std::string_view scopes) {
            if (const auto whom = owner.lock()) whom->on_lacking(id, scopes);
          }};
  std::unique_ptr<server_link> made;
  if (options.connect) {
    made = options.connect(client, std::move(what), problem);
  } else {
    made = start_counted_child(
        {.io = hub->io,
         .metrics = hub->metrics,
         .limit = options.limits.children,
         .server = hub->server->name,
         .whose = std::move(whose),
         .log = hub->server->log,
         .say = [hub](std::string_view line) { hub->log(line); }},
        options.command, std::move(place), std::move(what), problem);
  }
  if (made) ++hub->children;
  return made;
}

}  // namespace pith::mcp
