// SPDX-License-Identifier: MIT
#include "mcp/trace/export/span_exporter.hpp"

#include <pith/version.hpp>

#include "mcp/http/url.hpp"
#include "mcp/net/client/http_client.hpp"
#include "mcp/net/tls.hpp"
#include "mcp/observe/gateway_log.hpp"
#include "mcp/observe/metrics.hpp"
#include "mcp/protocol/random_id.hpp"
#include "mcp/trace/export_answer.hpp"
#include "mcp/trace/otlp_json.hpp"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <exception>
#include <functional>
#include <future>
#include <random>
#include <thread>
#include <utility>

namespace pith::mcp {

namespace {

namespace asio = boost::asio;
using clock = std::chrono::steady_clock;

constexpr std::string_view traces_path = "/v1/traces";
/// Of an answer; what a collector says beyond that is not read.
constexpr std::size_t max_answer_bytes = 64U << 10U;

/// What is said of all spans, unless the configuration says another.
trace_resource resource_of(const traces_config& settings,
                           const std::string& instance) {
  trace_resource from{{"service.name", settings.service_name},
                      {"service.version", std::string(version)},
                      {"service.instance.id", instance}};
  for (const auto& [key, value] : settings.attributes) {
    const auto known =
        std::find_if(from.begin(), from.end(),
                     [&key](const auto& one) { return one.first == key; });
    if (known != from.end()) {
      known->second = value;
    } else {
      from.emplace_back(key, value);
    }
  }
  return from;
}

/// Where spans go: one per configuration.
struct collector {
  http_url url;
  std::shared_ptr<asio::ssl::context> tls;
  http_fields headers;
  trace_resource from;
  std::unique_ptr<http_client> client;
};

/// What became of one try.
struct try_result {
  export_outcome outcome = export_outcome::later;
  std::optional<std::chrono::seconds> pause{};
  std::size_t rejected = 0;
  std::string why{};
};

/// Hears one answer, and tells it once.
class answer_listener final : public http_listener {
 public:
  answer_listener(std::size_t sent, std::function<void(try_result)> then)
      : sent_(sent), then_(std::move(then)) {}

  void on_head(int status, const http_fields& fields) override {
    result_.outcome = outcome_of(status);
    result_.why = "status " + std::to_string(status);
    if (const auto after = fields.find("Retry-After")) {
      result_.pause = read_retry_after(*after);
    }
  }
  void on_body(std::string_view bytes) override {
    body_.append(bytes.substr(
        0, std::min(bytes.size(), max_answer_bytes - body_.size())));
  }
  void on_end() override {
    if (result_.outcome == export_outcome::taken) {
      result_.rejected = rejected_spans(body_, sent_);
    }
    tell();
  }
  void on_failure(std::string_view what, bool) override {
    result_ = {.why = std::string(what)};
    tell();
  }

 private:
  void tell() { std::exchange(then_, nullptr)(std::move(result_)); }

  std::size_t sent_;
  std::function<void(try_result)> then_;
  try_result result_;
  std::string body_;
};

}  // namespace

/// All but the constructor, start() and finish() happens in the thread.
struct span_exporter::state {
  state(std::shared_ptr<tracer> by, gateway_metrics& numbers,
        gateway_log& where, const options& asked_for)
      : from(std::move(by)), metrics(numbers), log(where), wanted(asked_for) {}

  void start();
  void run() noexcept;
  void use(std::unique_ptr<collector> next);
  void tick();
  /// Takes the next batch, when none is under way and one is due.
  void send_next(bool is_due);
  void send();
  void on_result(try_result result);
  void settle(const try_result& result);
  void complain(std::string_view why);
  void flush(std::shared_ptr<std::promise<void>> then);
  void end_flush();

