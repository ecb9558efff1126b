// SPDX-License-Identifier: MIT
/// @file
/// Which texts of clients have one meaning, and that all others are refused.
#include "mcp/protocol/client_text.hpp"

#include "mcp/protocol/member_names.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

std::string call_with(std::string_view params) {
  return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":)" +
         std::string(params) + "}";
}

std::string ping_with(std::string_view id) {
  return R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":"ping"})";
}

int code_of(std::string_view text) { return read_client_text(text).code; }

std::string batch_of(std::size_t count) {
  std::string text = "[";
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0) text += ',';
    text += ping_with(std::to_string(i));
  }
  return text + "]";
}

TEST(read_client_text, takes_messages_of_all_kinds) {
  const auto kind_of = [](std::string_view text) {
    const client_text read = read_client_text(text);
    EXPECT_FALSE(read.is_refused()) << text << ": " << read.problem;
    EXPECT_EQ(read.messages.size(), 1U);
    return read.messages.at(0).kind;
  };
  EXPECT_EQ(kind_of(" \n" + ping_with("7") + "\r\n"), message_kind::request);
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","method":"notifications/x"})"),
            message_kind::notification);
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":"a","result":{"Name":1}})"),
            message_kind::result);
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":null,"error":{}})"),
            message_kind::failure);
}

TEST(read_client_text, reads_the_parts) {
  const std::string text =
      R"({"id":"q\u00e9","jsonrpc":"2.0","method":"tools\/call",)"
      R"("params":{"n\u0061me":"x","_meta":{"progressToken":5}}})";
  const client_text read = read_client_text(text);
  ASSERT_FALSE(read.is_refused()) << read.problem;
  const message& m = read.messages.at(0);
  EXPECT_EQ(m.method, "tools/call");
  EXPECT_EQ(m.id, R"("q\u00e9")");
  EXPECT_EQ(tool_name(m), "x");
  EXPECT_EQ(progress_token(m), "5");
  EXPECT_EQ(m.text, text);
}

/// Finding B1: names and members that servers read more leniently.
TEST(read_client_text, refuses_calls_that_lenient_readers_understand) {
  for (const std::string_view params :
       {R"({"name":["delete_all"]})",
        R"({"name":{"a":1}})",
        R"({"name":1})",
        R"({"name":null})",
        R"({"name":"delete\_all"})",
        R"({"na\me":"delete_all"})",
        R"({"name":"a\x62"})",
        R"({"name":"\u12g4"})",
        R"({"name":"\u12"})",
        R"({"name":"a\u0000"})",
        R"({"name":"\ud800"})",
        R"({"name":"\udc00\ud800"})",
        R"({"name":"a","name":"b"})",
        R"({"name":"a","Name":"b"})",
        R"({"NAME":"a"})",
        R"({"name":"a","\u006eame":"b"})",
        R"({"name":"a","n_ame":"b"})",
        R"({"name":"a","name\u0000":"b"})",
        R"({"name":"a","\ud800":1})",
        R"({"name":"a","Arguments":{}})",
        R"({"name":"a","argument\u017f":{}})",
        R"({})",
        R"(["delete_all"])",
        R"("delete_all")",
        "7",
        "null",
        "{\"name\":\"a\tb\"}",
        "{\"name\":\"a\xff\"}",
        "{\"name\":\"a\",\"arguments\":\"\xc0\x80\"}",
        R"({"name":"a","arguments":{"x":"\_"}})",
        R"({"name":"a","arguments":{"\m":1}})",
        R"({"name":"a","arguments":{"x":01}})",
        R"({"name":"a","arguments":{"x":NaN}})",
        R"({"name":"a","_meta":[]})",
        R"({"name":"a","_Meta":{}})",
        R"({"name":"a","_meta":{"progressToken":1,"progressToken":2}})",
        R"({"name":"a","_meta":{"progressTo\u212aen":1}})"}) {
    const client_text read = read_client_text(call_with(params));
    EXPECT_TRUE(read.is_refused()) << params;
    EXPECT_TRUE(read.messages.empty()) << params;
  }
}

TEST(read_client_text, refuses_envelopes_that_are_read_in_two_ways) {
  for (const std::string_view text :
       {R"({"jsonrpc":"2.0","id":1,"method":"ping","m\ethod":"tools/call"})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call"})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping","met-hod":"tools/call"})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping","method\u0000":"x"})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping","\udfff":"x"})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping","param\u017f":{}})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping","ID":2})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping","\u0130d":2})",
        R"({"jsonrpc":"2.0","id":1,"id":1,"method":"ping"})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping","result":{}})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping","error":{}})",
        R"({"jsonrpc":"2.0","id":1,"result":{},"error":{}})",
        R"({"jsonrpc":"2.0","id":1,"result":{},"Method":"tools/call"})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping\u0000"})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping\ud800"})",
        R"({"jsonrpc":"2.0","id":1,"method":["ping"]})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[]})",
        R"({"jsonrpc":"2.0","result":{}})",
        R"({"jsonrpc":"2.0","id":1})",
        R"({"id":1,"method":"ping"})",
        R"({"jsonrpc":"1.0","id":1,"method":"ping"})",
        R"({"jsonrpc":2.0,"id":1,"method":"ping"})",
        R"({"jsonrpc":"2.0","JSONRPC":"2.0","id":1,"method":"ping"})",
        "7",
        "{}",
        "null",
        "[]"}) {
    EXPECT_EQ(code_of(text) == 0, false) << text;
    EXPECT_EQ(code_of("[" + std::string(text) + "]") == 0, false) << text;
  }
}

