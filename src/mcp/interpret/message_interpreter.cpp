// SPDX-License-Identifier: MIT
#include "mcp/interpret/message_interpreter.hpp"

#include "mcp/changes/base_handle.hpp"
#include "mcp/changes/since_argument.hpp"
#include "mcp/observe/call_log.hpp"
#include "mcp/observe/gateway_log.hpp"
#include "mcp/protocol/call_result.hpp"
#include "mcp/protocol/format_wish.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/rewrite/result_changes.hpp"
#include "mcp/state/base_store.hpp"
#include "mcp/state/fetched_base.hpp"
#include "mcp/trace/carried_context.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace pith::mcp {

namespace {

using clock = std::chrono::steady_clock;

/// An answer to `request` with this raw result. Results of modern revisions
/// say what they are.
std::string result_message(const message& request, std::string_view result) {
  std::string out = R"({"jsonrpc":"2.0","id":)";
  out.append(request.id);
  out.append(R"(,"result":)");
  if (!modern_version(request).empty() && result.starts_with('{')) {
    out.append(R"({"resultType":"complete",)");
    result.remove_prefix(1);
  }
  out.append(result);
  out.push_back('}');
  return out;
}

bool is_error_result(std::string_view result) {
  return find_member(result, "isError").value_or("false") == "true";
}

/// The client as it is for one request.
client_profile client_of(const caller& who, const result_encoding& asked) {
  client_profile client = who.client;
  client.ask(asked);
  return client;
}

std::string replaced(std::string_view text, std::string_view part,
                     std::string_view with) {
  splice changed{text};
  changed.replace(part, with);
  return changed.finish();
}

/// Takes the handle of an earlier answer out of the request of a tool, and
/// begins to fetch it.
void take_handle(const server_state& server, const message& request,
                 const caller& who, decision& decided) {
  if (changes_of(server.policy, server.tools, decided.what.tool) == nullptr) {
    return;
  }
  const std::string_view text =
      decided.forward ? std::string_view{*decided.forward} : request.text;
  const auto arguments = find_path(text, {"params", "arguments"});
  auto taken = arguments ? take_since(text, *arguments) : std::nullopt;
  if (!taken) return;
  decided.forward = std::move(taken->text);
  if (!is_base_handle(taken->handle) || server.bases == nullptr) return;
  const auto base = std::make_shared<fetched_base>();
  decided.what.base = base;
  decided.what.since_handle = std::move(taken->handle);
  server.bases->get(page_owner{who.owner, who.tenant},
                    decided.what.since_handle,
                    [base](std::shared_ptr<const std::string> bytes) {
                      base->set(std::move(bytes));
                    });
}

/// The tool that a request reaches, by name or by a task; empty: none.
std::string tool_of(const server_state& server, const message& request) {
  if (request.method == "tools/call") return tool_name(request);
  if (!request.method.starts_with("tasks/")) return {};
  return server.tasks.find(text_member(request.params, "taskId"))
      .value_or(std::string{});
}

void note_task(server_state& server, std::string_view result,
               const std::string& tool) {
  // A tool result rarely is a task; looking for the word is cheaper than
  // looking for members.
  if (result.substr(0, 4096).find("\"taskId\"") == result.npos) return;
  std::string task = text_member(result, "taskId");
  if (task.empty()) {
    const auto inside = find_member(result, "task");
    if (inside) task = text_member(*inside, "taskId");
  }
  if (!task.empty()) server.tasks.note(std::move(task), tool);
}

}  // namespace

std::string shown_session(std::string_view id) {
  constexpr std::size_t most = 6;
  return std::string(id.substr(0, std::min(most, id.size() / 2)));
}

std::unique_ptr<message_interpreter> message_interpreter::make(
    std::shared_ptr<server_state> server) {
  auto tokenizer = load_tokenizer(server->policy.tokenizer);
  if (!tokenizer) return nullptr;
  return std::unique_ptr<message_interpreter>(new message_interpreter(
      std::move(server), token_counter{std::move(*tokenizer)}));
}

