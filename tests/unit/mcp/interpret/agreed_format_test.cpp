// SPDX-License-Identifier: MIT
/// @file
/// Which word of a client counts, and what the server sees of it.
#include "mcp/interpret/conversation.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/state/memory_store.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

std::string table_json() {
  std::string text = "[";
  for (int i = 0; i < 40; ++i) {
    if (i != 0) text += ',';
    text += R"({"identifier":)" + std::to_string(i) +
            R"(,"customer_name":"name )" + std::to_string(i) + R"("})";
  }
  return text + "]";
}

std::string accepting(std::string_view format) {
  return R"("pith/result-encoding":{"accept":[")" + std::string(format) +
         R"("]})";
}

std::string call(std::string_view meta = {}) {
  return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":)"
         R"({"name":"t","arguments":{},"_meta":{)" +
         std::string(meta) + "}}}";
}

std::string hello(std::string_view extension) {
  return R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":)"
         R"({"capabilities":{"extensions":{)" +
         std::string(extension) + "}}}}";
}

class agreed_format_test : public testing::Test {
 protected:
  void SetUp() override {
    server->name = "server";
    server->pages = &pages;
    interpreter = message_interpreter::make(server);
    ASSERT_TRUE(interpreter);
    open({});
  }
  void open(const pith::result_encoding& configured) {
    caller who;
    who.client.ask(configured);
    talk = std::make_unique<conversation>(*interpreter, who);
  }
  std::string ask(std::string_view text) {
    talk->from_client(text, last);
    return std::string(last.forward);
  }
  /// The mark on the answer to the request that is open.
  std::string format_of_answer() {
    const std::string text =
        R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text",)"
        R"("text":)" +
        quoted_json(table_json()) + "}]}}";
    const auto changed = talk->from_server(text);
    if (!changed) return "unchanged";
    const auto mark = find_path(*changed, {"result", "_meta", "pith/encoding"});
    return mark ? text_of(*mark).value_or("") : "unmarked";
  }

  memory_store pages;
  std::shared_ptr<server_state> server = std::make_shared<server_state>();
  std::unique_ptr<message_interpreter> interpreter;
  std::unique_ptr<conversation> talk;
  handled_message last;
};

TEST_F(agreed_format_test, the_nearest_word_counts) {
  ask(call());
  EXPECT_EQ(format_of_answer(), "unmarked");
  open({{{"toon"}}, 0});
  ask(call());
  EXPECT_EQ(format_of_answer(), "toon");
  ask(hello(accepting("tron")));
  ask(call());
  EXPECT_EQ(format_of_answer(), "tron");
  ask(call(accepting("gcf")));
  EXPECT_EQ(format_of_answer(), "gcf");
  ask(call(R"("io.modelcontextprotocol/clientCapabilities":{"extensions":{)" +
           accepting("toon") + "}}"));
  EXPECT_EQ(format_of_answer(), "toon");
  ask(call(accepting("application/json")));
  EXPECT_EQ(format_of_answer(), "unchanged");
  ask(call(R"("pith/result-encoding":{"accept":7})"));
  EXPECT_EQ(format_of_answer(), "tron") << "that says nothing";
}

TEST_F(agreed_format_test, the_server_does_not_see_it) {
  EXPECT_EQ(ask(call(accepting("gcf"))), call());
  EXPECT_EQ(ask(hello(accepting("gcf"))), hello({}));
  const std::string batch = "[" + call(accepting("gcf")) + ", " +
                            R"({"jsonrpc":"2.0","method":"x"}])";
  EXPECT_EQ(ask(batch), "[" + call() + R"(,{"jsonrpc":"2.0","method":"x"}])");
}

TEST_F(agreed_format_test, a_native_server_sees_it) {
  server->policy.native = true;
  const std::string text = call(accepting("gcf"));
  EXPECT_EQ(ask(text), text);
  EXPECT_EQ(ask(hello(accepting("gcf"))), hello(accepting("gcf")));
}

TEST_F(agreed_format_test, schemas_stay_where_results_do) {
  const auto has_schema = [this](std::string_view meta) {
    ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{)" +
        std::string(meta) + "}}}");
    const std::string text =
        R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t",)"
        R"("inputSchema":{},"outputSchema":{"type":"object"}}]}})";
    const auto changed = talk->from_server(text);
    return !changed || changed->find("outputSchema") != changed->npos;
  };
  EXPECT_FALSE(has_schema(""));
  EXPECT_FALSE(has_schema(accepting("gcf")));
  EXPECT_FALSE(has_schema(accepting("json"))) << "other requests may differ";
  const std::string capabilities =
      R"("io.modelcontextprotocol/clientCapabilities":{"extensions":{)" +
      accepting("json") + "}}";
  EXPECT_TRUE(has_schema(capabilities));
  // Once it knows a schema, its results keep what is described by it.
  const auto keeps_structured = [this](std::string_view meta) {
    ask(call(meta));
    const std::string json = R"({"rows":)" + table_json() + "}";
    const std::string both =
        R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text",)"
        R"("text":)" +
        quoted_json(json) + R"(}],"structuredContent":)" + json + "}}";
    const auto changed = talk->from_server(both);
    return !changed || changed->find("structuredContent") != changed->npos;
  };
  EXPECT_FALSE(keeps_structured(accepting("gcf")));
  EXPECT_TRUE(keeps_structured(accepting("gcf") + "," + capabilities));
  ask(hello(accepting("json")));
  EXPECT_TRUE(has_schema(""));
  EXPECT_TRUE(keeps_structured(accepting("gcf")));
}

}  // namespace
