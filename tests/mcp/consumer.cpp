// SPDX-License-Identifier: MIT
// What models have that get deltas: each agent is one consumer, which takes the
// texts that it is sent and says what it holds. For faults.mjs.
//
//   mcp_consumer <LINES
//
// Each line is an object with `agent`, a text, and `text`; without a text the
// agent forgets everything. Each answer is a line with `agent`, and `kind` and
// `rows`, or `error`.

#include <pith/builder.hpp>
#include <pith/error.hpp>
#include <pith/gcf_delta.hpp>
#include <pith/json.hpp>

#include <iostream>
#include <map>
#include <string>
#include <string_view>

namespace {

std::string_view name(pith::gcf::outcome kind) {
  switch (kind) {
    case pith::gcf::outcome::unchanged:
      return "unchanged";
    case pith::gcf::outcome::delta:
      return "delta";
    case pith::gcf::outcome::full:
      break;
  }
  return "full";
}

/// What an agent says after a text.
pith::document answer(std::string_view agent, std::string_view text,
                      pith::gcf::delta_consumer& held) {
  pith::builder out;
  out.begin_object().key("agent").string(agent);
  const auto taken = held.receive(text);
  if (taken) {
    out.key("kind").string(name(*taken)).key("rows").copy(held.rows());
  } else {
    out.key("error").string(pith::message(taken.error()));
  }
  out.end_object();
  auto made = out.finish();
  return made ? std::move(*made) : pith::document{};
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  std::map<std::string, pith::gcf::delta_consumer, std::less<>> agents;
  for (std::string line; std::getline(std::cin, line);) {
    const auto read = pith::json::parse(line);
    if (!read) return 2;
    const auto agent = read->root().find("agent").get_string();
    if (!agent) return 2;
    const auto text = read->root().find("text").get_string();
    if (!text) {
      agents.erase(std::string(*agent));
      continue;
    }
    const pith::document said =
        answer(*agent, *text, agents[std::string(*agent)]);
    const auto written = pith::json::write(said.root());
    if (!written) return 1;
    std::cout << *written << std::endl;  // somebody waits for it
  }
  return 0;
}