message_interpreter::message_interpreter(std::shared_ptr<server_state> server,
                                         token_counter counter)
    : server_(std::move(server)),
      rewriter_(server_->policy, std::move(counter), server_->pages) {
  rewriter_.keep_bases({server_->bases, server_->handles});
}

bool message_interpreter::may_tell(const message& m, const caller& who) const {
  if (m.method != "tools/call") return true;
  pending_request what;
  what.tool = tool_name(m);
  note_denied(what, who);
  return false;
}

decision message_interpreter::on_request(const message& request,
                                         const caller& who) {
  decision decided = decide(request, who);
  if (server_->is_traced() && !decided.is_page) trace(request, who, decided);
  return decided;
}

std::shared_ptr<traced_call> message_interpreter::begin_trace(
    const message& request, const pending_request& what,
    const caller& who) const {
  return server_->traces->begin({.request = request,
                                 .server = server_->name,
                                 .tool = what.tool,
                                 .principal = who.from.principal,
                                 .session = who.from.session,
                                 .transport = server_->transport,
                                 .is_endpoint = server_->is_endpoint,
                                 .since = what.since,
                                 .heard = who.heard.get(),
                                 .within = who.within});
}

void message_interpreter::trace(const message& request, const caller& who,
                                decision& decided) const {
  const auto call = begin_trace(request, decided.what, who);
  if (decided.answer) {
    // All that is answered here is refused.
    call->keep_here();
    const auto refusal = read_message(*decided.answer);
    call->end_with_error(refusal ? refusal->error : std::string_view{});
    return;
  }
  decided.what.trace = call;
  if (server_->is_endpoint || call->is_in_message()) return;
  if (!decided.forward) {
    decided.forward = with_context(request, call->passed_on());
  } else if (const auto again = read_message(*decided.forward)) {
    auto both = with_context(*again, call->passed_on());
    if (both) decided.forward = std::move(both);
  }
}

decision message_interpreter::decide(const message& request,
                                     const caller& who) {
  decision decided;
  pending_request& what = decided.what;
  what.since = clock::now();
  what.method = request.method;
  what.id = request.id;
  if (server_->is_endpoint) return decided;
  if (request.method == "tools/call") {
    what.about = pending_request::subject::tool_call;
    what.tool = tool_name(request);
    if (is_own_tool(what.tool)) {
      decided.is_page = true;
      return decided;
    }
    const tool_right right = right_to(what.tool, who).right;
    if (!server_->policy.allows(what.tool) || right == tool_right::hidden) {
      std::string problem = "Unknown tool: ";
      problem.append(what.tool);
      decided.answer =
          error_message(request.id, rpc_code::invalid_params, problem);
      note_denied(what, who);
    } else if (right == tool_right::needs_scope) {
      // Whoever speaks HTTP has said so there, and does not come here.
      decided.answer = error_message(request.id, rpc_code::invalid_request,
                                     "This call needs more scopes");
      note_denied(what, who);
    }
  } else if (request.method == "tools/list") {
    what.about = pending_request::subject::tool_list;
    what.is_continued =
        find_member(request.params, "cursor").value_or("null") != "null";
  } else if (request.method.starts_with("tasks/")) {
    if (request.method == "tasks/result" || request.method == "tasks/get") {
      what.about = pending_request::subject::task;
      what.task = text_member(request.params, "taskId");
    }
    const std::string tool = tool_of(*server_, request);
    if (!tool.empty() && right_to(tool, who).right != tool_right::callable) {
      what.tool = tool;
      decided.answer =
          error_message(request.id, rpc_code::invalid_params, "Unknown task");
      note_denied(what, who);
    }
  }
  if (what.about != pending_request::subject::other) {
    what.asked = wish_of_request(request);
    what.keeps_structured =
        client_of(who, wish_of_capabilities(request)).wants_results_unchanged();
  }
  if (!server_->policy.native) decided.forward = without_wish(request);
  if (what.about == pending_request::subject::tool_call && !decided.answer) {
    take_handle(*server_, request, who, decided);
  }
  return decided;
}

