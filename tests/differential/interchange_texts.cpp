// SPDX-License-Identifier: MIT
/// @file
/// The interchange codecs for a peer in another language. Reads records, each
/// a length, a line feed and as many bytes; answers each with such a record.
///
///     interchange_texts FORMAT read   texts to JSON, or `!code` when refused
///     interchange_texts FORMAT write  JSON to texts, or `!code`
#include <pith/codec.hpp>
#include <pith/json.hpp>

#include "interchange/interchange.hpp"

#include <cstddef>
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>

namespace {

std::string convert(const pith::codec& from, const pith::codec& to,
                    std::string_view text) {
  const auto refused = [](const pith::error& why) {
    return "!" + std::string(pith::name(why.code));
  };
  const auto doc = from.decode(text);
  if (!doc) return refused(doc.error());
  const auto made = to.encode(doc->root());
  return made ? *made : refused(made.error());
}

}  // namespace

int main(int argc, char** argv) {
  const pith::registry& all = pith::interchange::all_codecs();
  const pith::codec* const format = argc == 3 ? all.find(argv[1]) : nullptr;
  if (format == nullptr) {
    std::fputs("usage: interchange_texts FORMAT read|write\n", stderr);
    return 2;
  }
  const pith::codec& json = *all.find("json");
  const bool reads = std::string_view(argv[2]) == "read";
  std::string text;
  for (std::size_t size = 0; std::cin >> size;) {
    std::cin.get();
    text.resize(size);
    std::cin.read(text.data(), static_cast<std::streamsize>(size));
    const std::string made =
        reads ? convert(*format, json, text) : convert(json, *format, text);
    std::cout << made.size() << '\n' << made;
  }
  return 0;
}
