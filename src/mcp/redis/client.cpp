// SPDX-License-Identifier: MIT
#include "mcp/redis/client.hpp"

#include "mcp/net/tls.hpp"
#include "mcp/redis/connection.hpp"
#include "mcp/redis/slots.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace pith::mcp {

namespace asio = boost::asio;

namespace {

using clock = std::chrono::steady_clock;
using connection_ptr = std::shared_ptr<redis_connection>;

constexpr std::size_t max_redirects = 3;
/// How often a cluster is asked for its slots while a server of it is missing.
constexpr std::chrono::milliseconds refresh_pause{100};
/// How long what nobody waits for may wait for more of its kind. The next call
/// of an agent comes later than that.
constexpr std::chrono::milliseconds soon_pause{1};
constexpr std::size_t max_soon = 4096;

/// One operation on its way. Whoever asked hears of it even if it is dropped.
struct operation {
  operation(redis_command what, clock::time_point until, redis_taker whom)
      : command(std::move(what)), deadline(until), then(std::move(whom)) {}
  ~operation() { finish({redis_failure::unavailable, {}}); }
  operation(const operation&) = delete;
  operation& operator=(const operation&) = delete;

  void finish(redis_result result) {
    if (const redis_taker taker = std::exchange(then, nullptr)) {
      taker(std::move(result));
    }
  }

  redis_command command;
  clock::time_point deadline;
  redis_taker then;
  std::size_t redirects = 0;
  bool is_full = false;  // the script goes along
};
using operation_ptr = std::shared_ptr<operation>;

/// What somebody waits for.
struct awaited {
  std::mutex lock;
  std::condition_variable is_there;
  std::optional<redis_result> result;
};

bool is_not_ready(const redis_reply& reply) {
  constexpr std::array<std::string_view, 7> words{
      "LOADING", "CLUSTERDOWN", "TRYAGAIN", "MASTERDOWN",
      "BUSY",    "READONLY",    "UNBLOCKED"};
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return reply.is_error(word);
  });
}

}  // namespace

struct redis_client::state {
  explicit state(options from) : wanted(std::move(from)) {
    settings.user = wanted.user;
    settings.password = wanted.password;
    settings.database = wanted.database;
    settings.is_cluster = wanted.is_cluster;
    settings.timeout = wanted.timeout;
    settings.replies.bytes = wanted.max_reply_bytes;
  }

  options wanted;
  redis_settings settings;
  std::shared_ptr<asio::ssl::context> tls;
  asio::io_context io{1};
  asio::executor_work_guard<asio::io_context::executor_type> work{
      io.get_executor()};
  asio::steady_timer refresh_timer{io};
  asio::steady_timer soon_timer{io};
  std::mutex soon_lock;
  std::vector<operation_ptr> soon;  // not empty: the timer runs, or will
  std::map<std::string, connection_ptr, std::less<>> nodes;  // by address
  std::optional<redis_slot_map> slots;
  bool is_refreshing = false;
  bool is_refresh_due = false;
  std::size_t past_losses = 0;  // of connections that were closed
  std::atomic<bool> is_up{false};
  std::atomic<std::size_t> losses{0};
  std::mutex lock;
  std::condition_variable came_up;
  std::string last_problem;
  std::thread thread;

  void run() {
    for (;;) {
      try {
        io.run();
        return;
      } catch (const std::exception&) {
        continue;  // what it was at is dropped, and whoever waits hears of it
      }
    }
  }

  connection_ptr add(std::vector<redis_address> addresses) {
    const std::string name = addresses.front().text();
    auto made = std::make_shared<redis_connection>(
        io, std::move(addresses), settings, [this] { on_change(); });
    nodes.emplace(name, made);
    made->start();
    return made;
  }

  /// The connection with this server of the cluster; null when there are too
  /// many.
  connection_ptr node_at(const redis_address& where) {
    const auto found = nodes.find(where.text());
    if (found != nodes.end()) return found->second;
    if (nodes.size() >= 2 * redis_slot_map::max_masters) return nullptr;
    return add({where});
  }

  void begin() {
    if (!settings.is_cluster) {
      add(wanted.servers);
      return;
    }
    for (const redis_address& seed : wanted.servers) node_at(seed);
  }

  void on_change() {
    std::size_t lost = past_losses;
    for (const auto& [name, node] : nodes) lost += node->losses();
    losses = lost;
    const bool now_up = is_complete();
    if (settings.is_cluster && !now_up) plan_refresh();
    const bool was_up = is_up.exchange(now_up);
    const std::string why = now_up ? "" : problem();
    {
      const std::lock_guard hold{lock};
      if (now_up) {
        came_up.notify_all();
      } else {
        last_problem = why;
      }
    }
    if (was_up != now_up && wanted.changed) wanted.changed(now_up, why);
  }