tool_verdict message_interpreter::right_to(std::string_view tool,
                                           const caller& who) const {
  if (!server_->rights) return {};
  return server_->rights->get()->of(*who.identity, server_->name, tool);
}

std::string message_interpreter::lacking_scopes(const message& request,
                                                const caller& who) const {
  if (!server_->rights || server_->is_endpoint ||
      request.kind != message_kind::request) {
    return {};
  }
  pending_request what;
  what.tool = tool_of(*server_, request);
  if (what.tool.empty() || is_own_tool(what.tool) ||
      !server_->policy.allows(what.tool)) {
    return {};
  }
  tool_verdict found = right_to(what.tool, who);
  if (found.right == tool_right::needs_scope) {
    what.id = request.id;
    note_denied(what, who);
  }
  return std::move(found.scopes);
}

std::string message_interpreter::lacking_scopes(const std::vector<message>& all,
                                                const caller& who) const {
  std::string scopes;
  for (const message& m : all) add_scopes(scopes, lacking_scopes(m, who));
  return scopes;
}

std::string message_interpreter::make_page(const message& request,
                                           const caller& who) {
  const std::string_view arguments =
      find_member(request.params, "arguments").value_or("{}");
  const auto begin = clock::now();
  const page_owner owner{who.owner, who.tenant};
  const bool is_query = tool_name(request) == query_tool;
  const client_profile client = client_of(who, wish_of_request(request));
  const std::string page = is_query ? rewriter_.query(arguments, client, owner)
                                    : rewriter_.more(arguments, owner, client);
  // What the model sees of it was seen by nobody before, or cutting would seem
  // to save all that comes later.
  pending_request what;
  what.tool = is_query ? query_tool : more_tool;
  what.id = request.id;
  what.since = begin;
  if (server_->is_traced()) {
    what.trace = begin_trace(request, what, who);
    what.trace->keep_here();
  }
  rewrite_outcome counted =
      rewriter_.rewrite(page, rewrite_mode::passthrough, who.client, owner);
  counted.tokens_after = std::exchange(counted.tokens_before, 0);
  counted.is_asked = is_query || rewriter_.is_asked(arguments, owner);
  if (counted.is_asked) {
    counted.tokens_asking = rewriter_.counter().count(arguments);
  }
  record(what, who, counted, clock::now() - begin, true);
  if (what.trace) what.trace->end({});
  return result_message(request, page);
}

std::optional<std::string> message_interpreter::on_answer(
    const pending_request& what, const message& answer, const caller& who) {
  if (!what.trace) return rewritten(what, answer, who);
  what.trace->answered();
  auto instead = rewritten(what, answer, who);
  if (answer.kind == message_kind::failure) {
    what.trace->end_with_error(answer.error);
  } else {
    what.trace->end({});
  }
  return instead;
}

std::optional<std::string> message_interpreter::rewritten(
    const pending_request& what, const message& answer, const caller& who) {
  if (answer.kind == message_kind::failure) {
    if (what.about == pending_request::subject::tool_call) {
      call_record call;
      call.is_failure = true;
      call.is_known = is_tool(what.tool, false);
      call.outcome = call_outcome::error;
      keep(call, what, who);
    }
    return std::nullopt;
  }
  if (answer.kind != message_kind::result) return std::nullopt;
  switch (what.about) {
    case pending_request::subject::tool_call:
      note_task(*server_, answer.result, what.tool);
      return on_tool_result(answer.text, answer.result, what, who);
    case pending_request::subject::tool_list:
      return on_tool_list(answer, what, who);
    case pending_request::subject::task:
      return on_task(answer, what, who);
    case pending_request::subject::other:
      break;
  }
  return std::nullopt;
}

