// SPDX-License-Identifier: MIT
/// @file
/// What holds for any bytes that one of the interchange formats is given.
#ifndef PITH_FUZZ_INTERCHANGE_READ_HPP
#define PITH_FUZZ_INTERCHANGE_READ_HPP

#include <pith/codec.hpp>
#include <pith/equality.hpp>

#include "interchange/interchange.hpp"
#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Bytes are read or refused; what was read is written, unless the limits on
/// its size say no, and comes back equal; limits change nothing within them.
inline void check_interchange(const pith::codec& format,
                              std::string_view bytes) {
  using pith::error_code;
  const auto doc = format.decode(bytes);
  if (!doc) {
    require(doc.error().offset <= bytes.size());
    require(doc.error().detail[0] != '\0');
    return;
  }
  pith::codec_settings small;
  small.bounds.max_depth = 8;
  small.bounds.max_items = 16;
  small.bounds.max_fields = 8;
  if (const auto bounded = format.decode(bytes, small)) {
    require(pith::equal(bounded->root(), doc->root(),
                        pith::member_order::significant));
  }
  const auto text = format.encode(doc->root());
  if (!text) {
    require(text.error().code == error_code::expansion_limit);
    return;
  }
  const auto back = format.decode(*text);
  require(back.has_value() && pith::equal(doc->root(), back->root()));
  const auto again = format.encode(back->root());
  require(again.has_value() && *again == *text);
}

#endif  // PITH_FUZZ_INTERCHANGE_READ_HPP
