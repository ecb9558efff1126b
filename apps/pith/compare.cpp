// SPDX-License-Identifier: MIT
#include <pith/auto_encode.hpp>
#include <pith/builder.hpp>
#include <pith/json.hpp>

#include "command.hpp"
#include "diagnostics.hpp"

#include <unistd.h>

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

/// 12345 -> "12,345".
std::string grouped(std::size_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

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

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

/// Names to the left, everything else to the right.
std::string aligned(const std::vector<std::vector<std::string>>& cells) {
  std::vector<std::size_t> widths(cells.front().size());
  for (const auto& line : cells) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      widths[i] = std::max(widths[i], columns_of(line[i]));
    }
  }
  std::string out;
  for (const auto& line : cells) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string blanks(widths[i] - columns_of(line[i]), ' ');
      out += i == 0 ? line[i] + blanks : "  " + blanks + line[i];
    }
    out += '\n';
  }
  return out;
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

}  // namespace

exit_code run_compare(const arguments& args) {
  exit_code status = exit_code::ok;
  const auto tokenizer = open_tokenizer(args.tokenizer, status);
  if (!tokenizer) return status;
  pith::token_counter counter{*tokenizer};
  comparison all;
  for (const std::string& file : args.files) {
    const std::optional<input> in = open_input(file);
    if (!in) return exit_code::io;
    const auto doc = pith::json::parse(in->text);
    if (!doc) return refuse(*in, doc.error());
    if (const auto done = all.add(in->name, doc->root(), counter); !done) {
      say(describe(in->name, done.error()));
      return exit_code::bad_input;
    }
  }
  fd_sink out(STDOUT_FILENO);
  pith::result<void> done;
  if (args.wants_json) {
    const auto text = as_json(all, *tokenizer);
    if (text) {
      out.write(*text);
    } else {
      done = text.error();
    }
  } else {
    out.write(as_table(all, tokenizer->name()));
  }
  return conclude("pith compare", done, out);
}

}  // namespace cli
