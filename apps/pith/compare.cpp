// SPDX-License-Identifier: MIT
#include <pith/auto_encode.hpp>
#include <pith/builder.hpp>
#include <pith/json.hpp>

#include "commands.hpp"
#include "diagnostics.hpp"
#include "formats.hpp"
#include "layout.hpp"
#include "run.hpp"
#include "shared_options.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace cli {

namespace {

/// One line of the table; columns are those of `comparison::columns`.
struct compared {
  std::string name;
  std::vector<std::size_t> tokens;
  std::vector<std::size_t> bytes;
};

/// Pretty and compact JSON, every candidate, and the cheapest of them.
struct comparison {
  std::vector<std::string> columns{"json-pretty", "json"};
  std::vector<pith::candidate> candidates = pith::all_candidates();
  std::vector<compared> files{};

  comparison() {
    for (const pith::candidate& c : candidates) {
      columns.emplace_back(c.name.empty() ? c.with->name : c.name);
    }
    columns.emplace_back("auto");
  }

  pith::result<void> add(const std::string& name, pith::value v,
                         pith::token_counter& counter) {
    const auto pretty = pith::json::write(v, {.indent = 2});
    if (!pretty) return pretty.error();
    const auto best = pith::auto_encode(
        v, counter, {.candidates = candidates, .count_all = true});
    if (!best) return best.error();
    compared line{name, {counter.count(*pretty)}, {pretty->size()}};
    for (const pith::candidate_count& one : best->counts) {
      if (one.refused) return *one.refused;
      line.tokens.push_back(one.tokens);
      line.bytes.push_back(one.bytes);
    }
    line.tokens.push_back(best->tokens);
    line.bytes.push_back(best->text.size());
    files.push_back(std::move(line));
    return {};
  }

  [[nodiscard]] compared total() const {
    compared sum{"total", std::vector<std::size_t>(columns.size()),
                 std::vector<std::size_t>(columns.size())};
    for (const compared& file : files) {
      for (std::size_t i = 0; i < columns.size(); ++i) {
        sum.tokens[i] += file.tokens[i];
        sum.bytes[i] += file.bytes[i];
      }
    }
    return sum;
  }
};

/// Against compact JSON: "-34.2%".
std::string change(std::size_t tokens, std::size_t json) {
  if (json == 0) return "";
  const double share =
      100.0 * (static_cast<double>(tokens) - static_cast<double>(json)) /
      static_cast<double>(json);
  const long tenths = std::lround(share * 10);
  const long magnitude = tenths < 0 ? -tenths : tenths;
  return (tenths < 0 ? "-" : "+") + std::to_string(magnitude / 10) + '.' +
         std::to_string(magnitude % 10) + '%';
}

std::string as_table(const comparison& all, std::string_view tokenizer) {
  std::vector<std::vector<std::string>> cells;
  cells.push_back({"tokens, " + std::string(tokenizer)});
  cells.back().insert(cells.back().end(), all.columns.begin(),
                      all.columns.end());
  const auto add = [&](const compared& line) {
    cells.push_back({printable(line.name)});
    // The cheapest is marked; pretty JSON and auto are no contenders.
    const auto cheapest =
        std::min_element(line.tokens.begin() + 1, line.tokens.end() - 1);
    for (auto it = line.tokens.begin(); it != line.tokens.end(); ++it) {
      cells.back().push_back((it == cheapest ? "*" : "") + grouped(*it));
    }
  };
  for (const compared& file : all.files) add(file);
  const compared sum = all.total();
  if (all.files.size() > 1) add(sum);
  cells.push_back({"against json"});
  for (const std::size_t tokens : sum.tokens) {
    cells.back().push_back(change(tokens, sum.tokens[1]));
  }
  return aligned(cells);
}

pith::result<std::string> as_json(const comparison& all,
                                  const pith::tokenizer& tokenizer) {
  pith::builder b;
  b.begin_object().key("tokenizer").string(tokenizer.name());
  b.key("estimate").boolean(tokenizer.is_estimate());
  const auto line = [&](const compared& one) {
    b.begin_object().key("file").string(printable(one.name));
    b.key("formats").begin_array();
    for (std::size_t i = 0; i < all.columns.size(); ++i) {
      b.begin_object().key("format").string(all.columns[i]);
      b.key("tokens").integer(static_cast<std::int64_t>(one.tokens[i]));
      b.key("bytes").integer(static_cast<std::int64_t>(one.bytes[i]));
      b.end_object();
    }
    b.end_array().end_object();
  };
  b.key("files").begin_array();
  for (const compared& file : all.files) line(file);
  b.end_array().key("total");
  line(all.total());
  const auto doc = b.end_object().finish();
  if (!doc) return doc.error();
  auto text = pith::json::write(doc->root());
  if (text) *text += '\n';
  return text;
}

exit_code run_compare(const arguments& args) {
  exit_code status = exit_code::ok;
  const auto tokenizer = open_tokenizer(args, status);
  if (!tokenizer) return status;
  pith::token_counter counter{*tokenizer};
  comparison all;
  for (const std::string& file : args.files()) {
    const auto source = load(args, file, "json", status);
    if (!source) return status;
    if (const auto done = all.add(source->in.name, source->doc.root(), counter);
        !done) {
      say(describe(source->in.name, done.error()));
      return exit_code::bad_input;
    }
  }
  if (!args.has(json_option))
    return print(args, as_table(all, tokenizer->name()));
  return print(args, "pith compare", as_json(all, *tokenizer));
}

constexpr option compare_options[] = {from_option, tokenizer_option,
                                      json_option};
constexpr example compare_examples[] = {
    {"pith compare orders.json users.csv", "two files, and both together"}};

}  // namespace

constexpr command compare_command{
    .name = "compare",
    .summary = "show what files cost in every format",
    .operands = "[FILE]...",
    .description =
        "Shows what data costs in every lossless format, in tokens. The "
        "cheapest is marked with *; auto is what pith would choose. The last "
        "line gives the difference from compact JSON.",
    .options = compare_options,
    .examples = compare_examples,
    .most_operands = static_cast<std::size_t>(-1),
    .run = run_compare};

}  // namespace cli
