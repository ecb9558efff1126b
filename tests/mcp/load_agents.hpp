// SPDX-License-Identifier: MIT
/// @file
/// Agents that call a tool again and again, and ask for what has changed since
/// the last answer.
#ifndef PITH_TESTS_MCP_LOAD_AGENTS_HPP
#define PITH_TESTS_MCP_LOAD_AGENTS_HPP

#include "load_report.hpp"

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace load {

struct agent_plan {
  std::size_t count = 0;    ///< 0: nobody is an agent
  std::size_t session = 0;  ///< calls until an agent begins anew; 0: never
  std::size_t compact = 0;  ///< each so many calls, it has forgotten; 0: never
  std::size_t calls_each = 0;   ///< after so many it is done; 0: never
  std::string secret;           ///< of the proxy that names principals
  std::string name = "agent-";  ///< before their numbers
};

/// Each agent's calls go to one port after the other, so that another gateway
/// has answered before. The one that has waited longest is next.
class agents {
 public:
  agents(agent_plan plan, std::size_t ports)
      : plan_(std::move(plan)), all_(plan_.count), waiting_(ports) {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      // A crowd is in all stages of its sessions at any time.
      if (plan_.session > 0 && plan_.calls_each == 0) {
        all_[i].calls = i % plan_.session;
      }
      waiting_[i % ports].push_back(i);
    }
  }

  [[nodiscard]] bool is_used() const noexcept { return !all_.empty(); }
  [[nodiscard]] bool are_done() const noexcept {
    return is_used() && done_ == all_.size();
  }
  [[nodiscard]] bool has_next(std::size_t port) const {
    return !is_used() || !waiting_[port].empty();
  }
  std::size_t take(std::size_t port) {
    const std::size_t who = waiting_[port].front();
    waiting_[port].pop_front();
    return who;
  }

  /// What follows the other arguments of its call.
  [[nodiscard]] std::string arguments_of(std::size_t who) {
    agent& a = all_[who];
    const std::size_t turn =
        plan_.session > 0 ? a.calls % plan_.session : a.calls;
    if (turn == 0 || (plan_.compact > 0 && turn % plan_.compact == 0)) {
      a.handle.clear();
    }
    std::string out = ",\"turn\":" + std::to_string(a.calls);
    if (!a.handle.empty()) out += ",\"pith_since\":\"" + a.handle + '"';
    return out;
  }

  [[nodiscard]] std::string fields_of(std::size_t who) const {
    if (plan_.secret.empty()) return {};
    return "X-Forwarded-User: " + plan_.name + std::to_string(who) +
           "\r\nPith-Proxy-Secret: " + plan_.secret + "\r\n";
  }

  /// After the answer, or with nothing when there was none. What it was.
  answer_kind give_back(std::size_t who, std::string_view answer) {
    agent& a = all_[who];
    ++a.calls;
    if (plan_.calls_each > 0 && a.calls >= plan_.calls_each) {
      ++done_;
    } else {
      // Ports take turns; agents that began at another port are at another.
      waiting_[(who + ++a.answers) % waiting_.size()].push_back(who);
    }
    if (answer.find(" unchanged=true") != answer.npos) return unchanged;
    constexpr std::string_view mark = "pith_since=";
    const std::size_t at = answer.rfind(mark);
    a.handle = at == answer.npos ? std::string_view{}
                                 : answer.substr(at + mark.size(), 12);
    return answer.find(" delta=true") != answer.npos ? delta : full;
  }

 private:
  struct agent {
    std::string handle;
    std::size_t calls = 0;
    std::size_t answers = 0;
  };

  agent_plan plan_;
  std::vector<agent> all_;
  std::vector<std::deque<std::size_t>> waiting_;  // by port
  std::size_t done_ = 0;
};

}  // namespace load

#endif  // PITH_TESTS_MCP_LOAD_AGENTS_HPP
