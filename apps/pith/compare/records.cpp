// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>

#include "console/diagnostics.hpp"
#include "work/comparison.hpp"
#include "work/formats.hpp"
#include "work/run.hpp"

namespace cli {

pith::result<std::string> compare_json(const comparison& all) {
  pith::builder b;
  b.begin_object().key("tokenizer").string(all.tokenizer);
  b.key("estimate").boolean(all.is_estimate);
  const auto line = [&](const compared& one) {
    b.begin_object().key("file").string(valid_text(one.name));
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

pith::result<std::string> compare_csv(const comparison& all) {
  pith::builder b;
  b.begin_array();
  for (const compared& one : all.files) {
    for (std::size_t i = 0; i < all.columns.size(); ++i) {
      const std::size_t tokens = one.tokens[i];
      b.begin_object().key("file").string(printable(one.name));
      b.key("format").string(all.columns[i]);
      b.key("tokens").integer(static_cast<std::int64_t>(tokens));
      b.key("bytes").integer(static_cast<std::int64_t>(one.bytes[i]));
      b.key("saving_vs_json");
      b.real(saving(tokens, one.tokens[comparison::json]));
      b.key("saving_vs_json_pretty");
      b.real(saving(tokens, one.tokens[comparison::pretty])).end_object();
    }
  }
  const auto doc = b.end_array().finish();
  if (!doc) return doc.error();
  return formats().find("csv")->encode(doc->root());
}

}  // namespace cli
