// SPDX-License-Identifier: MIT
#include "work/comparison.hpp"

#include <pith/json.hpp>

#include "interchange/interchange.hpp"

#include <algorithm>
#include <cmath>

namespace cli {

namespace {

/// By how much a count differs from a base, in tenths of a percent.
long change_in_tenths(std::size_t count, std::size_t base) {
  if (base == 0) return 0;
  const double before = static_cast<double>(base);
  return std::lround(1000.0 * (static_cast<double>(count) - before) / before);
}

std::string in_percent(long tenths) {
  const long magnitude = tenths < 0 ? -tenths : tenths;
  return std::to_string(magnitude / 10) + '.' + std::to_string(magnitude % 10);
}

}  // namespace

std::size_t compared::cheapest() const {
  const auto found = std::min_element(tokens.begin() + 1, tokens.end() - 1);
  return static_cast<std::size_t>(found - tokens.begin());
}

comparison::comparison() {
  for (const pith::candidate& c : candidates) {
    columns.emplace_back(c.name.empty() ? c.with->name : c.name);
  }
  columns.emplace_back("auto");
}

pith::result<void> comparison::add(const std::string& name, pith::value v,
                                   pith::token_counter& counter) {
  const auto indented = pith::json::write(v, {.indent = 2});
  if (!indented) return indented.error();
  const auto chosen =
      pith::auto_encode(v, counter,
                        {.candidates = candidates,
                         .count_all = true,
                         .recognized_by = &pith::interchange::all_codecs()});
  if (!chosen) return chosen.error();
  compared line{name, {counter.count(*indented)}, {indented->size()}};
  for (const pith::candidate_count& one : chosen->counts) {
    if (one.refused) return *one.refused;
    line.tokens.push_back(one.tokens);
    line.bytes.push_back(one.bytes);
  }
  line.tokens.push_back(chosen->tokens);
  line.bytes.push_back(chosen->text.size());
  files.push_back(std::move(line));
  return {};
}

compared comparison::total() const {
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

std::string change(std::size_t count, std::size_t base) {
  const long tenths = change_in_tenths(count, base);
  return (tenths < 0 ? "-" : "+") + in_percent(tenths) + '%';
}

double saving(std::size_t count, std::size_t base) {
  const long tenths = change_in_tenths(count, base);
  return tenths == 0 ? 0 : static_cast<double>(-tenths) / 10;
}

std::string saving_text(std::size_t count, std::size_t base) {
  const long tenths = change_in_tenths(count, base);
  return (tenths > 0 ? "-" : "") + in_percent(tenths) + '%';
}

}  // namespace cli
