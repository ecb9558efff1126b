// SPDX-License-Identifier: MIT
#include "mcp/search/tool_index.hpp"

#include "mcp/search/fts.hpp"
#include "mcp/search/request.hpp"
#include "mcp/search/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::size_t max_name_bytes = 256;
constexpr std::size_t max_text_bytes = 8'000;
constexpr std::size_t max_text_words = 2'000;
/// Rows of the index that one query looks at; what comes later is not found.
constexpr std::size_t max_rows = 4'000'000;

/// Bytes of a word that is looked for as the beginning of others.
constexpr std::size_t min_prefix = 4;

using per_field = std::array<double, tool_field_count>;

/// What the ranking knows of a tool beside its words.
struct ranked_tool {
  std::string name;
  std::string original;
  /// A factor for a word in each field: less in long ones.
  per_field weights{};
  /// Base forms of the words of its name without those of its member, and of
  /// its member.
  std::set<std::string> own_words{};
  std::set<std::string> own_forms{};  ///< those words as they stand
  std::set<std::string> member_words{};
  deed does = deed::none;
  std::size_t member = 0;  ///< the number of its server
};

/// Where the first sentence ends.
std::size_t lead_length(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' && i > 0) return i;
    if (text[i] == '.' &&
        (i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == '\n')) {
      return i + 1;
    }
  }
  return text.size();
}

std::array<std::string, tool_field_count> fields_of(const searched_tool& tool) {
  std::string_view text = tool.description;
  text = text.substr(0, max_text_bytes);
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) {
    text.remove_prefix(1);
  }
  const std::size_t lead = lead_length(text);
  const std::string_view name =
      std::string_view{tool.original}.substr(0, max_name_bytes);
  const std::string_view member =
      std::string_view{tool.member}.substr(0, max_name_bytes);
  const auto both = [](std::string_view raw) {
    std::string out = split_name(raw);
    if (out != raw) {  // context7 is found by context7 too
      out += ' ';
      out += raw;
    }
    return out;
  };
  std::string title = tool.title.substr(0, max_name_bytes);
  title += ". ";
  title += text.substr(0, lead);
  return {both(name),
          both(member),
          std::move(title),
          std::string{text.substr(lead)},
          tool.parameters.substr(0, max_text_bytes),
          tool.hints.substr(0, max_text_bytes)};
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  return std::ranges::equal(a, b, {}, lower, lower);
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n\"'`");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n\"'`") + 1 - begin);
}

/// What one request is worth for every tool.
struct tally {
  explicit tally(std::size_t tools)
      : score(tools), covered(tools), own_hits(tools), is_member(tools) {}

  std::vector<double> score;
  std::vector<double> covered;   ///< rarity of the concepts that match
  std::vector<double> own_hits;  ///< words of the name, synonyms for less
  std::vector<bool> is_member;   ///< the request names its server
  double all = 0;                ///< rarity of all concepts
};

}  // namespace

struct tool_index::state {
  state(std::span<const searched_tool> all, synonym_table table,
        const ranking& chosen)
      : numbers(chosen), synonyms(std::move(table)) {
    all = all.first(std::min(all.size(), max_tools));
    tools.reserve(all.size());
    for (const searched_tool& tool : all) add(tool);
    texts.seal();
    weigh();
  }

  void add(const searched_tool& tool) {
    ranked_tool made{.name = tool.name, .original = tool.original};
    const auto fields = fields_of(tool);
    for (std::size_t f = 0; f < tool_field_count; ++f) {
      texts.add(static_cast<std::int64_t>(tools.size() * tool_field_count + f),
                fields[f]);
      // First the length, which weigh() makes a factor of.
      made.weights[f] =
          static_cast<double>(words_of(fields[f], max_text_words).size());
    }
    for (const std::string& word : words_of(fields[1], max_text_words)) {
      made.member_words.insert(base_form(word));
    }
    for (const std::string& word :
         words_of(split_name(tool.original.substr(0, max_name_bytes)),
                  max_text_words)) {
      const std::string base = base_form(word);
      if (made.does == deed::none) made.does = deed_of(base);
      if (made.member_words.contains(base)) continue;
      made.own_words.insert(base);
      made.own_forms.insert(word);
    }
    const auto [known, is_new] =
        numbers_of_members.emplace(tool.member, members);
    members += is_new ? 1 : 0;
    made.member = known->second;
    tools.push_back(std::move(made));
  }

