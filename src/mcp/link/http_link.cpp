// SPDX-License-Identifier: MIT
#include "mcp/link/http_link.hpp"

#include "mcp/link/http_link_session.hpp"
#include "mcp/net/tls.hpp"

#include <boost/asio/ssl/context.hpp>
#include <utility>

namespace pith::mcp {

namespace {

class http_link final : public server_link {
 public:
  http_link(std::shared_ptr<http_link_session> session,
            std::shared_ptr<boost::asio::ssl::context> tls)
      : tls_(std::move(tls)), session_(std::move(session)) {}
  ~http_link() override {
    try {
      session_->close();
    } catch (...) {
      return;  // what it has under way ends with its connections
    }
  }
  http_link(const http_link&) = delete;
  http_link& operator=(const http_link&) = delete;

  void send(std::string_view message) override { session_->send(message); }
  [[nodiscard]] std::size_t queued() const noexcept override {
    return session_->queued();
  }
  void pause() override { session_->pause(true); }
  void resume() override { session_->pause(false); }
  void stop() override { session_->stop(); }

 private:
  std::shared_ptr<boost::asio::ssl::context> tls_;  // outlives the session
  std::shared_ptr<http_link_session> session_;
};

}  // namespace

std::unique_ptr<server_link> start_http_link(boost::asio::io_context& io,
                                             const http_link_options& options,
                                             server_link::handlers what,
                                             std::string& problem) {
  const auto url = parse_url(options.url);
  if (!url) {
    problem = "'" + options.url + "' is not an http:// or https:// address";
    return nullptr;
  }
  std::shared_ptr<boost::asio::ssl::context> tls;
  if (url->tls) {
    tls = make_client_tls(options.ca_file, problem);
    if (!tls) return nullptr;
  }
  auto session = std::make_shared<http_link_session>(io, *url, tls.get(),
                                                     options, std::move(what));
  return std::make_unique<http_link>(std::move(session), std::move(tls));
}

}  // namespace pith::mcp
