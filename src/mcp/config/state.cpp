// SPDX-License-Identifier: MIT
/// @file
/// [state]: what replicas share. No message of this file ever shows a secret.
#include "mcp/config/parts.hpp"
#include "mcp/state/key_ring.hpp"

#include <algorithm>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::size_t max_state_servers = 100;
constexpr std::size_t max_state_timeout_ms = 10'000;
constexpr std::size_t most_databases = 10'000;
constexpr std::size_t most_secret_bytes = 1024;
constexpr std::size_t least_stored_bytes = 1024;
constexpr std::size_t most_stored_bytes = 8U << 20U;

class state_reader {
 public:
  state_reader(configuration_section& section, const configuration_node& table,
               state_settings& into)
      : section_(&section), table_(&table), into_(&into) {}

  void read() {
    read_redis();
    read_keys();
    section_->read("user", into_->user);
    read_password();
    section_->read("cluster", into_->is_cluster);
    section_->read("database", into_->database, {0, most_databases});
    std::size_t timeout = 0;
    if (section_->read("timeout_ms", timeout, {1, max_state_timeout_ms})) {
      into_->timeout = std::chrono::milliseconds(timeout);
    }
    section_->read_file("ca_file", into_->ca_file);
    section_->read("max_value_bytes", into_->max_value_bytes,
                   {least_stored_bytes, most_stored_bytes});
    section_->finish();
    check();
  }

 private:
  configuration_reader& reader() { return section_->reader(); }

  void read_redis() {
    std::vector<std::string> texts;
    if (!section_->read("redis", texts)) return;
    const configuration_node& list = *section_->find("redis");
    if (list.items.empty()) {
      reader().fail(list, "state.redis names no server");
    }
    if (list.items.size() > max_state_servers) {
      reader().fail(list, "state.redis: there are more than 100 servers");
      return;
    }
    for (const configuration_node& item : list.items) {
      if (auto address = parse_redis_address(item.text)) {
        into_->servers.push_back(std::move(*address));
        continue;
      }
      reader().fail(item,
                    "state.redis: a server must look like "
                    "'redis://host:6379', 'rediss://host:6379' (TLS) or "
                    "'unix:/path', without a user or a password");
    }
  }

  void read_keys() {
    std::vector<std::string> texts;
    if (!section_->read("keys", texts)) return;
    const configuration_node& list = *section_->find("keys");
    if (list.items.empty()) reader().fail(list, "state.keys has no key");
    if (list.items.size() > key_ring::max_secrets) {
      reader().fail(list,
                    "state.keys: there are more than 8 keys; remove some");
      return;
    }
    for (const configuration_node& item : list.items) {
      auto secret = secret_of(reader(), item);
      if (!secret) continue;
      if (secret->size() < key_ring::min_secret_bytes ||
          secret->size() > most_secret_bytes) {
        reader().fail(item,
                      "state.keys: a key must have 32 to 1024 characters; "
                      "generate one with 'openssl rand -hex 32'");
        continue;
      }
      into_->keys.push_back(std::move(*secret));
    }
  }

  void read_password() {
    std::string text;
    if (!section_->read("password", text)) return;
    const configuration_node& at = *section_->find("password");
    auto secret = secret_of(reader(), at);
    if (!secret) return;
    if (secret->size() > most_secret_bytes) {
      reader().fail(at, "state.password has more than 1024 bytes");
      return;
    }
    into_->password = std::move(*secret);
  }

  void check() {
    // What is wrong with them was said already.
    const bool has_redis = table_->find("redis") != nullptr;
    const bool has_keys = table_->find("keys") != nullptr;
    if (!has_redis) {
      reader().fail_key(*table_,
                        "[state] must have redis, the servers to use; remove "
                        "the table to keep results in memory");
    } else if (!has_keys) {
      reader().fail_key(*table_,
                        "[state] must have keys, which all replicas share: "
                        "keys = [\"env:PITH_STATE_KEY\"]; generate one with "
                        "'openssl rand -hex 32'");
    }
    if (!into_->user.empty() && table_->find("password") == nullptr) {
      reader().fail_key(*table_->find("user"),
                        "state.user needs state.password");
    }
    if (!into_->is_cluster) return;
    if (into_->database != 0) {
      reader().fail_key(*table_->find("database"),
                        "state.database must be 0 with a cluster");
    }
    if (std::any_of(
            into_->servers.begin(), into_->servers.end(),
            [](const redis_address& each) { return !each.path.empty(); })) {
      reader().fail_key(*table_->find("cluster"),
                        "state.cluster needs servers with a host, not "
                        "'unix:'");
    }
  }

  configuration_section* section_;
  const configuration_node* table_;
  state_settings* into_;
};

}  // namespace

void read_state(configuration_section& root, configuration& into) {
  const configuration_node* const table = root.find_table("state");
  if (table == nullptr) return;
  configuration_section state{root.reader(), *table, "state"};
  state_reader{state, *table, into.state}.read();
}

}  // namespace pith::mcp