  /// Turns lengths into factors.
  void weigh() {
    for (std::size_t f = 0; f < tool_field_count; ++f) {
      double sum = 0;
      double filled = 0;
      for (const ranked_tool& tool : tools) {
        sum += tool.weights[f];
        filled += tool.weights[f] > 0 ? 1 : 0;
      }
      const double mean = filled > 0 ? sum / filled : 1;
      for (ranked_tool& tool : tools) {
        tool.weights[f] =
            numbers.fields[f] /
            (1 - numbers.length + numbers.length * tool.weights[f] / mean);
      }
    }
  }

  /// What a word is worth for each tool that has it, into `best` where it is
  /// more. Returns how many tools have it.
  std::size_t take_word(std::string_view word, double factor,
                        std::vector<double>& best, std::vector<double>& in_name,
                        bool is_prefix = false) {
    const std::vector<std::int64_t> rows = texts.find(word, is_prefix);
    rows_seen += rows.size();
    std::size_t count = 0;
    for (std::size_t i = 0; i < rows.size();) {
      const std::size_t tool =
          static_cast<std::size_t>(rows[i]) / tool_field_count;
      double found = 0;
      bool is_in_name = false;
      for (; i < rows.size() &&
             static_cast<std::size_t>(rows[i]) / tool_field_count == tool;
           ++i) {
        const std::size_t field =
            static_cast<std::size_t>(rows[i]) % tool_field_count;
        found += tools[tool].weights[field];
        is_in_name = is_in_name || field == 0;
      }
      ++count;
      best[tool] =
          std::max(best[tool], factor * found / (found + numbers.saturation));
      if (is_in_name) in_name[tool] = std::max(in_name[tool], factor);
    }
    return count;
  }

  void take_concept(const concept_words& words, tally& into) {
    std::vector<double> best(tools.size());
    std::vector<double> in_name(tools.size());
    const std::size_t count = take_word(words.literal, 1, best, in_name);
    const bool is_literal = count != 0;
    for (const synonym& other : words.synonyms) {
      if (rows_seen > max_rows) break;
      take_word(other.text,
                other.is_loose ? numbers.loose_synonym : numbers.synonym, best,
                in_name);
    }
    // A word that nobody has may be the beginning of one.
    if (!is_literal && words.literal.size() >= min_prefix) {
      take_word(words.literal, numbers.prefix, best, in_name, true);
    }
    const auto reached = static_cast<std::size_t>(
        std::ranges::count_if(best, [](double b) { return b > 0; }));
    if (reached == 0) return;
    // A word that some tool has, is as common as it is, and a bit more for what
    // else says the same. Verbs that nearly every tool has in some form say
    // little, however rare the one that was chosen is.
    const bool is_verb = deed_of(words.base) != deed::none;
    const double share = !is_literal ? 1
                         : is_verb   ? numbers.verb_spread
                                     : numbers.spread;
    const double n = static_cast<double>(count) +
                     share * static_cast<double>(reached - count);
    double rarity = rarity_of(n);
    if (is_verb) rarity *= numbers.verb;
    into.all += rarity;
    for (std::size_t t = 0; t < tools.size(); ++t) {
      into.score[t] += rarity * best[t];
      if (tools[t].own_forms.contains(words.literal)) {
        into.score[t] += rarity * numbers.same_form;
      }
      into.covered[t] += rarity * (best[t] > 0 ? 1 : 0);
      if (tools[t].member_words.contains(words.base)) {
        into.is_member[t] = true;
      } else {
        into.own_hits[t] +=
            in_name[t] * std::min(1.0, rarity / numbers.name_rarity);
      }
    }
  }

  /// Two words of the request that a tool has side by side, too.
  void take_pair(const std::string& pair, tally& into) {
    std::vector<double> best(tools.size());
    std::vector<double> in_name(tools.size());
    const std::size_t count = take_word(pair, numbers.pair, best, in_name);
    if (count == 0) return;
    const double rarity = rarity_of(static_cast<double>(count));
    for (std::size_t t = 0; t < tools.size(); ++t) {
      into.score[t] += rarity * best[t];
    }
  }

