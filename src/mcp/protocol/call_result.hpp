// SPDX-License-Identifier: MIT
/// @file
/// A CallToolResult read in place: its blocks, its structuredContent, and what
/// says whether it may be changed at all.
#ifndef PITH_MCP_PROTOCOL_CALL_RESULT_HPP
#define PITH_MCP_PROTOCOL_CALL_RESULT_HPP

#include "mcp/raw_json/json_span.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// What of a block can be read as text.
enum class block_text : std::uint8_t {
  none,      ///< an image, a link, something unknown
  text,      ///< a block of type text
  resource,  ///< the text of an embedded resource
};

/// One element of `content`. Views point into the result.
struct content_block {
  std::string_view raw;
  /// The raw JSON string of its text; empty when there is none.
  std::string_view text{};
  block_text kind = block_text::none;
  /// An embedded resource of media type application/json.
  bool is_json_resource = false;
  /// False when annotations.audience leaves the model out.
  bool is_for_model = true;
};

/// The parts of a raw CallToolResult; all views point into `raw`.
struct call_result {
  std::string_view raw;
  member_span content{};  ///< empty when absent
  /// Empty when absent, and when it is null: clients then show the content.
  member_span structured{};
  std::vector<content_block> blocks{};
  bool is_complete = true;  ///< resultType is "complete" or absent
  bool is_error = false;
  bool is_encrypted = false;  ///< a block has codex/encryptedContent

  [[nodiscard]] bool has_content() const noexcept {
    return !content.value.empty();
  }
  [[nodiscard]] bool has_structured() const noexcept {
    return !structured.value.empty();
  }
};

/// Reads a result; nothing when it is none: no object, neither content nor
/// structuredContent, or a member twice that matters here, of which nobody
/// knows which one a client takes. A few passes over the text.
[[nodiscard]] std::optional<call_result> read_call_result(std::string_view raw);

/// A raw text block.
[[nodiscard]] std::string text_block(std::string_view text);

/// The block with another text, all other bytes as they are.
[[nodiscard]] std::string with_text(const content_block& block,
                                    std::string_view text);

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_CALL_RESULT_HPP
