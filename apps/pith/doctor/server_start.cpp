// SPDX-License-Identifier: MIT
#include "doctor/server_start.hpp"

#include "doctor/variables.hpp"
#include "install/proxy_options.hpp"
#include "line/arguments.hpp"
#include "line/commands.hpp"
#include "mcp/config/configured_header.hpp"
#include "mcp/link/child_link.hpp"
#include "mcp/link/http_link.hpp"

#include <vector>

namespace cli {

namespace {

namespace mcp = pith::mcp;

constexpr std::size_t max_line_bytes = 32U << 20U;
constexpr std::chrono::milliseconds end_time{1'000};

/// The text with its variables filled in.
std::string filled_in(std::string_view text, std::string& problem) {
  expanded_text out = expand_variables(text);
  if (!out.unknown.empty()) {
    problem = "uses ${" + out.unknown +
              "}, which only the client can fill in; set it in the "
              "environment, or start the server from the client";
  }
  return std::move(out.text);
}

/// The options of pith proxy that apply.
std::vector<std::string> proxy_words_for(const mcp_client& client,
                                         const surveyed_server& server) {
  if (server.state == server_state::wrapped) return server.proxy_words;
  if (mcp::known_client(client.name) == nullptr) return {};
  return {"--client=" + std::string(client.name)};
}

mcp::child_command command_of(const surveyed_server& server,
                              std::string& problem) {
  mcp::child_command command;
  for (const std::string& word : server.own_words) {
    command.words.push_back(filled_in(word, problem));
  }
  for (const auto& [name, value] : server.variables) {
    command.environment.emplace_back(name, filled_in(value, problem));
  }
  command.directory = filled_in(server.directory, problem);
  command.max_line_bytes = max_line_bytes;
  command.patience = end_time;
  return command;
}

mcp::http_link_options address_of(const surveyed_server& server,
                                  std::string& problem) {
  mcp::http_link_options options;
  options.url = filled_in(server.url, problem);
  options.max_message_bytes = max_line_bytes;
  for (const auto& [name, value] : server.headers) {
    std::string text = filled_in(value, problem);
    const bool ends_line = text.find_first_of("\r\n") != text.npos;
    if (ends_line || !mcp::check_header_name(name).empty()) {
      problem = "has a header that cannot be sent";
      return options;
    }
    options.headers.add(name, std::move(text));
  }
  return options;
}

}  // namespace

tool_list_request request_of(const mcp_client& client,
                             const surveyed_server& server,
                             std::string& problem) {
  tool_list_request request;
  const std::vector<std::string> words = proxy_words_for(client, server);
  std::vector<const char*> pointers;
  pointers.reserve(words.size());
  for (const std::string& word : words) pointers.push_back(word.c_str());
  const arguments args{proxy_command, pointers};
  request.policy = read_proxy_settings(args).policy;
  if (server.state == server_state::remote) {
    const auto options = address_of(server, problem);
    request.connect = [options](boost::asio::io_context& io,
                                mcp::server_link::handlers what,
                                std::string& failure) {
      return mcp::start_http_link(io, options, std::move(what), failure);
    };
    return request;
  }
  if (server.own_words.empty()) {
    problem = "has no command that can be started";
    return request;
  }
  mcp::child_command command = command_of(server, problem);
  if (server.state == server_state::wrapped) {
    for (const std::string_view name : args.values(pass_env_option)) {
      command.pass_environment.emplace_back(name);
    }
  } else {
    command.pass_environment.emplace_back("*");  // as a client does
  }
  request.connect = [command](boost::asio::io_context& io,
                              mcp::server_link::handlers what,
                              std::string& failure) {
    return mcp::start_child_link(io, command, std::move(what), failure);
  };
  return request;
}

std::string without_secrets(std::string text, const surveyed_server& server) {
  constexpr std::size_t min_bytes = 4;  // shorter ones are switches
  const auto hide = [&text](const std::string& value) {
    if (value.size() < min_bytes) return;
    for (std::size_t at = text.find(value); at != text.npos;
         at = text.find(value, at + value.size())) {
      text.replace(at, value.size(), value.size(), '*');
    }
  };
  for (const auto* const pairs : {&server.variables, &server.headers}) {
    for (const auto& [name, value] : *pairs) {
      const std::string filled = expand_variables(value).text;
      hide(value);
      hide(filled);
      hide(filled.substr(filled.rfind(' ') + 1));  // of "Bearer TOKEN"
    }
  }
  return text;
}

}  // namespace cli
