// SPDX-License-Identifier: MIT
#include "mcp/merge/member_calls.hpp"

#include "mcp/merge/merged_welcome.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <utility>

namespace pith::mcp {

void member_calls::forward(const message& m, const caller& who,
                           std::size_t member, std::string_view part,
                           const std::string& with, answer_shape shape) {
  if (calls_.is_full()) {
    send_(error_message(m.id, rpc_code::internal_error,
                        "Too many requests are open"));
    return;
  }
  const std::string key = id_key(m.id);
  routed_call call;
  call.id = m.id;
  call.member = member;
  call.who = who;
  call.shape = shape;
  call.is_modern = !modern_version(m).empty();
  call.what.method = m.method;
  call.what.id = m.id;
  if (m.method == "tools/call") {
    call.what.about = pending_request::subject::tool_call;
    call.what.tool = text_of(with).value_or("");
  }
  if (const std::string_view token = progress_token(m); !token.empty()) {
    call.token = id_key(token);
  }
  calls_.add(key, std::move(call));
  splice changed{m.text};
  if (!part.empty()) changed.replace(part, with);
  members_->open(member, [weak = weak_from_this(), key, member,
                          text = changed.finish()](std::string_view problem) {
    const auto self = weak.lock();
    if (!self) return;
    if (problem.empty()) {
      self->tell_level(member);
      self->send(key, text);
    } else if (auto lost = self->calls_.take(key)) {
      self->fail(*lost, problem, call_outcome::not_started);
    }
  });
}

void member_calls::send(const std::string& key, const std::string& text) {
  routed_call* const call = calls_.find(key);
  if (call == nullptr) return;  // cancelled while its member was opened
  const auto m = read_message(text);
  answer_rewriter* const by = members_->answers(call->member);
  if (!m || by == nullptr) {
    calls_.drop(key);
    return;
  }
  decision decided = by->interpreter().on_request(*m, call->who);
  const auto instead =
      decided.forward ? read_message(*decided.forward) : std::nullopt;
  if (decided.answer) {
    send_(std::move(*decided.answer));
    calls_.drop(key);
    return;
  }
  call->what = std::move(decided.what);
  call->number = members_->connection(call->member)
                     .ask(instead ? *instead : *m,
                          [weak = weak_from_this(), key](
                              const message* answer, std::string_view problem) {
                            if (const auto self = weak.lock()) {
                              self->on_answer(key, answer, problem);
                            }
                          });
}

void member_calls::on_answer(const std::string& key, const message* answer,
                             std::string_view problem) {
  auto call = calls_.take(key);
  if (!call) return;
  if (answer == nullptr) {
    fail(*call, problem, call_outcome::gone);
    return;
  }
  const std::size_t member = call->member;
  // A tool that was listed and is unknown: the list is out of date.
  if (answer->kind == message_kind::failure &&
      call->what.about == pending_request::subject::tool_call &&
      find_member(answer->error, "code").value_or("") == "-32602") {
    members_->note_change(member);
  }
  members_->answers(member)->rewrite(
      call->what, *answer, call->who,
      [weak = weak_from_this(), member, id = call->id,
       shape = call->shape](const std::string& text) {
        const auto self = weak.lock();
        const auto m = read_message(text);
        if (!self || !m) return;
        exposed_parts parts{text, self->members_->settings(member).prefix};
        parts.replace(m->id, id);
        if (m->kind == message_kind::result) parts.add(m->result, shape);
        self->send_(parts.finish());
      });
}

void member_calls::fail(const routed_call& call, std::string_view problem,
                        call_outcome how) {
  const merge_member& to = members_->settings(call.member);
  std::string why = "The server '" + to.server->name + "' is not available";
  if (!problem.empty()) {
    why += ": ";
    why += problem;
  }
  if (answer_rewriter* const by = members_->answers(call.member)) {
    by->interpreter().on_lost(call.what, call.who, how, why);
  }
  if (call.what.about != pending_request::subject::tool_call) {
    send_(error_message(call.id, rpc_code::server_gone, why));
    return;
  }
  // The model reads this, and can do something else.
  send_(tool_error(call.id, call.is_modern, why + ". Other tools still work."));
}

void member_calls::cancel(std::string_view raw_id, std::string_view why) {
  const auto call = calls_.take(id_key(raw_id));
  if (!call) return;
  if (answer_rewriter* const by = members_->answers(call->member)) {
    by->interpreter().on_lost(call->what, call->who, call_outcome::cancelled,
                              {});
  }
  if (call->number != 0) {
    members_->connection(call->member).cancel(call->number, why);
  }
}

void member_calls::set_level(const message& m) {
  level_ = m.text;
  leveled_.clear();
  for (std::size_t i = 0; i < members_->size(); ++i) {
    if (members_->connection(i).is_open()) tell_level(i);
  }
}

void member_calls::tell_level(std::size_t member) {
  const member_catalog* const known = members_->catalog(member);
  if (level_.empty() || known == nullptr || !known->has("logging") ||
      !leveled_.insert(member).second) {
    return;
  }
  if (const auto m = read_message(level_)) {
    members_->connection(member).ask(*m,
                                     [](const message*, std::string_view) {});
  }
}

}  // namespace pith::mcp
