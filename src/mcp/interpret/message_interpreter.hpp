// SPDX-License-Identifier: MIT
/// @file
/// Follows the talk of clients with one server, and changes what is to be
/// changed: tool results, tool lists, and calls of our own tool.
#ifndef PITH_MCP_INTERPRET_MESSAGE_INTERPRETER_HPP
#define PITH_MCP_INTERPRET_MESSAGE_INTERPRETER_HPP

#include "mcp/access/tool_rights.hpp"
#include "mcp/http/caller.hpp"
#include "mcp/interpret/task_registry.hpp"
#include "mcp/observe/metrics.hpp"
#include "mcp/protocol/message.hpp"
#include "mcp/rewrite/policy.hpp"
#include "mcp/rewrite/result_rewriter.hpp"
#include "mcp/rewrite/tool_list.hpp"
#include "mcp/trace/traced_call.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

class base_handles;
class base_store;
class fetched_base;
class gateway_log;

/// What all threads share about one server.
struct server_state {
  std::string name;
  rewrite_policy policy;
  tool_registry tools;
  task_registry tasks;
  /// It stands for several servers, each of which looks after its own results.
  bool is_endpoint = false;
  /// Which tools are for whom; null: all are for everybody.
  std::shared_ptr<const rights_in_force> rights{};
  result_store* pages = nullptr;  ///< must outlive this
  /// Earlier answers, and their handles; both or none, and they outlive this.
  base_store* bases = nullptr;
  const base_handles* handles = nullptr;
  gateway_metrics* metrics = nullptr;  ///< may be null
  gateway_log* log = nullptr;          ///< may be null
  std::shared_ptr<tracer> traces{};    ///< may be null
  std::string_view transport = "tcp";  ///< "pipe" for a child; static

  [[nodiscard]] bool is_traced() const noexcept {
    return traces != nullptr && traces->is_on();
  }
};

/// Where a request comes from, for the log.
struct call_origin {
  std::string principal{};
  std::string address{};
  std::string session{};  ///< its beginning: the whole of it is a secret
};

/// So much of a session id that sessions can be told apart.
[[nodiscard]] std::string shown_session(std::string_view id);

/// Who asks.
struct caller {
  client_profile client;
  std::string owner;  ///< whose pages: the principal, or the session
  /// Of whose share they are; empty: nobody limits them (page_owner).
  std::string tenant{};
  call_origin from{};
  /// Never null.
  caller_pointer identity = nobody();
  /// What the head of its request says of a trace; null: nothing is traced.
  std::shared_ptr<const trace_origin> heard{};
  /// The call of an endpoint that its requests to servers belong to, or null.
  std::shared_ptr<traced_call> within{};
};

/// What a request in flight asked for; kept until its answer comes.
struct pending_request {
  enum class subject : unsigned char { other, tool_call, tool_list, task };
  subject about = subject::other;
  std::string tool;
  /// The task whose state or result is asked for.
  std::string task{};
  bool is_continued = false;  ///< a further page of a list
  std::string method{};
  std::string id{};  ///< raw
  std::chrono::steady_clock::time_point since{};
  result_encoding asked{};  ///< by the request itself
  /// The earlier answer that it named, and what is kept of it; null: nothing is
  /// asked for.
  std::string since_handle{};
  std::shared_ptr<fetched_base> base{};
  /// Its client is told the schemas of structuredContent, which is to stay.
  bool keeps_structured = false;
  std::shared_ptr<traced_call> trace{};  ///< null: it is not traced
};

/// What to do with a request.
struct decision {
  /// The answer, when the server need not be asked.
  std::optional<std::string> answer{};
  /// What the server is sent instead of the request; nothing: the request.
  std::optional<std::string> forward{};
  pending_request what{};
  /// It asks for a page of what is kept, which may take long: make_page()
  /// answers it, in any thread.
  bool is_page = false;
};

