// SPDX-License-Identifier: MIT
#include "mcp/hub/counted_child.hpp"

#include "mcp/link/child_link.hpp"
#include "mcp/observe/gateway_log.hpp"

#include <utility>

namespace pith::mcp {

namespace {

// What the handlers of a child need.
struct child_watch {
  child_house house;
  principal_quotas::lease place;  // of its principal
  server_link::handlers what;
  bool is_stopped = false;  // somebody has told it to end

  [[nodiscard]] std::string line(std::string_view what_happened,
                                 std::string_view rest) const {
    std::string text = house.server;
    text += ": ";
    text += house.whose;
    text += ": ";
    text += what_happened;
    text += rest;
    return text;
  }
  void log(std::string_view what_happened, std::string_view rest) const {
    if (house.say) house.say(line(what_happened, rest));
  }
  /// For what somebody should look after.
  void complain(log_level level, std::string_view event,
                std::string_view what_happened, std::string_view rest) const {
    if (house.log == nullptr) return log(what_happened, rest);
    const auto write =
        level == log_level::error ? &gateway_log::error : &gateway_log::warn;
    (house.log->*write)(
        event, {{"server", house.server}, {"says", line(what_happened, rest)}});
  }
};

void note_end(child_watch& watch, const child_end& how) {
  const std::string text = how.text();
  if (watch.is_stopped) {
    watch.log("ended: ", text);
  } else {
    watch.complain(log_level::warn, "server ended", "ended: ", text);
  }
  watch.place = nullptr;
  --watch.house.metrics.children;
  watch.what.on_end(how.signal != 0 ? 128 + how.signal : how.code, text);
}

/// Knows whether it was told to end.
class counted_link final : public server_link {
 public:
  counted_link(std::unique_ptr<server_link> link,
               std::shared_ptr<child_watch> watch)
      : link_(std::move(link)), watch_(std::move(watch)) {}

  void send(std::string_view message) override { link_->send(message); }
  [[nodiscard]] std::size_t queued() const noexcept override {
    return link_->queued();
  }
  void pause() override { link_->pause(); }
  void resume() override { link_->resume(); }
  void stop() override {
    watch_->is_stopped = true;
    link_->stop();
  }

 private:
  std::unique_ptr<server_link> link_;
  std::shared_ptr<child_watch> watch_;
};

}  // namespace

std::unique_ptr<server_link> start_counted_child(child_house house,
                                                 const child_command& command,
                                                 principal_quotas::lease place,
                                                 server_link::handlers what,
                                                 std::string& problem) {
  if (house.metrics.children >= house.limit) {
    problem = "too many children";
    if (house.log != nullptr) {
      house.log->warn("too many children",
                      {{"server", house.server}, {"limit", house.limit}});
    }
    return nullptr;
  }
  auto& io = house.io;
  const auto watch = std::make_shared<child_watch>(
      child_watch{std::move(house), std::move(place), std::move(what)});
  auto child = child_process::start(
      io, command,
      {.on_line =
           [watch](std::string_view line) { watch->what.on_message(line); },
       .on_words = [watch](std::string_view line) { watch->log("", line); },
       .on_end = [watch](const child_end& how) { note_end(*watch, how); }},
      problem);
  if (!child) {
    watch->complain(log_level::error, "server cannot start", "", problem);
    return nullptr;
  }
  ++watch->house.metrics.children;
  ++watch->house.metrics.children_started;
  watch->log("started as process ", std::to_string(child->pid()));
  return std::make_unique<counted_link>(link_to(std::move(child)), watch);
}

}  // namespace pith::mcp
