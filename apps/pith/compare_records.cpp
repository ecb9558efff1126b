// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>

#include "comparison.hpp"
#include "diagnostics.hpp"
#include "run.hpp"

namespace cli {

namespace {

/// A field of CSV, in quotes where it must be.
std::string field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string(text);
  }
  std::string out = "\"";
  for (const char c : text) {
    out += c;
    if (c == '"') out += c;
  }
  return out + '"';
}

}  // namespace

pith::result<std::string> compare_json(const comparison& all) {
  pith::builder b;
  b.begin_object().key("tokenizer").string(all.tokenizer);
  b.key("estimate").boolean(all.is_estimate);
  const auto line = [&](const compared& one) {
    b.begin_object().key("file").string(printable(one.name));
    b.key("cheapest").string(all.columns[one.cheapest()]);
    b.key("formats").begin_array();
    for (std::size_t i = 0; i < all.columns.size(); ++i) {
      b.begin_object().key("format").string(all.columns[i]);
      b.key("tokens").integer(static_cast<std::int64_t>(one.tokens[i]));
      b.key("bytes").integer(static_cast<std::int64_t>(one.bytes[i]));
      b.end_object();
    }
    b.end_array().end_object();
  };
  b.key("files").begin_array();
  for (const compared& file : all.files) line(file);
  b.end_array().key("total");
  line(all.total());
  return json_line(b.end_object());
}

std::string compare_csv(const comparison& all) {
  std::string out =
      "file,format,tokens,bytes,saving_vs_json,saving_vs_json_pretty\n";
  for (const compared& one : all.files) {
    for (std::size_t i = 0; i < all.columns.size(); ++i) {
      const std::size_t tokens = one.tokens[i];
      out += field(printable(one.name)) + ',' + field(all.columns[i]) + ',' +
             std::to_string(tokens) + ',' + std::to_string(one.bytes[i]) + ',' +
             saving(tokens, one.tokens[comparison::json]) + ',' +
             saving(tokens, one.tokens[comparison::pretty]) + '\n';
    }
  }
  return out;
}

}  // namespace cli
