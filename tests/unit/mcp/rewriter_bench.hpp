// SPDX-License-Identifier: MIT
/// @file
/// What tests of rewritten results share.
#ifndef PITH_TESTS_UNIT_MCP_REWRITER_BENCH_HPP
#define PITH_TESTS_UNIT_MCP_REWRITER_BENCH_HPP

#include <pith/codec.hpp>
#include <pith/equality.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>
#include <pith/tokens.hpp>

#include "mcp/protocol/call_result.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/rewrite/result_rewriter.hpp"
#include "mcp/state/memory_store.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp_test {

using namespace pith::mcp;

inline pith::token_counter make_counter() {
  static const pith::tokenizer shared = *pith::load_tokenizer("o200k_base");
  return pith::token_counter{shared};
}

inline client_profile client_that_shows(shown_form form) {
  client_profile client;
  client.shows = form;
  return client;
}

inline pith::document parsed(std::string_view json) {
  auto doc = pith::json::parse(json);
  EXPECT_TRUE(doc) << json.substr(0, 200);
  return doc ? std::move(*doc) : pith::document{};
}

/// What a model reads out of a text: GCF, JSON, or something else (null).
inline pith::document decoded(std::string_view text) {
  if (text.starts_with("GCF ")) {
    auto doc = pith::gcf::decode(text);
    EXPECT_TRUE(doc) << text.substr(0, 200);
    return doc ? std::move(*doc) : pith::document{};
  }
  auto doc = pith::json::parse(text);
  return doc ? std::move(*doc) : pith::document{};
}

inline bool same(std::string_view text, std::string_view json) {
  const auto a = decoded(text);
  const auto b = parsed(json);
  return pith::equal(a.root(), b.root());
}

/// The texts of the text blocks of a result.
inline std::vector<std::string> texts_of(std::string_view result) {
  std::vector<std::string> out;
  const auto call = read_call_result(result);
  EXPECT_TRUE(call) << result.substr(0, 200);
  if (!call) return out;
  for (const content_block& block : call->blocks) {
    if (block.kind != block_text::text) continue;
    out.push_back(text_of(block.text).value_or(std::string{}));
  }
  return out;
}

/// A result with one text block.
inline std::string text_result(std::string_view text) {
  std::string out = R"({"content":[)";
  out.append(text_block(text)).append("]}");
  return out;
}

/// A result with one text block and structuredContent.
inline std::string both_result(std::string_view text,
                               std::string_view structured) {
  std::string out = R"({"content":[)";
  out.append(text_block(text)).append(R"(],"structuredContent":)");
  out.append(structured).push_back('}');
  return out;
}

/// `[{"id":0,"name":"name 0","city":"..."},...]`
inline std::string rows_json(std::size_t count) {
  std::string out{'['};
  for (std::size_t i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    if (i != 0) out.push_back(',');
    out.append(R"({"id":)").append(n).append(R"(,"name":"name )").append(n);
    out.append(R"(","city":"Springfield","total":)").append(n).append(".5}");
  }
  out.push_back(']');
  return out;
}

inline std::string pretty(std::string_view json) {
  const auto doc = parsed(json);
  return *pith::json::write(doc.root(), {.indent = 2, .bounds = {}});
}

/// A rewriter and all that it needs.
struct rewriter_bench {
  explicit rewriter_bench(std::vector<std::string> formats = {"gcf"},
                          const memory_store::limits& room = {})
      : pages(room) {
    policy.formats = std::move(formats);
    rewriter = result_rewriter{policy, make_counter(), &pages};
  }

  rewrite_policy policy{};
  memory_store pages;
  result_rewriter rewriter{policy, make_counter(), &pages};
  client_profile client{};

  rewrite_outcome run(std::string_view result,
                      rewrite_mode mode = rewrite_mode::text_only) {
    return rewriter.rewrite(result, mode, client, "me");
  }
};

}  // namespace mcp_test

#endif  // PITH_TESTS_UNIT_MCP_REWRITER_BENCH_HPP
