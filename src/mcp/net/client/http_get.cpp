// SPDX-License-Identifier: MIT
#include "mcp/net/client/http_get.hpp"

#include "mcp/net/client/http_client.hpp"
#include "mcp/net/tls.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <utility>

namespace pith::mcp {

namespace {

class document_listener final : public http_listener {
 public:
  explicit document_listener(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  void on_head(int status, const http_fields&) override {
    document.status = status;
  }
  void on_body(std::string_view bytes) override {
    if (is_over) return;
    if (bytes.size() > max_bytes_ - document.body.size()) {
      on_failure("the response is too large", true);
    } else {
      document.body.append(bytes);
    }
  }
  void on_end() override { is_over = true; }
  void on_failure(std::string_view what, bool) override {
    document.failure = what;
    is_over = true;
  }

  http_document document{};
  bool is_over = false;

 private:
  std::size_t max_bytes_;
};

}  // namespace

http_document http_get(const http_url& url, http_fields fields,
                       const http_get_limits& limits) {
  http_document failed;
  std::shared_ptr<boost::asio::ssl::context> tls;
  if (url.tls) {
    tls = make_client_tls({}, failed.failure);
    if (!tls) return failed;
  }
  const auto end = std::chrono::steady_clock::now() + limits.time;
  boost::asio::io_context io;
  http_client client{io, url, {.tls = tls.get()}};
  const auto listener = std::make_shared<document_listener>(limits.body_bytes);
  client.send({"GET", url.target, std::move(fields), {}}, listener);
  while (!listener->is_over && io.run_one_until(end) != 0) continue;
  if (!listener->is_over) listener->on_failure(late_answer, true);
  return std::move(listener->document);
}

}  // namespace pith::mcp