  [[nodiscard]] bool is_complete() const {
    if (!settings.is_cluster) return nodes.begin()->second->is_ready();
    if (!slots) return false;
    return std::all_of(slots->masters().begin(), slots->masters().end(),
                       [this](const redis_address& master) {
                         const auto found = nodes.find(master.text());
                         return found != nodes.end() &&
                                found->second->is_ready();
                       });
  }

  [[nodiscard]] std::string problem() const {
    for (const auto& [name, node] : nodes) {
      if (!node->is_ready() && !node->problem().empty()) return node->problem();
    }
    return "it is not ready";
  }

  void plan_refresh() {
    if (is_refreshing) {
      is_refresh_due = true;
      return;
    }
    is_refreshing = true;
    refresh();
  }

  void refresh() {
    is_refresh_due = false;
    connection_ptr whom;
    for (const auto& [name, node] : nodes) {
      // Not always the same one: it may be cut off from the others.
      if (node->is_ready() && (!whom || ++turns % 2 == 0)) whom = node;
    }
    if (!whom) {
      for (const redis_address& seed : wanted.servers) node_at(seed);
      return refresh_later();
    }
    const redis_address asked = whom->address();
    whom->send(
        redis_command_bytes(std::array<std::string, 2>{"CLUSTER", "SLOTS"}), 1,
        clock::now() + settings.connect_time,
        [this, asked](const redis_result& result) {
          if (result.is_good()) take_slots(result.reply, asked);
          refresh_later();
        });
  }

  void refresh_later() {
    refresh_timer.expires_after(refresh_pause);
    refresh_timer.async_wait([this](const boost::system::error_code& error) {
      if (error) return;
      if (is_refresh_due || !is_complete()) {
        refresh();
      } else {
        is_refreshing = false;
      }
    });
  }

  void take_slots(const redis_reply& reply, const redis_address& asked) {
    auto read = redis_slot_map::read(reply, asked);
    if (!read) return;
    slots = std::move(*read);
    std::vector<connection_ptr> gone;
    for (auto at = nodes.begin(); at != nodes.end();) {
      const bool is_master = std::any_of(
          slots->masters().begin(), slots->masters().end(),
          [&](const redis_address& each) { return each.text() == at->first; });
      if (is_master) {
        ++at;
        continue;
      }
      past_losses += at->second->losses();
      gone.push_back(std::move(at->second));
      at = nodes.erase(at);
    }
    for (const redis_address& master : slots->masters()) node_at(master);
    for (const connection_ptr& each : gone) each->end();
    on_change();
  }

  connection_ptr route(const redis_command& command) {
    if (!settings.is_cluster) return nodes.begin()->second;
    if (!slots) return nullptr;
    const redis_address* const master =
        slots->master_of(redis_slot(command.key));
    return master == nullptr ? nullptr : node_at(*master);
  }

  void dispatch(const operation_ptr& what, const connection_ptr& to,
                bool is_asking) {
    if (!to) return what->finish({redis_failure::unavailable, {}});
    std::string bytes;
    if (is_asking) {
      bytes = redis_command_bytes(std::array<std::string, 1>{"ASKING"});
    }
    bytes.append(what->command.bytes(what->is_full));
    to->send(std::move(bytes), is_asking ? 2 : 1, what->deadline,
             [this, what, to, is_asking](redis_result result) {
               on_result(what, to, is_asking, std::move(result));
             });
  }

  void plan_soon() {
    soon_timer.expires_after(soon_pause);
    soon_timer.async_wait([this](const boost::system::error_code& error) {
      if (!error) run_soon();
    });
  }

  void run_soon() {
    std::vector<operation_ptr> all;
    {
      const std::lock_guard hold{soon_lock};
      all.swap(soon);
    }
    for (const operation_ptr& what : all) {
      dispatch(what, route(what->command), false);
    }
  }

