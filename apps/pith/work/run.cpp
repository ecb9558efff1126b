// SPDX-License-Identifier: MIT
#include "work/run.hpp"

#include <pith/json.hpp>
#include <pith/limits.hpp>

#include "console/diagnostics.hpp"
#include "console/output.hpp"
#include "console/progress.hpp"
#include "line/shared_options.hpp"
#include "system/console.hpp"
#include "system/descriptors.hpp"
#include "terminal/terminal.hpp"

#include <cerrno>
#include <string_view>
#include <vector>

namespace cli {

bool is_about_options(const pith::error& what) {
  return what.code == pith::error_code::unknown_option ||
         what.code == pith::error_code::invalid_option;
}

std::optional<pith::tokenizer> open_tokenizer(const arguments& args,
                                              exit_code& status) {
  const std::string name{args.value(tokenizer_option).value_or("o200k_base")};
  auto found = pith::load_tokenizer(name);
  if (!found) {
    say(format_error(name, found.error()));
    if (found.error().code == pith::error_code::unknown_tokenizer) {
      std::vector<std::string_view> known;
      for (const auto& one : pith::tokenizer_names()) known.push_back(one.name);
      const std::string meant = suggestion(name, known);
      if (!meant.empty()) say("pith: " + meant.substr(2) + '\n');
    }
    status = found.error().code == pith::error_code::read_failed
                 ? exit_code::io
                 : exit_code::usage;
    return std::nullopt;
  }
  if (found->is_estimate()) {
    say_note("pith: the tokenizer of " + printable(name) +
             " is not public; these are counts of " +
             std::string(found->name()) +
             ", an estimate. The provider's own counting API is exact\n");
  }
  return std::move(*found);
}

void say_if_waiting(const std::string& file) {
  if (file != "-" || !is_terminal(standard_input)) return;
  say_note("pith: reading standard input; press " +
           std::string(end_of_input_key()) + " to end it\n");
}

std::optional<input> open_input(const std::string& file) {
  say_if_waiting(file);
  now("reading");
  const std::size_t most = pith::limits{}.max_bytes;
  input in = read_input(file, most);
  if (in.text.size() > most) in.failure = EFBIG;
  if (in.failure != 0) {
    say_failure("cannot read " + in.name, in.failure);
    return std::nullopt;
  }
  return in;
}

exit_code refuse(const input& in, const pith::error& what) {
  if (is_about_options(what)) return refuse_value(in.name, what);
  say(format_error(in.name, in.text, what));
  return exit_code::bad_input;
}

exit_code refuse(const input& in, const pith::codec& format,
                 const pith::error& what) {
  if (!format.is_binary || is_about_options(what)) return refuse(in, what);
  // Bytes have no lines, and a terminal cannot show them.
  return refuse_value(in.name + ": byte " + std::to_string(what.offset), what);
}

exit_code refuse_value(const std::string& name, const pith::error& what) {
  if (is_about_options(what)) {
    say("pith: " + message(what) + "\nTry 'pith codecs'.\n");
    return exit_code::usage;
  }
  say(format_error(name, what));
  return exit_code::bad_input;
}

exit_code misused(std::string_view mistake, std::string_view command) {
  const std::string of = command.empty() ? "" : std::string(command) + ' ';
  say("pith: " + printable(mistake) + "\nTry 'pith " + of + "--help'.\n");
  return exit_code::usage;
}

pith::result<std::string> json_line(pith::builder& built) {
  const auto doc = built.finish();
  if (!doc) return doc.error();
  auto text = pith::json::write(doc->root());
  if (text) *text += '\n';
  return text;
}

exit_code write_file(const std::string& file, std::string_view text) {
  end_progress();  // the text may reach the same terminal through a pipe
  output out{file};
  if (!out.is_open()) return exit_code::io;
  out.sink().write(text);
  return out.conclude(file, {});
}

exit_code print(const arguments& args, std::string_view text) {
  return write_file(std::string(args.value(output_option).value_or("-")), text);
}

exit_code print(const arguments& args, const std::string& name,
                const pith::result<std::string>& text) {
  return text ? print(args, *text) : refuse_value(name, text.error());
}

}  // namespace cli
