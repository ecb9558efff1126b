// SPDX-License-Identifier: MIT
#include "interchange/interchange.hpp"

#include <utility>

namespace pith::interchange {

std::vector<codec> interchange_codecs() {
  return {ndjson_codec(), yaml_codec(),    toml_codec(), csv_codec(),
          tsv_codec(),    msgpack_codec(), cbor_codec()};
}

const registry& all_codecs() {
  // No name is taken twice (a test looks), so of() succeeds.
  static const registry known = [] {
    std::vector<codec> all;
    for (const codec& c : codecs().all()) {
      all.push_back(c.name == "json" ? lenient_json_codec() : c);
    }
    for (codec& c : interchange_codecs()) all.push_back(std::move(c));
    return *registry::of(std::move(all));
  }();
  return known;
}

}  // namespace pith::interchange
