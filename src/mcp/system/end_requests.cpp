// SPDX-License-Identifier: MIT
#include "mcp/system/end_requests.hpp"

#include <boost/asio/signal_set.hpp>
#include <boost/system/error_code.hpp>
#include <csignal>
#include <utility>

namespace pith::mcp {

class end_requests::state {
 public:
  explicit state(boost::asio::io_context& io)
      : signals_(io, SIGTERM, SIGINT, SIGHUP) {}

  void listen(std::function<void()> then) {
    then_ = std::move(then);
    wait();
  }

 private:
  void wait() {
    signals_.async_wait([this](const boost::system::error_code& failed, int) {
      if (failed) return;
      then_();
      wait();
    });
  }

  boost::asio::signal_set signals_;
  std::function<void()> then_;
};

end_requests::end_requests(boost::asio::io_context& io)
    : state_(std::make_unique<state>(io)) {}
end_requests::~end_requests() = default;

void end_requests::listen(std::function<void()> then) {
  state_->listen(std::move(then));
}

}  // namespace pith::mcp
