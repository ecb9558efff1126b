// SPDX-License-Identifier: MIT
/// @file
/// Questions about one kept result, answered as a gateway answers them, and
/// what all of that costs; asking.py holds the answers against its own.
///
/// usage: asking_answers FILE < QUESTIONS
/// FILE is the JSON text of a tool result; each line of QUESTIONS is a SELECT.
/// Prints a line of JSON for the result, then one for each question.
#include <pith/builder.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>
#include <pith/tokens.hpp>

#include "mcp/protocol/call_result.hpp"
#include "mcp/query/result_tables.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/raw_json/json_text.hpp"
#include "mcp/rewrite/result_rewriter.hpp"
#include "mcp/state/memory_store.hpp"
#include "test_data.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace mcp = pith::mcp;

[[noreturn]] void give_up(std::string_view what) {
  std::cerr << "asking_answers: " << what << '\n';
  std::exit(1);
}

std::vector<std::string> texts_of(std::string_view result) {
  std::vector<std::string> out;
  const auto call = mcp::read_call_result(result);
  if (!call) give_up("this is not a result");
  for (const mcp::content_block& block : call->blocks) {
    out.push_back(mcp::text_of(block.text).value_or(""));
  }
  return out;
}

std::size_t count(pith::token_counter& counter,
                  const std::vector<std::string>& texts) {
  std::size_t sum = 0;
  for (const std::string& text : texts) sum += counter.count(text);
  return sum;
}

pith::document read_answer(const std::string& text) {
  auto read = text.starts_with("GCF ") ? pith::gcf::decode(text)
                                       : pith::json::parse(text);
  if (!read) give_up("an answer cannot be read: " + text.substr(0, 200));
  return std::move(*read);
}

void print(pith::builder& line) {
  const auto made = line.finish();
  if (!made) give_up("a line cannot be written");
  std::cout << *pith::json::write(made->root()) << std::endl;
}

}  // namespace

int main(int count_of_words, char** words) {
  if (count_of_words != 2) give_up("usage: asking_answers FILE < QUESTIONS");
  const std::string json = pith_tests::read_file(words[1]);
  const auto whole = pith::json::parse(json);
  if (!whole) give_up("the file is not JSON");
  mcp::rewrite_policy policy;
  policy.formats = {"gcf"};
  policy.ask = true;
  mcp::client_profile client;
  client.max_tokens = 10'000;
  mcp::memory_store store;
  pith::token_counter counter{*pith::load_tokenizer("o200k_base")};
  mcp::result_rewriter rewriter{
      policy, pith::token_counter{*pith::load_tokenizer("o200k_base")}, &store};
  // Here it is the answers that count: this may be a build that is slow.
  mcp::query_limits bounds;
  bounds.time = std::chrono::minutes(1);
  rewriter.limit_queries(bounds);
  std::string result = R"({"content":[)";
  result.append(mcp::text_block(json)).append("]}");
  const auto outcome =
      rewriter.rewrite(result, mcp::rewrite_mode::text_only, client, "me");
  if (!outcome.is_asked) give_up("the result is not kept");
  const auto shown = texts_of(*outcome.result);
  const std::string& last = shown.back();
  constexpr std::string_view head = R"({"handle":")";
  const std::string handle = last.substr(last.find(head) + head.size(), 32);
  pith::builder about;
  about.begin_object();
  about.key("json_tokens")
      .integer(counter.count(*pith::json::write(whole->root())));
  about.key("gcf_tokens")
      .integer(counter.count(*pith::gcf::encode(whole->root())));
  about.key("shown_tokens").integer(count(counter, shown));
  about.key("shown").string(last);
  about.end_object();
  print(about);
  for (std::string sql; std::getline(std::cin, sql);) {
    std::string arguments = head.data();
    arguments.append(handle).append(R"(","sql":)");
    mcp::append_quoted(arguments, sql);
    arguments.push_back('}');
    const std::string answer = rewriter.query(arguments, client, "me");
    const auto texts = texts_of(answer);
    pith::builder line;
    line.begin_object();
    line.key("tokens").integer(counter.count(arguments) +
                               count(counter, texts));
    if (mcp::find_member(answer, "isError")) {
      line.key("error").string(texts.front());
    } else {
      const pith::document rows = read_answer(texts.front());
      line.key("rows").copy(rows.root());
    }
    line.end_object();
    print(line);
  }
}
