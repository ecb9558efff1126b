// SPDX-License-Identifier: MIT
/// @file
/// Feeds tron.mjs (peer_feed.hpp): documents as JSON, as TRON, as TRON that is
/// never worse, and as TRON in another spelling that the package should read.

#include <pith/tron.hpp>

#include "peer_feed.hpp"
#include "random.hpp"
#include "tron_dialect.hpp"

namespace {

int print(std::string_view json, pith::value root, std::uint64_t seed) {
  const auto usual = pith::tron::encode(root);
  if (!usual) return pith_tests::fail_feed("cannot encode", usual.error());
  const auto careful = pith::tron::encode(root, {.never_worse = true});
  if (!careful) return pith_tests::fail_feed("cannot encode", careful.error());
  pith_tests::random_source random(seed);
  const std::string dialect = pith_tests::write_tron_dialect(
      root, pith_tests::tron_readers::reference, random);
  return pith_tests::print_record({json, *usual, *careful, dialect});
}

}  // namespace

int main(int argc, char** argv) {
  pith_tests::peer_feed feed{
      .name = "tron_documents", .default_count = 50'000, .print = print};
  // More of the larger documents: classes need several objects.
  feed.taste.odd_number_percent = 6;
  feed.taste.medium_per_mille = 300;
  feed.taste.large_per_mille = 40;
  return pith_tests::run_feed(argc, argv, feed);
}
