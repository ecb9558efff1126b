// SPDX-License-Identifier: MIT
#include "mcp/merge/merged_server.hpp"

#include "mcp/merge/exposed_name.hpp"
#include "mcp/merge/merged_welcome.hpp"
#include "mcp/protocol/hub_reply.hpp"
#include "mcp/protocol/modern_headers.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <charconv>
#include <chrono>
#include <utility>

namespace pith::mcp {

namespace {

using namespace std::chrono_literals;

// How long a client waits for members that are not there yet: for a greeting,
// and for a list, which some clients ask for only once.
constexpr std::chrono::milliseconds greeting_patience = 5s;
constexpr std::chrono::milliseconds discover_patience = 8s;
constexpr std::chrono::milliseconds list_patience = 30s;
constexpr std::size_t resources_per_page = 1'000;
// What may wait for a client that has not said that it is ready.
constexpr std::size_t max_early = 100;

/// The part of a client's _meta that goes with requests of our own.
std::string own_meta(const message& m) {
  const std::string_view meta = member_or_none(m.params, "_meta");
  std::string out = "{";
  for (const std::string_view key :
       {"io.modelcontextprotocol/protocolVersion",
        "io.modelcontextprotocol/clientInfo",
        "io.modelcontextprotocol/clientCapabilities"}) {
    const auto value = find_member(meta, key);
    if (!value) continue;
    if (out.size() > 1) out += ',';
    append_quoted(out, key);
    out += ':';
    out += *value;
  }
  out += '}';
  return out;
}

answer_shape shape_of(std::string_view method) {
  if (method == "tools/call" || method == "tasks/result") {
    return answer_shape::tool;
  }
  if (method == "prompts/get") return answer_shape::prompt;
  if (method == "resources/read") return answer_shape::resource;
  return answer_shape::plain;
}

std::string cursor_of(std::size_t mark, std::size_t offset) {
  return std::to_string(mark) + "-" + std::to_string(offset);
}

/// Where a page begins; nothing when the cursor is not one of this list.
std::optional<std::size_t> offset_of(std::string_view cursor, std::size_t mark,
                                     std::size_t size) {
  const std::string begin = std::to_string(mark) + "-";
  if (!cursor.starts_with(begin)) return std::nullopt;
  cursor.remove_prefix(begin.size());
  std::size_t offset = 0;
  const char* const end = cursor.data() + cursor.size();
  const auto read = std::from_chars(cursor.data(), end, offset);
  if (read.ec != std::errc{} || read.ptr != end || offset >= size) {
    return std::nullopt;
  }
  return offset;
}

}  // namespace

struct merged_server::route {
  /// Which revisions have the method.
  enum class era : unsigned char { both, legacy, modern };
  std::string_view name;
  method handle;
  era of = era::both;
};

merged_server::merged_server(boost::asio::io_context& io, options wanted,
                             server_link::handlers what)
    : io_(io), options_(std::move(wanted)), what_(std::move(what)) {}

void merged_server::begin() {
  const auto weak = weak_from_this();
  members_ = std::make_shared<member_set>(
      io_, options_.settings, options_.cache, options_.principal,
      options_.places,
      member_set::handlers{.on_message =
                               [weak](std::size_t member, const message& m) {
                                 if (const auto self = weak.lock())
                                   self->on_member(member, m);
                               },
                           .on_view =
                               [weak] {
                                 if (const auto self = weak.lock())
                                   self->on_view();
                               },
                           .say = what_.on_words});
  members_->begin();
  listens_ =
      std::make_shared<listen_streams>(io_, members_, [weak](std::string text) {
        if (const auto self = weak.lock()) {
          self->emit(std::move(text));
        }
      });
}

// -- From the client

void merged_server::on_client(std::string_view text, const caller& who) {
  if (is_stopped_) return;
  std::vector<message> all;
  if (is_batch(text)) {
    if (auto batch = read_batch(text)) all = std::move(*batch);
  } else if (auto m = read_message(text)) {
    all.push_back(std::move(*m));
  }
  for (const message& m : all) {
    switch (m.kind) {
      case message_kind::request:
        on_request(m, who);
        break;
      case message_kind::notification:
        on_notification(m);
        break;
      case message_kind::result:
      case message_kind::failure:
        on_client_answer(m);
        break;
    }
  }
}

void merged_server::on_request(const message& m, const caller& who) {
  using era = route::era;
  static constexpr std::array<route, 19> routes{{
      {"initialize", &merged_server::initialize, era::legacy},
      {"server/discover", &merged_server::discover, era::modern},
      {"ping", &merged_server::ping, era::legacy},
      {"tools/list", &merged_server::list_tools},
      {"tools/call", &merged_server::call_tool},
      {"prompts/list", &merged_server::list_prompts},
      {"prompts/get", &merged_server::get_prompt},
      {"resources/list", &merged_server::list_resources},
      {"resources/templates/list", &merged_server::list_templates},
      {"resources/read", &merged_server::use_resource},
      {"resources/subscribe", &merged_server::use_resource, era::legacy},
      {"resources/unsubscribe", &merged_server::use_resource, era::legacy},
      {"completion/complete", &merged_server::complete},
      {"logging/setLevel", &merged_server::set_level, era::legacy},
      {"tasks/get", &merged_server::use_task},
      {"tasks/result", &merged_server::use_task, era::legacy},
      {"tasks/cancel", &merged_server::use_task},
      {"tasks/update", &merged_server::use_task, era::modern},
      {"subscriptions/listen", &merged_server::listen, era::modern},
  }};
  const std::string version = modern_version(m);
  const era spoken = version.empty() ? era::legacy : era::modern;
  const auto found = std::find_if(
      routes.begin(), routes.end(), [&m, spoken](const route& one) {
        return one.name == m.method &&
               (one.of == era::both || one.of == spoken);
      });
  if (spoken == era::modern && !greet_modern(m, version)) return;
  if (found == routes.end()) {
    refuse(m, rpc_code::method_not_found, "Method not found");
    return;
  }
  (this->*(found->handle))(m, who);
}

bool merged_server::greet_modern(const message& m, std::string_view version) {
  if (version != first_modern_version) {
    emit(unsupported_version_error(m, version));
    return false;
  }
  const std::string_view capabilities =
      find_path(m.params,
                {"_meta", "io.modelcontextprotocol/clientCapabilities"})
          .value_or(std::string_view{});
  if (!capabilities.starts_with('{')) {
    refuse(m, rpc_code::invalid_params,
           "Invalid params: _meta has no "
           "io.modelcontextprotocol/clientCapabilities");
    return false;
  }
  // Each request says what its client can do; what it can do decides what is
  // listed.
  const std::string meta = own_meta(m);
  if (!members_->is_modern() || members_->meta() != meta) {
    members_->greet({true, R"({"_meta":)" + meta + "}"}, meta);
    is_ready_ = true;
  }
  return true;
}

void merged_server::refuse(const message& m, int code, std::string_view why) {
  emit(error_message(m.id, code, why));
}

void merged_server::on_notification(const message& m) {
  if (m.method == "notifications/initialized") {
    is_ready_ = true;
    for (std::string& text : std::exchange(early_, {})) emit(std::move(text));
  } else if (m.method == "notifications/cancelled") {
    const auto id = find_member(m.params, "requestId");
    if (!id) return;
    const std::string key = id_key(*id);
    if (listens_->end(key)) return;
    const auto call = calls_.take(key);
    if (!call) return;
    if (answer_rewriter* const by = members_->answers(call->member)) {
      by->interpreter().on_lost(call->what, call->who, call_outcome::cancelled,
                                {});
    }
    if (call->number != 0) {
      members_->connection(call->member)
          .cancel(call->number, text_member(m.params, "reason"));
    }
  } else if (m.method == "notifications/progress") {
    // Of something that a member asked the client for.
    if (const auto member = asks_.find_token(progress_token(m))) {
      members_->connection(*member).tell(m.text);
    }
  } else if (m.method == "notifications/roots/list_changed") {
    for (std::size_t i = 0; i < members_->size(); ++i) {
      if (members_->connection(i).is_open()) {
        members_->connection(i).tell(m.text);
      }
    }
  }
}

void merged_server::on_client_answer(const message& m) {
  const auto asked = asks_.take(m.id);
  if (!asked) return;
  members_->connection(asked->member).tell(with_id(m, asked->id));
}

void merged_server::initialize(const message& m, const caller&) {
  is_ready_ = false;
  members_->greet({false, std::string(m.params)}, {});
  members_->refresh(
      greeting_patience, [weak = weak_from_this(), text = std::string(m.text)] {
        const auto self = weak.lock();
        const auto again = read_message(text);
        if (!self || !again) return;
        self->emit(result_of(
            *again,
            initialize_result(*self->members_,
                              text_member(again->params, "protocolVersion"))));
      });
}

void merged_server::discover(const message& m, const caller&) {
  if (modern_version(m).empty() ||
      options_.settings->era == merge_era::legacy) {
    refuse(m, rpc_code::method_not_found, "Method not found");
    return;
  }
  members_->refresh(discover_patience, [weak = weak_from_this(),
                                        text = std::string(m.text)] {
    const auto self = weak.lock();
    const auto again = read_message(text);
    if (!self || !again) return;
    member_set& members = *self->members_;
    bool any = false;
    bool all = true;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const auto speaks = members.speaks(i);
      any = any || speaks.value_or(false);
      all = all && speaks.value_or(true);
    }
    const bool is_forced = self->options_.settings->era == merge_era::modern;
    if (!any || (!all && !is_forced)) {
      // As a server of before that revision answers; the client falls back.
      self->refuse(*again, rpc_code::method_not_found, "Method not found");
      return;
    }
    self->emit(
        listed_result(*again, discover_members(members), members.life(), true));
  });
}

