// SPDX-License-Identifier: MIT
#include "mcp/rewrite/result_rewriter.hpp"

#include <pith/json.hpp>

#include "mcp/protocol/encoding_mark.hpp"
#include "mcp/query/result_tables.hpp"
#include "mcp/query/table_plan.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/rewrite/pages/paged_result.hpp"
#include "mcp/rewrite/result_changes.hpp"
#include "mcp/rewrite/result_cutting.hpp"
#include "mcp/rewrite/rewriting.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace pith::mcp {

namespace {

/// Memory that is kept between results; more of it is given back.
constexpr std::size_t max_kept_bytes = 64U << 20U;

/// Candidates, beside JSON. Names that are none are left out: the configuration
/// has refused them.
std::vector<candidate> candidates_of(const std::vector<std::string>& formats) {
  std::vector<candidate> out;
  for (const std::string& name : formats) {
    const candidate found = candidate_called(name);
    if (found.with != nullptr && found.with->name != "json") {
      out.push_back(found);
    }
  }
  // None at all would stand for GCF.
  if (out.empty()) out.push_back({codecs().find("json")});
  return out;
}

std::string error_result(std::string_view what) {
  std::string out = R"({"content":[)";
  out.append(text_block(what)).append(R"(],"isError":true})");
  return out;
}

/// The page that is asked for: a number, or a text that is one. 2 when nobody
/// says which; nothing when it is something else.
std::optional<std::size_t> page_of(std::string_view arguments) {
  const auto raw = find_member(arguments, "page");
  if (!raw) return 2;
  std::string_view digits = *raw;
  if (digits.starts_with('"')) digits = digits.substr(1, digits.size() - 2);
  std::size_t page = 0;
  const char* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, page);
  if (read.ec != std::errc{} || read.ptr != end || page < 2) {
    return std::nullopt;
  }
  return page;
}

std::string page_result(const paged_result& paged, const result_page& page,
                        bool is_marked) {
  std::string out = R"({"content":[)";
  std::vector<encoding_mark> marks;
  for (const result_page::part& part : page.parts) {
    if (is_marked) {
      marks.push_back({marks.size(), page_format(part.text, paged.format())});
    }
    out.append(paged.block_of(part)).push_back(',');
  }
  out.append(text_block(page.trailer)).append("]}");
  if (!is_marked) return out;
  return with_marks(out, marks).value_or(out);
}

/// What the tables of a result take at most.
constexpr std::size_t max_table_bytes = 64U << 20U;

/// Of an answer for a client without limits.
constexpr std::size_t max_answer_tokens = 10'000;

std::optional<std::string> argument_text(std::string_view arguments,
                                         std::string_view key) {
  const auto raw = find_member(arguments, key);
  return raw ? text_of(*raw) : std::nullopt;
}

/// Words that tell an answer from the result of a tool.
std::string words_after(const query_answer& answer) {
  std::string out = "[pith] computed from the kept result: ";
  out.append(std::to_string(answer.row_count));
  out.append(answer.row_count == 1 ? " row" : " rows");
  if (answer.is_cut) {
    out.append(", and there are more; count, group or limit them");
  }
  return out;
}

/// Pages that one call makes at most, the one that it asks for included.
constexpr std::size_t max_pages_made = 8;

/// A result that is kept, for its owner.
struct kept_result {
  result_store* store;
  token_counter* counter;
  page_owner owner;
  std::string_view handle;
  bool is_marked = false;  ///< its pages say what they are
};

/// Page `number`; the pages before it are made when nobody has asked for them,
/// as each begins where the one before ends.
std::string page_called(const kept_result& where, const paged_result& paged,
                        std::size_t number) {
  std::vector<page_mark> marks = where.store->marks(where.owner, where.handle);
  for (std::size_t made = 0; made < max_pages_made; ++made) {
    const std::size_t next = marks.size() + 1;  // the last that has a mark
    const std::size_t wanted = std::min(number, next);
    const auto page = marks.empty()
                          ? std::nullopt
                          : paged.make(*where.counter, marks[wanted - 2],
                                       wanted, where.handle);
    if (!page) return error_result("this result cannot be cut into pages");
    if (!page->is_last && wanted == next) {
      where.store->add_mark(where.owner, where.handle, marks.size(),
                            page->next);
      marks.push_back(page->next);
    }
    if (wanted == number) return page_result(paged, *page, where.is_marked);
    if (page->is_last) {
      std::string problem = "there is no page ";
      problem.append(std::to_string(number)).append("; the last is page ");
      problem.append(std::to_string(wanted));
      return error_result(problem);
    }
  }
  std::string problem = "page ";
  problem.append(std::to_string(number))
      .append(" is too far ahead: pages are ");
  problem.append("made in order; ask for page ");
  problem.append(std::to_string(marks.size() + 1)).append(" first");
  return error_result(problem);
}

}  // namespace

