// SPDX-License-Identifier: MIT
/// @file
/// How well pith_find finds real tools, and what the short list costs.
///
/// usage: mcp_disclosure TOOLS.json REQUESTS.json [--held-out]
///
/// TOOLS.json is what collect.mjs wrote. Without --held-out, only the half that
/// the ranking was tuned on is looked at: the other half is for measuring, and
/// to be looked at as rarely as possible.
#include <pith/tokens.hpp>

#include "mcp/discover/tool_disclosure.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/raw_json/json_text.hpp"
#include "mcp/rewrite/tool_list.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): one file

[[noreturn]] void stop(const std::string& why) {
  std::cerr << "mcp_disclosure: " << why << '\n';
  std::exit(2);
}

std::string read_all(const char* path) {
  std::ifstream in{path, std::ios::binary};
  if (!in) stop(std::string{"cannot read "} + path);
  return {std::istreambuf_iterator<char>{in}, {}};
}

std::string text_at(std::string_view object, std::string_view key) {
  const auto raw = find_member(object, key);
  const auto text = raw ? text_of(*raw) : std::nullopt;
  if (!text) stop("a " + std::string{key} + " is missing");
  return *text;
}

std::vector<std::string_view> array_at(std::string_view object,
                                       std::string_view key) {
  const auto raw = find_member(object, key);
  auto elements = raw ? elements_of(*raw) : std::nullopt;
  if (!elements) stop("an array " + std::string{key} + " is missing");
  return std::move(*elements);
}

struct request {
  std::string ask;
  std::vector<std::string> right;
};

std::vector<request> read_requests(std::string_view text,
                                   std::string_view half) {
  const auto all = elements_of(text);
  if (!all) stop("the requests are not an array");
  std::vector<request> out;
  for (const std::string_view raw : *all) {
    if (text_at(raw, "half") != half) continue;
    request made{.ask = text_at(raw, "ask"), .right = {}};
    for (const std::string_view tool : array_at(raw, "right")) {
      made.right.push_back(text_of(tool).value_or(""));
    }
    out.push_back(std::move(made));
  }
  return out;
}

/// The tools of the file, named as one endpoint for many servers names them.
std::vector<disclosed_tool> read_tools(std::string_view text) {
  std::vector<disclosed_tool> out;
  for (const std::string_view member : array_at(text, "members")) {
    const std::string name = text_at(member, "name");
    for (const std::string_view definition : array_at(member, "tools")) {
      const std::string original = text_at(definition, "name");
      disclosed_tool made{
          .name = name + "__" + original, .member = name, .original = original};
      splice renamed{definition};
      renamed.replace(*find_member(definition, "name"), quoted_json(made.name));
      made.definition = renamed.finish();
      made.is_read_only = is_read_only(original, definition, {}, true);
      out.push_back(std::move(made));
    }
  }
  return out;
}

/// The tools of an answer of pith_find, in its order, as "server/tool".
std::vector<std::string> tools_in(
    std::string_view answer, const std::map<std::string, std::string>& names) {
  std::vector<std::string> out;
  while (!answer.empty()) {
    const std::size_t end = std::min(answer.find('\n'), answer.size());
    std::string_view line = answer.substr(0, end);
    answer.remove_prefix(std::min(end + 1, answer.size()));
    if (!line.starts_with("pith_read ") && !line.starts_with("pith_call ")) {
      continue;
    }
    line.remove_prefix(10);
    const auto known = names.find(std::string{line.substr(0, line.find(": "))});
    if (known != names.end()) out.push_back(known->second);
  }
  return out;
}

std::string percent(std::size_t part, std::size_t whole) {
  const auto tenths = whole == 0 ? 0 : (part * 1000 + whole / 2) / whole;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %";
}

class evaluation {
 public:
  evaluation(const tool_disclosure& tools,
             std::map<std::string, std::string> names,
             pith::token_counter& counter)
      : tools_(&tools), names_(std::move(names)), counter_(&counter) {}

  void take(const request& asked) {
    std::string arguments = R"({"query":)";
    append_quoted(arguments, asked.ask);
    arguments += '}';
    const auto begin = std::chrono::steady_clock::now();
    const std::string result = tools_->answer_find(arguments);
    time_ += std::chrono::steady_clock::now() - begin;
    const auto content = array_at(result, "content");
    const std::string text = text_at(content.at(0), "text");
    tokens_ += counter_->count(text);
    ++asked_;
    const std::vector<std::string> found = tools_in(text, names_);
    const auto first = std::ranges::find_first_of(found, asked.right);
    if (first == found.begin() && first != found.end()) ++first_;
    if (first != found.end()) {
      ++among_;
      return;
    }
    std::cout << "missed: " << asked.ask << "\n  right: " << asked.right.at(0)
              << "\n  found:";
    for (const std::string& tool : found) std::cout << ' ' << tool;
    std::cout << '\n';
  }

  /// Whether it is good enough.
  [[nodiscard]] bool report(std::string_view half) const {
    const double ms = std::chrono::duration<double, std::milli>(time_).count() /
                      static_cast<double>(std::max<std::size_t>(asked_, 1));
    std::cout << half << ": " << asked_ << " requests, right tool first in "
              << percent(first_, asked_) << ", among 5 in "
              << percent(among_, asked_) << "; an answer has "
              << tokens_ / std::max<std::size_t>(asked_, 1)
              << " tokens and takes " << ms << " ms\n";
    return asked_ >= 100 && first_ * 100 >= asked_ * 75 &&
           among_ * 100 >= asked_ * 95;
  }

 private:
  const tool_disclosure* tools_;
  std::map<std::string, std::string> names_;
  pith::token_counter* counter_;
  std::size_t asked_ = 0;
  std::size_t first_ = 0;
  std::size_t among_ = 0;
  std::size_t tokens_ = 0;
  std::chrono::steady_clock::duration time_{};
};

}  // namespace

int main(int count, char** words) {
  const bool is_held_out =
      count == 4 && std::string_view{words[3]} == "--held-out";
  if (count != 3 && !is_held_out) {
    stop("usage: mcp_disclosure TOOLS.json REQUESTS.json [--held-out]");
  }
  const std::string definitions = read_all(words[1]);
  const std::string asked = read_all(words[2]);
  auto tokenizer = pith::load_tokenizer("o200k_base");
  if (!tokenizer) stop("o200k_base is missing");
  pith::token_counter counter{*tokenizer};
  std::vector<disclosed_tool> all = read_tools(definitions);
  std::map<std::string, std::string> names;
  for (const disclosed_tool& tool : all) {
    names[tool.name] = tool.member + "/" + tool.original;
  }
  const std::size_t tool_count = all.size();
  const tool_disclosure tools{std::move(all), {}, counter};
  const std::string_view half = is_held_out ? "held_out" : "tuned";
  evaluation found{tools, std::move(names), counter};
  for (const request& one : read_requests(asked, half)) found.take(one);
  const std::size_t before = tools.tokens_before();
  const std::size_t after = tools.tokens_after();
  std::cout << "list: " << tool_count << " tools, " << before << " -> " << after
            << " tokens, " << percent(before - after, before) << " fewer\n";
  const bool is_good = found.report(half);
  return is_good && tool_count >= 150 && after * 10 <= before ? 0 : 1;
}
