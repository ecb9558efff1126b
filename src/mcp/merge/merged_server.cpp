// SPDX-License-Identifier: MIT
#include "mcp/merge/merged_server.hpp"

#include "mcp/merge/merged_lists.hpp"
#include "mcp/merge/merged_welcome.hpp"
#include "mcp/protocol/format_wish.hpp"
#include "mcp/protocol/modern_headers.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
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
// Children are killed long before.
constexpr std::chrono::seconds longest_farewell = 60s;
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

/// A request without what it says of formats, when no member reads that;
/// nothing: as it is.
std::optional<std::string> plain_for_members(const member_set& members,
                                             const message& m) {
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members.settings(i).server->policy.native) return std::nullopt;
  }
  return without_wish(m);
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
    : io_(io),
      options_(std::move(wanted)),
      what_(std::move(what)),
      farewell_(io) {}

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
  const auto send = [weak](std::string text) {
    if (const auto self = weak.lock()) self->emit(std::move(text));
  };
  calls_ = std::make_shared<member_calls>(members_, send);
  tools_ = std::make_shared<offered_tools>(members_, options_.settings, send);
  listens_ = std::make_shared<listen_streams>(io_, members_, send);
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
        if (const auto asked = asks_.take(m.id)) {
          members_->connection(asked->member).tell(with_id(m, asked->id));
        }
        break;
    }
  }
}

