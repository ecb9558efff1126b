// SPDX-License-Identifier: MIT
/// @file
/// Who is let in. No message of this file ever shows a secret.
#include "mcp/config/configured_header.hpp"
#include "mcp/config/parts.hpp"
#include "mcp/system/file_bytes.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pith::mcp {

namespace {

using type = configuration_node::type;

constexpr std::size_t max_tokens_file_bytes = 1U << 20U;
/// A shorter secret can be guessed: on the wire, or from a sealed session id.
constexpr std::size_t min_secret_bytes = 8;

/// Whether it can stand in a header: visible ASCII, no blank.
bool is_visible(std::string_view text) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return c > ' ' && c <= '~';
  });
}

/// Takes the next word off a line.
std::string_view take_word(std::string_view& line) {
  constexpr std::string_view blanks = " \t\r";
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const std::string_view word =
      line.substr(0, std::min(line.find_first_of(blanks), line.size()));
  line.remove_prefix(word.size());
  return word;
}

class auth_reader {
 public:
  auth_reader(configuration_section& auth, configuration& into)
      : auth_(&auth), into_(&into) {}

  void read() {
    read_tokens("tokens", into_->tokens);
    read_tokens_file();
    read_tokens("metrics_tokens", into_->metrics_tokens);
    read_oauth(*auth_, *into_);
    read_origins();
    read_hosts();
    read_trusted_proxies();
    read_seal_keys(*auth_, *into_);
    read_proxy(*auth_, *into_);
    read_scope_includes(*auth_, *into_);
    constexpr std::array<std::string_view, 2> defaults{"allow", "deny"};
    if (const auto word = auth_->read_word("default", defaults)) {
      into_->access.denies_by_default = *word == 1;
    }
    if (!into_->asks_who() && !into_->metrics_tokens.empty()) {
      reader().fail_key(*auth_->find("metrics_tokens"),
                        "auth.metrics_tokens protects nothing without "
                        "auth.tokens; add tokens, or remove it");
    }
    auth_->finish();
  }

 private:
  configuration_reader& reader() { return auth_->reader(); }

  void read_tokens(std::string_view key, std::vector<auth_token>& into) {
    const configuration_node* const tokens = auth_->find(key);
    if (tokens == nullptr) return;
    const std::string name = auth_->name_of(key);
    if (tokens->what != type::list && tokens->what != type::table) {
      reader().fail(*tokens, name +
                                 " must be a list of secrets, or a table of "
                                 "principals and their secrets");
      return;
    }
    for (const configuration_node& item : tokens->items) {
      if (item.what != type::text) {
        reader().fail(item, "each token in " + name + " must be a string");
        continue;
      }
      auto secret = resolve_secret(reader(), item, item.text);
      if (secret) {
        add(into, item, "a token in " + name, item.key, *secret);
      } else if (!item.key.empty()) {
        // Nothing of this is used, but its name is not a mistake of others.
        into.push_back({item.key, {}});
      }
    }
  }

  void read_tokens_file() {
    std::string file;
    if (!auth_->read_file("tokens_file", file)) return;
    const configuration_node& at = *auth_->find("tokens_file");
    const auto bytes = read_file_bytes(file, max_tokens_file_bytes);
    if (!bytes) {
      reader().fail(at, "auth.tokens_file: cannot read the file " +
                            in_quotes(file) +
                            "; check its path and permissions");
      return;
    }
    if (bytes->size() > max_tokens_file_bytes) {
      reader().fail(at, "auth.tokens_file is larger than 1 MiB");
      return;
    }
    read_lines(at, *bytes);
  }

