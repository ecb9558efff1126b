// SPDX-License-Identifier: MIT
/// @file
/// Where the keys of an issuer come from, and how they stay current.
#ifndef PITH_MCP_ISSUER_KEY_SOURCE_HPP
#define PITH_MCP_ISSUER_KEY_SOURCE_HPP

#include "mcp/issuer/key_wait.hpp"
#include "mcp/jwt/key_set.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace pith::mcp {

/// What came of one attempt to get the keys.
struct key_report {
  std::string problem{};  ///< empty: they are there
  std::size_t keys = 0;
  std::size_t skipped = 0;   ///< that cannot be used
  bool has_changed = false;  ///< since the time before
};

/// Gets a key set from a URL or a file when it is made, again and again after
/// that, and when somebody asks; in a thread of its own. Through an outage it
/// keeps what it has for a day. Safe for several threads.
class key_source {
 public:
  struct options {
    std::string url;      ///< http or https; no redirects are followed
    std::string file;     ///< when there is no URL
    std::string ca_file;  ///< for https; empty: the system's authorities
    /// For one attempt as a whole. Whoever waits for it waits no longer.
    std::chrono::milliseconds fetch_time{5'000};
    /// Between two attempts that somebody asked for, and after one that failed.
    std::chrono::milliseconds ask_time{30'000};
    /// For how long keys serve that cannot be fetched again.
    std::chrono::seconds outage_time{86'400};
    bool operator==(const options&) const = default;
  };
  /// Called in the thread of the source after each attempt, and before anybody
  /// who waits for it goes on.
  using reporter = std::function<void(const key_report&)>;

  /// Begins the first attempt.
  key_source(options wanted, reporter tell);
  ~key_source();
  key_source(const key_source&) = delete;
  key_source& operator=(const key_source&) = delete;

  /// Null when there are none, or they are too old.
  [[nodiscard]] std::shared_ptr<const key_set> keys() const;
  /// Whether the last attempt failed, so that keys may exist that are not here.
  [[nodiscard]] bool is_failing() const;
  /// Asks for keys that are not here. All that ask while an attempt is under
  /// way wait for that one. Null when none is, and the last one that somebody
  /// asked for was not long ago.
  [[nodiscard]] std::shared_ptr<key_wait> ask();
  /// Reads again, as after a change of the file.
  void refresh();
  /// Ends the thread. Whoever waits goes on; nobody may ask any more.
  void stop();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// How long keys serve before they are fetched again, by what a server says
/// (Cache-Control): an hour when that is nothing; 5 minutes to a day.
[[nodiscard]] std::chrono::seconds refresh_time_of(
    std::string_view cache_control);

}  // namespace pith::mcp

#endif  // PITH_MCP_ISSUER_KEY_SOURCE_HPP
