// SPDX-License-Identifier: MIT
/// @file
/// The formats that people have beside those for models: codecs of the command
/// that need libraries of their own, and are therefore not part of libpith.
#ifndef PITH_INTERCHANGE_INTERCHANGE_HPP
#define PITH_INTERCHANGE_INTERCHANGE_HPP

#include <pith/codec.hpp>

#include <vector>

namespace pith::interchange {

[[nodiscard]] codec ndjson_codec();
[[nodiscard]] codec yaml_codec();
[[nodiscard]] codec toml_codec();
[[nodiscard]] codec csv_codec();
[[nodiscard]] codec tsv_codec();
[[nodiscard]] codec msgpack_codec();
[[nodiscard]] codec cbor_codec();

/// The library's JSON with options for what RFC 8259 does not allow.
[[nodiscard]] codec lenient_json_codec();
/// The same options but comments, for a codec of lines.
[[nodiscard]] codec lenient_lines(codec lines);

/// All of them, in the order in which people should see them.
[[nodiscard]] std::vector<codec> interchange_codecs();

/// pith::codecs() and these, with lenient_json_codec() as its json. Made at the
/// first call, never changed.
[[nodiscard]] const registry& all_codecs();

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_INTERCHANGE_HPP