  void read_lines(const configuration_node& at, std::string_view text) {
    for (std::size_t number = 1; !text.empty(); ++number) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      const std::string_view first = take_word(line);
      if (first.empty() || first.front() == '#') continue;
      const std::string_view second = take_word(line);
      const std::string name =
          "auth.tokens_file: line " + std::to_string(number);
      if (!take_word(line).empty()) {
        reader().fail(
            at, name + " must be a principal and its secret, or only a secret");
      } else if (second.empty()) {
        add(into_->tokens, at, name, {}, first);
      } else {
        add(into_->tokens, at, name, first, second);
      }
    }
  }

  /// `what` is how messages call the token.
  void add(std::vector<auth_token>& into, const configuration_node& at,
           const std::string& what, std::string_view principal,
           std::string_view secret) {
    if (!is_visible(secret)) {
      reader().fail(at, what +
                            ": a secret must consist of visible ASCII "
                            "characters, without spaces");
      return;
    }
    if (secret.size() < min_secret_bytes) {
      reader().fail(at, what + ": a secret must have at least " +
                            std::to_string(min_secret_bytes) +
                            " characters, otherwise it can be guessed; "
                            "generate one with 'openssl rand -hex 32'");
      if (!principal.empty()) {
        into_->tokens.push_back({std::string(principal), {}});
      }
      return;
    }
    if (!principal.empty() && !is_visible(principal)) {
      reader().fail(at, what +
                            ": a principal must consist of visible ASCII "
                            "characters, without spaces");
      return;
    }
    const auto has_secret = [secret](const auth_token& token) {
      return token.secret == secret;
    };
    const auto& tokens = into_->tokens;
    const auto& others = into_->metrics_tokens;
    if (std::any_of(tokens.begin(), tokens.end(), has_secret) ||
        std::any_of(others.begin(), others.end(), has_secret)) {
      reader().fail(at, what +
                            ": another token has the same secret; "
                            "generate one for each");
      return;
    }
    std::string name{principal};
    if (name.empty()) name = "token-" + std::to_string(++unnamed_);
    into.push_back({std::move(name), std::string(secret)});
  }

  void read_origins() {
    if (!auth_->read("origins", into_->origins)) return;
    const configuration_node& list = *auth_->find("origins");
    for (const configuration_node& item : list.items) {
      const std::size_t mark = item.text.find("://");
      const bool is_right =
          mark != std::string::npos && mark > 0 &&
          is_visible(std::string_view(item.text).substr(mark + 3)) &&
          item.text.find_first_of("/?#@", mark + 3) == std::string::npos;
      if (is_right) continue;
      reader().fail(item,
                    "auth.origins: an origin must look like "
                    "'https://example.org', not " +
                        in_quotes(item.text));
    }
  }

  void read_hosts() {
    if (!auth_->read("hosts", into_->hosts)) return;
    const configuration_node& list = *auth_->find("hosts");
    for (const configuration_node& item : list.items) {
      if (is_visible(item.text) &&
          item.text.find_first_of("/?#@") == std::string::npos) {
        continue;
      }
      reader().fail(
          item,
          "auth.hosts: a host must look like 'gateway.example.org' or "
          "'gateway.example.org:4100', not " +
              in_quotes(item.text));
    }
  }

  void read_trusted_proxies() {
    std::vector<std::string> texts;
    if (!auth_->read("trusted_proxies", texts)) return;
    const configuration_node& list = *auth_->find("trusted_proxies");
    for (const configuration_node& item : list.items) {
      if (const auto range = to_address_range(item.text)) {
        into_->trusted_proxies.push_back(*range);
        continue;
      }
      if (item.text == local_peer) {
        into_->trusts_local = true;
        continue;
      }
      reader().fail(item,
                    "auth.trusted_proxies: a proxy must be an address such as "
                    "'10.0.0.7', a range such as '10.0.0.0/8' or "
                    "'2001:db8::/32', or 'unix', not " +
                        in_quotes(item.text));
    }
  }

  configuration_section* auth_;
  configuration* into_;
  std::size_t unnamed_ = 0;
};

}  // namespace

std::optional<std::string> resolve_secret(configuration_reader& reader,
                                          const configuration_node& at,
                                          std::string_view text) {
  configured_text secret = read_secret(text);
  if (!secret.text) reader.fail(at, std::move(secret.problem));
  return std::move(secret.text);
}

std::optional<std::string> secret_of(configuration_reader& reader,
                                     const configuration_node& at) {
  constexpr std::string_view file_mark = "file:";
  constexpr std::size_t most = 1025;
  if (!at.text.starts_with(file_mark)) {
    return resolve_secret(reader, at, at.text);
  }
  const std::string path =
      reader.path(std::string_view(at.text).substr(file_mark.size()));
  auto text = read_file_bytes(path, most);
  if (!text) {
    reader.fail(at, "cannot read the file " + in_quotes(path) +
                        "; check its path and permissions");
    return std::nullopt;
  }
  constexpr std::string_view blanks = " \t\r\n";
  text->erase(text->find_last_not_of(blanks) + 1);
  text->erase(0, std::min(text->find_first_not_of(blanks), text->size()));
  return text;
}

void read_auth(configuration_section& root, configuration& into) {
  const configuration_node* const table = root.find_table("auth");
  if (table == nullptr) return;
  configuration_section auth{root.reader(), *table, "auth"};
  auth_reader{auth, into}.read();
}

}  // namespace pith::mcp
