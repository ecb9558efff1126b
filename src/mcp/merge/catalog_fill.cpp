// SPDX-License-Identifier: MIT
#include "mcp/merge/catalog_fill.hpp"

#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <utility>

namespace pith::mcp {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::seconds fill_time = 10s;
// Of a list that does not say how long it holds.
constexpr std::chrono::milliseconds usual_life = 300s;
constexpr std::chrono::milliseconds longest_life = 24h;

struct list_kind {
  std::string_view capability;
  std::string_view method;
  std::string_view key;
  std::vector<std::string> member_catalog::*items;
};

constexpr std::array<list_kind, 4> lists{{
    {"tools", "tools/list", "tools", &member_catalog::tools},
    {"prompts", "prompts/list", "prompts", &member_catalog::prompts},
    {"resources", "resources/list", "resources", &member_catalog::resources},
    {"resources", "resources/templates/list", "resourceTemplates",
     &member_catalog::templates},
}};

}  // namespace

void catalog_fill::run(boost::asio::io_context& io, member_connection& from,
                       message_interpreter& interpreter, std::string meta,
                       taker then) {
  const auto fill = std::make_shared<catalog_fill>(
      io, from, interpreter, std::move(meta), std::move(then));
  fill->patience_.expires_after(fill_time);
  fill->patience_.async_wait(
      [weak = std::weak_ptr(fill)](const boost::system::error_code& failed) {
        const auto self = weak.lock();
        if (!failed && self) self->finish("it did not list in time");
      });
  fill->next_list();
}

catalog_fill::catalog_fill(boost::asio::io_context& io, member_connection& from,
                           message_interpreter& interpreter, std::string meta,
                           taker then)
    : patience_(io),
      from_(&from),
      interpreter_(&interpreter),
      meta_(std::move(meta)),
      then_(std::move(then)),
      made_(std::make_shared<member_catalog>()) {
  const std::string& welcome = from.welcome();
  made_->capabilities = find_member(welcome, "capabilities").value_or("{}");
  made_->instructions = text_member(welcome, "instructions");
  made_->life = meta_.empty() ? usual_life : longest_life;
}

void catalog_fill::next_list() {
  while (list_ < lists.size() && !made_->has(lists[list_].capability)) ++list_;
  if (list_ == lists.size()) {
    finish({});
    return;
  }
  pages_ = 0;
  ask_page({});
}

void catalog_fill::ask_page(std::string_view cursor) {
  std::string text = R"({"jsonrpc":"2.0","id":0,"method":")";
  text += lists[list_].method;
  text += R"(","params":{)";
  if (!meta_.empty()) text += R"("_meta":)" + meta_;
  if (!cursor.empty()) {
    if (!meta_.empty()) text += ',';
    text += R"("cursor":)";
    text += cursor;
  }
  text += "}}";
  const auto m = read_message(text);
  if (!m || !from_->is_open()) {
    finish("it is not open");
    return;
  }
  ++pages_;
  from_->ask(*m, [self = shared_from_this()](const message* answer,
                                             std::string_view problem) {
    self->on_page(answer, problem);
  });
}

void catalog_fill::on_page(const message* answer, std::string_view problem) {
  if (!then_) return;  // too late
  if (answer == nullptr) {
    finish(problem);
    return;
  }
  if (answer->kind != message_kind::result) {
    // Templates came later than resources, and some servers lack them.
    if (lists[list_].key != "resourceTemplates") {
      finish("it refused " + std::string(lists[list_].method));
      return;
    }
  } else {
    take_items(answer->result);
    note_life(answer->result);
    const auto cursor = find_member(answer->result, "nextCursor");
    if (cursor && cursor->starts_with('"') && pages_ < max_pages &&
        items_ < max_items && bytes_ < max_bytes) {
      ask_page(std::string(*cursor));
      return;
    }
  }
  ++list_;
  next_list();
}

void catalog_fill::take_items(std::string_view result) {
  const list_kind& kind = lists[list_];
  std::string by_policy;
  if (kind.key == "tools") {
    tool_list_outcome outcome = interpreter_->list_tools(result);
    tool_list_outcome& sum = made_->counted;
    sum.tools_before += outcome.tools_before;
    sum.tools_after += outcome.tools_after;
    sum.tokens_before += outcome.tokens_before;
    sum.tokens_after += outcome.tokens_after;
    if (outcome.result) {
      by_policy = std::move(*outcome.result);
      result = by_policy;
    }
  }
  const auto all = elements_of(find_member(result, kind.key).value_or("[]"));
  if (!all) return;
  for (const std::string_view one : *all) {
    if (items_ == max_items || bytes_ + one.size() > max_bytes) return;
    ++items_;
    bytes_ += one.size();
    ((*made_).*(kind.items)).emplace_back(one);
  }
}

void catalog_fill::note_life(std::string_view result) {
  if (const auto scope = find_member(result, "cacheScope")) {
    made_->is_private = made_->is_private || is_text(*scope, "private");
  }
  if (meta_.empty()) return;
  const std::string_view raw = find_member(result, "ttlMs").value_or("0");
  std::int64_t life = 0;
  std::from_chars(raw.data(), raw.data() + raw.size(), life);
  made_->life = std::clamp(std::chrono::milliseconds(life), 0ms, made_->life);
}

void catalog_fill::finish(std::string_view problem) {
  const taker then = std::exchange(then_, nullptr);
  patience_.cancel();
  if (!then) return;
  if (!problem.empty()) {
    then(nullptr, problem);
    return;
  }
  made_->filled = member_catalog::clock::now();
  then(std::move(made_), {});
}

}  // namespace pith::mcp
