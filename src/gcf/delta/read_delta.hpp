// SPDX-License-Identifier: MIT
/// @file
/// A delta from the document that the reader made of its text.
#ifndef PITH_GCF_DELTA_READ_DELTA_HPP
#define PITH_GCF_DELTA_READ_DELTA_HPP

#include <pith/gcf_delta.hpp>

#include "gcf/decode/reader.hpp"

namespace pith::inline v0::gcf::keyed {

/// `read` is what `reader` made of a text whose header says delta=true; it is
/// known to be sound.
[[nodiscard]] result<delta> take_delta(const document& read,
                                       const decoding::reader& reader,
                                       const limits& bounds);

}  // namespace pith::inline v0::gcf::keyed

#endif  // PITH_GCF_DELTA_READ_DELTA_HPP
