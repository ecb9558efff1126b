// SPDX-License-Identifier: MIT
// What comes back is what went in, and it costs fewer tokens.
#include <pith/pith.hpp>
#include <pith/tokens.hpp>

#include <iostream>

int main() {
  const auto doc =
      pith::json::parse(R"([{"id":1,"ok":true},{"id":2,"ok":false}])");
  if (!doc) return 1;
  const auto wire = pith::gcf::encode(doc->root());
  if (!wire) return 1;
  const auto back = pith::gcf::decode(*wire);
  if (!back || !pith::equal(doc->root(), back->root())) return 1;
  std::cout << *wire;
  // The tables are inside if they were there when the package was made.
  const auto tokenizer = pith::load_tokenizer("o200k_base");
  if (tokenizer) std::cout << tokenizer->count(*wire) << " tokens\n";
  return 0;
}
