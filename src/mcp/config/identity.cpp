// SPDX-License-Identifier: MIT
/// @file
/// The keys of [auth] about callers without a token of their own. No message
/// of this file ever shows a secret.
#include "mcp/config/configured_header.hpp"
#include "mcp/config/parts.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::size_t max_seal_keys = 16;
constexpr std::size_t min_key_bytes = 16;
constexpr std::size_t max_key_bytes = 1U << 10U;

/// Fields that mean something else, or that a server gets from the client.
constexpr std::array<std::string_view, 14> taken_fields{"accept-language",
                                                        "authorization",
                                                        "baggage",
                                                        "cookie",
                                                        "forwarded",
                                                        "last-event-id",
                                                        "origin",
                                                        "mcp-protocol-version",
                                                        "pith-accept",
                                                        "traceparent",
                                                        "tracestate",
                                                        "user-agent",
                                                        "via",
                                                        "x-forwarded-for"};

class proxy_reader {
 public:
  proxy_reader(configuration_section& section, const configuration_node& table,
               proxy_rules& into)
      : section_(&section), table_(&table), into_(&into) {}

  void read() {
    into_->secret_header = "Pith-Proxy-Secret";
    read_field("header", into_->header);
    read_field("groups_header", into_->groups_header);
    read_field("secret_header", into_->secret_header);
    refuse_same("header", into_->header, into_->groups_header);
    refuse_same("header", into_->header, into_->secret_header);
    refuse_same("groups_header", into_->groups_header, into_->secret_header);
    read_from();
    read_secret();
    for (const std::string_view key : {"header", "from", "secret"}) {
      if (table_->find(key) != nullptr) continue;
      reader().fail_key(*table_,
                        "[auth.proxy] must have header, from and "
                        "secret; " +
                            std::string(key) + " is missing");
    }
    section_->finish();
  }

 private:
  configuration_reader& reader() { return section_->reader(); }

  void read_field(std::string_view key, std::string& into) {
    if (!section_->read(key, into)) return;
    std::string wrong = check_header_name(into);
    const bool is_taken =
        std::any_of(taken_fields.begin(), taken_fields.end(),
                    [&into](std::string_view t) { return same_name(t, into); });
    constexpr std::string_view parameter = "mcp-";
    if (wrong.empty() && (is_taken || same_name(std::string_view(into).substr(
                                                    0, parameter.size()),
                                                parameter))) {
      wrong = in_quotes(into) +
              " has another meaning; choose a field of the proxy's own, such "
              "as 'X-Forwarded-User'";
    }
    if (!wrong.empty()) {
      reader().fail(*table_->find(key), section_->name_of(key) + ": " + wrong);
    }
  }

  void refuse_same(std::string_view key, const std::string& one,
                   const std::string& other) {
    if (one.empty() || !same_name(one, other)) return;
    const configuration_node* const at = table_->find(key);
    reader().fail(at == nullptr ? *table_ : *at,
                  "auth.proxy: two fields have the name " + in_quotes(one) +
                      "; rename one of them");
  }

  void read_from() {
    std::vector<std::string> texts;
    if (!section_->read("from", texts)) return;
    const configuration_node& list = *table_->find("from");
    if (list.items.empty()) {
      reader().fail(list, "auth.proxy.from must have at least one address");
    }
    for (const configuration_node& item : list.items) {
      if (const auto range = to_address_range(item.text)) {
        into_->from.push_back(*range);
      } else if (item.text == local_peer) {
        into_->from_local = true;
      } else {
        reader().fail(item,
                      "auth.proxy.from: a proxy must be an address such as "
                      "'10.0.0.7', a range such as '10.0.0.0/8' or 'unix', "
                      "not " +
                          in_quotes(item.text));
      }
    }
  }

  void read_secret() {
    std::string text;
    if (!section_->read("secret", text)) return;
    const configuration_node& at = *table_->find("secret");
    auto secret = secret_of(reader(), at);
    if (!secret) return;
    if (secret->size() < min_key_bytes || secret->size() > max_key_bytes ||
        !std::all_of(secret->begin(), secret->end(),
                     [](char c) { return c > ' ' && c <= '~'; })) {
      reader().fail(at,
                    "auth.proxy.secret must have 16 to 1024 visible ASCII "
                    "characters; generate it with 'openssl rand -hex 32'");
      return;
    }
    into_->secret = std::move(*secret);
  }

  configuration_section* section_;
  const configuration_node* table_;
  proxy_rules* into_;
};

}  // namespace

void read_proxy(configuration_section& auth, configuration& into) {
  const configuration_node* const table = auth.find_table("proxy");
  if (table == nullptr) return;
  configuration_section section{auth.reader(), *table, "auth.proxy"};
  into.proxy.emplace();
  proxy_reader{section, *table, *into.proxy}.read();
}

void read_seal_keys(configuration_section& auth, configuration& into) {
  std::vector<std::string> written;
  if (!auth.read("seal_keys", written)) return;
  configuration_reader& reader = auth.reader();
  const configuration_node& list = *auth.find("seal_keys");
  if (list.items.empty() || list.items.size() > max_seal_keys) {
    reader.fail(list,
                "auth.seal_keys must have 1 to 16 keys; the first one seals, "
                "and all of them open");
    return;
  }
  for (const configuration_node& item : list.items) {
    auto key = secret_of(reader, item);
    if (!key) continue;
    if (key->size() < min_key_bytes || key->size() > max_key_bytes) {
      reader.fail(item,
                  "auth.seal_keys: a key must have 16 to 1024 bytes; generate "
                  "one with 'openssl rand -hex 32'");
      continue;
    }
    auto& keys = into.seal_keys;
    if (std::find(keys.begin(), keys.end(), *key) != keys.end()) {
      reader.fail(item, "auth.seal_keys: a key is there twice; remove one");
      continue;
    }
    keys.push_back(std::move(*key));
  }
}

}  // namespace pith::mcp
