// SPDX-License-Identifier: MIT
#include "mcp/issuer/key_source.hpp"

#include "mcp/http/url.hpp"
#include "mcp/net/client/http_client.hpp"
#include "mcp/net/tls.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace pith::mcp {

namespace {

namespace asio = boost::asio;

constexpr std::chrono::seconds usual_refresh_time{3'600};
constexpr std::chrono::seconds min_refresh_time{300};
constexpr std::chrono::seconds max_refresh_time{86'400};

/// What a server, or a file, has to say.
struct fetched_keys {
  std::string text{};
  std::string problem{};
  std::chrono::seconds refresh_time = usual_refresh_time;
};

fetched_keys read_key_file(const std::string& name) {
  fetched_keys got;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the only call there is
  const int file = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    got.problem = "the file cannot be opened";
    return got;
  }
  std::array<char, 4096> part{};
  ssize_t size = 0;
  while (got.text.size() <= max_key_set_bytes) {
    size = ::read(file, part.data(), part.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    got.text.append(part.data(), static_cast<std::size_t>(size));
  }
  ::close(file);
  if (size < 0) got.problem = "the file cannot be read";
  return got;
}

/// Gathers one answer, and says when it is there.
class key_listener final : public http_listener {
 public:
  explicit key_listener(std::function<void(fetched_keys)> then)
      : then_(std::move(then)) {}

  void on_head(int status, const http_fields& fields) override {
    got_.refresh_time =
        refresh_time_of(fields.find("Cache-Control").value_or(""));
    if (status != 200) {
      got_.problem = "the server answered " + std::to_string(status);
      finish();
    }
  }
  void on_body(std::string_view bytes) override {
    if (!then_) return;
    got_.text.append(bytes);
    if (got_.text.size() <= max_key_set_bytes) return;
    got_.problem = "the answer is larger than 256 KiB";
    finish();
  }
  void on_end() override { finish(); }
  void on_failure(std::string_view what, bool) override {
    got_.problem = what;
    finish();
  }

 private:
  void finish() {
    if (!then_) return;
    std::exchange(then_, nullptr)(std::move(got_));
  }

  std::function<void(fetched_keys)> then_;
  fetched_keys got_;
};

}  // namespace

struct key_source::state {
  using clock = std::chrono::steady_clock;

  state(options with, reporter say)
      : wanted(std::move(with)), tell(std::move(say)) {}

  /// In the thread, as all of these.
  void fetch();
  void send();
  void finish(const fetched_keys& got);
  void plan(clock::duration from_now);
  /// Until it is stopped.
  void run();
  /// Begins an attempt unless one is under way; `lock` must be held.
  std::shared_ptr<key_wait> begin();

  const options wanted;
  const reporter tell;

  std::mutex lock;
  std::shared_ptr<const key_set> keys;  // of `lock`, as all to `may_ask`
  clock::time_point got_at{};           // the keys
  bool is_failing = false;
  std::shared_ptr<key_wait> under_way;  // null: nothing is
  clock::time_point may_ask{};          // from then on

  // Of the thread.
  asio::io_context io{1};
  asio::executor_work_guard<asio::io_context::executor_type> work{
      io.get_executor()};
  asio::steady_timer next{io};
  asio::steady_timer patience{io};
  std::string text;  // that the keys were read from
  std::uint64_t attempt = 0;
  std::shared_ptr<asio::ssl::context> tls;
  std::unique_ptr<http_client> client;
  std::thread thread;
};

void key_source::state::fetch() {
  ++attempt;
  next.cancel();
  if (wanted.url.empty()) return finish(read_key_file(wanted.file));
  send();
}

void key_source::state::send() {
  // Whatever comes first ends the attempt; the client must not be dropped
  // while it calls its listener.
  const auto then = [this, number = attempt](fetched_keys got) {
    asio::post(io, [this, number, got = std::move(got)] {
      if (number == attempt && client) finish(got);
    });
  };
  fetched_keys failed;
  const auto url = parse_url(wanted.url);
  if (!url) {
    failed.problem = "the address is not a URL";
    return finish(failed);
  }
  if (url->tls) {
    // Each time anew: authorities change, too.
    tls = make_client_tls(wanted.ca_file, failed.problem);
    if (!tls) return finish(failed);
  }
  client = std::make_unique<http_client>(
      io, *url, http_client::options{.tls = tls.get()});
  patience.expires_after(wanted.fetch_time);
  patience.async_wait([then](const boost::system::error_code& error) {
    if (error) return;
    fetched_keys late;
    late.problem = late_answer;
    then(std::move(late));
  });
  client->send({"GET", url->target, {{"Accept", "application/json"}}, {}},
               std::make_shared<key_listener>(then));
}

void key_source::state::finish(const fetched_keys& got) {
  patience.cancel();
  client.reset();
  key_set_result read;
  read.problem = got.problem;
  const bool is_same = got.problem.empty() && got.text == text;
  if (got.problem.empty() && !is_same) read = read_key_set(got.text);
  key_report report;
  report.problem = read.problem;
  report.has_changed = read.value != nullptr;
  if (report.has_changed) text = got.text;
  std::shared_ptr<key_wait> over;
  {
    const std::lock_guard guard(lock);
    is_failing = !report.problem.empty();
    if (!is_failing) got_at = clock::now();
    if (read.value) keys = read.value;
    if (keys) {
      report.keys = keys->size();
      report.skipped = keys->skipped();
    }
    over = std::exchange(under_way, nullptr);
  }
  if (tell) tell(report);
  if (report.problem.empty()) {
    plan(got.refresh_time);
  } else {
    plan(wanted.ask_time);
  }
  if (over) over->finish();
}

void key_source::state::plan(clock::duration from_now) {
  next.expires_after(from_now);
  next.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    {
      const std::lock_guard guard(lock);
      if (under_way) return;
      under_way = std::make_shared<key_wait>();
    }
    fetch();
  });
}

