// SPDX-License-Identifier: MIT
#include "mcp/merge/exposed_parts.hpp"

#include "mcp/merge/exposed_name.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <functional>

namespace pith::mcp {

void exposed_parts::replace(std::string_view part, std::string with) {
  if (part.empty()) return;
  changes_.emplace_back(part, std::move(with));
}

void exposed_parts::add_uri(std::string_view raw) {
  if (prefix_.empty() || raw.empty()) return;
  if (const auto uri = text_of(raw)) {
    replace(raw, quoted_json(exposed_uri(prefix_, *uri)));
  }
}

void exposed_parts::add_task(std::string_view raw) {
  if (prefix_.empty() || raw.empty()) return;
  if (const auto id = text_of(raw)) {
    std::string exposed(prefix_);
    exposed.push_back('+');
    exposed += *id;
    replace(raw, quoted_json(exposed));
  }
}

void exposed_parts::add_tasks(std::string_view object) {
  // Few answers have the word, and none of the rest need be read for it.
  if (prefix_.empty() || object.find("\"taskId\"") == object.npos) return;
  add_task(member_or_none(object, "taskId"));
  if (const auto task = find_member(object, "task")) {
    add_task(member_or_none(*task, "taskId"));
  }
  if (const auto owner = find_path(
          object,
          {"_meta", "io.modelcontextprotocol/related-task", "taskId"})) {
    add_task(*owner);
  }
}

void exposed_parts::add_block(std::string_view block) {
  const auto type = find_member(block, "type");
  if (!type) return;
  if (is_text(*type, "resource_link")) {
    add_uri(member_or_none(block, "uri"));
  } else if (is_text(*type, "resource")) {
    if (const auto inside = find_member(block, "resource")) {
      add_uri(member_or_none(*inside, "uri"));
    }
  }
}

void exposed_parts::add_blocks(std::string_view array) {
  const auto blocks = elements_of(array);
  if (!blocks) return;
  for (const std::string_view block : *blocks) add_block(block);
}

void exposed_parts::add(std::string_view value, answer_shape shape) {
  if (prefix_.empty()) return;
  switch (shape) {
    case answer_shape::plain:
      break;
    case answer_shape::tool:
      add_blocks(member_or_none(value, "content"));
      break;
    case answer_shape::prompt:
      if (const auto messages =
              elements_of(member_or_none(value, "messages"))) {
        for (const std::string_view one : *messages) {
          const std::string_view content = member_or_none(one, "content");
          if (content.starts_with('[')) {
            add_blocks(content);
          } else {
            add_block(content);
          }
        }
      }
      break;
    case answer_shape::resource:
      if (const auto contents =
              elements_of(member_or_none(value, "contents"))) {
        for (const std::string_view one : *contents) {
          add_uri(member_or_none(one, "uri"));
        }
      }
      break;
    case answer_shape::item:
      add_uri(member_or_none(value, "uri"));
      break;
    case answer_shape::pattern:
      add_uri(member_or_none(value, "uriTemplate"));
      break;
    case answer_shape::tool_item:
      if (const auto meta = find_member(value, "_meta")) {
        if (const auto page = find_path(*meta, {"ui", "resourceUri"})) {
          add_uri(*page);
        }
        add_uri(member_or_none(*meta, "ui/resourceUri"));
        add_uri(member_or_none(*meta, "openai/outputTemplate"));
      }
      break;
  }
  if (shape == answer_shape::plain || shape == answer_shape::tool) {
    add_tasks(value);
  }
}

std::string exposed_parts::finish() {
  std::sort(changes_.begin(), changes_.end(), [](const auto& a, const auto& b) {
    return std::less<>{}(a.first.data(), b.first.data());
  });
  splice changed{text_};
  for (const auto& [part, with] : changes_) changed.replace(part, with);
  return changed.finish();
}

}  // namespace pith::mcp
