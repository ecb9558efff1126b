// SPDX-License-Identifier: MIT
#include "interchange/interchange.hpp"

namespace pith::interchange {

std::vector<codec> interchange_codecs() {
  return {ndjson_codec(), yaml_codec(),    toml_codec(), csv_codec(),
          tsv_codec(),    msgpack_codec(), cbor_codec()};
}

const registry& all_codecs() {
  // No name is taken twice (a test looks), so with() succeeds.
  static const registry known = *codecs().with(interchange_codecs());
  return known;
}

}  // namespace pith::interchange
