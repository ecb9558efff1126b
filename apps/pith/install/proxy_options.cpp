// SPDX-License-Identifier: MIT
#include "install/proxy_options.hpp"

#include <pith/codec.hpp>
#include <pith/tokens.hpp>

#include "install/launcher.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace cli {

namespace {

namespace mcp = pith::mcp;
using pith::mcp::rewrite_mode;
using pith::mcp::shown_form;

constexpr option shows_option{.name = "shows",
                              .value = "FORM",
                              .help = "what the client shows to its model",
                              .choices = "structured|text|both"};
constexpr option mode_option{
    .name = "mode",
    .value = "MODE",
    .help =
        "what to change: text-only (the default) removes structured content "
        "and answers in text, keep-structured rewrites only text, passthrough "
        "changes nothing",
    .choices = "text-only|keep-structured|passthrough"};
constexpr option format_option{.name = "format",
                               .value = "FORMAT",
                               .help =
                                   "a format that competes with JSON (default: "
                                   "gcf and tron); can be repeated",
                               .kind = word_kind::format};
constexpr option pass_option{.name = "pass",
                             .value = "TOOL",
                             .help =
                                 "do not change the results of TOOL; `*` "
                                 "matches anything; can be repeated"};
constexpr option allow_option{
    .name = "allow",
    .value = "TOOL",
    .help = "offer only tools that match TOOL; can be repeated"};
constexpr option deny_option{.name = "deny",
                             .value = "TOOL",
                             .help = "do not offer TOOL; can be repeated"};
constexpr option slim_option{
    .name = "slim",
    .help = "leave titles, examples, icons and schema noise out of tool lists"};
constexpr option min_tokens_option{
    .name = "min-tokens",
    .value = "N",
    .help = "do not change results with fewer than N tokens (default: 48)",
    .kind = word_kind::number};
constexpr option max_tokens_option{
    .name = "max-tokens",
    .value = "N",
    .help = "cut results above N tokens into pages",
    .kind = word_kind::number};
constexpr option max_characters_option{
    .name = "max-characters",
    .value = "N",
    .help = "cut results above N characters into pages",
    .kind = word_kind::number};
constexpr option more_option{.name = "more",
                             .help =
                                 "offer the tool pith_more, which returns the "
                                 "next page; without --more, nothing is cut"};
constexpr option ask_option{
    .name = "ask",
    .help =
        "offer the tools pith_query and pith_more: of a result that is "
        "cut, the model sees its shape and asks with SQL"};
constexpr option ask_tokens_option{
    .name = "ask-tokens",
    .value = "N",
    .help = "with --ask, treat all results above N tokens so",
    .kind = word_kind::number};

constexpr option native_option{
    .name = "native",
    .help =
        "the server answers in GCF itself if the client asks for it: pass that "
        "on, and believe its marks"};

/// First those that a wrapped server is started with.
constexpr option all[] = {
    client_option,     shows_option,         mode_option,
    format_option,     tokenizer_option,     min_tokens_option,
    pass_option,       allow_option,         deny_option,
    slim_option,       more_option,          ask_option,
    ask_tokens_option, max_tokens_option,    max_characters_option,
    native_option,     pass_env_option,      url_option,
    header_option,     merged_config_option, endpoint_option,
    summary_option,    file_option,          server_option,
    merge_option,      dry_run_option,       yes_option,
    launcher_option,   undo_option};
constexpr std::size_t rewrite_count = 17;

/// Whether the choices of an option are these names, in their order.
constexpr bool are_choices(std::string_view choices,
                           std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    if (!choices.starts_with(name)) return false;
    choices.remove_prefix(name.size());
    if (choices.starts_with('|')) choices.remove_prefix(1);
  }
  return choices.empty();
}
static_assert(are_choices(launcher_option.choices, launcher_names));
static_assert(are_choices(client_option.choices, mcp::known_client_names));
static_assert(are_choices(shows_option.choices, mcp::shown_form_names));
static_assert(are_choices(mode_option.choices, mcp::rewrite_mode_names));

