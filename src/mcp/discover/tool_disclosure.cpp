// SPDX-License-Identifier: MIT
#include "mcp/discover/tool_disclosure.hpp"

#include "mcp/discover/signature.hpp"
#include "mcp/protocol/call_result.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/raw_json/json_text.hpp"
#include "mcp/rewrite/policy.hpp"
#include "mcp/rewrite/tool_list.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace pith::mcp {

namespace {

/// Bytes of a name that an error repeats.
constexpr std::size_t max_shown_name = 128;
/// Tools that an error proposes.
constexpr std::size_t max_proposed = 3;

std::string text_result(std::string_view text, bool is_error) {
  std::string out = R"({"content":[)";
  out += text_block(text);
  out += is_error ? R"(],"isError":true})" : "]}";
  return out;
}

searched_tool searched(const disclosed_tool& tool) {
  searched_tool out{.name = tool.name,
                    .member = tool.member,
                    .original = tool.original,
                    .title = text_member(tool.definition, "title"),
                    .description = text_member(tool.definition, "description")};
  if (const auto schema = find_member(tool.definition, "inputSchema")) {
    read_parameters(*schema, out);
  }
  return out;
}

std::vector<searched_tool> searched(std::span<const disclosed_tool> tools) {
  std::vector<searched_tool> out;
  out.reserve(tools.size());
  for (const disclosed_tool& tool : tools) out.push_back(searched(tool));
  return out;
}

synonym_table table_of(std::span<const std::vector<std::string>> groups) {
  synonym_table out = synonym_table::built_in();
  for (const std::vector<std::string>& group : groups) out.add(group);
  return out;
}

constexpr std::string_view always_load =
    R"("_meta":{"anthropic/alwaysLoad":true}})";

std::string find_definition(std::string_view description) {
  std::string out = R"({"name":"pith_find","description":)";
  append_quoted(out, description);
  out += R"(,"inputSchema":{"type":"object","properties":{)"
         R"("query":{"type":"string"},)"
         R"("limit":{"type":"integer","minimum":1,"maximum":20}},)"
         R"("required":["query"]},"annotations":{"readOnlyHint":true},)";
  out += always_load;
  return out;
}

std::string through_definition(std::string_view name,
                               std::string_view description, bool reads) {
  std::string out = R"({"name":")";
  out += name;
  out += R"(","description":)";
  append_quoted(out, description);
  out += R"(,"inputSchema":{"type":"object","properties":{)"
         R"("tool":{"type":"string"},"arguments":{"type":"object"}},)"
         R"("required":["tool","arguments"]},)";
  if (reads) out += R"("annotations":{"readOnlyHint":true},)";
  out += always_load;
  return out;
}

/// The limit that raw arguments ask for; nothing when it is not a whole number
/// from 1. What is too large is the most there is.
std::optional<std::size_t> limit_of(std::string_view arguments) {
  const auto raw = find_member(arguments, "limit");
  if (!raw || *raw == "null") return tool_disclosure::usual_found;
  std::size_t out = 0;
  const auto [end, error] =
      std::from_chars(raw->data(), raw->data() + raw->size(), out);
  if (error == std::errc::result_out_of_range && !raw->starts_with('-')) {
    return tool_disclosure::max_found;
  }
  if (error != std::errc{} || end != raw->data() + raw->size() || out == 0) {
    return std::nullopt;
  }
  return std::min(out, tool_disclosure::max_found);
}

}  // namespace

bool is_read_only(std::string_view original, std::string_view definition,
                  std::span<const std::string> patterns, bool trusts_hints) {
  const bool is_declared =
      std::ranges::any_of(patterns, [original](const std::string& pattern) {
        return matches(pattern, original);
      });
  if (is_declared || !trusts_hints) return is_declared;
  const auto hint = find_path(definition, {"annotations", "readOnlyHint"});
  return hint && is_true(*hint);
}

std::string call_error_result(std::string_view what) {
  return text_result(what, true);
}

tool_disclosure::tool_disclosure(
    std::vector<disclosed_tool> tools,
    std::span<const std::vector<std::string>> synonyms, token_counter& counter)
    : tools_(std::move(tools)), index_(searched(tools_), table_of(synonyms)) {
  for (std::size_t i = 0; i < tools_.size(); ++i) {
    by_name_.emplace(tools_[i].name, i);
    has_read_only_ = has_read_only_ || tools_[i].is_read_only;
  }
  make_list(counter);
}

void tool_disclosure::make_list(token_counter& counter) {
  const auto append = [&](std::string_view definition, std::size_t tokens) {
    list_ += list_.empty() ? "[" : ",";
    list_ += definition;
    after_ += tokens;
  };
  const auto append_own = [&](const std::string& definition) {
    append(definition, definition_tokens(definition, counter));
  };
  for (const disclosed_tool& tool : tools_) {
    const std::size_t tokens = definition_tokens(tool.definition, counter);
    before_ += tokens;
    names_ += counter.count(tool.name);
    if (tool.is_pinned || is_app(tool.definition)) {
      append(tool.definition, tokens);
    }
  }
  append_own(find_definition(find_description(counter)));
  if (has_read_only_) {
    append_own(through_definition(
        read_tool, "Calls a found tool that changes nothing.", true));
  }
  append_own(through_definition(
      call_tool,
      has_read_only_ ? "Calls any other found tool." : "Calls a found tool.",
      false));
  list_ += ']';
}

