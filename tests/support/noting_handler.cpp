// SPDX-License-Identifier: MIT
#include "noting_handler.hpp"

#include <pith/json.hpp>

namespace pith_tests {

using pith::gcf::section_kind;

void noting_handler::begin_section(const pith::gcf::section& s) {
  std::string text = "begin";
  if (s.name) text += " " + std::string(*s.name);
  text += s.kind == section_kind::table       ? " table"
          : s.kind == section_kind::keyed_map ? " map"
                                              : " list";
  for (const std::string_view field : s.fields) {
    text += " " + std::string(field);
  }
  text += s.declared ? " of " + std::to_string(*s.declared) : " of ?";
  notes.push_back(text);
}

void noting_handler::note(const std::string& words, pith::value v) {
  notes.push_back(words + pith::json::write(v).value_or("(not written)"));
}

strings notes_of(std::string_view text,
                 const pith::gcf::incremental_options& options) {
  noting_handler handler;
  pith::gcf::incremental_decoder decoder(handler, options);
  auto done = decoder.feed(text);
  if (done) done = decoder.finish();
  if (!done) handler.notes.push_back(pith::message(done.error()));
  return handler.notes;
}

}  // namespace pith_tests
