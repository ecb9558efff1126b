// SPDX-License-Identifier: MIT
#include "mcp/protocol/modern_headers.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

namespace {

using pith::mcp::check_modern_headers;
using pith::mcp::http_fields;
using pith::mcp::is_modern_request;
using pith::mcp::message;

constexpr std::string_view meta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"})";

/// A request with the version in its params, and these members as well.
std::string body_of(std::string_view method, std::string_view members = "") {
  std::string text = R"({"jsonrpc":"2.0","id":1,"method":")";
  text.append(method).append(R"(","params":{)").append(members);
  if (!members.empty()) text += ',';
  return text.append(meta).append("}}");
}

message message_of(std::string_view text) {
  const auto m = pith::mcp::read_message(text);
  EXPECT_TRUE(m) << text;
  return m.value_or(message{});
}

/// The code of the refusal; 0 when there is none.
int code_of(const http_fields& fields, const std::string& text) {
  const auto refusal = check_modern_headers(fields, message_of(text));
  if (!refusal) return 0;
  EXPECT_EQ(refusal->status, 400);
  EXPECT_FALSE(refusal->text.empty());
  return refusal->code;
}

const http_fields list_fields{{"MCP-Protocol-Version", "2026-07-28"},
                              {"Mcp-Method", "tools/list"}};

http_fields call_fields(std::string name, std::string method = "tools/call") {
  return {{"MCP-Protocol-Version", "2026-07-28"},
          {"Mcp-Method", std::move(method)},
          {"Mcp-Name", std::move(name)}};
}

TEST(mcp_modern_headers, knows_versions) {
  for (const std::string_view version : pith::mcp::known_versions) {
    EXPECT_TRUE(pith::mcp::is_known_version(version));
  }
  EXPECT_FALSE(pith::mcp::is_known_version("2025-11-24"));
  EXPECT_FALSE(pith::mcp::is_known_version(""));
  EXPECT_TRUE(pith::mcp::is_modern_version("2026-07-28"));
  EXPECT_TRUE(pith::mcp::is_modern_version("2027-01-01"));
  EXPECT_FALSE(pith::mcp::is_modern_version("2026-07-27"));
  EXPECT_FALSE(pith::mcp::is_modern_version("2025-11-25"));
  EXPECT_FALSE(pith::mcp::is_modern_version("2026-07-28x"));
  EXPECT_FALSE(pith::mcp::is_modern_version("9999999999"));
  EXPECT_FALSE(pith::mcp::is_modern_version("DRAFT-2026"));
}

TEST(mcp_modern_headers, knows_modern_requests) {
  const std::string modern = body_of("tools/list");
  const std::string_view legacy =
      R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";
  const http_fields none;
  const http_fields old{{"mcp-protocol-version", "2025-11-25"}};
  EXPECT_TRUE(is_modern_request(none, message_of(modern)));
  EXPECT_TRUE(is_modern_request(old, message_of(modern)));
  EXPECT_TRUE(is_modern_request(list_fields, message_of(legacy)));
  EXPECT_FALSE(is_modern_request(old, message_of(legacy)));
  EXPECT_FALSE(is_modern_request(none, message_of(legacy)));
  // A claim that is not text is a claim.
  EXPECT_TRUE(is_modern_request(
      none,
      message_of(R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{)"
                 R"("io.modelcontextprotocol/protocolVersion":7}}})")));
  EXPECT_FALSE(is_modern_request(
      list_fields, message_of(R"({"jsonrpc":"2.0","id":1,"result":{}})")));
}

TEST(mcp_modern_headers, takes_what_agrees) {
  EXPECT_EQ(code_of(list_fields, body_of("tools/list")), 0);
  EXPECT_EQ(code_of({{"mcp-protocol-version", "2026-07-28"},
                     {"MCP-METHOD", "tools/list"}},
                    body_of("tools/list")),
            0);
  EXPECT_EQ(code_of({{"MCP-Protocol-Version", " 2026-07-28 "},
                     {"Mcp-Method", "\ttools/list"}},
                    body_of("tools/list")),
            0);
  // A name that the method does not mirror does not matter.
  http_fields extra = list_fields;
  extra.add("Mcp-Name", "anything");
  EXPECT_EQ(code_of(extra, body_of("tools/list")), 0);
}

TEST(mcp_modern_headers, refuses_a_wrong_version_or_method) {
  const std::string body = body_of("tools/list");
  EXPECT_EQ(code_of({{"Mcp-Method", "tools/list"}}, body), -32020);
  EXPECT_EQ(code_of({{"MCP-Protocol-Version", "2025-11-25"},
                     {"Mcp-Method", "tools/list"}},
                    body),
            -32020);
  for (const char* method :
       {"prompts/list", "TOOLS/LIST", "", "tools/list,tools/list",
        "=?base64?dG9vbHMvbGlzdA==?="}) {
    EXPECT_EQ(code_of({{"MCP-Protocol-Version", "2026-07-28"},
                       {"Mcp-Method", method}},
                      body),
              -32020)
        << method;
  }
  EXPECT_EQ(code_of({{"MCP-Protocol-Version", "2026-07-28"}}, body), -32020);
}

TEST(mcp_modern_headers, refuses_fields_that_come_twice) {
  for (const char* name : {"MCP-Protocol-Version", "mcp-method"}) {
    http_fields twice = list_fields;
    twice.add(name, std::string(list_fields.find(name).value_or("")));
    EXPECT_EQ(code_of(twice, body_of("tools/list")), -32020) << name;
  }
  http_fields twice = call_fields("t");
  twice.add("MCP-NAME", "t");
  EXPECT_EQ(code_of(twice, body_of("tools/call", R"("name":"t")")), -32020);
}

struct name_case {
  std::string_view method;
  std::string_view members;
  std::string_view header;
  int code;
};

TEST(mcp_modern_headers, compares_names) {
  constexpr name_case table[] = {
      {"tools/call", R"("name":"t")", "t", 0},
      {"tools/call", R"("name":"t")", "  t  ", 0},
      {"tools/call", R"("name":"\u0074")", "t", 0},
      {"tools/call", R"("name":"t")", "T", -32020},
      {"tools/call", R"("name":"t")", "wrong", -32020},
      {"tools/call", R"("name":"t")", "", -32020},
      {"tools/call", R"("name":"t")", "=?base64?dA==?=", 0},
      {"tools/call", R"("name":"t")", "=?base64?dA?=", -32020},
      {"tools/call", R"("name":"t","uri":"u")", "u", -32020},
      {"tools/call", "\"name\":\"\xC3\xA4\"", "=?base64?w6Q=?=", 0},
      {"tools/call", "\"name\":\"\xC3\xA4\"", "\xC3\xA4", -32020},
      {"prompts/get", R"("name":"x","name":"t")", "t", 0},
      {"prompts/get", R"("name":"x","name":"t")", "x", -32020},
      {"prompts/get", R"("name":"p")", "p", 0},
      {"prompts/get", R"("name":"p")", "q", -32020},
      {"resources/read", R"("uri":"file:///a")", "file:///a", 0},
      {"resources/read", R"("uri":"file:///a","name":"n")", "n", -32020},
      {"tasks/get", R"("taskId":"7")", "7", 0},
      {"tasks/cancel", R"("taskId":"7")", "8", -32020},
  };
  for (const name_case& c : table) {
    EXPECT_EQ(code_of(call_fields(std::string(c.header), std::string(c.method)),
                      body_of(c.method, c.members)),
              c.code)
        << c.members << ' ' << c.header;
  }
}

TEST(mcp_modern_headers, asks_for_a_name_that_the_body_has) {
  const http_fields nameless{{"MCP-Protocol-Version", "2026-07-28"},
                             {"Mcp-Method", "tools/call"}};
  EXPECT_EQ(code_of(nameless, body_of("tools/call", R"("name":"t")")), -32020);
  // A call without a name is wrong in another way, which the server says.
  EXPECT_EQ(code_of(nameless, body_of("tools/call")), 0);
  EXPECT_EQ(code_of(nameless, body_of("tools/call", R"("name":7)")), 0);
}

TEST(mcp_modern_headers, refuses_a_modern_field_without_a_modern_body) {
  EXPECT_EQ(
      code_of(list_fields, R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})"),
      -32602);
  EXPECT_EQ(
      code_of(list_fields, R"({"jsonrpc":"2.0","id":1,"method":"initialize"})"),
      -32020);
}

TEST(mcp_modern_headers, checks_notifications_only_by_what_they_say) {
  const std::string note = R"({"jsonrpc":"2.0","method":"notifications/x"})";
  const http_fields version{{"MCP-Protocol-Version", "2026-07-28"}};
  EXPECT_EQ(code_of(version, note), 0);
  http_fields named = version;
  named.add("Mcp-Method", "notifications/x");
  EXPECT_EQ(code_of(named, note), 0);
  named.set("Mcp-Method", "tools/call");
  EXPECT_EQ(code_of(named, note), -32020);
}

TEST(mcp_modern_headers, sets_what_it_checks) {
  for (const std::string& body :
       {body_of("tools/list"), body_of("tools/call", "\"name\":\" \xC3\xA4 \""),
        body_of("resources/read", R"("uri":"=?base64?x?=")")}) {
    http_fields fields{{"mcp-name", "stale"}, {"mcp-method", "stale"}};
    set_modern_headers(fields, message_of(body));
    EXPECT_EQ(code_of(fields, body), 0) << body;
    EXPECT_LE(fields.count("mcp-name"), 1U);
  }
  http_fields fields{{"mcp-name", "stale"}};
  set_modern_headers(fields, message_of(body_of("tools/list")));
  EXPECT_EQ(fields.count("Mcp-Name"), 0U);
}

}  // namespace
