// SPDX-License-Identifier: MIT
/// @file
/// Any result is rewritten or passed: never in more tokens than before, and
/// what is emitted decodes to what it stands for. Pages put together give all
/// of it, and none of them is above the limit.
#include <pith/equality.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>
#include <pith/tron.hpp>

#include "mcp/protocol/call_result.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/rewrite/result_rewriter.hpp"
#include "mcp/state/memory_store.hpp"
#include "require.hpp"
#include "value_leaves.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace pith::mcp;
using pith_tests::leaf;

/// What a model reads out of a text of ours; nothing when it is plain text.
std::optional<pith::document> read(std::string_view text) {
  auto doc = text.starts_with("GCF ")     ? pith::gcf::decode(text)
             : text.starts_with("class ") ? pith::tron::decode(text)
                                          : pith::json::parse(text);
  if (!doc) return std::nullopt;
  return std::move(*doc);
}

std::vector<std::string> texts_of(std::string_view result) {
  const auto call = read_call_result(result);
  require(call.has_value());
  std::vector<std::string> out;
  for (const content_block& block : call->blocks) {
    if (block.kind != block_text::text) continue;
    auto text = text_of(block.text);
    out.push_back(text ? std::move(*text) : std::string{});
  }
  return out;
}

bool is_equal(const pith::document& a, std::string_view json) {
  const auto b = pith::json::parse(json);
  return b && pith::equal(a.root(), b->root());
}

/// Every text that is new says what the old one or structuredContent said.
void check_texts(std::string_view before, std::string_view after) {
  const auto old = read_call_result(before);
  const auto fresh = read_call_result(after);
  require(old.has_value() && fresh.has_value());
  const bool has_added = fresh->blocks.size() == old->blocks.size() + 1;
  require(has_added || fresh->blocks.size() == old->blocks.size());
  for (std::size_t i = 0; i < fresh->blocks.size(); ++i) {
    const bool is_added = has_added && i == 0;
    const std::size_t place = has_added && i > 0 ? i - 1 : i;
    if (!is_added && fresh->blocks[i].raw == old->blocks[place].raw) continue;
    const auto text = text_of(fresh->blocks[i].text);
    require(text.has_value());
    const auto value = read(*text);
    require(value.has_value());
    const bool says_structured =
        old->has_structured() && is_equal(*value, old->structured.value);
    const auto old_text =
        is_added ? std::nullopt : text_of(old->blocks[place].text);
    require(says_structured || (old_text && is_equal(*value, *old_text)));
  }
}

/// All pages of the one text that a result had.
class page_check {
 public:
  page_check(result_rewriter& rewriter, const client_profile& client)
      : rewriter_(rewriter), client_(client) {}

  void run(std::string result, std::string_view source, bool is_text) {
    std::string text;
    std::vector<leaf> leaves;
    for (;;) {
      const auto texts = texts_of(result);
      // A shape may stand alone, where no row fits beside it.
      const bool is_bare = texts.size() == 1;
      require(texts.size() == 2 || is_bare);
      check_limits(texts);
      if (!is_bare) text.append(texts[0]);
      const std::string_view words = texts.back();
      require(words.starts_with(is_bare ? "[pith] no " : "[pith] "));
      if (!is_text && !is_bare && is_whole(words)) {
        const auto page = read(text);
        require(page.has_value());
        add_leaves(leaves, page->root());
        text.clear();
      }
      const std::size_t begin = words.find('{');
      if (begin == words.npos) break;
      const std::string arguments{
          words.substr(begin, words.find('}') - begin + 1)};
      result = rewriter_.more(arguments, "me");
    }
    if (is_text) {
      require(text == source);
      return;
    }
    require(text.empty());
    const auto whole = pith::json::parse(source);
    require(whole.has_value());
    std::vector<leaf> expected;
    add_leaves(expected, whole->root());
    sort_leaves(leaves);
    sort_leaves(expected);
    require(leaves == expected);
  }

 private:
  void check_limits(const std::vector<std::string>& texts) {
    std::size_t tokens = 0;
    std::size_t characters = 0;
    for (const std::string& each : texts) {
      tokens += rewriter_.counter().count(each);
      characters +=
          static_cast<std::size_t>(std::ranges::count_if(each, [](char c) {
            return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
          }));
    }
    require(client_.max_tokens == 0 || tokens <= client_.max_tokens);
    require(client_.max_characters == 0 ||
            characters <= client_.max_characters);
  }

  /// Rows, or the last piece of one: "bytes 1-20 of 20".
  static bool is_whole(std::string_view words) {
    if (!words.starts_with("[pith] bytes ")) return true;
    const std::size_t dash = words.find('-') + 1;
    const std::size_t of = words.find(" of ");
    const std::string_view after = words.substr(of + 4);
    return words.substr(dash, of - dash) == after.substr(0, after.find(' '));
  }

  result_rewriter& rewriter_;
  const client_profile& client_;
};

/// Whatever is shown by its shape has a table.
void check_question(result_rewriter& rewriter, std::string_view result) {
  const std::string words = texts_of(result).back();
  const std::size_t begin = words.find(R"({"handle":")");
  require(begin != words.npos);
  std::string arguments = words.substr(begin, words.find(',', begin) - begin);
  arguments.append(R"(,"sql":"SELECT count(*) AS n FROM t"})");
  const std::string answer = rewriter.query(arguments, {}, "me");
  require(!find_member(answer, "isError"));
}

struct rooms {
  rewrite_policy policy{};
  memory_store pages{};
  std::optional<result_rewriter> rewriter{};

  rooms() {
    policy.min_tokens = 0;
    policy.more = true;
    policy.resources = true;
    rewriter.emplace(policy,
                     pith::token_counter{*pith::load_tokenizer("o200k_base")},
                     &pages);
  }
};

/// The one text block of a result without structuredContent.
std::optional<std::string> only_text(std::string_view result) {
  const auto call = read_call_result(result);
  if (!call || call->has_structured() || call->blocks.size() != 1 ||
      call->blocks[0].kind != block_text::text) {
    return std::nullopt;
  }
  return text_of(call->blocks[0].text);
}

}  // namespace

/// The first byte chooses client, mode, limits and asking; the rest is a
/// result.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static rooms all;
  if (size == 0) return 0;
  const unsigned choice = data[0];
  const std::string_view result(reinterpret_cast<const char*>(data + 1),
                                size - 1);
  client_profile client;
  client.shows = static_cast<shown_form>(choice % 3);
  if ((choice & 64U) != 0) client.max_tokens = 150;
  if ((choice & 128U) != 0) client.max_characters = 400;
  const auto mode = static_cast<rewrite_mode>(choice / 3 % 3);
  all.policy.ask = (choice & 32U) != 0;
  rewrite_outcome outcome = all.rewriter->rewrite(result, mode, client, "me");
  // The words after a page may cost more than many blanks, but they tell
  // where the rest is.
  require(outcome.tokens_after <= outcome.tokens_before ||
          (outcome.is_paged && client.max_characters != 0));
  if (!outcome.result) {
    require(outcome.reason != pass_reason::none);
    require(outcome.tokens_after == outcome.tokens_before);
    return 0;
  }
  if (!outcome.is_paged) {
    require(outcome.tokens_after < outcome.tokens_before);
    check_texts(result, *outcome.result);
  } else if (const auto text = only_text(result)) {
    if (outcome.is_asked) check_question(*all.rewriter, *outcome.result);
    page_check{*all.rewriter, client}.run(std::move(*outcome.result), *text,
                                          outcome.format == "text");
  }
  return 0;
}
