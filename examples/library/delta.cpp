// SPDX-License-Identifier: MIT
/// @file
/// A tool that is asked again sends only what has changed.
#include <pith/pith.hpp>

#include <iostream>
#include <string>
#include <string_view>

namespace {

/// The answers of a tool that is asked three times for its orders.
constexpr std::string_view answers[] = {
    R"([{"id":1,"status":"new"},{"id":2,"status":"paid"},
        {"id":3,"status":"paid"},{"id":4,"status":"sent"}])",
    R"([{"id":1,"status":"paid"},{"id":2,"status":"paid"},
        {"id":3,"status":"paid"},{"id":5,"status":"new"}])",
    R"([{"id":1,"status":"paid"},{"id":2,"status":"paid"},
        {"id":3,"status":"paid"},{"id":5,"status":"new"}])"};

/// The payload without its first line, which has hashes of both states.
std::string_view below_header(std::string_view wire) {
  return wire.substr(wire.find('\n') + 1);
}

}  // namespace

int main() {
  // The field `id` tells rows apart. By default a delta must be much smaller
  // than the full payload; these are too short for that, so allow any (0).
  pith::gcf::delta_producer producer({.key = "id", .name = "orders"},
                                     {.max_percent = 0});
  pith::gcf::delta_consumer consumer;  // usually in another process

  for (const std::string_view answer : answers) {
    const auto rows = pith::json::parse(answer);
    if (!rows) return 1;
    // Give the producer everything; it finds out what to send.
    const auto update = producer.next(rows->root());
    if (!update) return 1;
    // The consumer takes all of an update or nothing, and checks the hash of
    // what it then holds. After a failure, ask for producer.full().
    const auto kind = consumer.receive(update->wire);
    if (!kind || consumer.root() != producer.root()) return 1;
    const bool is_full = *kind == pith::gcf::outcome::full;
    const bool is_delta = *kind == pith::gcf::outcome::delta;
    std::cout << (is_full    ? "everything:\n"
                  : is_delta ? "what has changed:\n"
                             : "nothing has changed\n")
              << below_header(update->wire);
  }
  std::cout << "the consumer holds "
            << pith::json::write(consumer.rows()).value_or("?") << '\n';
  return 0;
}
