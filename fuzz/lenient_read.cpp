// SPDX-License-Identifier: MIT
/// @file
/// The readers with options for what they refuse otherwise. The first byte
/// chooses the format, the second the options.
#include <pith/codec.hpp>
#include <pith/equality.hpp>

#include "interchange/interchange.hpp"
#include "interchange/lenient/csv_delimiter.hpp"
#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view formats[] = {"json", "ndjson", "yaml",
                                        "csv",  "cbor",   "msgpack"};

std::vector<pith::option_value> options_for(std::string_view format,
                                            unsigned choice) {
  constexpr std::string_view big[] = {"error", "string", "float", "string"};
  constexpr std::string_view tags[] = {"error", "drop", "keep", "keep"};
  const auto flag = [&](unsigned bit) {
    return (choice >> bit & 1) != 0 ? "true" : "false";
  };
  if (format == "csv") return {{"fill", flag(0)}};
  std::vector<pith::option_value> out{{"big-integers", big[choice & 3]}};
  if (format == "json") out.emplace_back("comments", flag(2));
  if (format == "json" || format == "ndjson") {
    out.emplace_back("lone-surrogates",
                     (choice & 8) != 0 ? "replace" : "error");
  }
  if (format == "yaml") {
    out.emplace_back("merge-keys", flag(2));
    out.emplace_back("tags", tags[choice >> 3 & 3]);
    out.emplace_back("documents", (choice & 32) != 0 ? "first" : "error");
  }
  return out;
}

}  // namespace

/// Leniency changes nothing in what is accepted without it, errors stand in the
/// text, and what was read is a value like any other.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size < 2) return 0;
  const std::string_view name = formats[data[0] % std::size(formats)];
  const std::string_view text(reinterpret_cast<const char*>(data) + 2,
                              size - 2);
  const pith::codec& format = *pith::interchange::all_codecs().find(name);
  const auto lenient =
      format.decode(text, {.options = options_for(name, data[1])});
  const auto strict = format.decode(text);
  if (!lenient) {
    require(lenient.error().offset <= text.size());
    require(lenient.error().detail[0] != '\0');
    // Merges and aliases are paid for in a slightly different way.
    require(!strict ||
            lenient.error().code == pith::error_code::expansion_limit);
  } else {
    require(!strict || pith::equal(strict->root(), lenient->root(),
                                   pith::member_order::significant));
    if (const auto written = format.encode(lenient->root())) {
      const auto back = format.decode(*written);
      require(back.has_value() && pith::equal(lenient->root(), back->root()));
    }
  }
  if (name == "csv") {
    static_cast<void>(
        pith::interchange::certain_delimiter(text, (data[1] & 1) != 0));
  }
  return 0;
}