std::string_view name(pass_reason why) noexcept {
  switch (why) {
    case pass_reason::none:
      return "none";
    case pass_reason::mode:
      return "mode";
    case pass_reason::not_complete:
      return "not_complete";
    case pass_reason::is_error:
      return "is_error";
    case pass_reason::encrypted:
      return "encrypted";
    case pass_reason::not_json:
      return "not_json";
    case pass_reason::outside_domain:
      return "outside_domain";
    case pass_reason::differs:
      return "differs";
    case pass_reason::small:
      return "small";
    case pass_reason::not_smaller:
      return "not_smaller";
    case pass_reason::not_faithful:
      return "not_faithful";
    case pass_reason::unchanged_asked:
      return "unchanged_asked";
  }
  return "";
}

struct result_rewriter::state {
  workbench bench;
  owned_list<candidate> usual;  // by the policy
  owned_list<candidate> only_json = candidates_of({});
  query_limits query_bounds;
  change_keeper keeper;
  change_memory earlier;

  /// A huge result must not hold its memory for ever.
  void tidy() {
    if (earlier.base.result.memory_bytes() + earlier.base.bytes.size() >
        max_kept_bytes) {
      earlier = {};
    }
    if (bench.structured.memory_bytes() + bench.text.memory_bytes() <=
        max_kept_bytes) {
      return;
    }
    bench.structured = document{};
    bench.text = document{};
    bench.parser = json::parser{};
  }
};

result_rewriter::result_rewriter(const rewrite_policy& policy,
                                 token_counter counter, result_store* pages)
    : policy_(&policy),
      counter_(std::move(counter)),
      pages_(pages),
      state_(std::make_unique<state>()) {
  state_->usual = candidates_of(policy.formats);
}

result_rewriter::~result_rewriter() = default;
result_rewriter::result_rewriter(result_rewriter&&) noexcept = default;
result_rewriter& result_rewriter::operator=(result_rewriter&&) noexcept =
    default;

rewrite_outcome result_rewriter::rewrite(std::string_view result,
                                         rewrite_mode mode,
                                         const client_profile& client,
                                         const page_owner& owner) {
  return rewrite(result, mode, client, owner, {});
}

rewrite_outcome result_rewriter::rewrite(std::string_view result,
                                         rewrite_mode mode,
                                         const client_profile& client,
                                         const page_owner& owner,
                                         const change_request& since) {
  return rewrite_by(result, mode, client, owner, policy_->ask, since);
}

rewrite_outcome result_rewriter::rewrite_by(
    std::string_view result, rewrite_mode mode, const client_profile& client,
    const page_owner& owner, bool may_ask, const change_request& since) {
  state_->bench.policy = policy_;
  state_->bench.counter = &counter_;
  if (since.rule != nullptr) {
    auto told = rewrite_changes(result, mode, client, owner, since);
    if (told) return std::move(*told);
  }
  state_->bench.options.candidates = client.asked.formats
                                         ? candidates_of(*client.asked.formats)
                                         : state_->usual;
  rewriting work{state_->bench, client, mode};
  work.decide(result);
  rewrite_outcome outcome;
  outcome.tokens_before = work.tokens_before();
  outcome.is_error = work.is_error();
  const bool was_too_large = work.was_too_large();
  std::optional<cut_result> cut;
  if (policy_->cuts() && pages_ != nullptr) {
    cut =
        cut_result_to_page(work, *pages_, owner,
                           {.ask = may_ask, .ask_tokens = policy_->ask_tokens});
  }
  if (cut) {
    outcome.result = std::move(cut->result);
    outcome.tokens_after = cut->tokens;
    outcome.format = cut->format;
    outcome.is_paged = true;
    outcome.is_asked = cut->is_asked;
    outcome.crossed_limit = was_too_large;
  } else {
    outcome.result = work.compose();
    outcome.reason = work.reason();
    outcome.tokens_after = work.tokens_after();
    outcome.format = work.format();
    outcome.crossed_limit = was_too_large && !work.is_too_large();
  }
  if (mode != rewrite_mode::passthrough &&
      (client.asked.formats || policy_->native)) {
    // Who asked for nothing is told nothing. What a server says is believed
    // where it was read and found true; all other marks go.
    std::vector<encoding_mark> marks;
    if (client.asked.formats) marks = cut ? cut->marks : work.marks();
    auto marked = with_marks(
        outcome.result ? std::string_view{*outcome.result} : result, marks);
    if (marked) outcome.result = std::move(*marked);
  }
  state_->tidy();
  return outcome;
}

