// SPDX-License-Identifier: MIT
/// @file
/// JSON-RPC messages as views into the text that they came in.
#ifndef PITH_MCP_PROTOCOL_MESSAGE_HPP
#define PITH_MCP_PROTOCOL_MESSAGE_HPP

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

enum class message_kind : unsigned char {
  request,       ///< id and method
  notification,  ///< method alone
  result,        ///< id and result
  failure,       ///< error, with an id or null
};

/// One message. All views point into the text that was read.
struct message {
  message_kind kind = message_kind::notification;
  std::string_view text;      ///< the whole message, without blanks around it
  std::string_view id{};      ///< raw: `7`, `"a"`, `null`; empty when absent
  std::string method{};       ///< decoded; empty in answers
  std::string_view params{};  ///< raw; empty when absent
  std::string_view result{};  ///< raw; empty unless kind is result
  std::string_view error{};   ///< raw; empty unless kind is failure

  [[nodiscard]] bool is_answer() const noexcept {
    return kind == message_kind::result || kind == message_kind::failure;
  }
};

/// Error codes of JSON-RPC and of MCP.
namespace rpc_code {
inline constexpr int parse_error = -32700;
inline constexpr int invalid_request = -32600;
inline constexpr int method_not_found = -32601;
inline constexpr int invalid_params = -32602;
inline constexpr int internal_error = -32603;
inline constexpr int server_gone = -32000;  ///< the server ended or is absent
inline constexpr int header_mismatch = -32020;
inline constexpr int missing_capability = -32021;
inline constexpr int unsupported_version = -32022;
}  // namespace rpc_code

/// Reads one message of a server's, or of a client's that was looked at before:
/// what comes from clients is for read_client_text() (client_text.hpp).
///
/// Nothing when `text` is not one JSON object with the members of a message.
/// None of these may come twice, or be there in other letters ("Method"), and
/// the same goes for the name of a tools/call. Costs one pass over the text,
/// and one over the params of a tools/call.
///
/// Requests and notifications must be JSON throughout, at most max_json_depth
/// deep. The inside of an answer is its receiver's to judge: only where it ends
/// must be clear.
[[nodiscard]] std::optional<message> read_message(std::string_view text);

/// Whether `text` begins as a batch, `[`.
[[nodiscard]] bool is_batch(std::string_view text) noexcept;

/// The messages of a batch; nothing when one of them is none, or it is empty.
[[nodiscard]] std::optional<std::vector<message>> read_batch(
    std::string_view text);

/// `{"jsonrpc":"2.0","id":ID,"error":{"code":CODE,"message":MESSAGE}}`. `id`
/// is raw; empty stands for null.
[[nodiscard]] std::string error_message(std::string_view id, int code,
                                        std::string_view what);

/// The same message under another id (raw), all else as it was.
[[nodiscard]] std::string with_id(const message& m, std::string_view id);

/// The same for two spellings of one id, `"a"` and `"\u0061"`, `1` and `1.0`:
/// what parses and prints its messages may answer with another one.
[[nodiscard]] std::string id_key(std::string_view raw);

/// `params.name`, decoded: the tool of a tools/call; empty when there is none.
[[nodiscard]] std::string tool_name(const message& m);

/// The modern revision that a request names in its _meta; empty when none.
[[nodiscard]] std::string modern_version(const message& m);

/// The raw progress token of a request, or of a progress notification; empty
/// when there is none.
[[nodiscard]] std::string_view progress_token(const message& m);

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_MESSAGE_HPP