void key_source::state::run() {
  while (!io.stopped()) {
    try {
      io.run();
    } catch (const std::exception& e) {
      // Memory ran out. What waits must not wait for ever.
      fetched_keys failed;
      failed.problem = e.what();
      asio::post(io, [this, failed = std::move(failed)] { finish(failed); });
    }
  }
}

std::shared_ptr<key_wait> key_source::state::begin() {
  if (!under_way) {
    under_way = std::make_shared<key_wait>();
    asio::post(io, [this] { fetch(); });
  }
  return under_way;
}

key_source::key_source(options wanted, reporter tell)
    : state_(std::make_unique<state>(std::move(wanted), std::move(tell))) {
  refresh();
  state_->thread = std::thread([s = state_.get()] { s->run(); });
}

key_source::~key_source() { stop(); }

void key_source::stop() {
  state_->io.stop();
  if (!state_->thread.joinable()) return;
  state_->thread.join();
  const auto over = std::exchange(state_->under_way, nullptr);
  if (over) over->finish();
}

std::shared_ptr<const key_set> key_source::keys() const {
  const std::lock_guard guard(state_->lock);
  const auto age = state::clock::now() - state_->got_at;
  return age < state_->wanted.outage_time ? state_->keys : nullptr;
}

bool key_source::is_failing() const {
  const std::lock_guard guard(state_->lock);
  return state_->is_failing;
}

std::shared_ptr<key_wait> key_source::ask() {
  const std::lock_guard guard(state_->lock);
  if (state_->under_way) return state_->under_way;
  const auto now = state::clock::now();
  if (now < state_->may_ask) return nullptr;
  state_->may_ask = now + state_->wanted.ask_time;
  return state_->begin();
}

void key_source::refresh() {
  const std::lock_guard guard(state_->lock);
  state_->begin();
}

std::chrono::seconds refresh_time_of(std::string_view cache_control) {
  constexpr std::string_view word = "max-age=";
  constexpr std::size_t max_digits = 9;
  while (!cache_control.empty()) {
    std::string_view part = cache_control.substr(0, cache_control.find(','));
    cache_control.remove_prefix(
        std::min(part.size() + 1, cache_control.size()));
    while (part.starts_with(' ') || part.starts_with('\t')) {
      part.remove_prefix(1);
    }
    if (!same_name(part.substr(0, word.size()), word)) continue;
    const std::string_view digits = part.substr(
        word.size(),
        part.find_first_not_of("0123456789", word.size()) - word.size());
    if (digits.empty()) continue;
    if (digits.size() > max_digits) return max_refresh_time;
    std::chrono::seconds time{0};
    for (const char c : digits)
      time = time * 10 + std::chrono::seconds(c - '0');
    return std::clamp(time, min_refresh_time, max_refresh_time);
  }
  return usual_refresh_time;
}

}  // namespace pith::mcp
