// SPDX-License-Identifier: MIT
/// @file
/// The keys of [auth] about callers without a token of their own. No message
/// of this file ever shows a secret.
#include "mcp/config/parts.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::size_t max_seal_keys = 16;
constexpr std::size_t min_key_bytes = 16;
constexpr std::size_t max_key_bytes = 1U << 10U;
constexpr std::string_view file_mark = "file:";

/// What a key stands for: itself, `env:NAME`, or the text of `file:PATH`
/// without the blanks at its ends.
std::optional<std::string> seal_key_of(configuration_reader& reader,
                                       const configuration_node& at) {
  if (!at.text.starts_with(file_mark)) {
    return resolve_secret(reader, at, at.text);
  }
  const std::string path =
      reader.path(std::string_view(at.text).substr(file_mark.size()));
  auto text = read_bytes(path, max_key_bytes + 1);
  if (!text) {
    reader.fail(at, "auth.seal_keys: cannot read the file " + in_quotes(path) +
                        "; check its path and permissions");
    return std::nullopt;
  }
  constexpr std::string_view blanks = " \t\r\n";
  text->erase(text->find_last_not_of(blanks) + 1);
  text->erase(0, std::min(text->find_first_not_of(blanks), text->size()));
  return text;
}

}  // namespace

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
    auto key = seal_key_of(reader, item);
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
