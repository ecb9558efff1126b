// SPDX-License-Identifier: MIT
#include "mcp/observe/gateway_log.hpp"

#include "mcp/observe/shown_text.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/system/file_bytes.hpp"

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <mutex>
#include <system_error>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::array<std::string_view, 5> level_names{"debug", "info", "warn",
                                                      "error", "off"};

spdlog::level::level_enum spdlog_level(log_level level) noexcept {
  switch (level) {
    case log_level::debug:
      return spdlog::level::debug;
    case log_level::info:
      return spdlog::level::info;
    case log_level::warn:
      return spdlog::level::warn;
    case log_level::error:
      return spdlog::level::err;
    default:
      return spdlog::level::off;
  }
}

/// Decimal digits with zeros in front.
void append_digits(std::string& out, std::int64_t value, std::size_t width) {
  const std::string digits = std::to_string(value);
  if (digits.size() < width) out.append(width - digits.size(), '0');
  out.append(digits);
}

/// "2026-11-15T12:00:00.123Z"
void append_time(std::string& out, std::chrono::system_clock::time_point at) {
  const auto whole = std::chrono::floor<std::chrono::seconds>(at);
  const auto midnight = std::chrono::floor<std::chrono::days>(whole);
  const std::chrono::year_month_day day{midnight};
  const std::chrono::hh_mm_ss time{whole - midnight};
  const auto put = [&out](std::int64_t value, std::size_t width, char after) {
    append_digits(out, value, width);
    out.push_back(after);
  };
  put(static_cast<int>(day.year()), 4, '-');
  put(static_cast<unsigned>(day.month()), 2, '-');
  put(static_cast<unsigned>(day.day()), 2, 'T');
  put(time.hours().count(), 2, ':');
  put(time.minutes().count(), 2, ':');
  put(time.seconds().count(), 2, '.');
  put(std::chrono::floor<std::chrono::milliseconds>(at - whole).count(), 3,
      'Z');
}

void append_text(std::string& out, std::string_view text) {
  append_quoted(out, shown_text(text, log_value::max_text_bytes));
}

struct append_value {
  std::string& out;

  void operator()(std::monostate) const {}
  void operator()(bool value) const { out.append(value ? "true" : "false"); }
  void operator()(std::int64_t value) const {
    out.append(std::to_string(value));
  }
  void operator()(std::uint64_t value) const {
    out.append(std::to_string(value));
  }
  void operator()(double value) const {
    if (!std::isfinite(value)) {
      out.append("null");  // JSON has no other word for it
      return;
    }
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, value);
    out.append(digits, end.ptr);
  }
  void operator()(std::string_view value) const { append_text(out, value); }
};

std::string cannot_log(const std::string& file, int failure) {
  return "cannot write to " + file + ": " +
         std::generic_category().message(failure);
}

/// A file that can be opened anew.
class log_file final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  log_file(std::string file, int fd) : file_(std::move(file)), fd_(fd) {}
  ~log_file() override { ::close(fd_); }
  log_file(const log_file&) = delete;
  log_file& operator=(const log_file&) = delete;

  std::string reopen() {
    const int fresh = open_to_append(file_);
    if (fresh < 0) return cannot_log(file_, errno);
    const std::lock_guard guard{mutex_};
    ::close(std::exchange(fd_, fresh));
    return {};
  }

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    std::string_view rest{line.data(), line.size()};
    while (!rest.empty()) {
      const ssize_t n = ::write(fd_, rest.data(), rest.size());
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return;  // lost, as promised
      rest.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  void flush_() override {}

 private:
  std::string file_;
  int fd_;
};

}  // namespace

std::optional<log_level> find_log_level(std::string_view name) noexcept {
  for (std::size_t i = 0; i < level_names.size(); ++i) {
    if (level_names[i] == name) return static_cast<log_level>(i);
  }
  return std::nullopt;
}

std::string_view name(log_level level) noexcept {
  return level_names[static_cast<std::size_t>(level)];
}

void log_value::append_to(std::string& out) const {
  std::visit(append_value{out}, value_);
}

struct gateway_log::state {
  explicit state(spdlog::sink_ptr sink, log_level level)
      : logger("pith", std::move(sink)) {
    logger.set_formatter(std::make_unique<spdlog::pattern_formatter>("%v"));
    logger.set_level(spdlog_level(level));
    logger.flush_on(spdlog::level::debug);
    // Otherwise it would print what went wrong.
    logger.set_error_handler([](const std::string&) {});
  }

  spdlog::logger logger;
  std::shared_ptr<log_file> file{};  // null: standard error
};

gateway_log::gateway_log(log_level level)
    : gateway_log(level, std::make_unique<state>(
                             std::make_shared<spdlog::sinks::stderr_sink_mt>(),
                             level)) {}

gateway_log::gateway_log(log_level level, std::unique_ptr<state> to)
    : level_(level), state_(std::move(to)) {}

gateway_log::~gateway_log() = default;

gateway_log::opened gateway_log::make(log_level level,
                                      const std::string& file) {
  opened made;
  if (file.empty()) {
    made.log = std::make_unique<gateway_log>(level);
    return made;
  }
  const int fd = open_to_append(file);
  if (fd < 0) {
    made.failure = cannot_log(file, errno);
    return made;
  }
  const auto sink = std::make_shared<log_file>(file, fd);
  auto to = std::make_unique<state>(sink, level);
  to->file = sink;
  made.log.reset(new gateway_log(level, std::move(to)));
  return made;
}

std::string gateway_log::reopen() {
  return state_->file ? state_->file->reopen() : std::string{};
}

void gateway_log::debug(std::string_view event, log_fields fields) {
  write(log_level::debug, event, fields);
}
void gateway_log::info(std::string_view event, log_fields fields) {
  write(log_level::info, event, fields);
}
void gateway_log::warn(std::string_view event, log_fields fields) {
  write(log_level::warn, event, fields);
}
void gateway_log::error(std::string_view event, log_fields fields) {
  write(log_level::error, event, fields);
}

void gateway_log::note(std::string_view event, log_fields fields) {
  if (level_ != log_level::off) put(log_level::info, event, fields);
}

void gateway_log::write(log_level level, std::string_view event,
                        log_fields fields) {
  if (level >= level_) put(level, event, fields);
}

void gateway_log::put(log_level level, std::string_view event,
                      log_fields fields) {
  std::string line = "{\"time\":\"";
  append_time(line, std::chrono::system_clock::now());
  line.append("\",\"level\":\"").append(name(level)).append("\",\"event\":");
  append_text(line, event);
  for (const auto& [key, value] : fields) {
    if (value.is_absent()) continue;
    line.push_back(',');
    append_text(line, key);
    line.push_back(':');
    value.append_to(line);
  }
  line.push_back('}');
  // As an argument: what it has of braces is not a format.
  state_->logger.log(spdlog::level::critical, spdlog::string_view_t(line));
}

}  // namespace pith::mcp
