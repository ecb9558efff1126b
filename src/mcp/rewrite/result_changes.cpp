// SPDX-License-Identifier: MIT
#include "mcp/rewrite/result_changes.hpp"

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

/// Null when there is none that the handle names.
const change_base* base_of(const change_request& asked,
                           const change_keeper& keeper, std::string_view owner,
                           change_memory& memory) {
  change_base& base = memory.base;
  if (!asked.base || !read_base(*asked.base, memory.parser, base)) {
    return nullptr;
  }
  // What is kept elsewhere may be somebody else's, or something else.
  return keeper.handles->fits(asked.since, owner, base.root) ? &base : nullptr;
}

class change_choice {
 public:
  change_choice(rewriting& decided, const change_request& asked,
                const change_keeper& keeper, const page_owner& owner,
                change_memory& memory)
      : decided_(decided),
        asked_(asked),
        keeper_(keeper),
        owner_(owner),
        memory_(memory) {}

  std::optional<changed_result> run() {
    const std::string_view text = only_json(decided_);
    if (text.empty()) return std::nullopt;
    const told_result told{decided_.value_of(0), text};
    const change_rules rules{asked_.rule->key, asked_.rule->is_ordered};
    const change_base* const base =
        base_of(asked_, keeper_, owner_.name, memory_);
    std::optional<offer> best;
    if (base != nullptr) {
      best = compose(answer_with_changes(told, *base, rules));
    }
    if (!best || !is_clearly_less(best->sent)) {
      auto full = compose(answer_in_full(told, rules));
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

  /// Whether all of it would hardly cost as little, which then need not be
  /// found out.
  [[nodiscard]] bool is_clearly_less(const changed_result& sent) const {
    constexpr std::size_t usual_gain = 3;
    return sent.kind == gcf::outcome::unchanged ||
           sent.tokens * usual_gain <= decided_.tokens_before();
  }

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
  change_memory& memory_;
};

}  // namespace

std::optional<changed_result> answer_changes(rewriting& decided,
                                             const change_request& asked,
                                             const change_keeper& keeper,
                                             const page_owner& owner,
                                             change_memory& memory) {
  if (asked.rule == nullptr || keeper.bases == nullptr ||
      keeper.handles == nullptr || decided.client().asked.formats ||
      decided.is_error() || !decided.make_cuttable()) {
    return std::nullopt;
  }
  auto answer = change_choice{decided, asked, keeper, owner, memory}.run();
  if (!answer) decided.take_back();
  return answer;
}

}  // namespace pith::mcp
