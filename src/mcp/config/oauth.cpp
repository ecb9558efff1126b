// SPDX-License-Identifier: MIT
/// @file
/// [auth.oauth].
#include "mcp/config/parts.hpp"
#include "mcp/http/url.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::size_t max_scopes = 100;
constexpr std::size_t max_scope_bytes = 256;
constexpr std::size_t max_claim_bytes = 256;
constexpr std::size_t max_url_bytes = 2'048;

class oauth_reader {
 public:
  /// All must outlive the reader.
  oauth_reader(configuration_section& section, const configuration_node& table,
               oauth_settings& into)
      : section_(&section), table_(&table), into_(&into) {}

  void read() {
    read_url("issuer", into_->rules.issuer, true);
    if (read_url("resource", into_->resource, true) &&
        into_->resource.ends_with('/')) {
      into_->resource.pop_back();
    }
    read_keys();
    read_scopes();
    read_algorithms();
    section_->read("allow_jwt_typ", into_->rules.allow_jwt_type);
    read_claim("groups_claim", into_->rules.groups_claim);
    read_claim("name_claim", into_->rules.name_claim);
    section_->finish();
  }

 private:
  configuration_reader& reader() { return section_->reader(); }

  /// Says what is wrong at the key, or at the table when the key is missing.
  void fail(std::string_view key, std::string_view what) {
    const configuration_node* const at = table_->find(key);
    std::string text = section_->name_of(key).append(" ").append(what);
    if (at == nullptr) {
      reader().fail_key(*table_, std::move(text));
    } else {
      reader().fail(*at, std::move(text));
    }
  }

  bool read_url(std::string_view key, std::string& into, bool is_needed) {
    std::string url;
    if (!section_->read(key, url)) {
      if (is_needed && table_->find(key) == nullptr) fail(key, "is missing");
      return false;
    }
    const auto parts = parse_url(url);
    const bool is_plain =
        parts && url.size() <= max_url_bytes &&
        std::all_of(url.begin(), url.end(),
                    [](char c) {
                      return c > ' ' && c <= '~' && c != '"' && c != '\\';
                    }) &&
        url.find_first_of("#@") == std::string::npos &&
        (!is_needed || url.find('?') == std::string::npos);
    if (!is_plain) {
      fail(key, is_needed ? "must be a URL without a query and a fragment, "
                            "such as 'https://id.example.org'"
                          : "must be a URL, such as "
                            "'https://id.example.org/jwks'");
      return false;
    }
    // Tokens are as good as the keys that they are checked with, and whoever
    // can change what is sent in the clear chooses both.
    if (!parts->tls && parts->host != "localhost" &&
        !is_loopback(parts->host)) {
      fail(key, "must begin with https://, except on this machine");
      return false;
    }
    into = std::move(url);
    return true;
  }

  void read_keys() {
    read_url("jwks_uri", into_->jwks_uri, false);
    section_->read_file("jwks_file", into_->jwks_file);
    section_->read_file("ca_file", into_->ca_file);
    const bool has_uri = table_->find("jwks_uri") != nullptr;
    const bool has_file = table_->find("jwks_file") != nullptr;
    if (has_uri && has_file) {
      fail("jwks_file", "and jwks_uri exclude each other; remove one");
    } else if (!has_uri && !has_file) {
      fail("jwks_uri",
           "is missing: the URL of the keys of the issuer, which it publishes "
           "as jwks_uri; or set jwks_file");
    }
    if (table_->find("ca_file") != nullptr && has_uri &&
        into_->jwks_uri.starts_with("http://")) {
      fail("ca_file", "is for a jwks_uri that begins with https://");
    }
  }

  void read_scopes() {
    if (!section_->read("scopes", into_->scopes)) return;
    if (into_->scopes.size() > max_scopes) {
      fail("scopes", "has more than 100 scopes; remove some");
    }
    for (const configuration_node& item : table_->find("scopes")->items) {
      if (!is_scope(item.text)) {
        reader().fail(item, section_->name_of("scopes") +
                                ": a scope has 1 to 256 visible ASCII "
                                "characters without quotes and backslashes; "
                                "change " +
                                in_quotes(item.text));
      } else if (item.text == "offline_access") {
        reader().fail(item, section_->name_of("scopes") +
                                ": 'offline_access' is between a client and "
                                "the issuer; remove it");
      }
    }
  }

  void read_algorithms() {
    std::vector<std::string> names;
    if (!section_->read("algorithms", names)) return;
    const configuration_node& list = *table_->find("algorithms");
    if (names.empty()) fail("algorithms", "must have at least one algorithm");
    into_->rules.algorithms.clear();
    for (const configuration_node& item : list.items) {
      if (const auto known = to_token_algorithm(item.text)) {
        into_->rules.algorithms.push_back(*known);
      } else {
        reader().fail(item, section_->name_of("algorithms") +
                                ": unknown algorithm " + in_quotes(item.text) +
                                choose_from(item.text, token_algorithm_names));
      }
    }
  }

  void read_claim(std::string_view key, std::string& into) {
    std::string claim;
    if (!section_->read(key, claim)) return;
    if (claim.size() > max_claim_bytes) {
      fail(key, "must have at most 256 bytes");
      return;
    }
    into = std::move(claim);
  }

  configuration_section* section_;
  const configuration_node* table_;
  oauth_settings* into_;
};

}  // namespace

bool is_scope(std::string_view text) noexcept {
  return !text.empty() && text.size() <= max_scope_bytes &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return c > ' ' && c <= '~' && c != '"' && c != '\\';
         });
}

void read_oauth(configuration_section& auth, configuration& into) {
  const configuration_node* const table = auth.find_table("oauth");
  if (table == nullptr) return;
  configuration_section section{auth.reader(), *table, "auth.oauth"};
  oauth_reader{section, *table, into.oauth.emplace()}.read();
  const std::string prefix = into.oauth->rules.issuer + '|';
  const auto is_taken = [&prefix](const auth_token& token) {
    return token.principal.starts_with(prefix);
  };
  if (prefix.size() > 1 &&
      std::any_of(into.tokens.begin(), into.tokens.end(), is_taken)) {
    auth.reader().fail_key(*table,
                           "a principal of auth.tokens begins as those of "
                           "auth.oauth.issuer do; rename it");
  }
}

}  // namespace pith::mcp
