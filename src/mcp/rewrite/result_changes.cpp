// SPDX-License-Identifier: MIT
#include "mcp/rewrite/result_changes.hpp"

#include <pith/json.hpp>

#include "mcp/changes/change_answer.hpp"
#include "mcp/protocol/result_change.hpp"

#include <utility>

namespace pith::mcp {

namespace {

/// The JSON of the one text that a result is; empty when it is anything else.
std::string_view only_json(rewriting& decided) {
  const std::size_t texts =
      decided.slots().size() + (decided.added().exists ? 1 : 0);
  if (texts != 1 || decided.call().blocks.size() > 1) return {};
  return decided.json_of(0);
}

std::optional<change_base> base_of(const change_request& asked,
                                   const change_keeper& keeper,
                                   std::string_view owner) {
  if (!asked.base) return std::nullopt;
  auto base = read_base(*asked.base);
  // What is kept elsewhere may be somebody else's, or something else.
  if (!base || !keeper.handles->fits(asked.since, owner, base->root())) {
    return std::nullopt;
  }
  return base;
}

class change_choice {
 public:
  change_choice(rewriting& decided, const change_request& asked,
                const change_keeper& keeper, const page_owner& owner)
      : decided_(decided), asked_(asked), keeper_(keeper), owner_(owner) {}

  std::optional<changed_result> run() {
    const std::string_view text = only_json(decided_);
    const auto parsed =
        text.empty() ? pith::result<document>{document{}} : json::parse(text);
    if (text.empty() || !parsed) return std::nullopt;
    const change_rules rules{asked_.rule->key, asked_.rule->is_ordered};
    const auto base = base_of(asked_, keeper_, owner_.name);
    std::optional<offer> best;
    if (base) {
      best = compose(answer_with_changes(parsed->root(), *base, rules));
    }
    if (!best || best->sent.kind != gcf::outcome::unchanged) {
      auto full = compose(answer_in_full(parsed->root(), rules));
      if (full && (!best || full->sent.tokens <= best->sent.tokens)) {
        best = std::move(full);
      }
    }
    if (!best) return std::nullopt;
    keeper_.bases->put(owner_, best->handle, std::move(best->bytes));
    return std::move(best->sent);
  }

 private:
  struct offer {
    changed_result sent{};
    std::string handle{};
    std::string bytes{};  // to be kept under it
  };

  /// Nothing when it would not reach the model, or costs more than the result
  /// as it came.
  std::optional<offer> compose(std::optional<change_answer> answer) {
    if (!answer) return std::nullopt;
    offer made;
    made.handle = keeper_.handles->make(owner_.name, answer->root);
    std::string trailer;
    // Who is told that nothing has changed has the handle already.
    if (answer->kind != gcf::outcome::unchanged) {
      trailer = "[pith] pith_since=" + made.handle;
    }
    changed_result& out = made.sent;
    out.kind = answer->kind;
    out.tokens = decided_.counter().count(answer->text) +
                 decided_.counter().count(trailer);
    const client_profile& client = decided_.client();
    const std::size_t characters = answer->text.size() + trailer.size();
    if (out.tokens > decided_.tokens_before() ||
        (client.max_tokens != 0 && out.tokens > client.max_tokens) ||
        (client.max_characters != 0 && characters > client.max_characters)) {
      return std::nullopt;
    }
    std::string content{'['};
    content.append(
        decided_.slots().empty()
            ? text_block(answer->text)
            : with_text(decided_.call().blocks.front(), answer->text));
    if (!trailer.empty()) content.append(",").append(text_block(trailer));
    content.push_back(']');
    out.result =
        with_content(decided_.call(), content, decided_.drops_structured());
    made.bytes = std::move(answer->bytes);
    return made;
  }

  rewriting& decided_;
  const change_request& asked_;
  const change_keeper& keeper_;
  page_owner owner_;
};

}  // namespace

std::optional<changed_result> answer_changes(rewriting& decided,
                                             const change_request& asked,
                                             const change_keeper& keeper,
                                             const page_owner& owner) {
  if (asked.rule == nullptr || keeper.bases == nullptr ||
      keeper.handles == nullptr || decided.client().asked.formats ||
      decided.is_error() || !decided.make_cuttable()) {
    return std::nullopt;
  }
  auto answer = change_choice{decided, asked, keeper, owner}.run();
  if (!answer) decided.take_back();
  return answer;
}

}  // namespace pith::mcp
