// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/version.hpp>

#include "console/diagnostics.hpp"
#include "doctor/report.hpp"
#include "work/run.hpp"

namespace cli {

namespace {

/// Members of one report.
class json_report {
 public:
  pith::result<std::string> write(const survey& found,
                                  const asked_server* asked) {
    b_.begin_object();
    text("version", pith::version);
    text("executable", found.executable);
    text("launcher", launcher_text(found.launcher));
    b_.key("authorities").boolean(found.has_authorities);
    texts("problems", found.problems);
    b_.key("files").begin_array();
    for (const surveyed_file& file : found.files) write_file_of(file);
    b_.end_array();
    if (asked != nullptr) write_asked(*asked);
    number("problem_count", found.problem_count());
    b_.end_object();
    return json_line(b_);
  }

 private:
  static std::string_view launcher_text(launcher_kind kind) {
    return launcher_names[static_cast<std::size_t>(kind)];
  }
  void text(std::string_view key, std::string_view value) {
    b_.key(key).string(valid_text(value));
  }
  void number(std::string_view key, std::size_t value) {
    b_.key(key).integer(static_cast<std::int64_t>(value));
  }
  void texts(std::string_view key, const std::vector<std::string>& values) {
    b_.key(key).begin_array();
    for (const std::string& one : values) b_.string(valid_text(one));
    b_.end_array();
  }
  /// Of these only the names.
  void names(std::string_view key, const secret_pairs& pairs) {
    b_.key(key).begin_array();
    for (const auto& [name, value] : pairs) b_.string(valid_text(name));
    b_.end_array();
  }

  void write_file_of(const surveyed_file& file) {
    b_.begin_object();
    text("client", file.client->name);
    text("title", file.client->title);
    text("file", file.path);
    texts("problems", file.problems);
    b_.key("servers").begin_array();
    for (const surveyed_server& server : file.servers) write_server(server);
    b_.end_array().end_object();
  }

  void write_server(const surveyed_server& server) {
    b_.begin_object();
    text("name", server.name);
    if (!server.project.empty()) text("project", server.project);
    text("state", name_of(server.state));
    b_.key("disabled").boolean(server.is_disabled);
    if (server.launch) {
      text("launcher", launcher_text(server.launch->kind));
      if (!server.launch->version.empty()) {
        text("version", server.launch->version);
      }
    }
    text("program", server.program);
    names("variables", server.variables);
    names("headers", server.headers);
    texts("problems", server.problems);
    b_.end_object();
  }

  void write_asked(const asked_server& asked) {
    const tool_list_answer& answer = asked.answer;
    b_.key("run").begin_object();
    text("name", answer.name);
    text("version", answer.version);
    text("protocol", answer.revision);
    number("start_ms", static_cast<std::size_t>(answer.start_time.count()));
    text("tokenizer", asked.tokenizer);
    number("pages", answer.pages);
    number("tools", answer.tools_before);
    number("tokens", answer.tokens_before);
    number("tools_with_pith", answer.tools_after);
    number("tokens_with_pith", answer.tokens_after);
    b_.key("largest").begin_array();
    for (const tool_cost& tool : answer.tools) {
      b_.begin_object();
      text("name", tool.name);
      number("tokens", tool.tokens_before);
      number("tokens_with_pith", tool.tokens_after);
      b_.end_object();
    }
    b_.end_array();
    texts("stderr", answer.words);
    b_.end_object();
  }

  pith::builder b_;
};

}  // namespace

pith::result<std::string> report_json(const survey& found,
                                      const asked_server* asked) {
  return json_report{}.write(found, asked);
}

}  // namespace cli