  void on_result(const operation_ptr& what, const connection_ptr& from,
                 bool is_asking, redis_result result) {
    const redis_reply& reply = result.reply;
    if (!result.is_good() || !reply.is_error()) {
      return what->finish(std::move(result));
    }
    if (reply.is_error("NOSCRIPT") && what->command.script != nullptr &&
        !what->is_full) {
      what->is_full = true;
      return dispatch(what, from, is_asking);
    }
    if (settings.is_cluster) {
      if (const auto redirect =
              read_redis_redirect(reply.text, from->address())) {
        return follow(what, *redirect);
      }
    }
    if (reply.is_error("OOM")) {
      result.failure = redis_failure::full;
    } else if (is_not_ready(reply)) {
      result.failure = redis_failure::unavailable;
      const bool is_replica = reply.is_error("READONLY");
      if (settings.is_cluster) {
        plan_refresh();
      } else if (is_replica) {
        from->lose("it has become a replica, which takes nothing");
      }
    } else {
      result.failure = redis_failure::refused;
    }
    what->finish(std::move(result));
  }

  void follow(const operation_ptr& what, const redis_redirect& where) {
    if (!where.is_ask) {
      if (slots) slots->move(where.slot, where.to);
      plan_refresh();
    }
    if (++what->redirects > max_redirects) {
      return what->finish({redis_failure::redirected, {}});
    }
    dispatch(what, node_at(where.to), where.is_ask);
  }

  std::size_t turns = 0;
};

redis_client::redis_client(std::unique_ptr<state> s) : state_(std::move(s)) {}

std::unique_ptr<redis_client> redis_client::start(
    options wanted, std::chrono::milliseconds patience, std::string& problem) {
  auto made = std::make_unique<state>(std::move(wanted));
  const auto& servers = made->wanted.servers;
  if (servers.empty()) {
    problem = "there is no server";
    return nullptr;
  }
  if (std::any_of(servers.begin(), servers.end(),
                  [](const redis_address& each) { return each.tls; })) {
    made->tls = make_client_tls(made->wanted.ca_file, problem);
    if (!made->tls) return nullptr;
    made->settings.tls = made->tls.get();
  }
  state& s = *made;
  asio::post(s.io, [&s] { s.begin(); });
  s.thread = std::thread([&s] { s.run(); });
  std::unique_lock hold{s.lock};
  s.came_up.wait_for(hold, patience, [&s] { return s.is_up.load(); });
  hold.unlock();
  return std::unique_ptr<redis_client>(new redis_client(std::move(made)));
}

redis_client::~redis_client() {
  state& s = *state_;
  try {
    s.io.stop();
    if (s.thread.joinable()) s.thread.join();
    // Nobody else is here any more.
    s.wanted.changed = nullptr;
    s.soon.clear();
    for (const auto& [name, node] : s.nodes) node->end();
    s.nodes.clear();
  } catch (const std::exception&) {
    s.is_up = false;  // no memory to say so; the rest goes with the state
  }
}

void redis_client::run(redis_command command, std::chrono::milliseconds time,
                       redis_taker then) {
  auto what = std::make_shared<operation>(std::move(command),
                                          clock::now() + time, std::move(then));
  asio::post(state_->io, [s = state_.get(), what = std::move(what)] {
    s->dispatch(what, s->route(what->command), false);
  });
}

void redis_client::run_soon(redis_command command,
                            std::chrono::milliseconds time, redis_taker then) {
  const auto what = std::make_shared<operation>(
      std::move(command), clock::now() + time, std::move(then));
  {
    const std::lock_guard hold{state_->soon_lock};
    auto& soon = state_->soon;
    if (soon.size() < max_soon) {
      // First, so that nothing is there without a timer.
      if (soon.empty()) {
        asio::post(state_->io, [s = state_.get()] { s->plan_soon(); });
      }
      soon.push_back(what);
      return;
    }
  }
  what->finish({redis_failure::busy, {}});
}

redis_result redis_client::wait(redis_command command) {
  const auto place = std::make_shared<awaited>();
  // The client says itself when time is over; this is for the case that its
  // thread does not get to run.
  constexpr std::chrono::milliseconds grace{5};
  run(std::move(command), timeout(), [place](redis_result result) {
    const std::lock_guard hold{place->lock};
    place->result = std::move(result);
    place->is_there.notify_one();
  });
  std::unique_lock hold{place->lock};
  place->is_there.wait_for(hold, timeout() + grace,
                           [&place] { return place->result.has_value(); });
  std::optional<redis_result> result = std::move(place->result);
  if (!result) return {redis_failure::timeout, {}};
  return std::move(*result);
}

bool redis_client::is_up() const noexcept { return state_->is_up; }
std::string redis_client::problem() const {
  const std::lock_guard hold{state_->lock};
  return state_->last_problem;
}
std::size_t redis_client::losses() const noexcept { return state_->losses; }
std::chrono::milliseconds redis_client::timeout() const noexcept {
  return state_->wanted.timeout;
}

}  // namespace pith::mcp
