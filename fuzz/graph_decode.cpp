// SPDX-License-Identifier: MIT
/// @file
/// Any bytes are decoded as a graph or refused, alike as a payload, as a
/// document and in a session; what was decoded and can be written is stable.
#include <pith/equality.hpp>
#include <pith/gcf_graph.hpp>
#include <pith/gcf_session.hpp>

#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

/// The payload and the document of one text say the same.
void compare(const pith::graph::payload& graph, const pith::document& doc) {
  const auto same = pith::graph::to_document(graph);
  require(same.has_value() && pith::equal(same->root(), doc.root(),
                                          pith::member_order::significant));
  const auto back = pith::graph::from_value(doc.root());
  require(back.has_value() && *back == graph);
}

/// decode(encode(decode(x))) is decode(x) in canonical order.
void check_stable(const pith::graph::payload& graph) {
  const auto wire = pith::gcf::encode(graph);
  if (!wire) {
    // Names beyond ASCII and other statuses are read, but not written.
    require(wire.error().code == pith::error_code::invalid_name);
    return;
  }
  const auto again = pith::gcf::decode_graph(*wire);
  require(again.has_value());
  require(again->symbols.size() == graph.symbols.size());
  require(again->edges.size() == graph.edges.size());
  const auto rewire = pith::gcf::encode(*again);
  require(rewire.has_value() && *rewire == *wire);
}

/// Whatever came before, a session decodes what needs no session, and a text
/// that it refuses leaves it as it was.
void check_session(std::string_view text,
                   const pith::result<pith::graph::payload>& alone) {
  static pith::gcf::session_consumer consumer({.max_symbols = 64});
  const std::size_t before = consumer.size();
  const auto read = consumer.decode(text);
  if (!read) {
    require(consumer.size() == before);
    require(read.error().offset <= text.size());
  } else if (alone) {
    require(*read == *alone);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static pith::gcf::decoder decoder;
  static pith::document doc;  // reused: nothing may remain from the last text
  const auto graph = pith::gcf::decode_graph(text);
  check_session(text, graph);
  const auto done = decoder.decode_into(doc, text);
  if (!graph) {
    require(graph.error().offset <= size);
    require(graph.error().detail[0] != '\0');
    return 0;
  }
  require(done.has_value());
  compare(*graph, doc);
  check_stable(*graph);
  return 0;
}
