// SPDX-License-Identifier: MIT
/// @file
/// Whatever follows a full payload, a consumer holds what it held, or a set
/// whose root is right. The input is a full payload and updates, one after
/// the other, split before each header; both profiles.
#include <pith/gcf.hpp>
#include <pith/gcf_delta.hpp>
#include <pith/gcf_graph_delta.hpp>
#include <pith/json.hpp>

#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

std::string shown(pith::value v) {
  const auto text = pith::json::write(v);
  return text ? *text : std::string();
}

void follow_rows(pith::gcf::delta_consumer& consumer, bool verify,
                 std::string_view wire) {
  const std::string root(consumer.root());
  const std::string rows = shown(consumer.rows());
  const auto taken = consumer.receive(wire);
  if (!taken) {
    require(consumer.root() == root && shown(consumer.rows()) == rows);
    return;
  }
  require(consumer.has_set());
  const auto now = pith::gcf::pack_root(consumer.rows(), consumer.set());
  require(now && *now == consumer.root());
  if (!verify) return;
  // What was received can be sent.
  const auto full = pith::gcf::encode_full(consumer.rows(), consumer.set());
  if (!full) return;  // a limit, or a map without columns
  pith::gcf::delta_consumer other;
  const auto again = other.receive(*full);
  require(again && other.root() == consumer.root());
}

void follow_graph(pith::gcf::graph_delta_consumer& consumer,
                  std::string_view wire) {
  const pith::graph::payload held = consumer.graph();
  const auto taken = consumer.receive(wire);
  if (!taken) {
    require(consumer.graph() == held);
    return;
  }
  const auto is_valid = pith::gcf::has_valid_root(consumer.graph());
  require(is_valid && *is_valid);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const bool verify : {true, false}) {
    pith::gcf::delta_consumer rows({.verify = verify});
    pith::gcf::graph_delta_consumer graph({.verify = verify});
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = text.find("\nGCF ", begin);
      end = end == std::string_view::npos ? text.size() : end + 1;
      const std::string_view wire = text.substr(begin, end - begin);
      follow_rows(rows, verify, wire);
      follow_graph(graph, wire);
      begin = end;
    }
  }
  return 0;
}