void merged_server::on_request(const message& m, const caller& who) {
  using era = route::era;
  static constexpr std::array<route, 19> routes{{
      {"initialize", &merged_server::initialize, era::legacy},
      {"server/discover", &merged_server::discover, era::modern},
      {"ping", &merged_server::acknowledge, era::legacy},
      {"tools/list", &merged_server::list},
      {"tools/call", &merged_server::call},
      {"prompts/list", &merged_server::list},
      {"prompts/get", &merged_server::get_prompt},
      {"resources/list", &merged_server::list},
      {"resources/templates/list", &merged_server::list},
      {"resources/read", &merged_server::use_resource},
      {"resources/subscribe", &merged_server::use_resource, era::legacy},
      {"resources/unsubscribe", &merged_server::use_resource, era::legacy},
      {"completion/complete", &merged_server::complete},
      {"logging/setLevel", &merged_server::acknowledge, era::legacy},
      {"tasks/get", &merged_server::use_resource},
      {"tasks/result", &merged_server::use_resource, era::legacy},
      {"tasks/cancel", &merged_server::use_resource},
      {"tasks/update", &merged_server::use_resource, era::modern},
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
  if (options_.settings->options.era == endpoint_era::legacy) {
    // As a server of before that revision answers what it does not know.
    refuse(m, rpc_code::method_not_found, "Method not found");
    return false;
  }
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
  const auto plain = plain_for_members(*members_, m);
  const auto spelled = read_message(plain ? *plain : m.text);
  const std::string meta = own_meta(spelled ? *spelled : m);
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
    if (listens_->end(id_key(*id))) return;
    calls_->cancel(*id, text_member(m.params, "reason"));
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

void merged_server::initialize(const message& m, const caller&) {
  is_ready_ = false;
  const auto plain = plain_for_members(*members_, m);
  const auto greeting = read_message(plain ? *plain : m.text);
  members_->greet({false, std::string(greeting ? greeting->params : m.params)},
                  {});
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
  members_->refresh(
      discover_patience, [weak = weak_from_this(), text = std::string(m.text)] {
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
        const bool is_forced =
            self->options_.settings->options.era == endpoint_era::modern;
        if (!any || (!all && !is_forced)) {
          // As a server of before that revision answers; the client falls back.
          self->refuse(*again, rpc_code::method_not_found, "Method not found");
          return;
        }
        self->emit(listed_result(*again, discover_members(members),
                                 members.life(), true));
      });
}

void merged_server::acknowledge(const message& m, const caller&) {
  if (m.method == "logging/setLevel") calls_->set_level(m);
  emit(result_of(m, {}));
}

void merged_server::with_lists(const message& m, listed_handler then) {
  members_->refresh(
      list_patience, [weak = weak_from_this(), text = std::string(m.text),
                      then = std::move(then)] {
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
        then(*self, *again);
      });
}

void merged_server::list(const message& m, const caller& who) {
  with_lists(m, [who](merged_server& self, const message& again) {
    const member_set& members = *self.members_;
    const merged_view& view = members.view();
    if (again.method == "tools/list") {
      self.told_tools_ = self.tools_->mark(self.options_.who);
      self.emit(one_page(members, again, "tools", self.tools_->list(who)));
    } else if (again.method == "prompts/list") {
      self.told_prompts_ = view.prompt_mark();
      self.emit(one_page(members, again, "prompts", view.prompt_array()));
    } else if (again.method == "resources/list") {
      self.told_resources_ = view.resource_mark();
      self.emit(resource_page(members, again));
    } else {
      self.emit(
          one_page(members, again, "resourceTemplates", view.template_array()));
    }
  });
}

void merged_server::call(const message& m, const caller& who) {
  if (call_known(m, who)) return;
  // A client may remember a list of an earlier connection.
  with_lists(m, [who](merged_server& self, const message& again) {
    if (self.call_known(again, who)) return;
    self.refuse(again, rpc_code::invalid_params,
                "Unknown tool: " + tool_name(again));
  });
}

bool merged_server::call_known(const message& m, const caller& who) {
  if (call_member(m, who)) return true;
  const own_call taken = tools_->take_own(m, who);
  if (taken.inside.empty()) return taken.is_own;
  // From here on it is a call of the real tool.
  const auto real = read_message(taken.inside);
  return real && call_member(*real, who);
}

bool merged_server::call_member(const message& m, const caller& who) {
  const exposed_item* const tool = members_->view().find_tool(tool_name(m));
  if (tool == nullptr) return false;
  const tool_verdict right =
      right_to(members_->settings(tool->member), tool->original, who);
  if (right.right == tool_right::hidden) return false;
  if (right.right == tool_right::needs_scope) {
    emit_lacking(m, right.scopes);
    return true;
  }
  calls_->forward(m, who, tool->member, member_or_none(m.params, "name"),
                  quoted_json(tool->original), answer_shape::tool);
  return true;
}

void merged_server::get_prompt(const message& m, const caller& who) {
  with_lists(m, [who](merged_server& self, const message& again) {
    const std::string name = text_member(again.params, "name");
    const exposed_item* const prompt = self.members_->view().find_prompt(name);
    if (prompt == nullptr) {
      self.refuse(again, rpc_code::invalid_params, "Unknown prompt: " + name);
      return;
    }
    self.calls_->forward(again, who, prompt->member,
                         member_or_none(again.params, "name"),
                         quoted_json(prompt->original), answer_shape::prompt);
  });
}

void merged_server::use_resource(const message& m, const caller& who) {
  const bool is_task = m.method.starts_with("tasks/");
  const std::string_view raw =
      member_or_none(m.params, is_task ? "taskId" : "uri");
  const auto to = members_->find_uri(text_of(raw).value_or(""));
  if (!to) {
    refuse(m, rpc_code::invalid_params,
           is_task ? "Unknown task" : "Resource not found");
    return;
  }
  calls_->forward(m, who, to->member, raw, quoted_json(to->own),
                  shape_of(m.method));
}

void merged_server::complete(const message& m, const caller& who) {
  with_lists(m, [who](merged_server& self, const message& again) {
    const std::string_view ref = member_or_none(again.params, "ref");
    if (const auto uri = find_member(ref, "uri")) {
      const auto to = self.members_->find_uri(text_of(*uri).value_or(""));
      if (to) {
        self.calls_->forward(again, who, to->member, *uri, quoted_json(to->own),
                             answer_shape::plain);
        return;
      }
    } else if (const auto raw = find_member(ref, "name")) {
      const std::string name = text_of(*raw).value_or("");
      if (const exposed_item* const prompt =
              self.members_->view().find_prompt(name)) {
        self.calls_->forward(again, who, prompt->member, *raw,
                             quoted_json(prompt->original),
                             answer_shape::plain);
        return;
      }
    }
    self.refuse(again, rpc_code::invalid_params,
                "Nothing of this name can be completed");
  });
}

void merged_server::listen(const message& m, const caller&) {
  listens_->begin(m);
  // Changes are counted from here, even if nothing was listed before.
  members_->refresh(list_patience, [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (!self) return;
    const merged_view& view = self->members_->view();
    if (!self->told_tools_) {
      self->told_tools_ = self->tools_->mark(self->options_.who);
    }
    if (!self->told_prompts_) self->told_prompts_ = view.prompt_mark();
    if (!self->told_resources_) self->told_resources_ = view.resource_mark();
  });
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
    if (calls_->has_token(member, progress_token(m))) {
      emit(std::string(m.text));
    }
  } else if (m.method == "notifications/resources/updated") {
    exposed_parts parts{m.text, prefix};
    parts.add_uri(member_or_none(m.params, "uri"));
    emit_own(parts.finish());
  } else if (m.method == "notifications/cancelled") {
    const std::string_view id = member_or_none(m.params, "requestId");
    const auto known = asks_.cancel(member, id);
    if (!known) return;
    exposed_parts parts{m.text, prefix};
    parts.replace(id, *known);
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
    if (members_->is_modern()) {
      listens_->announce(what);
      return;
    }
    std::string text = R"({"jsonrpc":"2.0","method":"notifications/)";
    text += what;
    text += R"(/list_changed"})";
    emit_own(std::move(text));
  };
  if (told_tools_) compare(told_tools_, tools_->mark(options_.who), "tools");
  compare(told_prompts_, view.prompt_mark(), "prompts");
  compare(told_resources_, view.resource_mark(), "resources");
}

// -- To the client

void merged_server::emit(std::string text) {
  boost::asio::post(io_, [weak = weak_from_this(), text = std::move(text)] {
    const auto self = weak.lock();
    if (self && !self->is_stopped_) self->what_.on_message(text);
  });
}

void merged_server::emit_lacking(const message& m, std::string scopes) {
  if (!what_.on_lacking) {
    refuse(m, rpc_code::invalid_request,
           "This call needs a token with the scopes: " + scopes);
    return;
  }
  boost::asio::post(io_, [weak = weak_from_this(), id = std::string(m.id),
                          scopes = std::move(scopes)] {
    const auto self = weak.lock();
    if (self && !self->is_stopped_) self->what_.on_lacking(id, scopes);
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
  // Whoever had this may be gone before the last member has ended. What waits
  // keeps it, and goes with the io_context at the latest.
  farewell_.expires_after(longest_farewell);
  farewell_.async_wait(
      [self = shared_from_this()](const boost::system::error_code&) {
        // Later than stop(): whoever stops may be in the middle of something.
        if (self->what_.on_end) self->what_.on_end(0, "the endpoint ended");
      });
  members_->close([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->farewell_.cancel();
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
