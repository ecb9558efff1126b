// SPDX-License-Identifier: MIT
#include "mcp/merge/listen_streams.hpp"

#include "mcp/merge/exposed_parts.hpp"
#include "mcp/protocol/subscription.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace pith::mcp {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds first_wait = 1s;
constexpr std::chrono::milliseconds longest_wait = 30s;

}  // namespace

std::string listen_streams::tagged(const stream& to, std::string_view method,
                                   std::string_view members) {
  std::string out = R"({"jsonrpc":"2.0","method":")";
  out += method;
  out += R"(","params":{"_meta":{")";
  out += subscription_key;
  out += R"(":)";
  out += to.id;
  out += '}';
  if (!members.empty()) {
    out += ',';
    out += members;
  }
  out += "}}";
  return out;
}

void listen_streams::begin(const message& request) {
  if (streams_.size() >= most) {
    send_(error_message(request.id, rpc_code::internal_error,
                        "Too many streams are open"));
    return;
  }
  const std::string_view filter =
      find_member(request.params, "notifications").value_or("{}");
  const auto wants = [filter](std::string_view what) {
    return is_true(find_member(filter, what).value_or("false"));
  };
  stream made;
  made.id = request.id;
  made.tools = wants("toolsListChanged");
  made.prompts = wants("promptsListChanged");
  made.resources = wants("resourcesListChanged");
  std::string honoured;
  const auto honour = [&honoured](std::string_view text) {
    if (!honoured.empty()) honoured += ',';
    honoured += text;
  };
  if (made.tools) honour(R"("toolsListChanged":true)");
  if (made.prompts) honour(R"("promptsListChanged":true)");
  if (made.resources) honour(R"("resourcesListChanged":true)");
  std::string uris;
  std::size_t count = 0;
  if (const auto all = elements_of(
          find_member(filter, "resourceSubscriptions").value_or("[]"))) {
    for (const std::string_view raw : *all) {
      const auto text = text_of(raw);
      if (!text || ++count > max_uris) continue;
      const auto to = members_->find_uri(*text);
      if (!to) continue;
      made.uris[to->member].push_back(quoted_json(to->own));
      if (!uris.empty()) uris += ',';
      uris += raw;
    }
  }
  if (!uris.empty()) honour(R"("resourceSubscriptions":[)" + uris + "]");
  const std::string key = id_key(request.id);
  send_(tagged(made, "notifications/subscriptions/acknowledged",
               R"("notifications":{)" + honoured + "}"));
  const bool wants_lists = made.tools || made.prompts || made.resources;
  std::vector<std::size_t> concerned;
  for (std::size_t i = 0; i < members_->size(); ++i) {
    if (wants_lists || made.uris.contains(i)) concerned.push_back(i);
  }
  streams_.insert_or_assign(key, std::move(made));
  for (const std::size_t i : concerned) open_member(key, i, first_wait);
}

void listen_streams::open_member(const std::string& key, std::size_t member,
                                 std::chrono::milliseconds wait) {
  members_->open(member, [weak = weak_from_this(), key, member,
                          wait](std::string_view problem) {
    const auto self = weak.lock();
    const auto at =
        self ? self->streams_.find(key) : decltype(streams_)::iterator{};
    if (!self || at == self->streams_.end()) return;
    if (!problem.empty()) {
      self->retry_later(key, member, wait);
      return;
    }
    const stream& to = at->second;
    std::string text = R"({"jsonrpc":"2.0","id":0,)"
                       R"("method":"subscriptions/listen","params":{"_meta":)";
    text += self->members_->meta();
    text += R"(,"notifications":{)";
    std::string filter;
    const auto want = [&filter](bool is_wanted, std::string_view what) {
      if (!is_wanted) return;
      if (!filter.empty()) filter += ',';
      filter += what;
    };
    want(to.tools, R"("toolsListChanged":true)");
    want(to.prompts, R"("promptsListChanged":true)");
    want(to.resources, R"("resourcesListChanged":true)");
    const auto own = to.uris.find(member);
    if (own != to.uris.end()) {
      std::string all;
      for (const std::string& raw : own->second) {
        if (!all.empty()) all += ',';
        all += raw;
      }
      want(true, R"("resourceSubscriptions":[)" + all + "]");
    }
    text += filter + "}}}";
    const auto m = read_message(text);
    if (!m) return;
    const auto number = std::make_shared<std::uint64_t>(0);
    *number = self->members_->connection(member).ask(
        *m,
        [weak, key, member, wait, number](const message*, std::string_view) {
          const auto still = weak.lock();
          if (!still) return;
          still->from_members_.erase({member, *number});
          still->retry_later(key, member, wait);
        });
    self->from_members_[{member, *number}] = key;
  });
}

void listen_streams::retry_later(const std::string& key, std::size_t member,
                                 std::chrono::milliseconds wait) {
  if (!streams_.contains(key)) return;
  const auto timer = std::make_shared<boost::asio::steady_timer>(io_, wait);
  timer->async_wait([weak = weak_from_this(), timer, key, member,
                     wait](const boost::system::error_code& failed) {
    const auto self = weak.lock();
    if (failed || !self) return;
    self->open_member(key, member, std::min(wait * 2, longest_wait));
  });
}

bool listen_streams::end(const std::string& key) {
  if (streams_.erase(key) == 0) return false;
  for (auto at = from_members_.begin(); at != from_members_.end();) {
    if (at->second != key) {
      ++at;
      continue;
    }
    members_->connection(at->first.first)
        .cancel(at->first.second, "The client listens no more");
    at = from_members_.erase(at);
  }
  return true;
}

bool listen_streams::take(std::size_t member, const message& m) {
  const auto raw = find_path(m.params, {"_meta", subscription_key});
  if (!raw) return false;
  const auto from = from_members_.find({member, unsigned_of(*raw).value_or(0)});
  if (from == from_members_.end()) return true;  // nobody's
  const auto to = streams_.find(from->second);
  if (to == streams_.end()) return true;
  if (m.method == "notifications/resources/updated") {
    const std::string_view prefix = members_->settings(member).prefix;
    exposed_parts parts{m.text, prefix};
    parts.add_uri(find_member(m.params, "uri").value_or(std::string_view{}));
    parts.replace(*raw, to->second.id);
    send_(parts.finish());
  } else if (m.method.ends_with("/list_changed")) {
    members_->note_change(member);
  }
  return true;
}

void listen_streams::announce(std::string_view what) {
  std::string method = "notifications/";
  method += what;
  method += "/list_changed";
  for (const auto& [key, to] : streams_) {
    const bool is_wanted = what == "tools"     ? to.tools
                           : what == "prompts" ? to.prompts
                                               : to.resources;
    if (is_wanted) send_(tagged(to, method, {}));
  }
}

}  // namespace pith::mcp
