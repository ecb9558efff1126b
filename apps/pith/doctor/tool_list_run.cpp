// SPDX-License-Identifier: MIT
#include "doctor/tool_list_run.hpp"

#include <pith/version.hpp>

#include "mcp/protocol/message.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/rewrite/tool_list.hpp"
#include "system/process_start.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <set>
#include <utility>

namespace cli {

namespace {

namespace mcp = pith::mcp;
using std::chrono::steady_clock;

constexpr std::size_t max_bytes = 32U << 20U;  // of all that it says
constexpr std::size_t max_pages = 1'000;
constexpr std::size_t max_words = 5;  // lines of standard error that are kept
constexpr std::size_t max_word_bytes = 300;

/// One server, from its start to its end.
class tool_list_run {
 public:
  tool_list_run(const tool_list_request& request,
                const pith::tokenizer& tokenizer)
      : request_(&request), counter_(tokenizer), patience_(io_), signals_(io_) {
    for (const int one : ending_signals()) signals_.add(one);
  }

  tool_list_answer run() {
    ignore_broken_pipes();  // a server that ended is seen by its end
    mcp::server_link::handlers what;
    what.on_message = [this](std::string_view text) { on_message(text); };
    what.on_words = [this](std::string_view line) { on_words(line); };
    what.on_end = [this](int, std::string_view why) { on_end(why); };
    link_ = request_->connect(io_, std::move(what), answer_.problem);
    if (!link_) return std::move(answer_);
    patience_.expires_after(request_->time);
    patience_.async_wait([this](const boost::system::error_code& error) {
      if (!error) {
        fail("the server did not answer " + std::string(asked_) + " within " +
             std::to_string(request_->time.count()) + " s");
      }
    });
    signals_.async_wait([this](const boost::system::error_code& error, int) {
      if (!error) fail("it was interrupted");
    });
    ask("initialize", R"({"protocolVersion":"2025-11-25","capabilities":{},)"
                      R"("clientInfo":{"name":"pith-doctor","version":)" +
                          mcp::quoted_json(pith::version) + "}}");
    io_.run();
    collect_tools();
    return std::move(answer_);
  }

 private:
  void ask(std::string_view method, std::string_view params) {
    asked_ = method;
    std::string text = R"({"jsonrpc":"2.0","id":)" + std::to_string(++id_) +
                       R"(,"method":)" + mcp::quoted_json(method) +
                       R"(,"params":)";
    link_->send(text.append(params).append("}"));
  }

  /// Counts what the server says; false when it was too much, or nothing more
  /// is wanted.
  bool takes(std::size_t bytes) {
    if (is_done_) return false;
    bytes_ += bytes;
    if (bytes_ <= max_bytes) return true;
    fail("the server sent more than 32 MiB");
    return false;
  }

  void on_message(std::string_view text) {
    if (!takes(text.size())) return;
    const auto m = mcp::read_message(text);
    if (!m) return;  // some servers print words where messages belong
    if (m->kind == mcp::message_kind::request) return on_asked(*m);
    if (!m->is_answer() || m->id != std::to_string(id_)) return;
    if (m->kind == mcp::message_kind::failure) {
      const auto raw = mcp::find_member(m->error, "message");
      return fail("the server refuses " + std::string(asked_) + ": " +
                  (raw ? mcp::text_of(*raw).value_or("") : std::string()));
    }
    if (asked_ == "initialize") {
      on_initialized(m->result);
    } else {
      on_page(m->result);
    }
  }

  void on_asked(const mcp::message& m) {
    if (m.method == "ping") {
      link_->send(R"({"jsonrpc":"2.0","id":)" + std::string(m.id) +
                  R"(,"result":{}})");
    } else {
      link_->send(mcp::error_message(m.id, mcp::rpc_code::method_not_found,
                                     "not supported"));
    }
  }

  static std::string text_at(std::string_view object,
                             std::initializer_list<std::string_view> path) {
    const auto raw = mcp::find_path(object, path);
    return raw ? mcp::text_of(*raw).value_or("") : std::string();
  }

  void on_initialized(std::string_view result) {
    answer_.start_time = std::chrono::duration_cast<std::chrono::milliseconds>(
        steady_clock::now() - begin_);
    answer_.revision = text_at(result, {"protocolVersion"});
    answer_.name = text_at(result, {"serverInfo", "name"});
    answer_.version = text_at(result, {"serverInfo", "version"});
    link_->send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    if (mcp::find_path(result, {"capabilities", "tools"})) {
      ask("tools/list", "{}");
    } else {
      stop();  // it has none
    }
  }

  void on_page(std::string_view result) {
    const auto array = mcp::find_member(result, "tools");
    if (!array || !mcp::elements_of(*array)) {
      return fail("the answer to tools/list has no list of tools");
    }
    const mcp::tool_list_outcome page =
        rewrite_tool_list(result, request_->policy, counter_, registry_);
    ++answer_.pages;
    answer_.tools_before += page.tools_before;
    answer_.tools_after += page.tools_after;
    answer_.tokens_before += page.tokens_before;
    answer_.tokens_after += page.tokens_after;
    const std::string cursor = text_at(result, {"nextCursor"});
    if (cursor.empty()) return stop();
    if (!cursors_.insert(cursor).second) {
      return fail("the server repeats a page of tools/list");
    }
    if (answer_.pages == max_pages) {
      return fail("the server has more than 1,000 pages of tools");
    }
    ask("tools/list", R"({"cursor":)" + mcp::quoted_json(cursor) + "}");
  }

  void on_words(std::string_view line) {
    auto& words = answer_.words;
    words.emplace_back(line.substr(0, max_word_bytes));
    if (words.size() > max_words) words.erase(words.begin());
    (void)takes(line.size());
  }

  void on_end(std::string_view why) {
    if (!is_done_) {
      answer_.problem = "the server ended before it answered " +
                        std::string(asked_) + ": " + std::string(why);
    }
    is_done_ = true;
    patience_.cancel();
    signals_.cancel();
  }

  void fail(std::string why) {
    if (is_done_) return;
    answer_.problem = std::move(why);
    stop();
  }

  /// The end follows; only it lets io_.run() return.
  void stop() {
    is_done_ = true;
    patience_.cancel();
    // Not from inside of the link's own handler.
    boost::asio::post(io_, [this] { link_->stop(); });
  }

  void collect_tools() {
    for (const auto& [name, known] : registry_.all()) {
      answer_.tools.push_back({name, known.tokens_before, known.tokens_after});
    }
    std::stable_sort(answer_.tools.begin(), answer_.tools.end(),
                     [](const tool_cost& a, const tool_cost& b) {
                       return a.tokens_before > b.tokens_before;
                     });
  }

  const tool_list_request* request_;
  pith::token_counter counter_;
  boost::asio::io_context io_{1};
  boost::asio::steady_timer patience_;
  boost::asio::signal_set signals_;
  std::unique_ptr<mcp::server_link> link_;
  mcp::tool_registry registry_;
  std::set<std::string> cursors_;
  tool_list_answer answer_;
  steady_clock::time_point begin_ = steady_clock::now();
  std::string_view asked_;
  std::size_t id_ = 0;
  std::size_t bytes_ = 0;
  bool is_done_ = false;
};

}  // namespace

tool_list_answer list_tools(const tool_list_request& request,
                            const pith::tokenizer& tokenizer) {
  return tool_list_run{request, tokenizer}.run();
}

}  // namespace cli