std::optional<std::string> message_interpreter::on_notification(
    const message& notification, const caller& who) {
  if (notification.method != "notifications/tasks") return std::nullopt;
  const auto result = find_member(notification.params, "result");
  const auto tool =
      server_->tasks.find(text_member(notification.params, "taskId"));
  if (!result || !tool) return std::nullopt;
  pending_request what;
  what.about = pending_request::subject::task;
  what.tool = *tool;
  what.since = clock::now();
  what.keeps_structured = who.client.wants_results_unchanged();
  return on_tool_result(notification.text, *result, what, who);
}

std::optional<std::string> message_interpreter::on_tool_list(
    const message& answer, const pending_request& what, const caller& who) {
  rewrite_policy policy = server_->policy;
  if (what.keeps_structured) {
    policy.mode = rewrite_mode::passthrough;
    policy.tools.clear();
    policy.more = false;
  }
  tool_filter is_for;
  std::string own_result;
  std::string_view result = answer.result;
  const auto rights = server_->rights ? server_->rights->get() : nullptr;
  if (rights && rights->tells_apart(server_->name)) {
    is_for = [&](std::string_view tool) {
      return rights->is_visible(*who.identity, server_->name, tool);
    };
    // What one caller may keep is not for another.
    if (const auto scope = find_member(result, "cacheScope");
        scope && is_text(*scope, "public")) {
      own_result = replaced(result, *scope, R"("private")");
      result = own_result;
    }
  }
  tool_list_outcome outcome = rewrite_tool_list(
      result, policy, rewriter_.counter(), server_->tools, is_for);
  if (!outcome.result && !own_result.empty()) {
    outcome.result = std::move(own_result);
  }
  if (what.trace) {
    what.trace->note_tokens(outcome.tokens_before, outcome.tokens_after);
  }
  if (server_->metrics != nullptr) {
    server_->metrics->record(list_record{
        server_->name, outcome.tools_before, outcome.tools_after,
        outcome.tokens_before, outcome.tokens_after, what.is_continued});
  }
  if (!outcome.result) return std::nullopt;
  return replaced(answer.text, answer.result, *outcome.result);
}

tool_list_outcome message_interpreter::list_tools(std::string_view result) {
  rewrite_policy policy = server_->policy;
  policy.more = false;
  policy.ask = false;
  return rewrite_tool_list(result, policy, rewriter_.counter(), server_->tools);
}

std::optional<std::string> message_interpreter::on_task(
    const message& answer, const pending_request& what, const caller& who) {
  const auto tool = server_->tasks.find(what.task);
  if (!tool) return std::nullopt;
  pending_request known = what;
  known.tool = *tool;
  // Modern revisions put the result into the state of the task, older ones
  // answer tasks/result with it.
  const auto inside = find_member(answer.result, "result");
  // A task that is still at work has no result.
  if (!inside && !read_call_result(answer.result)) return std::nullopt;
  return on_tool_result(answer.text, inside.value_or(answer.result), known,
                        who);
}

std::optional<std::string> message_interpreter::on_tool_result(
    std::string_view text, std::string_view result, const pending_request& what,
    const caller& who) {
  const auto begin = clock::now();
  rewrite_mode mode = mode_of(server_->policy, server_->tools, what.tool);
  if (mode == rewrite_mode::text_only && what.keeps_structured) {
    // Even if this request asks for more than others do.
    mode = rewrite_mode::keep_structured;
  }
  change_request since;
  if (mode == rewrite_mode::text_only) {
    since.rule = changes_of(server_->policy, server_->tools, what.tool);
  }
  if (since.rule != nullptr && what.base) {
    since.since = what.since_handle;
    since.base = what.base->bytes();
  }
  try {
    rewrite_outcome outcome =
        rewriter_.rewrite(result, mode, client_of(who, what.asked),
                          page_owner{who.owner, who.tenant}, since);
    if (outcome.has_handle) {
      server_->tools.note_rows(what.tool);
      if (!since.since.empty()) {
        outcome.tokens_asking =
            rewriter_.counter().count(written_since(since.since));
      }
    }
    std::optional<std::string> changed;
    if (outcome.result) changed = replaced(text, result, *outcome.result);
    const bool is_tool_here = is_tool(what.tool, !is_error_result(result));
    record(what, who, outcome, clock::now() - begin, is_tool_here);
    if (server_->log != nullptr) {
      log_bodies(*server_->log, server_->name, result, outcome);
    }
    return changed;
  } catch (const std::bad_alloc&) {
    return std::nullopt;  // what is there already can still be sent
  }
}

