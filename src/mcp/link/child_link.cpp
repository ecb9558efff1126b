// SPDX-License-Identifier: MIT
#include "mcp/link/child_link.hpp"

#include <utility>

namespace pith::mcp {

namespace {

class child_link final : public server_link {
 public:
  explicit child_link(std::shared_ptr<child_process> child)
      : child_(std::move(child)) {}

  void send(std::string_view message) override {
    child_->send(one_line(message));
  }
  [[nodiscard]] std::size_t queued() const noexcept override {
    return child_->queued();
  }
  void pause() override { child_->pause(); }
  void resume() override { child_->resume(); }
  void stop() override { child_->stop(); }

 private:
  std::shared_ptr<child_process> child_;
};

}  // namespace

std::unique_ptr<server_link> link_to(std::shared_ptr<child_process> child) {
  return std::make_unique<child_link>(std::move(child));
}

std::unique_ptr<server_link> start_child_link(boost::asio::io_context& io,
                                              const child_command& command,
                                              server_link::handlers what,
                                              std::string& problem) {
  child_process::handlers heard;
  heard.on_line = [take = std::move(what.on_message)](std::string_view line) {
    // Some servers end their lines with CR LF.
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) take(line);
  };
  heard.on_words = std::move(what.on_words);
  heard.on_end = [end = std::move(what.on_end)](const child_end& how) {
    end(how.signal != 0 ? 128 + how.signal : how.code, how.text());
  };
  auto child = child_process::start(io, command, std::move(heard), problem);
  if (!child) return nullptr;
  return link_to(std::move(child));
}

}  // namespace pith::mcp