std::vector<std::string> strings(const arguments& args, const option& o) {
  std::vector<std::string> words;
  for (const std::string_view word : args.values(o)) words.emplace_back(word);
  return words;
}

/// The name of a tokenizer, or its path from the root on: nobody knows where a
/// client starts its servers.
std::string lasting_tokenizer(std::string_view word) {
  if (pith::find_tokenizer_name(word) != nullptr) return std::string(word);
  std::error_code failed;
  const auto path = std::filesystem::absolute(word, failed);
  return failed ? std::string(word) : path.string();
}

std::string check_formats(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const pith::codec* const found = pith::codecs().find(name);
    if (found == nullptr || !found->is_lossless() || !found->read ||
        found->is_binary || found->subject != pith::codec_subject::any_value) {
      return "'" + name + "' is not a format that carries every result";
    }
  }
  return {};
}

}  // namespace

std::size_t index_of(std::string_view word,
                     std::span<const std::string_view> names) {
  const auto found = std::find(names.begin(), names.end(), word);
  return static_cast<std::size_t>(found - names.begin());
}

std::span<const option> proxy_options() { return all; }

std::vector<std::string> rewrite_words(const arguments& args) {
  std::vector<std::string> words;
  for (const option& o : std::span(all).first(rewrite_count)) {
    for (const std::string_view value : args.values(o)) {
      std::string& word = words.emplace_back("--");
      word.append(o.name);
      if (o.value.empty()) continue;
      const bool is_tokenizer = o.name == tokenizer_option.name;
      word.push_back('=');
      word.append(is_tokenizer ? lasting_tokenizer(value) : std::string(value));
    }
  }
  return words;
}

void read_client_words(const arguments& args,
                       pith::mcp::client_profile& client) {
  if (const auto name = args.value(client_option)) {
    if (const auto* known = pith::mcp::known_client(*name)) client = *known;
  }
  if (const auto shows = args.value(shows_option)) {
    client.shows =
        static_cast<shown_form>(index_of(*shows, mcp::shown_form_names));
  }
  if (const auto most = args.number(max_tokens_option)) {
    client.max_tokens = *most;
  }
  if (const auto most = args.number(max_characters_option)) {
    client.max_characters = *most;
  }
}

std::string mistake_of_merging(const arguments& args, std::string_view word) {
  for (const option* const o :
       {&mode_option, &format_option, &tokenizer_option, &min_tokens_option,
        &pass_option, &allow_option, &deny_option, &slim_option, &more_option,
        &pass_env_option}) {
    if (args.has(*o)) {
      return "--" + std::string(o->name) + " and " + std::string(word) +
             " cannot be combined; set it in [rewrite] or [server.NAME] of the "
             "configuration";
    }
  }
  return {};
}

proxy_settings read_proxy_settings(const arguments& args) {
  proxy_settings settings;
  read_client_words(args, settings.client);
  pith::mcp::rewrite_policy& policy = settings.policy;
  if (const auto mode = args.value(mode_option)) {
    policy.mode =
        static_cast<rewrite_mode>(index_of(*mode, mcp::rewrite_mode_names));
  }
  if (args.has(format_option)) policy.formats = strings(args, format_option);
  settings.mistake = check_formats(policy.formats);
  if (const auto name = args.value(tokenizer_option)) policy.tokenizer = *name;
  if (const auto min = args.number(min_tokens_option)) {
    policy.min_tokens = *min;
  }
  for (std::string& tool : strings(args, pass_option)) {
    policy.tools.push_back({std::move(tool), rewrite_mode::passthrough});
  }
  policy.allow = strings(args, allow_option);
  policy.deny = strings(args, deny_option);
  if (args.has(slim_option)) policy.slim = {true, true, true, true};
  policy.more = args.has(more_option);
  policy.ask = args.has(ask_option);
  if (const auto most = args.number(ask_tokens_option)) {
    policy.ask_tokens = *most;
    policy.ask = true;
  }
  policy.native = args.has(native_option);
  return settings;
}

}  // namespace cli
