// SPDX-License-Identifier: MIT
#include "mcp/merge/server_asks.hpp"

#include "mcp/raw_json/json_span.hpp"

#include <algorithm>

namespace pith::mcp {

namespace {

constexpr std::string_view mark = "pith-";

std::string client_id(std::uint64_t number) {
  std::string raw = "\"";
  raw += mark;
  raw += std::to_string(number);
  raw += '"';
  return raw;
}

std::optional<std::uint64_t> asked_number(std::string_view raw) {
  const auto text = text_of(raw);
  if (!text || !text->starts_with(mark)) return std::nullopt;
  return unsigned_of(std::string_view(*text).substr(mark.size()));
}

}  // namespace

std::optional<std::string> server_asks::add(std::size_t member,
                                            const message& request) {
  if (open_.size() >= most) return std::nullopt;
  const std::string_view token = progress_token(request);
  const std::uint64_t number = ++last_;
  open_.emplace(number, ask{member, std::string(request.id),
                            token.empty() ? std::string{} : id_key(token)});
  return client_id(number);
}

std::optional<server_asks::ask> server_asks::take(std::string_view raw_id) {
  const auto number = asked_number(raw_id);
  const auto at = number ? open_.find(*number) : open_.end();
  if (at == open_.end()) return std::nullopt;
  ask found = std::move(at->second);
  open_.erase(at);
  return found;
}

std::optional<std::size_t> server_asks::find_token(
    std::string_view raw_token) const {
  if (raw_token.empty()) return std::nullopt;
  const std::string key = id_key(raw_token);
  const auto at =
      std::find_if(open_.begin(), open_.end(),
                   [&key](const auto& one) { return one.second.token == key; });
  if (at == open_.end()) return std::nullopt;
  return at->second.member;
}

std::optional<std::string> server_asks::cancel(std::size_t member,
                                               std::string_view raw_id) {
  const std::string key = id_key(raw_id);
  const auto at =
      std::find_if(open_.begin(), open_.end(), [&](const auto& one) {
        return one.second.member == member && id_key(one.second.id) == key;
      });
  if (at == open_.end()) return std::nullopt;
  const std::uint64_t number = at->first;
  open_.erase(at);
  return client_id(number);
}

void server_asks::forget(std::size_t member) {
  std::erase_if(
      open_, [member](const auto& one) { return one.second.member == member; });
}

}  // namespace pith::mcp