void merged_server::ping(const message& m, const caller&) {
  emit(result_of(m, {}));
}

void merged_server::with_lists(const message& m, const caller& who,
                               method then) {
  members_->refresh(list_patience, [weak = weak_from_this(),
                                    text = std::string(m.text), who, then] {
    const auto self = weak.lock();
    const auto again = read_message(text);
    if (!self || !again) return;
    for (std::size_t i = 0; i < self->members_->size(); ++i) {
      const merge_member& one = self->members_->settings(i);
      if (one.is_required && self->members_->catalog(i) == nullptr) {
        self->refuse(*again, rpc_code::server_gone,
                     "The server '" + one.server->name +
                         "' is not available: " +
                         std::string(self->members_->problem(i)));
        return;
      }
    }
    ((*self).*then)(*again, who);
  });
}

void merged_server::answer_list(const message& m, std::string_view key,
                                std::string array) {
  if (member_or_none(m.params, "cursor").starts_with('"')) {
    refuse(m, rpc_code::invalid_params,
           "Invalid cursor: this list has one page");
    return;
  }
  std::string members;
  append_quoted(members, key);
  members += ':';
  members += array;
  emit(listed_result(m, members, members_->life(), true));
}

void merged_server::list_tools(const message& m, const caller& who) {
  with_lists(m, who, &merged_server::show_tools);
}

