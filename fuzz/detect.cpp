// SPDX-License-Identifier: MIT
/// @file
/// Any bytes are detected as at most one format. What is JSON is detected as
/// JSON, and what begins as an object or a list of objects is never certainly
/// anything but JSON or lines of it.
#include <pith/codec.hpp>
#include <pith/json.hpp>

#include "interchange/interchange.hpp"
#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const pith::registry& all = pith::interchange::all_codecs();
  const pith::codec* const seen = all.detect(text);
  if (pith::json::parse(text)) {
    require(seen != nullptr && seen->name == "json");
    return 0;
  }
  if (seen == nullptr) return 0;
  require(seen->recognize != nullptr);
  const bool is_certain = seen->recognize(text) == pith::likeness::certain;
  if (text.starts_with('{')) {
    require(seen->name == "json" || seen->name == "ndjson");
    require(!is_certain || seen->name == "ndjson");
  }
  if (is_certain && seen->read) (void)seen->decode(text);
  return 0;
}