std::string tool_disclosure::find_description(token_counter& counter) const {
  std::vector<std::pair<std::string_view, std::size_t>> members;
  for (const disclosed_tool& tool : tools_) {
    const auto known =
        std::ranges::find(members, std::string_view{tool.member},
                          &std::pair<std::string_view, std::size_t>::first);
    if (known == members.end()) {
      members.emplace_back(tool.member, 1);
    } else {
      ++known->second;
    }
  }
  std::string out =
      "Finds tools by what you want to do, with their parameters. Use it "
      "before you say that something cannot be done. Tools per server: ";
  // Room for what says that there are more.
  const std::size_t most = max_find_tokens - 16;
  std::size_t used = counter.count(out);
  for (std::size_t i = 0; i < members.size(); ++i) {
    std::string entry = i == 0 ? "" : ", ";
    entry += members[i].first;
    entry += ' ';
    entry += std::to_string(members[i].second);
    used += counter.count(entry);
    if (used > most) {
      out += " and " + std::to_string(members.size() - i) + " more servers";
      break;
    }
    out += entry;
  }
  out += '.';
  return out;
}

void tool_disclosure::write_found(std::string& out, const disclosed_tool& tool,
                                  bool whole, bool& was_cut) const {
  const text_limits limits = whole ? whole_text : text_limits{};
  out += '\n';
  out += tool.is_read_only ? read_tool : call_tool;
  out += ' ';
  out += tool.name;
  const std::string description = one_line(
      text_member(tool.definition, "description"), limits.description, was_cut);
  if (!description.empty()) out += ": " + description;
  out += '\n';
  const auto schema = find_member(tool.definition, "inputSchema");
  out += signature_of(schema.value_or("{}"), limits, was_cut);
}

std::string tool_disclosure::answer_find(std::string_view arguments) const {
  const auto raw = find_member(arguments, "query");
  const auto query = raw ? text_of(*raw) : std::nullopt;
  if (!query) {
    return call_error_result(
        "pith_find needs a query: a text that says what you want to do.");
  }
  const auto limit = limit_of(arguments);
  if (!limit) {
    return call_error_result(
        "The limit of pith_find is a whole number from 1 to 20.");
  }
  const tool_index::hits found = index_.find(*query, *limit);
  if (found.best.empty()) {
    return text_result(
        "No tool matches. Try other words for the same thing, or only what it "
        "is about (\"calendar\"). The description of pith_find lists the "
        "servers.",
        false);
  }
  bool was_cut = false;
  std::string tools;
  for (const std::size_t i : found.best) {
    const bool whole = tools_[i].name == *query || tools_[i].original == *query;
    write_found(tools, tools_[i], whole, was_cut);
  }
  std::string out =
      "Each tool: how to call it, its name, then its arguments (? = optional). "
      "Example: pith_call {\"tool\":NAME,\"arguments\":OBJECT}";
  out += tools;
  if (found.more != 0) {
    out += "\n" + std::to_string(found.more) + " more match";
    out += found.more == 1 ? "es." : ".";
  }
  if (was_cut) out += "\nWhere a text ends in ..., find the tool by its name.";
  return text_result(out, false);
}

const disclosed_tool* tool_disclosure::find_name(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &tools_[found->second];
}

std::string tool_disclosure::unknown_tool(std::string_view name) const {
  bool was_cut = false;
  std::string out = "There is no tool \"";
  out += one_line(name, max_shown_name, was_cut);
  out += "\".";
  const tool_index::hits near = index_.find(name, max_proposed);
  for (std::size_t i = 0; i < near.best.size(); ++i) {
    out += i == 0 ? " Nearest: " : ", ";
    out += tools_[near.best[i]].name;
  }
  out += near.best.empty() ? " Use pith_find to find one."
                           : ". Use pith_find for their arguments.";
  return out;
}

unwrapped_call tool_disclosure::unwrap(std::string_view params) const {
  unwrapped_call out;
  const std::string_view own = find_member(params, "name").value_or("");
  const std::string_view wrapped =
      find_member(params, "arguments").value_or("");
  const std::string through = text_of(own).value_or("");
  if (through != read_tool && through != call_tool) {
    out.error = "This is not a call of pith_read or pith_call.";
    return out;
  }
  const std::string name =
      text_of(find_member(wrapped, "tool").value_or("")).value_or("");
  if (name.empty()) {
    out.error = through +
                " needs \"tool\": the name of a tool that pith_find returned, "
                "and \"arguments\": an object.";
    return out;
  }
  const disclosed_tool* const tool = find_name(name);
  if (tool == nullptr) {
    out.error = unknown_tool(name);
    return out;
  }
  const std::string_view right = tool->is_read_only ? read_tool : call_tool;
  if (through != right) {
    out.error = "Call " + tool->name + " with " + std::string{right} +
                ", not with " + through + ".";
    return out;
  }
  out.arguments = find_member(wrapped, "arguments").value_or("{}");
  if (!out.arguments.starts_with('{')) {
    out.error = out.arguments.starts_with('"')
                    ? "\"arguments\" is a string. Pass a JSON object, not a "
                      "string that contains JSON."
                    : "\"arguments\" must be a JSON object.";
    out.arguments = {};
    return out;
  }
  splice changed{params};
  const std::string quoted = quoted_json(tool->name);
  if (own.data() < wrapped.data()) {
    changed.replace(own, quoted);
    changed.replace(wrapped, out.arguments);
  } else {
    changed.replace(wrapped, out.arguments);
    changed.replace(own, quoted);
  }
  out.params = changed.finish();
  out.tool = tool;
  return out;
}

}  // namespace pith::mcp
