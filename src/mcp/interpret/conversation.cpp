// SPDX-License-Identifier: MIT
#include "mcp/interpret/conversation.hpp"

#include "mcp/protocol/format_wish.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/state/fetched_base.hpp"

#include <algorithm>
#include <utility>

namespace pith::mcp {

void conversation::from_client(std::string_view text, handled_message& into) {
  from_client(text, read_client_text(text), into);
}

void conversation::from_client(std::string_view text, const client_text& read,
                               handled_message& into) {
  into = handled_message{};
  if (read.is_refused()) {
    // What we cannot read might ask for what is not allowed.
    into.answers.push_back(refusal_of(read));
    return;
  }
  const std::vector<message>& all = read.messages;
  const bool is_array = read.is_batch;
  std::string rest;
  std::size_t taken = 0;
  bool is_changed = false;
  for (const message& m : all) {
    std::optional<std::string> forward;
    if (take(m, into, forward)) {
      ++taken;
      continue;
    }
    is_changed = is_changed || forward;
    if (is_array) rest.push_back(rest.empty() ? '[' : ',');
    if (is_array || forward) {
      rest.append(forward ? std::string_view{*forward} : m.text);
    }
  }
  if (taken == 0 && !is_changed) {
    into.forward = text;
  } else if (taken < all.size()) {
    if (is_array) rest.push_back(']');
    into.changed = std::move(rest);
    into.forward = into.changed;
  }
}

bool conversation::take(const message& m, handled_message& into,
                        std::optional<std::string>& forward) {
  if (m.kind == message_kind::request) {
    if (m.method == "initialize") ask(wish_of_session(m));
    decision decided = interpreter_->on_request(m, who_);
    if (decided.is_page && makes_pages_later_) {
      into.pages.emplace_back(m.text);
      return true;
    }
    if (decided.is_page) decided.answer = interpreter_->make_page(m, who_);
    if (decided.answer) {
      into.answers.push_back(std::move(*decided.answer));
      return true;
    }
    forward = std::move(decided.forward);
    if (!into.trace) into.trace = decided.what.trace;
    if (open_.size() < max_open) {
      open_.insert_or_assign(
          id_key(m.id),
          open_request{std::string(m.id), std::move(decided.what)});
    }
  } else if (!interpreter_->may_tell(m, who_)) {
    return true;
  } else if (m.method == "notifications/cancelled") {
    // No answer may ever come.
    if (const auto id = find_member(m.params, "requestId")) {
      if (auto lost = open_.extract(id_key(*id))) {
        interpreter_->on_lost(lost.mapped().what, who_, call_outcome::cancelled,
                              {});
      }
    }
  }
  return false;
}

std::string conversation::make_page(std::string_view request,
                                    message_interpreter& interpreter) const {
  const auto m = read_message(request);
  return m ? interpreter.make_page(*m, who_) : std::string{};
}

std::optional<std::string> conversation::from_server(
    std::string_view text, message_interpreter& interpreter) {
  if (is_batch(text)) return answers(text, interpreter);
  const auto m = read_message(text);
  made_sense_ = m.has_value();
  if (!m) return std::nullopt;
  return answer(*m, interpreter);
}

std::optional<std::string> conversation::answer(
    const message& m, message_interpreter& interpreter) {
  if (m.kind == message_kind::notification) {
    return interpreter.on_notification(m, who_);
  }
  if (!m.is_answer()) return std::nullopt;
  const auto found = open_.find(id_key(m.id));
  made_sense_ = found != open_.end();
  if (!made_sense_) return std::nullopt;
  const pending_request what = std::move(found->second.what);
  open_.erase(found);
  return interpreter.on_answer(what, m, who_);
}

std::optional<std::string> conversation::answers(
    std::string_view batch, message_interpreter& interpreter) {
  const auto messages = read_batch(batch);
  made_sense_ = messages.has_value();
  if (!messages) return std::nullopt;
  splice changed{batch};
  bool is_changed = false;
  for (const message& m : *messages) {
    if (const auto instead = answer(m, interpreter)) {
      changed.replace(m.text, *instead);
      is_changed = true;
    }
  }
  if (!is_changed) return std::nullopt;
  return changed.finish();
}

std::shared_ptr<fetched_base> conversation::awaited_base() const {
  for (const auto& [key, request] : open_) {
    const std::shared_ptr<fetched_base>& base = request.what.base;
    if (base && !base->is_there()) return base;
  }
  return nullptr;
}

void conversation::note_arrival() const {
  for (const auto& [key, request] : open_) {
    if (request.what.trace) request.what.trace->answered();
  }
}

void conversation::note_refusal(std::string_view text) const {
  const auto is_traced = [](const auto& open) {
    return open.second.what.trace != nullptr;
  };
  if (std::none_of(open_.begin(), open_.end(), is_traced)) return;
  const auto m = read_message(text);
  if (!m || m->kind != message_kind::failure) return;
  for (const auto& open : open_) {
    if (is_traced(open)) open.second.what.trace->end_with_error(m->error);
  }
}

void conversation::lose_all(call_outcome how, std::string_view why) {
  for (const auto& [key, request] : std::exchange(open_, {})) {
    interpreter_->on_lost(request.what, who_, how, why);
  }
}

std::vector<std::string> conversation::fail_all(std::string_view why) {
  std::vector<std::string> errors;
  errors.reserve(open_.size());
  for (const auto& [key, request] : open_) {
    errors.push_back(error_message(request.id, rpc_code::server_gone, why));
  }
  lose_all(call_outcome::gone, why);
  return errors;
}

}  // namespace pith::mcp
