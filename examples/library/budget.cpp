// SPDX-License-Identifier: MIT
/// @file
/// As many rows as fit into a number of tokens, counted exactly.
#include <pith/pith.hpp>
#include <pith/tokens.hpp>

#include <cstddef>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

int main() {
  // The tables of the tokenizer are inside the library: no file, no network.
  const auto o200k = pith::load_tokenizer("o200k_base");
  if (!o200k) {
    std::cerr << pith::message(o200k.error()) << '\n';
    return 1;
  }
  pith::token_counter counter{*o200k};  // keep it: making one is expensive

  // A streamed table has its count at the end, so its rows can be cut off
  // anywhere and the head stays true. Note where each row ends.
  std::string text;
  pith::string_sink sink{text};
  pith::gcf::table_writer table{sink, "events", {"id", "level", "message"}};
  std::vector<std::size_t> ends{text.size()};
  for (int id = 1; id <= 100; ++id) {
    if (!table.row({id, id % 5 == 0 ? "error" : "info", "disk is checked"})) {
      return 1;
    }
    ends.push_back(text.size());
  }
  const std::string_view all = text;
  const std::string_view head = all.substr(0, ends.front());
  std::vector<std::string_view> rows;
  for (std::size_t i = 1; i < ends.size(); ++i) {
    rows.push_back(all.substr(ends[i - 1], ends[i] - ends[i - 1]));
  }

  // What stands after the rows costs tokens too, and depends on their number.
  const auto tail = [](std::size_t kept) {
    return "##! summary counts=" + std::to_string(kept) + '\n';
  };
  const std::size_t budget = 60;
  const pith::fitted fitted = pith::fit(counter, head, rows, tail, budget);
  if (!fitted.fits) return 1;  // not even the head

  const std::string sent(all.substr(0, ends[fitted.rows]));
  const std::string whole = sent + tail(fitted.rows);
  std::cout << whole << fitted.rows << " of " << rows.size() << " rows, "
            << counter.count(whole) << " of " << budget << " tokens\n";
  // The text is complete, and so is what a strict reader makes of it.
  return pith::gcf::decode(whole, {.require_summary = true}) ? 0 : 1;
}
