// SPDX-License-Identifier: MIT
// The part of MCP that a server with tools needs, for both eras of the
// protocol: sessions that begin with `initialize` (up to 2025-11-25), and
// requests that say everything themselves (2026-07-28).
#ifndef PITH_EXAMPLES_MCP_SERVER_SERVER_HPP
#define PITH_EXAMPLES_MCP_SERVER_SERVER_HPP

#include <pith/document.hpp>
#include <pith/result.hpp>
#include <pith/tokens.hpp>
#include <pith/tool_result.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace example {

/// A tool. It declares no outputSchema: in GCF its results have no
/// structuredContent.
struct tool {
  std::string name;
  std::string description;
  std::string input_schema;  ///< JSON
  /// The data for these arguments.
  std::function<pith::result<pith::document>(pith::value arguments)> call;
};

class server {
 public:
  explicit server(pith::tokenizer tokenizer) : counter_(std::move(tokenizer)) {}

  void add(tool one) { tools_.push_back(std::move(one)); }

  /// The answer to one line; nothing when none is due.
  [[nodiscard]] std::optional<std::string> take(std::string_view line);

 private:
  struct request;

  [[nodiscard]] std::string answer(const request& what);
  [[nodiscard]] std::string initialize(const request& what);
  [[nodiscard]] std::string discover(const request& what) const;
  [[nodiscard]] std::string list(const request& what) const;
  [[nodiscard]] std::string call(const request& what);

  pith::token_counter counter_;
  std::vector<tool> tools_;
  /// What the client said for the session.
  pith::result_encoding session_;
};

}  // namespace example

#endif  // PITH_EXAMPLES_MCP_SERVER_SERVER_HPP
