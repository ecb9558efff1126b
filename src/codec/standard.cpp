// SPDX-License-Identifier: MIT
#include "codec/standard.hpp"

namespace pith::inline v0 {

std::vector<codec> standard_codecs() {
  return {gcf_codec(), toon_codec(), tron_codec(), json_codec(),
          gcb_codec(), goon_codec(), xml_codec(),  markdown_codec()};
}

}  // namespace pith::inline v0
