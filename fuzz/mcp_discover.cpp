// SPDX-License-Identifier: MIT
/// @file
/// Any bytes are a query, arguments of pith_find, params of pith_call, and the
/// definition of a tool. Answers are JSON that every reader takes; what is
/// unwrapped lies inside the params, and names a tool that exists.
#include "mcp/discover/signature.hpp"
#include "mcp/discover/tool_disclosure.hpp"
#include "mcp/protocol/call_result.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/raw_json/json_text.hpp"
#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): one file

disclosed_tool tool(std::string original, std::string_view rest, bool reads) {
  disclosed_tool out{
      .name = "m__" + original, .member = "m", .original = std::move(original)};
  out.definition = "{\"name\":" + quoted_json(out.name) + std::string{rest};
  out.is_read_only = reads;
  return out;
}

pith::token_counter& counter() {
  static pith::token_counter made = [] {
    auto data = pith::load_tokenizer("o200k_base");
    require(data.has_value());
    return pith::token_counter{std::move(*data)};
  }();
  return made;
}

tool_disclosure disclose(std::vector<disclosed_tool> tools) {
  return {std::move(tools), std::vector<std::vector<std::string>>{}, counter()};
}

/// Made once: what is fixed is not what is looked for.
const tool_disclosure& fixed() {
  static const tool_disclosure made = disclose(
      {tool("read_file",
            R"(,"description":"Reads a file","inputSchema":{"properties":)"
            R"({"path":{"type":"string"}}}})",
            true),
       tool("delete_issue", R"(,"description":"Deletes an issue"})", false),
       tool("sendMail2", "}", false)});
  return made;
}

void check_answer(const std::string& result) {
  require(!find_json_fault(result));
  const auto read = read_call_result(result);
  require(read.has_value() && read->blocks.size() == 1);
}

void check_unwrap(std::string_view params) {
  const unwrapped_call call = fixed().unwrap(params);
  require((call.tool == nullptr) == !call.error.empty());
  require(!find_json_fault(call_error_result("x")));
  if (call.tool == nullptr) return;
  require(call.arguments.starts_with('{'));
  require(text_of(find_member(call.params, "name").value_or("")) ==
          call.tool->name);
  require(find_member(call.params, "arguments") == call.arguments);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (size > 4'096) return 0;
  // Clients' texts are JSON throughout by the time they come here.
  if (!find_json_fault(text)) {
    check_answer(fixed().answer_find(text));
    check_unwrap(text);
    bool was_cut = false;
    (void)signature_of(text, whole_text, was_cut);
    require(!was_cut);
    const tool_disclosure own = disclose(
        {tool("x", ",\"inputSchema\":" + std::string{text} + "}", false),
         disclosed_tool{.name = "y",
                        .member = "z",
                        .original = "y",
                        .definition = std::string{text}}});
    check_answer(own.answer_find(R"({"query":"y"})"));
    require(own.list().starts_with('['));
  } else {
    (void)fixed().answer_find(text);
    (void)fixed().unwrap(text);
  }
  searched_tool read;
  read_parameters(text, read);
  const tool_index index{std::vector{read}, synonym_table::built_in()};
  const auto found = index.find(text, 3);
  require(found.best.size() + found.more <= 1);
  return 0;
}
