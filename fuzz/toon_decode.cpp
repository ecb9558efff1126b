// SPDX-License-Identifier: MIT
/// @file
/// Any bytes are decoded or refused, strictly and not, and what was decoded is
/// a document like any other: it encodes, and decodes to itself.
#include <pith/equality.hpp>
#include <pith/toon.hpp>

#include "bounded.hpp"
#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

/// What a strict reader takes means the same to one that is not.
void decode_loosely(std::string_view text, const pith::document& strict) {
  static pith::toon::decoder decoder({.strict = false, .bounds = {}});
  static pith::document doc;
  require(decoder.decode_into(doc, text).has_value());
  require(
      pith::equal(doc.root(), strict.root(), pith::member_order::significant));
}

void encode(const pith::document& doc) {
  for (const auto delimiter :
       {pith::toon::delimiter::comma, pith::toon::delimiter::tab,
        pith::toon::delimiter::pipe}) {
    const pith::toon::encode_options options{
        .delimiter = delimiter, .indent_size = 2, .bounds = {}};
    const auto text = pith::toon::encode(doc.root(), options);
    if (!text) {
      require(text.error().code == pith::error_code::expansion_limit ||
              text.error().code == pith::error_code::field_limit);
      return;
    }
    const auto again = pith::toon::decode(*text);
    require(again.has_value() && pith::equal(doc.root(), again->root()));
    const auto rewritten = pith::toon::encode(again->root(), options);
    require(rewritten.has_value() && *rewritten == *text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static pith::toon::decoder decoder;
  static pith::document doc;  // reused: nothing may remain from the last text
  const auto done = decoder.decode_into(doc, text);
  if (done) {
    decode_loosely(text, doc);
    require_error_or_whole(
        pith::toon::decode(text, {.bounds = narrow_limits()}), doc);
    encode(doc);
    return 0;
  }
  require(done.error().offset <= size);
  require(done.error().detail[0] != '\0');
  require(doc.root().is_null());
  static pith::toon::decoder loose({.strict = false, .bounds = {}});
  if (loose.decode_into(doc, text)) encode(doc);
  return 0;
}
