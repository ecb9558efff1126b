// SPDX-License-Identifier: MIT
/// @file
/// Feeds compare.mjs: documents as JSON and as GCF (peer_feed.hpp).

#include <pith/gcf.hpp>
#include <pith/sink.hpp>

#include "peer_feed.hpp"

#include <string>

int main(int argc, char** argv) {
  pith::gcf::encoder encoder;
  std::string wire;
  pith_tests::peer_feed feed{
      .name = "differential_documents",
      .print = [&](std::string_view json, pith::value root, std::uint64_t) {
        wire.clear();
        pith::string_sink sink(wire);
        const auto encoded = encoder.encode_to(sink, root);
        if (!encoded) {
          return pith_tests::fail_feed("cannot encode", encoded.error());
        }
        return pith_tests::print_record({json, wire});
      }};
  // Fewer numbers from the edges than elsewhere: about them the package is
  // known to be wrong, and a document with one of them proves less.
  feed.taste.odd_number_percent = 6;
  feed.taste.medium_per_mille = 150;
  feed.taste.large_per_mille = 20;
  return pith_tests::run_feed(argc, argv, feed);
}
