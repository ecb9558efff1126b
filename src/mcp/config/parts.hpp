// SPDX-License-Identifier: MIT
/// @file
/// The tables of a configuration that have a source file of their own. Errors
/// go to the reader of the section.
#ifndef PITH_MCP_CONFIG_PARTS_HPP
#define PITH_MCP_CONFIG_PARTS_HPP

#include "mcp/config/configuration.hpp"
#include "mcp/config/reader.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// listen and listen_mode.
void read_listen(configuration_section& root, configuration& into);
/// That proxies are those that can connect there, once all is read.
void check_local(configuration_section& root, const configuration& config);

/// [auth].
void read_auth(configuration_section& root, configuration& into);

/// Whether it is a scope as OAuth has it (RFC 6749, section 3.3), which can
/// stand in quotes, and not too long.
[[nodiscard]] bool is_scope(std::string_view text) noexcept;
/// [auth.oauth], after the tokens.
void read_oauth(configuration_section& auth, configuration& into);

/// auth.seal_keys.
void read_seal_keys(configuration_section& auth, configuration& into);
/// [auth.proxy].
void read_proxy(configuration_section& auth, configuration& into);

/// [server.NAME] and [rewrite], which they inherit. Needs the tokens of
/// read_auth(), whose principals they may name.
void read_servers(configuration_section& root, configuration& into);

/// The name of this gateway among its replicas.
void read_replica(configuration_section& root, configuration& into);

/// [[rule]], after the servers, which they may name.
void read_access_rules(configuration_section& root, configuration& into);
/// [auth.scope_includes].
void read_scope_includes(configuration_section& auth, configuration& into);
/// Checks a list of callers (access/caller_match.hpp), which `section` has: a
/// word that can mean nobody is a mistake.
void check_who(configuration_section& section, const configuration_node& list,
               const configuration& config, bool may_be_scope);

/// [merge] and [endpoint.NAME], after the servers.
void read_endpoints(configuration_section& root, configuration& into);

/// [traces].
void read_traces(configuration_section& root, configuration& into);

/// The table `headers`, for requests of our own. With a configuration, values
/// may name the principal, if callers have one.
void read_headers(configuration_section& section, http_fields& into,
                  const configuration* config = nullptr);

/// [state].
void read_state(configuration_section& root, configuration& into);

/// The list of formats under `key`, JSON only where it is named. Nothing when
/// there is none, or it is wrong.
[[nodiscard]] std::optional<std::vector<std::string>> read_format_list(
    configuration_section& section, std::string_view key);

/// The keys of a rewrite table; those that are not there stay.
void read_rewrite(configuration_section& rewrite, rewrite_policy& into);

/// What `env:NAME` stands for: the value of a variable that is set to
/// something. Nothing when it is not, and the error is said by then; the text
/// itself when it does not begin so.
[[nodiscard]] std::optional<std::string> resolve_secret(
    configuration_reader& reader, const configuration_node& at,
    std::string_view text);

/// The same, or what is in the file of `file:PATH`, without the blanks at its
/// ends; of a long text the first 1025 bytes.
[[nodiscard]] std::optional<std::string> secret_of(
    configuration_reader& reader, const configuration_node& at);

/// [a-z0-9_-]+ of at most 64 characters.
[[nodiscard]] bool is_plain_name(std::string_view name) noexcept;

/// Whether a table may be served at /NAME/mcp; says why not. `noun` is what it
/// is: "a server".
bool check_path_name(configuration_reader& reader,
                     const configuration_node& table, std::string_view noun);

}  // namespace pith::mcp

#endif  // PITH_MCP_CONFIG_PARTS_HPP