bool message_interpreter::is_own_tool(std::string_view name) const {
  const rewrite_policy& policy = server_->policy;
  const bool is_own = (name == more_tool && policy.cuts()) ||
                      (name == query_tool && policy.ask);
  // A tool of the server's own keeps the name.
  return is_own && !server_->tools.find(name);
}

bool message_interpreter::is_tool(std::string_view name,
                                  bool has_worked) const {
  // Before anybody has asked for a list, what works is a tool.
  if (server_->tools.is_empty()) return has_worked;
  return name == more_tool || name == query_tool || server_->tools.is_full() ||
         server_->tools.find(name).has_value();
}

void message_interpreter::record(const pending_request& what, const caller& who,
                                 const rewrite_outcome& outcome,
                                 std::chrono::nanoseconds added,
                                 bool is_known) {
  call_record call;
  call.is_known = is_known;
  call.tokens_before = outcome.tokens_before;
  call.tokens_after = outcome.tokens_after;
  call.format = outcome.format;
  call.reason = outcome.reason;
  call.is_paged = outcome.is_paged;
  call.is_asked = outcome.is_asked;
  call.is_change = outcome.is_change;
  call.has_handle = outcome.has_handle;
  call.tokens_asking = outcome.tokens_asking;
  call.crossed_limit = outcome.crossed_limit;
  call.added = added;
  if (outcome.is_error) call.outcome = call_outcome::tool_error;
  if (what.trace) {
    what.trace->note_tokens(outcome.tokens_before, outcome.tokens_after);
    if (outcome.is_error) what.trace->note_error(name(call.outcome));
  }
  keep(call, what, who);
}

void message_interpreter::describe(call_record& call,
                                   const pending_request& what,
                                   const caller& who) const {
  // An id may be as long as a body; so much of it tells requests apart.
  constexpr std::size_t most_of_id = 64;
  call.server = server_->name;
  call.tool = what.tool;
  call.principal = who.from.principal;
  call.caller = who.identity->name;
  call.address = who.from.address;
  call.session = who.from.session;
  call.request = std::string_view(what.id).substr(0, most_of_id);
  if (what.since != clock::time_point{}) {
    call.total = clock::now() - what.since;
  }
}

void message_interpreter::note_denied(const pending_request& what,
                                      const caller& who) const {
  if (server_->log == nullptr) return;
  call_record call;
  call.is_failure = true;
  call.outcome = call_outcome::denied;
  describe(call, what, who);
  log_call(*server_->log, call);
}

void message_interpreter::on_lost(const pending_request& what,
                                  const caller& who, call_outcome how,
                                  std::string_view why) {
  if (is_upstream_failure(how) && server_->metrics != nullptr) {
    server_->metrics->fail(server_->name, how);
  }
  call_record call;
  call.is_failure = true;
  call.outcome = how;
  call.why = why;
  if (what.trace) {
    what.trace->end(name(how));
  } else if (who.within) {
    who.within->note_error(name(how));  // its server was never asked
  }
  if (what.about == pending_request::subject::tool_call) {
    keep(call, what, who);
    return;
  }
  describe(call, what, who);
  if (server_->log != nullptr)
    log_lost_request(*server_->log, call, what.method);
}

void message_interpreter::keep(call_record& call, const pending_request& what,
                               const caller& who) {
  describe(call, what, who);
  if (server_->metrics != nullptr) server_->metrics->record(call);
  if (server_->log != nullptr) log_call(*server_->log, call);
}

}  // namespace pith::mcp
