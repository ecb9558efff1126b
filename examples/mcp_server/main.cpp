// SPDX-License-Identifier: MIT
// An MCP server on standard input and output that answers in GCF itself. Its
// one tool lists orders. A client that says that it reads GCF gets a marked
// block of GCF; every other client gets JSON.
#include <pith/tokens.hpp>

#include "orders.hpp"
#include "server.hpp"

#include <iostream>
#include <string>

int main() {
  const auto o200k = pith::load_tokenizer("o200k_base");
  if (!o200k) {
    std::cerr << "the tokenizer cannot be loaded\n";
    return 1;
  }
  example::server server{*o200k};
  server.add({.name = "list_orders",
              .description = "Lists the last orders, at most 1000.",
              .input_schema = R"({"type":"object","properties":{"count":)"
                              R"({"type":"integer","minimum":1}}})",
              .call = example::list_orders});
  std::string line;
  while (std::getline(std::cin, line)) {
    if (const auto answer = server.take(line)) {
      std::cout << *answer << '\n' << std::flush;
    }
  }
}