/// Whoever is told what has changed needs no other form of it, so that none is
/// made.
std::optional<rewrite_outcome> result_rewriter::rewrite_changes(
    std::string_view result, rewrite_mode mode, const client_profile& client,
    const page_owner& owner, const change_request& since) {
  state_->bench.options.candidates = state_->only_json;
  rewriting work{state_->bench, client, mode, true};
  work.decide(result);
  auto changed =
      answer_changes(work, since, state_->keeper, owner, state_->earlier);
  if (!changed) return std::nullopt;
  rewrite_outcome outcome;
  outcome.tokens_before = work.tokens_before();
  outcome.tokens_after = changed->tokens;
  outcome.format = "gcf";
  outcome.has_handle = true;
  outcome.is_change = changed->kind != gcf::outcome::full;
  outcome.crossed_limit = work.was_too_large();
  outcome.result = std::move(changed->result);
  if (policy_->native) {
    // What a server says of a text is about the one that has gone.
    if (auto marked = with_marks(*outcome.result, {})) {
      outcome.result = std::move(*marked);
    }
  }
  state_->tidy();
  return outcome;
}

std::string result_rewriter::more(std::string_view arguments,
                                  const page_owner& owner,
                                  const client_profile& client) {
  const auto handle = argument_text(arguments, "handle");
  if (!handle) return error_result("pith_more needs the handle of a result");
  const auto number = page_of(arguments);
  if (!number) {
    return error_result("page must be 2 or higher");
  }
  const auto paged = open_kept(owner, *handle);
  if (!paged) {
    return error_result("this handle has expired; call the tool again");
  }
  return page_called(
      {pages_, &counter_, owner, *handle, client.asked.formats.has_value()},
      *paged, *number);
}

void result_rewriter::keep_bases(const change_keeper& keeper) {
  state_->keeper = keeper;
}

void result_rewriter::limit_queries(const query_limits& bounds) {
  state_->query_bounds = bounds;
}

std::string result_rewriter::query(std::string_view arguments,
                                   const client_profile& client,
                                   const page_owner& owner) {
  const auto handle = argument_text(arguments, "handle");
  if (!handle) return error_result("pith_query needs the handle of a result");
  const auto sql = argument_text(arguments, "sql");
  if (!sql) return error_result("pith_query needs sql: one SELECT");
  std::string problem;
  const auto tables = load_kept(owner, *handle, problem);
  if (!tables) return error_result(problem);
  const query_answer answer = tables->run(*sql, state_->query_bounds);
  if (!answer.error.empty()) return error_result(answer.error);
  const auto rows = json::write(answer.rows.root());
  if (!rows) return error_result("the answer cannot be written");
  std::string result = R"({"content":[)";
  result.append(text_block(*rows)).push_back(',');
  result.append(text_block(words_after(answer))).append("]}");
  client_profile limited = client;
  if (client.max_tokens == 0 && client.max_characters == 0) {
    limited.max_tokens =
        policy_->ask_tokens == 0 ? max_answer_tokens : policy_->ask_tokens;
  }
  auto outcome =
      rewrite_by(result, rewrite_mode::text_only, limited, owner, false, {});
  return outcome.result ? std::move(*outcome.result) : result;
}

bool result_rewriter::is_asked(std::string_view arguments,
                               const page_owner& owner) {
  const auto handle = argument_text(arguments, "handle");
  if (!handle || pages_ == nullptr) return false;
  const auto kept = pages_->find(owner, *handle);
  return kept && paged_result::is_asked(*kept);
}

std::shared_ptr<const result_tables> result_rewriter::load_kept(
    const page_owner& owner, std::string_view handle, std::string& problem) {
  if (pages_ != nullptr) {
    if (auto known = pages_->find_made(owner, handle, made_kind::tables)) {
      // Nobody else keeps anything as tables.
      return std::static_pointer_cast<const result_tables>(std::move(known));
    }
  }
  const auto paged = open_kept(owner, handle);
  if (!paged) {
    problem = "this handle has expired; call the tool again";
    return nullptr;
  }
  const page_rows* const rows = paged->rows();
  const auto plan = rows == nullptr
                        ? std::nullopt
                        : table_plan::of(paged->root(), rows->path());
  if (!plan) {
    problem = "this result has no rows; read it with pith_more";
    return nullptr;
  }
  auto tables = result_tables::load(*plan, paged->kept_at(), max_table_bytes);
  if (!tables) {
    problem = "this result is too large for questions; read it with pith_more";
    return nullptr;
  }
  pages_->keep_made(owner, handle, made_kind::tables, tables,
                    tables->memory_bytes());
  return tables;
}

std::shared_ptr<const paged_result> result_rewriter::open_kept(
    const page_owner& owner, std::string_view handle) {
  if (pages_ == nullptr) return nullptr;
  if (auto known = pages_->find_made(owner, handle, made_kind::pages)) {
    // Nobody else keeps anything as pages.
    return std::static_pointer_cast<const paged_result>(std::move(known));
  }
  auto kept = pages_->find(owner, handle);
  auto paged = kept ? paged_result::open(std::move(kept)) : nullptr;
  if (paged) {
    pages_->keep_made(owner, handle, made_kind::pages, paged,
                      paged->memory_bytes());
  }
  return paged;
}

}  // namespace pith::mcp