void merged_server::show_tools(const message& m, const caller&) {
  const merged_view& view = members_->view();
  told_tools_ = view.tool_mark();
  std::string array = view.tool_array();
  array.pop_back();
  const auto offer = [&array](const std::string& definition) {
    if (array.size() > 1) array += ',';
    array += definition;
  };
  if (owner_of(more_tool)) offer(more_tool_definition());
  if (owner_of(query_tool)) offer(query_tool_definition());
  array += ']';
  for (std::size_t i = 0; i < members_->size(); ++i) {
    const member_catalog* const known = members_->catalog(i);
    const server_state& server = *members_->settings(i).server;
    if (known == nullptr || server.metrics == nullptr) continue;
    const tool_list_outcome& counted = known->counted;
    server.metrics->record(
        list_record{server.name, counted.tools_before, counted.tools_after,
                    counted.tokens_before, counted.tokens_after, false});
  }
  answer_list(m, "tools", std::move(array));
}

void merged_server::list_prompts(const message& m, const caller& who) {
  with_lists(m, who, &merged_server::show_prompts);
}

void merged_server::show_prompts(const message& m, const caller&) {
  told_prompts_ = members_->view().prompt_mark();
  answer_list(m, "prompts", members_->view().prompt_array());
}

void merged_server::list_templates(const message& m, const caller& who) {
  with_lists(m, who, &merged_server::show_templates);
}

