// SPDX-License-Identifier: MIT
/// @file
/// The codecs of the library, one function per format.
#ifndef PITH_CODEC_STANDARD_HPP
#define PITH_CODEC_STANDARD_HPP

#include <pith/codec.hpp>

#include <vector>

namespace pith::inline v0 {

[[nodiscard]] codec json_codec();
[[nodiscard]] codec gcf_codec();
[[nodiscard]] codec toon_codec();
[[nodiscard]] codec tron_codec();
[[nodiscard]] codec gcb_codec();
[[nodiscard]] codec goon_codec();
[[nodiscard]] codec xml_codec();
[[nodiscard]] codec markdown_codec();

/// All of them, in the order in which people should see them.
[[nodiscard]] std::vector<codec> standard_codecs();

}  // namespace pith::inline v0

#endif  // PITH_CODEC_STANDARD_HPP