  std::shared_ptr<tracer> from;
  gateway_metrics& metrics;
  gateway_log& log;
  options wanted;
  std::string instance = random_id();
  std::minstd_rand noise{std::random_device{}()};
  asio::io_context io{1};
  asio::executor_work_guard<asio::io_context::executor_type> work{
      io.get_executor()};
  asio::steady_timer timer{io};
  asio::steady_timer retry{io};
  std::unique_ptr<collector> to;
  std::shared_ptr<http_call> call;
  std::uint64_t attempt = 0;  // answers to earlier ones are not heard
  std::string body;           // of the batch under way
  std::size_t count = 0;      // of its spans; 0: none is under way
  unsigned tries = 0;
  std::shared_ptr<std::promise<void>> flushed;  // while it ends
  clock::time_point complained{};
  std::thread thread;
};

void span_exporter::state::start() {
  if (thread.joinable()) return;
  from->queue().wake_with(
      [this] { asio::post(io, [this] { send_next(false); }); });
  asio::post(io, [this] { tick(); });
  thread = std::thread([this] { run(); });
}

void span_exporter::state::run() noexcept {
  for (;;) {
    try {
      io.run();
      return;
    } catch (const std::exception&) {
      // Without memory a batch may be lost; what comes later need not be.
      ++attempt;
      metrics.spans_failed += std::exchange(count, 0);
      body.clear();
    }
  }
}

void span_exporter::state::use(std::unique_ptr<collector> next) {
  ++attempt;
  call.reset();
  to = std::move(next);
  http_client::options client;
  client.answer_time = wanted.answer_time;
  client.idle_connections = 1;
  client.tls = to->tls.get();
  to->client = std::make_unique<http_client>(io, to->url, client);
  retry.cancel();
  if (count != 0) {
    tries = 0;
    send();
  }
}

void span_exporter::state::tick() {
  send_next(true);
  timer.expires_after(wanted.interval);
  timer.async_wait([this](const boost::system::error_code& failed) {
    if (!failed) tick();
  });
}

void span_exporter::state::send_next(bool is_due) {
  if (count != 0 || !to) return;
  if (!is_due && from->queue().size() < span_queue::batch) return;
  const std::vector<trace_span> spans = from->queue().take();
  if (spans.empty()) return;
  body = otlp_json(to->from, spans);
  count = spans.size();
  tries = 0;
  send();
}

void span_exporter::state::send() {
  ++tries;
  http_request request;
  request.method = "POST";
  request.target = to->url.target;
  request.fields = to->headers;
  request.fields.set("Content-Type", "application/json");
  request.fields.set("User-Agent", "pith/" + std::string(version));
  request.body = body;
  const std::uint64_t mine = ++attempt;
  call = to->client->send(
      std::move(request),
      std::make_shared<answer_listener>(count, [this, mine](try_result result) {
        // Not from inside the client, which may be replaced.
        asio::post(io, [this, mine, result = std::move(result)]() mutable {
          if (mine == attempt) on_result(std::move(result));
        });
      }));
}

void span_exporter::state::on_result(try_result result) {
  call.reset();
  if (result.outcome == export_outcome::later && tries < wanted.tries &&
      !flushed) {
    complain(result.why);
    retry.expires_after(result.pause
                            ? std::chrono::milliseconds(*result.pause)
                            : retry_pause(wanted.first_retry, tries, noise()));
    retry.async_wait(
        [this, mine = attempt](const boost::system::error_code& failed) {
          if (!failed && mine == attempt) send();
        });
    return;
  }
  settle(result);
}

void span_exporter::state::settle(const try_result& result) {
  const bool is_taken = result.outcome == export_outcome::taken;
  const std::size_t failed = is_taken ? result.rejected : count;
  metrics.spans_exported += count - failed;
  metrics.spans_failed += failed;
  if (failed != 0) {
    complain(is_taken ? "the collector rejected spans" : result.why);
  }
  count = 0;
  body.clear();
  send_next(flushed != nullptr);
  if (flushed && count == 0) end_flush();
}

void span_exporter::state::complain(std::string_view why) {
  constexpr std::chrono::seconds quiet_time{60};
  const auto now = clock::now();
  if (complained != clock::time_point{} && now - complained < quiet_time) {
    return;
  }
  complained = now;
  log.warn("traces are not taken",
           {{"why", why},
            {"do", "check traces.url, and whether the collector runs"}});
}

void span_exporter::state::flush(std::shared_ptr<std::promise<void>> then) {
  flushed = std::move(then);
  timer.cancel();
  if (count != 0) {
    if (!call) {  // it waits to be tried again
      retry.cancel();
      send();
    }
    return;
  }
  send_next(true);
  if (count == 0) end_flush();
}

void span_exporter::state::end_flush() {
  if (flushed) std::exchange(flushed, nullptr)->set_value();
}

span_exporter::span_exporter(std::shared_ptr<tracer> from,
                             gateway_metrics& metrics, gateway_log& log,
                             const options& wanted)
    : state_(std::make_unique<state>(std::move(from), metrics, log, wanted)) {}

span_exporter::~span_exporter() {
  state_->from->turn_off();
  state_->from->queue().wake_with(nullptr);
  state_->io.stop();
  if (state_->thread.joinable()) state_->thread.join();
}

std::string span_exporter::use(const std::optional<traces_config>& settings) {
  if (!settings) {
    state_->from->turn_off();
    return {};
  }
  auto next = std::make_unique<collector>();
  const auto url = parse_url(settings->url);
  if (!url) return "traces.url is not a URL";
  next->url = *url;
  if (next->url.target == "/") next->url.target = traces_path;
  if (url->tls) {
    std::string problem;
    next->tls = make_client_tls(settings->ca_file, problem);
    if (!next->tls) return "traces: " + problem;
  }
  next->headers = settings->headers;
  next->from = resource_of(*settings, state_->instance);
  state_->start();
  asio::post(state_->io, [s = state_.get(), next = std::move(next)]() mutable {
    s->use(std::move(next));
  });
  state_->from->turn_on(settings->sample, settings->principals);
  return {};
}

void span_exporter::stop(std::chrono::milliseconds at_most) {
  state& s = *state_;
  s.from->turn_off();
  if (!s.thread.joinable()) return;
  const auto done = std::make_shared<std::promise<void>>();
  auto flushed = done->get_future();
  asio::post(s.io, [&s, done] { s.flush(done); });
  flushed.wait_for(at_most);
  s.from->queue().wake_with(nullptr);
  s.io.stop();
  s.thread.join();
  std::size_t left = std::exchange(s.count, 0);
  for (auto rest = s.from->queue().take(); !rest.empty();
       rest = s.from->queue().take()) {
    left += rest.size();
  }
  s.metrics.spans_failed += left;
}

}  // namespace pith::mcp
