// SPDX-License-Identifier: MIT
#include "mcp/net/client/http_response_parser.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/system/errc.hpp>
#include <cstdint>
#include <memory>
#include <utility>

namespace pith::mcp {

namespace {

namespace beast = boost::beast;
namespace http = beast::http;
using error_code = boost::system::error_code;

constexpr unsigned max_interim = 16;
/// Bytes of an empty buffer that stay for the next response.
constexpr std::size_t kept_bytes = 4096;

/// Beast's parser, which calls back for each part of one response.
class one_response final : public http::basic_parser<false> {
 public:
  http_response_sink* sink = nullptr;
  bool is_stopped = false;

  one_response(std::size_t header_bytes, bool is_to_head) {
    header_limit(static_cast<std::uint32_t>(header_bytes));
    body_limit(boost::none);
    eager(true);
    skip(is_to_head);
  }

  [[nodiscard]] bool is_interim() const noexcept { return status_ / 100 == 1; }
  [[nodiscard]] bool is_upgrade() const noexcept { return status_ == 101; }

 protected:
  void on_request_impl(http::verb, beast::string_view, beast::string_view, int,
                       error_code&) override {}

  void on_response_impl(int code, beast::string_view, int,
                        error_code&) override {
    status_ = code;
  }

  void on_field_impl(http::field, beast::string_view name,
                     beast::string_view value, error_code&) override {
    if (has_head_) return;  // a trailer
    fields_.add(std::string(name), std::string(value));
  }

  void on_header_impl(error_code& error) override {
    has_head_ = true;
    if (is_interim()) return;
    stop_unless(sink->on_head(status_, fields_), error);
    fields_ = http_fields();  // a stream may be open for days
  }

  void on_body_init_impl(const boost::optional<std::uint64_t>&,
                         error_code&) override {}

  std::size_t on_body_impl(beast::string_view bytes,
                           error_code& error) override {
    stop_unless(sink->on_body({bytes.data(), bytes.size()}), error);
    return bytes.size();
  }

  void on_chunk_header_impl(std::uint64_t, beast::string_view,
                            error_code&) override {}

  std::size_t on_chunk_body_impl(std::uint64_t, beast::string_view bytes,
                                 error_code& error) override {
    return on_body_impl(bytes, error);
  }

  void on_finish_impl(error_code&) override {}

 private:
  void stop_unless(bool goes_on, error_code& error) {
    if (goes_on) return;
    is_stopped = true;
    error = boost::system::errc::make_error_code(
        boost::system::errc::operation_canceled);
  }

  int status_ = 0;
  bool has_head_ = false;
  http_fields fields_;
};

}  // namespace

class http_response_parser::engine {
 public:
  std::unique_ptr<one_response> response;
};

http_response_parser::http_response_parser(std::size_t header_bytes)
    : engine_(std::make_unique<engine>()), header_bytes_(header_bytes) {}

http_response_parser::~http_response_parser() = default;

void http_response_parser::begin(bool is_to_head) {
  is_to_head_ = is_to_head;
  engine_->response = std::make_unique<one_response>(header_bytes_, is_to_head);
  pending_.clear();
  problem_.clear();
  has_begun_ = false;
  interim_ = 0;
}

http_response_parser::state http_response_parser::put(
    std::string_view bytes, http_response_sink& sink) {
  if (!engine_->response) return fail("nothing was asked for");
  if (bytes.empty()) return state::more;
  has_begun_ = true;
  state at = state::more;
  if (pending_.empty()) {
    const std::size_t used = parse(bytes, sink, at);
    pending_.assign(bytes.substr(used));
  } else {
    pending_ += bytes;
    pending_.erase(0, parse(pending_, sink, at));
  }
  if (pending_.empty() && pending_.capacity() > kept_bytes) {
    std::string().swap(pending_);
  }
  // Chunk headers have no limit of their own.
  if (at == state::more && pending_.size() > header_bytes_) {
    return fail("its head or a chunk header is too long");
  }
  return at;
}

std::size_t http_response_parser::parse(std::string_view bytes,
                                        http_response_sink& sink, state& at) {
  std::size_t used = 0;
  auto& current = engine_->response;
  while (used < bytes.size() && current) {
    one_response& response = *current;
    response.sink = &sink;
    error_code error;
    const std::string_view rest = bytes.substr(used);
    used += response.put(boost::asio::buffer(rest.data(), rest.size()), error);
    if (response.is_stopped) {
      at = state::stopped;
      return used;
    }
    if (error == http::error::need_more) return used;
    if (error) {
      at = fail(error.message());
      return used;
    }
    if (!response.is_done()) continue;
    if (!response.is_interim()) {
      at = state::complete;
      return used;
    }
    if (response.is_upgrade() || ++interim_ > max_interim) {
      at = fail("its status is one that nobody asked for");
      return used;
    }
    current = std::make_unique<one_response>(header_bytes_, is_to_head_);
  }
  return used;
}

http_response_parser::state http_response_parser::put_eof() {
  auto& response = engine_->response;
  if (!response || !response->got_some()) return fail("it is empty");
  error_code error;
  if (!response->is_done()) response->put_eof(error);
  if (error) return fail("it is cut off");
  return state::complete;
}

bool http_response_parser::keeps_alive() const {
  const auto& response = engine_->response;
  return response && response->is_header_done() && response->keep_alive();
}

http_response_parser::state http_response_parser::fail(std::string_view what) {
  problem_ = what;
  return state::failed;
}

}  // namespace pith::mcp