void merged_server::show_templates(const message& m, const caller&) {
  answer_list(m, "resourceTemplates", members_->view().template_array());
}

void merged_server::list_resources(const message& m, const caller& who) {
  with_lists(m, who, &merged_server::show_resources);
}

void merged_server::show_resources(const message& m, const caller&) {
  const merged_view& view = members_->view();
  told_resources_ = view.resource_mark();
  const auto& all = view.resources();
  std::size_t begin = 0;
  if (const std::string_view raw = member_or_none(m.params, "cursor");
      raw.starts_with('"')) {
    const auto offset =
        offset_of(text_of(raw).value_or(""), view.resource_mark(), all.size());
    if (!offset) {
      refuse(m, rpc_code::invalid_params,
             "Invalid cursor: the list has changed, or it is not one of it");
      return;
    }
    begin = *offset;
  }
  const std::size_t end = std::min(all.size(), begin + resources_per_page);
  std::string members = R"("resources":[)";
  for (std::size_t i = begin; i < end; ++i) {
    if (i != begin) members += ',';
    members += all[i];
  }
  members += ']';
  if (end < all.size()) {
    members += R"(,"nextCursor":)";
    append_quoted(members, cursor_of(view.resource_mark(), end));
  }
  emit(listed_result(m, members, members_->life(), true));
}

std::optional<std::size_t> merged_server::owner_of(std::string_view own_tool) {
  for (std::size_t i = 0; i < members_->size(); ++i) {
    const rewrite_policy& policy = members_->settings(i).server->policy;
    const bool offers = (own_tool == more_tool && policy.cuts()) ||
                        (own_tool == query_tool && policy.ask);
    if (offers && members_->answers(i) != nullptr) return i;
  }
  return std::nullopt;
}

void merged_server::call_tool(const message& m, const caller& who) {
  const std::string name = tool_name(m);
  const exposed_item* const tool = members_->view().find_tool(name);
  if (tool != nullptr) {
    forward(m, who, tool->member, member_or_none(m.params, "name"),
            quoted_json(tool->original), answer_shape::tool);
    return;
  }
  // What was kept is kept for the client, whichever member it came from.
  if (const auto owner = owner_of(name)) {
    members_->answers(*owner)->make_page(
        m, who, [weak = weak_from_this()](std::string text) {
          if (const auto self = weak.lock()) self->emit(std::move(text));
        });
    return;
  }
  // A client may remember a list of an earlier connection.
  with_lists(m, who, &merged_server::call_listed_tool);
}

void merged_server::call_listed_tool(const message& m, const caller& who) {
  const std::string name = tool_name(m);
  if (const exposed_item* const tool = members_->view().find_tool(name)) {
    forward(m, who, tool->member, member_or_none(m.params, "name"),
            quoted_json(tool->original), answer_shape::tool);
    return;
  }
  refuse(m, rpc_code::invalid_params, "Unknown tool: " + name);
}

void merged_server::get_prompt(const message& m, const caller& who) {
  with_lists(m, who, &merged_server::get_listed_prompt);
}

void merged_server::get_listed_prompt(const message& m, const caller& who) {
  const std::string name = text_member(m.params, "name");
  const exposed_item* const prompt = members_->view().find_prompt(name);
  if (prompt == nullptr) {
    refuse(m, rpc_code::invalid_params, "Unknown prompt: " + name);
    return;
  }
  forward(m, who, prompt->member, member_or_none(m.params, "name"),
          quoted_json(prompt->original), answer_shape::prompt);
}

std::optional<std::pair<std::size_t, std::string>> merged_server::member_of(
    std::string_view raw_uri) const {
  const auto text = text_of(raw_uri);
  if (!text) return std::nullopt;
  const member_uri parts = split_uri(*text);
  if (!parts.prefix.empty()) {
    if (const auto member = members_->find_prefix(parts.prefix)) {
      return std::pair{*member, quoted_json(parts.uri)};
    }
  }
  if (const auto member = members_->find_prefix({})) {
    return std::pair{*member, std::string(raw_uri)};
  }
  return std::nullopt;
}

