// SPDX-License-Identifier: MIT
/// @file
/// JSON in, GCF out, and back again: the shortest way into the library.
#include <pith/pith.hpp>

#include <iostream>
#include <string>

int main() {
  const std::string json = R"([
    {"id": 1, "customer": {"name": "Alice", "city": "Rome"}, "total": 12.5},
    {"id": 2, "customer": {"name": "Bob", "city": "Oslo"}, "total": 80},
    {"id": 3, "customer": {"name": "Chen", "city": "Wuhan"}, "total": 7.25}
  ])";

  // Whatever can fail returns a pith::result: a value, or an error.
  const auto orders = pith::json::parse(json);
  if (!orders) {
    std::cerr << pith::message(orders.error()) << '\n';
    return 1;
  }

  // `orders` is the document, which owns the data. root() is a view into it,
  // so the document must stay for as long as the view is used.
  const auto wire = pith::gcf::encode(orders->root());
  if (!wire) {
    std::cerr << pith::message(wire.error()) << '\n';
    return 1;
  }
  std::cout << *wire;

  // Nothing is lost: what comes back equals what went in.
  const auto back = pith::gcf::decode(*wire);
  if (!back || !pith::equal(orders->root(), back->root())) return 1;
  for (const pith::value order : back->root().elements()) {
    std::cout << order["customer"]["name"].value_or("nobody") << " pays "
              << order["total"].value_or(0.0) << '\n';
  }

  // A broken text is an error value, which says what is wrong, and where.
  const std::string broken = "GCF profile=generic\n## [1]{id,name}\n1\n";
  const auto refused = pith::gcf::decode(broken);
  if (refused) return 1;
  const auto place = pith::locate(broken, refused.error().offset);
  std::cout << "line " << place.line << ", column " << place.column << ": "
            << pith::message(refused.error()) << '\n';
  return 0;
}
