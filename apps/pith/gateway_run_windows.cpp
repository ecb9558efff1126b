// SPDX-License-Identifier: MIT
#include "console/diagnostics.hpp"
#include "gateway_run.hpp"

namespace cli {

exit_code run_gateway(const arguments& /*args*/) {
  say("pith: the gateway does not run on Windows; run it in WSL, or as the "
      "container image of pith (docs/gateway.md). 'pith proxy' serves one "
      "client here\n");
  return exit_code::usage;
}

}  // namespace cli
