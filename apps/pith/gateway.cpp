// SPDX-License-Identifier: MIT
#include "gateway_run.hpp"
#include "line/commands.hpp"

namespace cli {

namespace {

constexpr option gateway_options[] = {
    gateway_config_option, gateway_check_option, gateway_insecure_option};

constexpr example gateway_examples[] = {
    {"pith gateway --config pith.toml", "serve the servers in pith.toml"},
    {"pith gateway --check", "check pith.toml"}};

}  // namespace

const command gateway_command{
    .name = "gateway",
    .summary = "serve MCP servers over HTTP, with answers in fewer tokens",
    .operands = "",
    .description =
        "Serves the MCP servers in a configuration over Streamable HTTP, each "
        "at /NAME/mcp, and rewrites their answers as pith proxy does. A server "
        "is a URL, or a command that pith starts for each session.\n"
        "\n"
        "On SIGHUP, the gateway reads the configuration and the certificate "
        "again and reopens the log, without dropping a request. On SIGTERM, it "
        "finishes open requests and exits; a second SIGTERM ends it "
        "immediately. /metrics serves Prometheus metrics, / is a page with "
        "charts, and /healthz and /readyz report liveness and readiness.",
    .options = gateway_options,
    .examples = gateway_examples,
    .max_operands = 0,
    .run = run_gateway};

}  // namespace cli