/// For one thread; the state of the server is shared.
class message_interpreter {
 public:
  /// Fails (null) when the policy names an unknown tokenizer.
  [[nodiscard]] static std::unique_ptr<message_interpreter> make(
      std::shared_ptr<server_state> server);

  /// Whether what is not a request may go to the server. A tools/call without
  /// an id may not: MCP has none, yet a server might do it, and nobody would
  /// ever see what came of it.
  [[nodiscard]] bool may_tell(const message& m, const caller& who) const;
  /// A request from the client. It is forwarded as it came, or answered, or
  /// asks for a page.
  [[nodiscard]] decision on_request(const message& request, const caller& who);
  /// What the caller may do with a tool of the server, by its rights alone.
  [[nodiscard]] tool_verdict right_to(std::string_view tool,
                                      const caller& who) const;
  /// The scopes that the caller lacks for what it asks; empty: none. Notes a
  /// call that is refused for that.
  [[nodiscard]] std::string lacking_scopes(const message& request,
                                           const caller& who) const;
  /// The same for all requests of a body together.
  [[nodiscard]] std::string lacking_scopes(const std::vector<message>& all,
                                           const caller& who) const;
  /// The answer to a request that asks for a page.
  [[nodiscard]] std::string make_page(const message& request,
                                      const caller& who);
  /// The server's answer to it: what to send instead; nothing: as it came.
  [[nodiscard]] std::optional<std::string> on_answer(
      const pending_request& what, const message& answer, const caller& who);
  /// No answer will come: counts it, and logs it. `why` says it in words.
  void on_lost(const pending_request& what, const caller& who, call_outcome how,
               std::string_view why);
  /// A notification of the server, which may hold the result of a task.
  [[nodiscard]] std::optional<std::string> on_notification(
      const message& notification, const caller& who);

  /// A raw result of tools/list by the policy, without tools of pith's own;
  /// notes its tools, and counts for nobody.
  [[nodiscard]] tool_list_outcome list_tools(std::string_view result);

  [[nodiscard]] token_counter& counter() noexcept {
    return rewriter_.counter();
  }
  [[nodiscard]] server_state& server() noexcept { return *server_; }
  [[nodiscard]] const std::shared_ptr<server_state>& shared_server()
      const noexcept {
    return server_;
  }

 private:
  [[nodiscard]] decision decide(const message& request, const caller& who);
  /// Begins a call that is_traced().
  [[nodiscard]] std::shared_ptr<traced_call> begin_trace(
      const message& request, const pending_request& what,
      const caller& who) const;
  /// The same, and passes its context on.
  void trace(const message& request, const caller& who,
             decision& decided) const;
  std::optional<std::string> rewritten(const pending_request& what,
                                       const message& answer,
                                       const caller& who);

  message_interpreter(std::shared_ptr<server_state> server,
                      token_counter counter);

  std::optional<std::string> on_tool_list(const message& answer,
                                          const pending_request& what,
                                          const caller& who);
  /// `result` is a part of `text`.
  std::optional<std::string> on_tool_result(std::string_view text,
                                            std::string_view result,
                                            const pending_request& what,
                                            const caller& who);
  std::optional<std::string> on_task(const message& answer,
                                     const pending_request& what,
                                     const caller& who);
  void record(const pending_request& what, const caller& who,
              const rewrite_outcome& outcome, std::chrono::nanoseconds added,
              bool is_known);
  /// Whether a call of this tool is for us.
  [[nodiscard]] bool is_own_tool(std::string_view name) const;
  /// Whether the server has a tool of this name, for all that is known.
  [[nodiscard]] bool is_tool(std::string_view name, bool has_worked) const;
  void describe(call_record& call, const pending_request& what,
                const caller& who) const;
  void note_denied(const pending_request& what, const caller& who) const;
  /// Counts and logs a call.
  void keep(call_record& call, const pending_request& what, const caller& who);

  std::shared_ptr<server_state> server_;
  result_rewriter rewriter_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_INTERPRET_MESSAGE_INTERPRETER_HPP
