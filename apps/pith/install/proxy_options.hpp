// SPDX-License-Identifier: MIT
/// @file
/// The options of pith proxy that say what is rewritten and for whom.
#ifndef PITH_APPS_PITH_INSTALL_PROXY_OPTIONS_HPP
#define PITH_APPS_PITH_INSTALL_PROXY_OPTIONS_HPP

#include "line/arguments.hpp"
#include "line/shared_options.hpp"
#include "mcp/rewrite/policy.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

inline constexpr option client_option{
    .name = "client",
    .value = "NAME",
    .help =
        "the client that reads the answers; sets what its model sees and which "
        "limits apply",
    .choices =
        "claude-code|claude-desktop|codex|copilot-cli|cursor|gemini|"
        "vscode"};

inline constexpr option url_option{
    .name = "url",
    .value = "URL",
    .help =
        "connect to the server at URL over Streamable HTTP instead of starting "
        "one"};
inline constexpr option header_option{
    .name = "header",
    .value = "NAME: VALUE",
    .help =
        "send this field to URL; env:VARIABLE in VALUE, alone or after a word "
        "as in 'Bearer env:VARIABLE', is the value of that variable; can be "
        "repeated"};
inline constexpr option pass_env_option{
    .name = "pass-env",
    .value = "NAME",
    .help =
        "also pass this environment variable to the server; `*` at the end "
        "matches anything, and `--pass-env '*'` passes all; can be repeated"};
inline constexpr option summary_option{
    .name = "summary",
    .help = "print the savings on standard error at the end"};
inline constexpr option file_option{
    .name = "file",
    .value = "FILE",
    .help =
        "install: the client's configuration, if it is not in the usual place",
    .kind = word_kind::file};
inline constexpr option server_option{
    .name = "server",
    .value = "NAME",
    .help = "install: wrap only this server; can be repeated"};
inline constexpr option dry_run_option{
    .name = "dry-run", .help = "install: show the difference, change nothing"};
inline constexpr option yes_option{
    .name = "yes",
    .help = "install: do not ask for confirmation",
    .letter = 'y'};
inline constexpr option launcher_option{
    .name = "launcher",
    .value = "HOW",
    .help =
        "install: what the client starts: the path of pith, or its package by "
        "npx or uvx (default: how this pith was started)",
    .choices = "path|npx|uvx"};
inline constexpr option undo_option{
    .name = "undo", .help = "install: unwrap the servers again"};
inline constexpr option merge_option{
    .name = "merge",
    .help =
        "install: move all servers to a file of pith, and let the client start "
        "one server, pith, that offers the tools of all"};
inline constexpr option merged_config_option{
    .name = "config",
    .value = "FILE",
    .help =
        "offer the servers in FILE, a configuration of pith gateway, as one "
        "(see docs/gateway-configuration)",
    .letter = 'c',
    .kind = word_kind::file};
inline constexpr option endpoint_option{
    .name = "endpoint",
    .value = "NAME",
    .help = "config: only the servers of [endpoint.NAME] (default: all)"};

/// Where the word is among names of which it is one.
std::size_t index_of(std::string_view word,
                     std::span<const std::string_view> names);

/// What is rewritten, from the words; `mistake` says what is wrong with them.
struct proxy_settings {
  pith::mcp::rewrite_policy policy;
  pith::mcp::client_profile client;
  std::string mistake;
};

/// All options of pith proxy.
std::span<const option> proxy_options();

/// Those of the words that a wrapped server needs, as they would be given
/// again in any directory.
std::vector<std::string> rewrite_words(const arguments& args);

/// What is wrong with an option that says how one server is started or
/// rewritten, where the configuration of many says so; empty when nothing is.
/// Only those of the client are left.
std::string mistake_of_merging(const arguments& args, std::string_view word);

/// What the words say of the client, over what is known of it.
void read_client_words(const arguments& args,
                       pith::mcp::client_profile& client);

proxy_settings read_proxy_settings(const arguments& args);

}  // namespace cli

#endif  // PITH_APPS_PITH_INSTALL_PROXY_OPTIONS_HPP
