// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/json.hpp>
#include <pith/tokens.hpp>

#include "command.hpp"
#include "diagnostics.hpp"

#include <unistd.h>

#include <algorithm>
#include <vector>

namespace cli {

namespace {

struct counted {
  std::string name;
  std::size_t tokens;
  std::size_t bytes;
};

/// As `wc` prints: numbers, then names, and the sum when there are several.
std::string as_lines(const std::vector<counted>& files, std::size_t total) {
  const std::size_t width = std::to_string(total).size();
  std::string out;
  const auto line = [&](std::size_t tokens, const std::string& name) {
    const std::string number = std::to_string(tokens);
    out.append(width - number.size(), ' ');
    out += number + "  " + printable(name) + '\n';
  };
  for (const counted& file : files) line(file.tokens, file.name);
  if (files.size() > 1) line(total, "total");
  return out;
}

pith::result<std::string> as_json(const pith::tokenizer& tokenizer,
                                  const std::vector<counted>& files,
                                  std::size_t total) {
  const auto number = [](std::size_t n) {
    return static_cast<std::int64_t>(n);
  };
  pith::builder b;
  b.begin_object().key("tokenizer").string(tokenizer.name());
  b.key("estimate").boolean(tokenizer.is_estimate());
  b.key("files").begin_array();
  for (const counted& file : files) {
    b.begin_object().key("file").string(printable(file.name));
    b.key("tokens").integer(number(file.tokens));
    b.key("bytes").integer(number(file.bytes)).end_object();
  }
  b.end_array().key("total").integer(number(total)).end_object();
  const auto doc = b.finish();
  if (!doc) return doc.error();
  auto text = pith::json::write(doc->root());
  if (text) *text += '\n';
  return text;
}

}  // namespace

exit_code run_tokens(const arguments& args) {
  exit_code status = exit_code::ok;
  const auto tokenizer = open_tokenizer(args.tokenizer, status);
  if (!tokenizer) return status;
  pith::token_counter counter{*tokenizer};
  std::vector<counted> files;
  std::size_t total = 0;
  for (const std::string& file : args.files) {
    const std::optional<input> in = open_input(file);
    if (!in) return exit_code::io;
    files.push_back({file, counter.count(in->text), in->text.size()});
    total += files.back().tokens;
  }
  fd_sink out(STDOUT_FILENO);
  pith::result<void> done;
  if (args.wants_json) {
    const auto text = as_json(*tokenizer, files, total);
    if (text) {
      out.write(*text);
    } else {
      done = text.error();
    }
  } else {
    out.write(as_lines(files, total));
  }
  return conclude("pith tokens", done, out);
}

}  // namespace cli
