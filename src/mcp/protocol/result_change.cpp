// SPDX-License-Identifier: MIT
#include "mcp/protocol/result_change.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pith::mcp {

std::string with_changes(std::string_view raw, std::vector<change> changes) {
  std::ranges::sort(changes, {}, [](const change& c) { return c.part.data(); });
  std::size_t size = raw.size();
  for (const change& c : changes) {
    size += c.raw.size() + c.quoted.size() + c.quoted.size() / 16 +
            c.after.size() + 2 - c.part.size();
  }
  std::string out;
  out.reserve(size);
  std::size_t at = 0;
  for (const change& c : changes) {
    const auto begin = static_cast<std::size_t>(c.part.data() - raw.data());
    out.append(raw.substr(at, begin - at)).append(c.raw);
    if (c.quoted.data() != nullptr) append_quoted(out, c.quoted);
    out.append(c.after);
    at = begin + c.part.size();
  }
  return std::move(out.append(raw.substr(at)));
}

std::string with_content(const call_result& call, std::string_view content,
                         bool drops_structured) {
  if (!call.has_content()) {
    std::string member = R"("content":)";
    member.append(content);
    return with_changes(call.raw, {{whole_member(call.structured), member}});
  }
  std::vector<change> changes{{call.content.value, content}};
  if (drops_structured) {
    changes.push_back({member_with_comma(call.raw, call.structured)});
  }
  return with_changes(call.raw, std::move(changes));
}

}  // namespace pith::mcp