/// Finding B6: ids that servers spell differently in their answer.
TEST(read_client_text, takes_ids_of_one_spelling_only) {
  for (const std::string_view id :
       {"0", "1", "-1", "9007199254740991", "-9007199254740991", R"("")",
        R"("a")", R"("\u00e9\ud83d\ude00")"}) {
    EXPECT_EQ(code_of(ping_with(id)), 0) << id;
  }
  for (const std::string_view id :
       {"-0", "1.0", "1e2", "1E400", "9007199254740992", "-9007199254740992",
        "99999999999999999999999999", "null", "true", "[1]", "{}",
        R"("\ud800")", R"("\u0000")", "\"\xff\"", "00", "+1", "- 1", "1."}) {
    EXPECT_NE(code_of(ping_with(id)), 0) << id;
  }
}

TEST(read_client_text, leaves_what_is_for_the_server_alone) {
  for (const std::string_view text :
       {R"({"jsonrpc":"2.0","id":1,"method":"a","x":1,"x":2,"methods":3})",
        R"({"jsonrpc":"2.0","id":1,"method":"a","params":null})",
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a",)"
        R"("arguments":{"name":"b","name":"c","NAME":"\ud800","a":1e999}}})",
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a",)"
        R"("meta":1,"_meta":null}})"}) {
    EXPECT_EQ(code_of(text), 0) << text;
  }
}

TEST(read_client_text, tells_text_that_is_not_json_from_other_faults) {
  EXPECT_EQ(code_of(""), rpc_code::parse_error);
  EXPECT_EQ(code_of("{"), rpc_code::parse_error);
  EXPECT_EQ(code_of(ping_with("1") + "x"), rpc_code::parse_error);
  EXPECT_EQ(code_of("\xef\xbb\xbf" + ping_with("1")), rpc_code::parse_error);
  const client_text escape = read_client_text(R"({"jsonrpc":"2.\0"})");
  EXPECT_EQ(escape.code, rpc_code::invalid_request);
  EXPECT_EQ(escape.problem, "Invalid Request: not strict JSON at byte 14");
  EXPECT_EQ(code_of(ping_with("\"\xff\"")), rpc_code::invalid_request);
  const std::string deep = std::string(600, '[') + std::string(600, ']');
  EXPECT_NE(code_of(call_with(R"({"name":"a","arguments":)" + deep + "}")), 0);
}

TEST(read_client_text, names_the_request_when_its_id_is_certain) {
  EXPECT_EQ(read_client_text(call_with("{}")).id, "1");
  EXPECT_EQ(read_client_text(ping_with("-0")).id, "");
  EXPECT_EQ(refusal_of(read_client_text(call_with("[]"))),
            R"({"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":)"
            R"("Invalid Request: params must be an object"}})");
}

TEST(read_client_text, batches_have_a_limit_and_ids_of_their_own) {
  const std::string most = batch_of(max_batch);
  const client_text read = read_client_text(most);
  EXPECT_TRUE(read.is_batch);
  EXPECT_EQ(read.messages.size(), max_batch);
  EXPECT_EQ(code_of(batch_of(max_batch + 1)), rpc_code::invalid_request);
  EXPECT_EQ(code_of("[" + ping_with("1") + "," + ping_with("1") + "]"),
            rpc_code::invalid_request);
  EXPECT_EQ(code_of("[" + ping_with("1") + ",7]"), rpc_code::invalid_request);
  EXPECT_EQ(code_of("[" + ping_with("1") + ",]"), rpc_code::parse_error);
}

TEST(names_alike, as_lax_readers_have_it) {
  EXPECT_TRUE(names_alike("method", "method"));
  EXPECT_TRUE(names_alike("METHOD", "method"));
  EXPECT_TRUE(names_alike("task_id", "taskId"));
  EXPECT_TRUE(names_alike("_META-", "_meta"));
  EXPECT_TRUE(names_alike("param\xC5\xBF", "params"));
  EXPECT_TRUE(
      names_alike("progressTo\xE2\x84\xAA"
                  "en",
                  "progressToken"));
  EXPECT_TRUE(
      names_alike("\xC4\xB1"
                  "d",
                  "id"));
  EXPECT_FALSE(names_alike("meta", "_meta"));
  EXPECT_FALSE(names_alike("methods", "method"));
  EXPECT_FALSE(names_alike("metho", "method"));
  EXPECT_FALSE(names_alike("", "id"));
  EXPECT_FALSE(names_alike("argument", "arguments"));
}

}  // namespace
