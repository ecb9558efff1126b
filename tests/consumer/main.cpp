// SPDX-License-Identifier: MIT
/// @file
/// A program of somebody who uses pith; the three projects beside it build it.
#include <pith/pith.hpp>

#include <cstdio>
#include <string>

int main() {
  const auto doc = pith::json::parse(R"([{"id":1,"x":"a"},{"id":2,"x":"b"}])");
  if (!doc) return 1;
  const auto wire = pith::gcf::encode(doc->root());
  if (!wire) return 1;
  const auto back = pith::gcf::decode(*wire);
  if (!back || !pith::equal(doc->root(), back->root())) return 1;
  const auto bad = pith::json::parse("[1,");
  if (bad || bad.error().code != pith::error_code::unexpected_end) return 1;
  std::printf("pith %s\n%s", std::string(pith::version).c_str(), wire->c_str());
  return 0;
}
