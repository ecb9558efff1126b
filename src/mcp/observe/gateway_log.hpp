// SPDX-License-Identifier: MIT
/// @file
/// What the gateway tells about itself: one JSON object per line.
///
///     {"time":"2026-11-15T12:00:00.123Z","level":"info","event":"listening",
///      "address":"127.0.0.1","port":4100}
#ifndef PITH_MCP_OBSERVE_GATEWAY_LOG_HPP
#define PITH_MCP_OBSERVE_GATEWAY_LOG_HPP

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace pith::mcp {

/// From the most talkative on; a log has what is at its level or above.
enum class log_level : std::uint8_t { debug, info, warn, error, off };

/// "debug", "info", "warn", "error", "off"; nothing for other words.
[[nodiscard]] std::optional<log_level> find_log_level(
    std::string_view name) noexcept;
[[nodiscard]] std::string_view name(log_level level) noexcept;

/// A number, a truth value or a text, which must outlive the call it is for.
class log_value {
 public:
  /// A field that is left out.
  log_value(std::nullopt_t) noexcept : value_(std::monostate{}) {}
  /// A text, or nothing when it is empty.
  [[nodiscard]] static log_value if_any(std::string_view text) noexcept {
    if (text.empty()) return {std::nullopt};
    return {text};
  }

  log_value(bool value) noexcept : value_(value) {}
  template <std::signed_integral Integer>
  log_value(Integer value) noexcept : value_(std::int64_t{value}) {}
  template <std::unsigned_integral Integer>
  log_value(Integer value) noexcept : value_(std::uint64_t{value}) {}
  log_value(double value) noexcept : value_(value) {}
  log_value(std::string_view value) noexcept : value_(value) {}
  log_value(const char* value) noexcept : value_(std::string_view(value)) {}
  log_value(const std::string& value) noexcept
      : value_(std::string_view(value)) {}

  [[nodiscard]] bool is_absent() const noexcept { return value_.index() == 0; }
  /// As JSON; texts as shown_text() has them, cut to max_text_bytes.
  void append_to(std::string& out) const;

  static constexpr std::size_t max_text_bytes = 16U << 10U;

 private:
  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double,
               std::string_view>
      value_;
};

using log_fields =
    std::initializer_list<std::pair<std::string_view, log_value>>;

/// Writes lines to a file, at whose end it goes on, or to standard error. A new
/// file is for its owner alone: what is logged is nobody else's business. Each
/// line is written at once and as a whole. Safe for several threads. A line
/// that cannot be written is lost; nothing else fails.
///
/// Bodies of messages belong to level debug. Secrets belong to no level:
/// nothing here can know what is one, callers must.
class gateway_log {
 public:
  struct opened;
  /// Opens `file`; empty: standard error. Fails with the system's reason.
  [[nodiscard]] static opened make(log_level level, const std::string& file);
  /// To standard error, which cannot fail.
  explicit gateway_log(log_level level);
  ~gateway_log();
  gateway_log(const gateway_log&) = delete;
  gateway_log& operator=(const gateway_log&) = delete;

  /// Opens the file anew by its name: somebody may have moved it away. When it
  /// cannot, goes on with the old one and returns the reason, else nothing.
  [[nodiscard]] std::string reopen();

  /// `event` is a few words that never change, `fields` what changes. Names
  /// of fields must differ, and be none of time, level and event.
  void debug(std::string_view event, log_fields fields = {});
  void info(std::string_view event, log_fields fields = {});
  void warn(std::string_view event, log_fields fields = {});
  void error(std::string_view event, log_fields fields = {});
  /// As info(), but at every level except `off`: for the few things without
  /// which nobody knows where to look.
  void note(std::string_view event, log_fields fields = {});

  /// Whether debug() writes: ask before making what only it needs.
  [[nodiscard]] bool debug_on() const noexcept {
    return level_ == log_level::debug;
  }

 private:
  struct state;
  gateway_log(log_level level, std::unique_ptr<state> to);
  void write(log_level level, std::string_view event, log_fields fields);
  void put(log_level level, std::string_view event, log_fields fields);

  log_level level_;
  std::unique_ptr<state> state_;
};

/// A log, or why there is none.
struct gateway_log::opened {
  std::unique_ptr<gateway_log> log{};
  std::string failure{};
};

}  // namespace pith::mcp

#endif  // PITH_MCP_OBSERVE_GATEWAY_LOG_HPP
