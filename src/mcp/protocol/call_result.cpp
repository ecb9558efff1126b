// SPDX-License-Identifier: MIT
#include "mcp/protocol/call_result.hpp"

#include "mcp/http/media_type.hpp"
#include "mcp/raw_json/json_cursor.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace pith::mcp {

namespace {

/// Finds members by name, and notes when one comes twice.
class member_search {
 public:
  explicit member_search(std::span<const member_span> members) noexcept
      : members_(members) {}

  const member_span* find(std::string_view key) {
    const member_span* found = nullptr;
    for (const member_span& m : members_) {
      if (!is_text(m.key, key)) continue;
      is_ambiguous_ = is_ambiguous_ || found != nullptr;
      found = &m;
    }
    return found;
  }
  [[nodiscard]] bool is_ambiguous() const noexcept { return is_ambiguous_; }

 private:
  std::span<const member_span> members_;
  bool is_ambiguous_ = false;
};

bool is_string(std::string_view raw) noexcept { return raw.starts_with('"'); }

/// Whether annotations name an audience without the model.
bool leaves_model_out(std::string_view annotations) {
  const auto audience = find_member(annotations, "audience");
  if (!audience) return false;
  const auto names = elements_of(*audience);
  return names && !names->empty() &&
         std::none_of(names->begin(), names->end(), [](std::string_view who) {
           return is_text(who, "assistant");
         });
}

/// "application/json; charset=utf-8" and the like.
bool is_json_type(std::string_view raw) {
  const auto type = text_of(raw);
  if (!type) return false;
  return same_name(media_type_of(*type), json_type);
}

/// Returns false when a member comes twice.
bool read_resource(std::string_view raw, content_block& block) {
  json_cursor at{raw};
  const auto members = read_members(at);
  if (!members) return true;
  member_search search{*members};
  const member_span* const text = search.find("text");
  const member_span* const type = search.find("mimeType");
  if (text != nullptr && is_string(text->value)) {
    block.kind = block_text::resource;
    block.text = text->value;
    block.is_json_resource = type != nullptr && is_json_type(type->value);
  }
  return !search.is_ambiguous();
}

/// The block at the cursor. Nothing when it cannot be understood.
std::optional<content_block> read_block(json_cursor& at, bool& is_encrypted) {
  content_block block;
  if (!at.is_at('{')) {
    block.raw = at.value();
    if (block.raw.empty()) return std::nullopt;
    return block;  // not ours to judge
  }
  const char* const begin = at.place();
  const auto members = read_members(at);
  if (!members) return std::nullopt;
  block.raw = at.since(begin);
  member_search search{*members};
  const member_span* const type = search.find("type");
  const member_span* const text = search.find("text");
  const member_span* const resource = search.find("resource");
  const member_span* const annotations = search.find("annotations");
  const member_span* const meta = search.find("_meta");
  if (search.is_ambiguous()) return std::nullopt;
  if (annotations != nullptr) {
    block.is_for_model = !leaves_model_out(annotations->value);
  }
  if (meta != nullptr && find_member(meta->value, "codex/encryptedContent")) {
    is_encrypted = true;
  }
  if (type == nullptr) return block;
  if (is_text(type->value, "text") && text != nullptr &&
      is_string(text->value)) {
    block.kind = block_text::text;
    block.text = text->value;
  } else if (is_text(type->value, "resource") && resource != nullptr &&
             !read_resource(resource->value, block)) {
    return std::nullopt;
  }
  return block;
}

/// The elements of `content` at the cursor. False when they are none.
bool read_blocks(json_cursor& at, call_result& out) {
  if (!at.skip('[')) return false;
  if (at.skip(']')) return true;
  do {
    const auto block = read_block(at, out.is_encrypted);
    if (!block) return false;
    out.blocks.push_back(*block);
  } while (at.skip(','));
  return at.skip(']');
}

}  // namespace

std::optional<call_result> read_call_result(std::string_view raw) {
  call_result out{raw};
  bool is_list = true;
  json_cursor at{raw};
  const auto members = read_members(at, [&](std::string_view key) {
    if (!is_text(key, "content")) return false;
    is_list = is_list && read_blocks(at, out);
    return true;
  });
  if (!members || !is_list || !at.is_done()) return std::nullopt;
  member_search search{*members};
  const member_span* const content = search.find("content");
  const member_span* const structured = search.find("structuredContent");
  const member_span* const type = search.find("resultType");
  const member_span* const error = search.find("isError");
  if (search.is_ambiguous()) return std::nullopt;
  out.is_complete = type == nullptr || is_text(type->value, "complete");
  out.is_error = error != nullptr && is_true(error->value);
  if (content != nullptr) out.content = *content;
  if (structured != nullptr && structured->value != "null") {
    out.structured = *structured;
  }
  if (!out.has_content() && !out.has_structured()) return std::nullopt;
  return out;
}

std::string text_block(std::string_view text) {
  std::string out = R"({"type":"text","text":)";
  append_quoted(out, text);
  out.push_back('}');
  return out;
}

std::string with_text(const content_block& block, std::string_view text) {
  const auto at =
      static_cast<std::size_t>(block.text.data() - block.raw.data());
  std::string out{block.raw.substr(0, at)};
  append_quoted(out, text);
  out.append(block.raw.substr(at + block.text.size()));
  return out;
}

}  // namespace pith::mcp
