// SPDX-License-Identifier: MIT
#include "mcp/rewrite/tool_list.hpp"

#include "mcp/changes/since_argument.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/rewrite/slim_tool.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace {

/// The empty string is a cursor; null is what some write for none.
bool is_last_page(std::string_view result) {
  return find_member(result, "nextCursor").value_or("null") == "null";
}

class list_rewrite {
 public:
  list_rewrite(std::string_view result, const rewrite_policy& policy,
               token_counter& counter, tool_registry& registry,
               const tool_filter& is_for)
      : policy_(&policy),
        counter_(&counter),
        registry_(&registry),
        is_for_(&is_for),
        changed_(result) {}

  void take(std::string_view definition) {
    const std::size_t before = definition_tokens(definition, *counter_);
    ++out_.tools_before;
    out_.tokens_before += before;
    const auto raw_name = find_member(definition, "name");
    const std::string name =
        raw_name ? text_of(*raw_name).value_or("") : std::string{};
    if (!policy_->allows(name)) {
      changed_.remove_member({definition, definition});
      return;
    }
    if (*is_for_ && !(*is_for_)(name)) {
      // The server has it all the same.
      note(definition, name, before);
      changed_.remove_member({definition, definition});
      return;
    }
    keep(definition, name, before);
  }

  /// `bracket` is the one that ends the array.
  void offer(std::span<const std::string> definitions,
             std::string_view bracket) {
    std::string text;
    for (const std::string& definition : definitions) {
      if (out_.tools_after != 0) text.push_back(',');
      text += definition;
      ++out_.tools_after;
      out_.tokens_after += definition_tokens(definition, *counter_);
    }
    if (!text.empty()) changed_.replace(bracket.substr(0, 0), text);
  }

  [[nodiscard]] tool_list_outcome finish() {
    if (changed_.has_changes()) out_.result = changed_.finish();
    return std::move(out_);
  }

 private:
  tool_registry::entry note(std::string_view definition,
                            const std::string& name, std::size_t before) {
    tool_registry::entry known;
    known.is_app = is_app(definition);
    known.has_output_schema =
        find_member(definition, "outputSchema").has_value();
    known.has_since = has_since(definition);
    known.tokens_before = before;
    known.tokens_after = before;
    registry_->note(name, known);
    return known;
  }

  void keep(std::string_view definition, const std::string& name,
            std::size_t before) {
    // Noted before the mode is asked for, which an app decides itself.
    tool_registry::entry known = note(definition, name, before);
    const bool is_stripped =
        mode_of(*policy_, *registry_, name) == rewrite_mode::text_only;
    auto text = slim_tool(
        definition, {.rules = policy_->slim, .output_schema = is_stripped});
    if (is_asked_for_changes(name)) {
      auto more = with_since(text ? std::string_view{*text} : definition);
      if (more) text = std::move(more);
    }
    if (text) {
      changed_.replace(definition, *text);
      known.tokens_after = definition_tokens(*text, *counter_);
      registry_->note(name, known);
    }
    ++out_.tools_after;
    out_.tokens_after += known.tokens_after;
  }

  /// Whether the argument is worth its tokens in the list.
  [[nodiscard]] bool is_asked_for_changes(const std::string& name) const {
    const change_rule* const rule = changes_of(*policy_, *registry_, name);
    if (rule == nullptr || rule->tools != "*") return rule != nullptr;
    const auto known = registry_->find(name);
    return known && known->answers_rows;
  }

  const rewrite_policy* policy_;
  token_counter* counter_;
  tool_registry* registry_;
  const tool_filter* is_for_;
  splice changed_;
  tool_list_outcome out_;
};

}  // namespace

bool is_app(std::string_view definition) {
  const auto meta = find_member(definition, "_meta");
  if (!meta) return false;
  return find_path(*meta, {"ui", "resourceUri"}) ||
         find_member(*meta, "ui/resourceUri") ||
         find_member(*meta, "openai/outputTemplate");
}

std::string more_tool_definition() {
  // Its arguments are those that result_rewriter::more() reads.
  return R"({"name":"pith_more","description":"Returns another page of a )"
         R"(tool result that was cut. The end of each page shows how to get )"
         R"(the next one.","inputSchema":{"type":"object",)"
         R"("properties":{"handle":{"type":"string"},)"
         R"("page":{"type":"integer","minimum":2}},)"
         R"("required":["handle","page"]},)"
         R"("annotations":{"readOnlyHint":true},)"
         R"("_meta":{"anthropic/alwaysLoad":true}})";
}

std::string query_tool_definition() {
  // Its arguments are those that result_rewriter::query() reads.
  return R"({"name":"pith_query","description":"Answers a question about a )"
         R"(tool result that was cut, with one SELECT (SQLite) over its )"
         R"(tables. The end of the result shows them and its handle.",)"
         R"("inputSchema":{"type":"object",)"
         R"("properties":{"handle":{"type":"string"},)"
         R"("sql":{"type":"string"}},)"
         R"("required":["handle","sql"]},)"
         R"("annotations":{"readOnlyHint":true},)"
         R"("_meta":{"anthropic/alwaysLoad":true}})";
}

std::size_t definition_tokens(std::string_view definition,
                              token_counter& counter) {
  return counter.count(compact_json(definition));
}

tool_list_outcome rewrite_tool_list(std::string_view result,
                                    const rewrite_policy& policy,
                                    token_counter& counter,
                                    tool_registry& registry,
                                    const tool_filter& is_for) {
  const auto array = find_member(result, "tools");
  if (!array) return {};
  const auto tools = elements_of(*array);
  if (!tools) return {};
  list_rewrite rewrite{result, policy, counter, registry, is_for};
  for (const std::string_view definition : *tools) rewrite.take(definition);
  // A tool of the server's own keeps the name, on whichever page it stood.
  if (is_last_page(result)) {
    std::vector<std::string> own;
    if (policy.cuts() && !registry.find(more_tool)) {
      own.push_back(more_tool_definition());
    }
    if (policy.ask && !registry.find(query_tool)) {
      own.push_back(query_tool_definition());
    }
    rewrite.offer(own, array->substr(array->size() - 1));
  }
  return rewrite.finish();
}

}  // namespace pith::mcp
