// SPDX-License-Identifier: MIT
/// @file
/// URIs and task ids of a member inside its answers, changed in place into
/// those that the endpoint offers.
#ifndef PITH_MCP_MERGE_EXPOSED_PARTS_HPP
#define PITH_MCP_MERGE_EXPOSED_PARTS_HPP

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith::mcp {

/// What an answer is, and so where its URIs stand.
enum class answer_shape : unsigned char {
  plain,      ///< nowhere
  tool,       ///< resource_link and embedded resources in `content`
  prompt,     ///< the same in `messages`
  resource,   ///< `contents[].uri`
  item,       ///< an element of resources/list
  pattern,    ///< an element of resources/templates/list
  tool_item,  ///< an element of tools/list: pages that draw its results
};

/// Collects the places of one text, then changes them all.
class exposed_parts {
 public:
  /// `text` must outlive it; without a prefix nothing changes.
  exposed_parts(std::string_view text, std::string_view prefix) noexcept
      : text_(text), prefix_(prefix) {}

  /// The URIs of a raw value, which is a part of the text. Task ids of results
  /// too, where they stand in all revisions.
  void add(std::string_view value, answer_shape shape);
  /// `part` is a part of the text; it becomes `with`.
  void replace(std::string_view part, std::string with);
  /// A raw JSON string with a URI; other values stay.
  void add_uri(std::string_view raw);
  /// The same for a task id.
  void add_task(std::string_view raw);
  /// The `taskId` of a raw object, of its `task`, and of what its `_meta` says
  /// it belongs to.
  void add_tasks(std::string_view object);

  [[nodiscard]] std::string finish();

 private:
  void add_block(std::string_view block);
  void add_blocks(std::string_view array);

  std::string_view text_;
  std::string_view prefix_;
  std::vector<std::pair<std::string_view, std::string>> changes_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_EXPOSED_PARTS_HPP
