// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>

#include "console/diagnostics.hpp"
#include "work/comparison.hpp"
#include "work/cost_tree.hpp"
#include "work/file_list.hpp"
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
    b.end_array();
    if (!one.rivals.empty()) b.key("rivals").begin_array();
    for (std::size_t i = 0; i < one.rivals.size(); ++i) {
      const rival_cost& cost = one.rivals[i];
      b.begin_object().key("format").string(rivals()[i].name);
      if (cost.is_written) {
        b.key("tokens").integer(cost.tokens).key("bytes").integer(cost.bytes);
        b.key("lossless").boolean(cost.keeps_values);
      } else {
        b.key("reason").string(cost.why);
      }
      b.end_object();
    }
    if (!one.rivals.empty()) b.end_array();
    b.end_object();
  };
  b.key("files").begin_array();
  for (const compared& file : all.files) line(file);
  b.end_array();
  if (all.tree != nullptr) {
    b.key("directories").begin_array();
    for (const cost_line& one : all.tree->lines()) {
      if (!one.of.is_directory) continue;
      b.begin_object().key("directory").string(valid_text(one.of.path));
      b.key("files").integer(one.files).key("formats").begin_array();
      for (std::size_t i = 0; i < all.columns.size(); ++i) {
        b.begin_object().key("format").string(all.columns[i]);
        b.key("tokens").integer(one.sums[i]);
        b.key("bytes").integer(one.sums[all.columns.size() + i]).end_object();
      }
      b.end_array().end_object();
    }
    b.end_array();
    add_left_out(b, *all.skipped);
  }
  b.key("total");
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
