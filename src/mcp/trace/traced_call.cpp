// SPDX-License-Identifier: MIT
#include "mcp/trace/traced_call.hpp"

#include "mcp/observe/shown_text.hpp"
#include "mcp/protocol/hex.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <openssl/evp.h>

#include <array>
#include <charconv>
#include <exception>
#include <span>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::size_t max_shown_name = 128;
constexpr std::size_t max_shown_id = 64;

/// A few digits of the name's hash: the same for the same name everywhere.
std::string hashed(std::string_view principal) {
  constexpr std::size_t bytes = 8;
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (EVP_Digest(principal.data(), principal.size(), digest.data(), &size,
                 EVP_sha256(), nullptr) != 1) {
    return {};
  }
  return hex_of(std::span(digest).first(bytes));
}

/// An id without the quotes of a string.
std::string shown_id(std::string_view raw) {
  if (raw.size() > 1 && raw.front() == '"') {
    raw = raw.substr(1, raw.size() - 2);
  }
  return shown_text(raw, max_shown_id);
}

std::string target_of(const call_facts& facts) {
  if (!facts.tool.empty()) return shown_text(facts.tool, max_shown_name);
  const std::string& method = facts.request.method;
  if (method != "tools/call" && method != "prompts/get") return {};
  return shown_text(text_member(facts.request.params, "name"), max_shown_name);
}

template <class Time>
std::int64_t nanoseconds_of(Time when) noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             when.time_since_epoch())
      .count();
}

}  // namespace

traced_call::traced_call(std::shared_ptr<tracer> by, plan planned,
                         const call_facts& facts)
    : by_(std::move(by)),
      plan_(std::move(planned)),
      within_(facts.within),
      transport_(facts.transport),
      has_server_(!facts.is_endpoint),
      since_(facts.since) {
  if (!plan_.is_recorded) return;
  offset_ = within_ ? within_->offset_
                    : nanoseconds_of(std::chrono::system_clock::now()) -
                          nanoseconds_of(clock::now());
  method_ = shown_text(facts.request.method, max_shown_name);
  target_ = target_of(facts);
  server_ = facts.server;
  id_ = shown_id(facts.request.id);
  version_ = modern_version(facts.request);
  if (version_.empty()) {
    // Revisions without sessions must not seem to have one.
    session_ = shown_text(facts.session, max_shown_id);
    if (facts.heard != nullptr) version_ = facts.heard->version;
  }
  version_ = shown_text(version_, max_shown_id);
  switch (by_->principals()) {
    case principal_form::none:
      break;
    case principal_form::hashed:
      principal_key_ = "enduser.pseudo.id";
      if (!facts.principal.empty()) principal_ = hashed(facts.principal);
      break;
    case principal_form::plain:
      principal_key_ = "enduser.id";
      principal_ = shown_text(facts.principal, max_shown_name);
      break;
  }
}

traced_call::~traced_call() {
  try {
    end("cancelled");
  } catch (const std::exception&) {
    return;  // without memory there is no span
  }
}

void traced_call::keep_here() noexcept { has_server_ = false; }

void traced_call::answered() noexcept {
  const std::lock_guard hold{lock_};
  if (answered_ == clock::time_point{}) answered_ = clock::now();
}

void traced_call::note_tokens(std::size_t before, std::size_t after) noexcept {
  const std::lock_guard hold{lock_};
  tokens_before_ = before;
  tokens_after_ = after;
}

void traced_call::note_error(std::string_view type) {
  const std::lock_guard hold{lock_};
  error_ = type;
}

void traced_call::end_with_error(std::string_view raw_error) {
  std::int64_t code = 0;
  const std::string_view raw = member_or_none(raw_error, "code");
  const char* const last = raw.data() + raw.size();
  const auto [stop, failed] = std::from_chars(raw.data(), last, code);
  if (failed != std::errc{} || stop != last) {
    end("error", {});
    return;
  }
  const std::string text = std::to_string(code);
  end(text, text);
}

void traced_call::end(std::string_view type, std::string_view code) {
  std::optional<trace_span> to_client;
  std::optional<trace_span> to_server;
  std::string error;
  std::optional<std::size_t> before;
  std::size_t after = 0;
  {
    const std::lock_guard hold{lock_};
    if (std::exchange(is_over_, true) || !plan_.is_recorded) return;
    ended_ = clock::now();
    // Streams end when their client leaves.
    if (method_ == "subscriptions/listen" && type == "cancelled") type = {};
    if (!type.empty()) error_ = shown_text(type, max_shown_id);
    if (!within_) to_client = make_span(span_kind::server, code);
    if (has_server_) to_server = make_span(span_kind::client, code);
    error = error_;
    before = tokens_before_;
    after = tokens_after_;
  }
  // What happened in one of its servers happened in the endpoint.
  if (within_) {
    if (!error.empty()) within_->note_error(error);
    if (before) within_->note_tokens(*before, after);
  }
  if (to_server) by_->keep(std::move(*to_server));
  if (to_client) by_->keep(std::move(*to_client));
}

trace_span traced_call::make_span(span_kind kind, std::string_view code) const {
  const bool is_client = kind == span_kind::client;
  trace_span made;
  made.own = plan_.passed_on;
  made.own.span = is_client ? plan_.to_server : plan_.to_client;
  made.kind = kind;
  if (is_client && !within_) {
    made.parent = plan_.to_client;
  } else if (plan_.parent) {
    made.parent = plan_.parent->span;
    made.is_parent_remote = !within_;
  }
  if (!is_client) made.link = plan_.link;
  made.name = method_;
  if (!target_.empty()) made.name.append(" ").append(target_);
  made.begin = time_of(since_);
  made.end = time_of(is_client && answered_ != clock::time_point{} ? answered_
                                                                   : ended_);
  made.is_error = !error_.empty();
  const auto add = [&made](std::string_view key, std::string_view text) {
    if (!text.empty()) made.attributes.push_back({key, std::string(text)});
  };
  constexpr std::size_t usual_count = 14;
  made.attributes.reserve(usual_count);
  add("mcp.method.name", method_);
  add("mcp.protocol.version", version_);
  if (!is_client) add("mcp.session.id", session_);
  // Servers may get another id.
  if (!is_client) add("jsonrpc.request.id", id_);
  if (method_ == "tools/call") {
    add("gen_ai.operation.name", "execute_tool");
    add("gen_ai.tool.name", target_);
  } else {
    add("gen_ai.prompt.name", target_);
  }
  add("network.transport", is_client ? transport_ : "tcp");
  add("pith.server", server_);
  if (!is_client) add(principal_key_, principal_);
  add("rpc.response.status_code", code);
  add("error.type", error_);
  if (!is_client && tokens_before_) {
    made.attributes.push_back(
        {"pith.tokens.before", static_cast<std::int64_t>(*tokens_before_)});
    made.attributes.push_back(
        {"pith.tokens.after", static_cast<std::int64_t>(tokens_after_)});
  }
  return made;
}

std::uint64_t traced_call::time_of(clock::time_point when) const noexcept {
  return static_cast<std::uint64_t>(nanoseconds_of(when) + offset_);
}

}  // namespace pith::mcp
