// SPDX-License-Identifier: MIT
#include "mcp/merge/merged_lists.hpp"

#include "mcp/merge/merged_welcome.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <optional>

namespace pith::mcp {

namespace {

constexpr std::size_t resources_per_page = 1'000;

/// The raw cursor of a request; null is what some send for none.
std::optional<std::string_view> cursor_of(const message& request) {
  const auto raw = find_member(request.params, "cursor");
  return raw.value_or("null") == "null" ? std::nullopt : raw;
}

/// What a cursor of this list begins with.
std::string cursor_mark(std::size_t mark) { return std::to_string(mark) + "-"; }

/// Where a page begins; nothing when the cursor is not one of this list.
std::optional<std::size_t> offset_of(std::string_view cursor, std::size_t mark,
                                     std::size_t size) {
  const std::string begin = cursor_mark(mark);
  if (!cursor.starts_with(begin)) return std::nullopt;
  const auto offset = unsigned_of(cursor.substr(begin.size()));
  if (!offset || *offset >= size) return std::nullopt;
  return static_cast<std::size_t>(*offset);
}

}  // namespace

std::string one_page(const member_set& members, const message& request,
                     std::string_view key, const std::string& array) {
  if (cursor_of(request)) {
    return error_message(request.id, rpc_code::invalid_params,
                         "Invalid cursor: this list has one page");
  }
  std::string out;
  append_quoted(out, key);
  out += ':';
  out += array;
  return listed_result(request, out, members.life(), true);
}

std::string resource_page(const member_set& members, const message& request) {
  const merged_view& view = members.view();
  const auto& all = view.resources();
  std::size_t begin = 0;
  if (const auto raw = cursor_of(request)) {
    const auto offset = offset_of(text_of(*raw).value_or(std::string{}),
                                  view.resource_mark(), all.size());
    if (!offset) {
      return error_message(
          request.id, rpc_code::invalid_params,
          "Invalid cursor: the list has changed, or it is not one of it");
    }
    begin = *offset;
  }
  const std::size_t end = std::min(all.size(), begin + resources_per_page);
  std::string out = R"("resources":[)";
  for (std::size_t i = begin; i < end; ++i) {
    if (i != begin) out += ',';
    out += all[i];
  }
  out += ']';
  if (end < all.size()) {
    out += R"(,"nextCursor":)";
    append_quoted(out, cursor_mark(view.resource_mark()) + std::to_string(end));
  }
  return listed_result(request, out, members.life(), true);
}

}  // namespace pith::mcp