void merged_server::use_resource(const message& m, const caller& who) {
  const std::string_view raw = member_or_none(m.params, "uri");
  const auto to = member_of(raw);
  if (!to) {
    refuse(m, rpc_code::invalid_params, "Resource not found");
    return;
  }
  forward(m, who, to->first, raw, to->second, shape_of(m.method));
}

void merged_server::use_task(const message& m, const caller& who) {
  const std::string_view raw = member_or_none(m.params, "taskId");
  const auto to = member_of(raw);
  if (!to) {
    refuse(m, rpc_code::invalid_params, "Unknown task");
    return;
  }
  forward(m, who, to->first, raw, to->second, shape_of(m.method));
}

void merged_server::complete(const message& m, const caller& who) {
  with_lists(m, who, &merged_server::complete_listed);
}

void merged_server::complete_listed(const message& m, const caller& who) {
  const std::string_view ref = member_or_none(m.params, "ref");
  if (const auto uri = find_member(ref, "uri")) {
    if (const auto to = member_of(*uri)) {
      forward(m, who, to->first, *uri, to->second, answer_shape::plain);
      return;
    }
  } else if (const auto raw = find_member(ref, "name")) {
    const std::string name = text_of(*raw).value_or("");
    if (const exposed_item* const prompt = members_->view().find_prompt(name)) {
      forward(m, who, prompt->member, *raw, quoted_json(prompt->original),
              answer_shape::plain);
      return;
    }
  }
  refuse(m, rpc_code::invalid_params, "Nothing of this name can be completed");
}

void merged_server::set_level(const message& m, const caller&) {
  level_ = m.text;
  leveled_.clear();
  for (std::size_t i = 0; i < members_->size(); ++i) {
    if (members_->connection(i).is_open()) tell_level(i);
  }
  emit(result_of(m, {}));
}

void merged_server::tell_level(std::size_t member) {
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

void merged_server::listen(const message& m, const caller&) {
  listens_->begin(m);
}

// -- To a member and back

void merged_server::forward(const message& m, const caller& who,
                            std::size_t member, std::string_view part,
                            std::string with, answer_shape shape) {
  if (calls_.is_full()) {
    refuse(m, rpc_code::internal_error, "Too many requests are open");
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
      self->send_routed(key, text);
    } else if (auto lost = self->calls_.take(key)) {
      self->fail_routed(std::move(*lost), problem, call_outcome::not_started);
    }
  });
}

void merged_server::send_routed(const std::string& key,
                                const std::string& text) {
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
    emit(std::move(*decided.answer));
    calls_.drop(key);
    return;
  }
  call->what = std::move(decided.what);
  call->number =
      members_->connection(call->member)
          .ask(*m, [weak = weak_from_this(), key](const message* answer,
                                                  std::string_view problem) {
            if (const auto self = weak.lock()) {
              self->on_routed_answer(key, answer, problem);
            }
          });
}

void merged_server::on_routed_answer(const std::string& key,
                                     const message* answer,
                                     std::string_view problem) {
  auto call = calls_.take(key);
  if (!call) return;
  if (answer == nullptr) {
    fail_routed(std::move(*call), problem, call_outcome::gone);
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
        self->emit(parts.finish());
      });
}

void merged_server::fail_routed(routed_call call, std::string_view problem,
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
    emit(error_message(call.id, rpc_code::server_gone, why));
    return;
  }
  // The model reads this, and can do something else.
  message m;
  m.id = call.id;
  std::string params =
      R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})";
  if (call.is_modern) m.params = params;
  emit(tool_error(m, why + ". Other tools still work."));
}

// -- From the members