  /// What it says that a tool is one of `n`.
  [[nodiscard]] double rarity_of(double n) const {
    const double all = static_cast<double>(tools.size());
    return std::log(1 + (all - n + 0.5) / (n + 0.5));
  }

  [[nodiscard]] double finish(const tally& from, std::size_t t,
                              deed wanted) const {
    const ranked_tool& tool = tools[t];
    if (from.score[t] <= 0) return 0;
    double out = from.score[t];
    const double own =
        static_cast<double>(std::max<std::size_t>(tool.own_words.size(), 1));
    out += numbers.whole_name * std::min(1.0, from.own_hits[t] / own);
    out *= std::pow(from.covered[t] / from.all, numbers.coverage);
    if (from.is_member[t]) out *= numbers.named_member;
    if (wanted != deed::none && tool.does != deed::none) {
      out *= wanted == tool.does ? numbers.same_deed : numbers.other_deed;
    }
    return out;
  }

  /// A request that fits several tools of a server is about that server.
  void raise_in_company(std::vector<double>& scores) const {
    std::vector<std::array<double, 3>> best(members);
    for (std::size_t t = 0; t < tools.size(); ++t) {
      std::array<double, 3>& of = best[tools[t].member];
      double score = scores[t];
      for (double& place : of) {
        if (score > place) std::swap(score, place);
      }
    }
    std::vector<double> sums(members);
    for (std::size_t m = 0; m < members; ++m) {
      sums[m] = best[m][0] + best[m][1] + best[m][2];
    }
    const double most = sums.empty() ? 0 : std::ranges::max(sums);
    if (most <= 0) return;
    for (std::size_t t = 0; t < tools.size(); ++t) {
      scores[t] *= 1 + numbers.company * sums[tools[t].member] / most;
    }
  }

  hits find(std::string_view query, std::size_t limit) {
    query = query.substr(0, max_query_bytes);
    const search_request request =
        read_request(query, max_query_words, synonyms);
    rows_seen = 0;
    tally sums{tools.size()};
    for (const concept_words& words : request.concepts) {
      if (rows_seen > max_rows) break;
      take_concept(words, sums);
    }
    for (const std::string& pair : request.pairs) {
      if (rows_seen > max_rows) break;
      take_pair(pair, sums);
    }
    std::vector<double> scores(tools.size());
    for (std::size_t t = 0; t < tools.size(); ++t) {
      scores[t] = finish(sums, t, request.wanted);
    }
    raise_in_company(scores);
    const std::string_view exact = without_blanks(query);
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t t = 0; t < tools.size(); ++t) {
      double score = scores[t];
      if (equals_ignoring_case(exact, tools[t].name)) score += 2e6;
      if (equals_ignoring_case(exact, tools[t].original)) score += 1e6;
      if (score > 0) order.emplace_back(-score, t);
    }
    std::ranges::sort(order);
    hits out;
    for (const auto& [score, tool] :
         std::span{order}.first(std::min(limit, order.size()))) {
      out.best.push_back(tool);
    }
    out.more = order.size() - out.best.size();
    return out;
  }

  std::mutex turn;
  ranking numbers;
  synonym_table synonyms;
  fts texts;
  std::vector<ranked_tool> tools;
  std::map<std::string, std::size_t> numbers_of_members;
  std::size_t members = 0;
  std::size_t rows_seen = 0;
};

tool_index::tool_index(std::span<const searched_tool> tools,
                       synonym_table synonyms, const ranking& numbers)
    : state_(std::make_unique<state>(tools, std::move(synonyms), numbers)) {}

tool_index::~tool_index() = default;
tool_index::tool_index(tool_index&&) noexcept = default;
tool_index& tool_index::operator=(tool_index&&) noexcept = default;

tool_index::hits tool_index::find(std::string_view query,
                                  std::size_t limit) const {
  const std::lock_guard lock{state_->turn};
  return state_->find(query, limit);
}

}  // namespace pith::mcp
