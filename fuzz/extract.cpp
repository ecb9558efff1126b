// SPDX-License-Identifier: MIT
/// @file
/// Whatever an answer is, what is extracted lies inside it and is found again
/// alone; and whatever is wrong with it can be said.
#include <pith/gcf.hpp>
#include <pith/gcf_extract.hpp>

#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto found = pith::gcf::extract(text);
  if (!found) return 0;
  require(!found->payload.empty());
  require(found->payload.data() == text.data() + found->offset);
  require(found->offset + found->payload.size() <= size);
  const std::string plain = pith::gcf::unindented(*found);
  require(plain.size() <= found->payload.size());
  require(found->indent != 0 || plain == found->payload);
  const auto doc = pith::gcf::decode(plain);
  if (doc) {
    require(found->format == pith::gcf::payload_format::gcf);
    return 0;
  }
  const std::string words = pith::gcf::explain(doc.error(), plain);
  require(words.starts_with("Line ") && words.ends_with('.'));
  require(words.size() < 1000);
  for (const char c : words) require(static_cast<unsigned char>(c) >= 0x20);
  return 0;
}