void merged_server::on_member(std::size_t member, const message& m) {
  if (is_stopped_) return;
  if (m.kind == message_kind::request) {
    on_member_request(member, m);
    return;
  }
  if (listens_->take(member, m)) return;
  const std::string_view prefix = members_->settings(member).prefix;
  if (m.method.ends_with("/list_changed")) {
    members_->note_change(member);
  } else if (m.method == "notifications/progress") {
    // Of a request that it has, and of no other's.
    if (calls_.has_token(member, progress_token(m))) {
      emit(std::string(m.text));
    }
  } else if (m.method == "notifications/resources/updated") {
    exposed_parts parts{m.text, prefix};
    parts.add_uri(member_or_none(m.params, "uri"));
    emit_own(parts.finish());
  } else if (m.method == "notifications/cancelled") {
    const auto id = find_member(m.params, "requestId");
    const auto known = id ? asks_.cancel(member, *id) : std::nullopt;
    if (!known) return;
    exposed_parts parts{m.text, prefix};
    parts.replace(*id, *known);
    emit_own(parts.finish());
  } else if (m.method.starts_with("notifications/tasks")) {
    std::string changed;
    if (answer_rewriter* const by = members_->answers(member)) {
      if (auto text = by->interpreter().on_notification(m, options_.who)) {
        changed = std::move(*text);
      }
    }
    const auto spelled =
        changed.empty() ? std::optional(m) : read_message(changed);
    if (!spelled) return;
    exposed_parts again{spelled->text, prefix};
    again.add_tasks(spelled->params);
    emit_own(again.finish());
  } else {
    emit_own(std::string(m.text));
  }
}

void merged_server::on_member_request(std::size_t member, const message& m) {
  if (m.method == "ping") {
    members_->connection(member).tell(result_of(m, {}));
    return;
  }
  const auto id = members_->is_modern() ? std::nullopt : asks_.add(member, m);
  if (!id) {
    members_->connection(member).tell(error_message(
        m.id, rpc_code::method_not_found, "There are no requests to clients"));
    return;
  }
  emit_own(with_id(m, *id));
}

void merged_server::on_view() {
  const merged_view& view = members_->view();
  const auto compare = [this](std::optional<std::size_t>& told, std::size_t now,
                              std::string_view what) {
    if (!told || *told == now) return;
    told = now;
    notify_change(what);
  };
  compare(told_tools_, view.tool_mark(), "tools");
  compare(told_prompts_, view.prompt_mark(), "prompts");
  compare(told_resources_, view.resource_mark(), "resources");
}

void merged_server::notify_change(std::string_view what) {
  if (members_->is_modern()) {
    listens_->announce(what);
    return;
  }
  std::string text = R"({"jsonrpc":"2.0","method":"notifications/)";
  text += what;
  text += R"(/list_changed"})";
  emit_own(std::move(text));
}

// -- To the client

void merged_server::emit(std::string text) {
  boost::asio::post(io_, [weak = weak_from_this(), text = std::move(text)] {
    const auto self = weak.lock();
    if (self && !self->is_stopped_) self->what_.on_message(text);
  });
}

void merged_server::emit_own(std::string text) {
  if (is_ready_) {
    emit(std::move(text));
  } else if (early_.size() < max_early) {
    early_.push_back(std::move(text));
  }
}

void merged_server::stop() {
  if (is_stopped_) return;
  is_stopped_ = true;
  members_->close([self = shared_from_this()] {
    // Later: whoever stops may be in the middle of something.
    boost::asio::post(self->io_, [self] {
      if (self->what_.on_end) self->what_.on_end(0, "the endpoint ended");
    });
  });
}

namespace {

class merged_link final : public server_link {
 public:
  explicit merged_link(std::shared_ptr<merged_server> server)
      : server_(std::move(server)) {}
  ~merged_link() override {
    try {
      server_->stop();
    } catch (...) {
      return;  // without memory; the members end with their links
    }
  }
  merged_link(const merged_link&) = delete;
  merged_link& operator=(const merged_link&) = delete;

  void send(std::string_view message) override {
    server_->on_client(message, server_->usual_caller());
  }
  void send_for(std::string_view message, const caller& who) override {
    server_->on_client(message, who);
  }
  [[nodiscard]] std::size_t queued() const noexcept override {
    return server_->queued();
  }
  void pause() override { server_->pause(); }
  void resume() override { server_->resume(); }
  void stop() override { server_->stop(); }

 private:
  std::shared_ptr<merged_server> server_;
};

}  // namespace

std::unique_ptr<server_link> make_merged_link(boost::asio::io_context& io,
                                              merged_server::options wanted,
                                              server_link::handlers what) {
  const auto server =
      std::make_shared<merged_server>(io, std::move(wanted), std::move(what));
  server->begin();
  return std::make_unique<merged_link>(server);
}

}  // namespace pith::mcp
