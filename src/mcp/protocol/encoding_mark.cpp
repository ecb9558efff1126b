// SPDX-License-Identifier: MIT
#include "mcp/protocol/encoding_mark.hpp"

#include <pith/tool_result.hpp>

#include "mcp/protocol/result_change.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace {

void append_mark(std::string& out, std::string_view format) {
  append_quoted(out, encoding_mark_key);
  out.push_back(':');
  append_quoted(out, format);
}

std::string mark_of(std::string_view object) {
  const auto raw = find_path(object, {"_meta", encoding_mark_key});
  if (!raw) return {};
  return text_of(*raw).value_or(std::string{});
}

bool has_mark(std::string_view object) {
  return find_path(object, {"_meta", encoding_mark_key}).has_value();
}

/// The members of a `_meta`, with this mark or none.
std::string meta_with(const std::vector<member_span>& members,
                      std::string_view format) {
  std::string out{'{'};
  for (const member_span& m : members) {
    if (is_text(m.key, encoding_mark_key)) continue;
    if (out.size() > 1) out.push_back(',');
    out.append(whole_member(m));
  }
  if (!format.empty()) {
    if (out.size() > 1) out.push_back(',');
    append_mark(out, format);
  }
  out.push_back('}');
  return out;
}

/// What becomes of one object: a part of it, and what takes its place.
struct marking {
  std::string_view part;
  std::string with;
};

/// How `object` gets this mark, or loses its own when `format` is empty.
std::optional<marking> mark_object(std::string_view object,
                                   std::string_view format) {
  object = trimmed(object);
  if (format.empty() ? !has_mark(object) : mark_of(object) == format) {
    return std::nullopt;
  }
  // What is not JSON throughout may have a `_meta` that is not found.
  const auto outer = members_of(object);
  if (!outer || outer->empty()) return std::nullopt;
  if (const auto meta = find_member(object, "_meta")) {
    const auto members = members_of(*meta);
    if (!members) return std::nullopt;
    return marking{*meta, meta_with(*members, format)};
  }
  std::string member = R"(,"_meta":{)";
  append_mark(member, format);
  member.push_back('}');
  return marking{object.substr(object.size() - 1, 0), std::move(member)};
}

}  // namespace

std::string encoding_of(const content_block& block) {
  return block.kind == block_text::text ? mark_of(block.raw) : std::string{};
}

std::optional<std::string> with_marks(std::string_view result,
                                      std::span<const encoding_mark> marks) {
  const auto call = read_call_result(result);
  if (!call) return std::nullopt;
  std::vector<marking> all;
  std::vector<std::string_view> formats;  // of all blocks with a mark
  const auto apply = [&all](std::string_view object, std::string_view format) {
    if (auto one = mark_object(object, format)) {
      all.push_back(std::move(*one));
      return true;
    }
    return mark_of(object) == format;
  };
  for (std::size_t i = 0; i < call->blocks.size(); ++i) {
    const content_block& block = call->blocks[i];
    const auto listed = std::ranges::find(marks, i, &encoding_mark::block);
    const std::string_view format =
        listed == marks.end() ? std::string_view{} : listed->format;
    const bool has_it = block.raw.starts_with('{') && apply(block.raw, format);
    if (has_it && !format.empty()) formats.push_back(format);
  }
  const bool is_one =
      !formats.empty() &&
      std::ranges::all_of(formats, [&](std::string_view format) {
        return format == formats.front();
      });
  static_cast<void>(apply(call->raw, is_one ? formats.front() : ""));
  if (all.empty()) return std::nullopt;
  std::vector<change> changes;
  changes.reserve(all.size());
  for (const marking& one : all) changes.push_back({one.part, one.with});
  return with_changes(call->raw, std::move(changes));
}

}  // namespace pith::mcp
