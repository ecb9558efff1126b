// SPDX-License-Identifier: MIT
#include "mcp/merge/merge_config.hpp"

namespace pith::mcp {

merge_settings merge_settings_of(const endpoint_config& endpoint) {
  merge_settings made;
  made.name = endpoint.name.empty() ? "mcp" : endpoint.name;
  made.max_name = endpoint.options.max_name;
  made.stale_time = endpoint.options.stale_time;
  switch (endpoint.options.era) {
    case endpoint_era::automatic:
      break;
    case endpoint_era::legacy:
      made.era = merge_era::legacy;
      break;
    case endpoint_era::modern:
      made.era = merge_era::modern;
      break;
  }
  return made;
}

}  // namespace pith::mcp
