// SPDX-License-Identifier: MIT
/// @file
/// What the programs share that feed a comparison with a reference package
/// (tests/differential/peer.mjs reads them).
///
/// One record is the decimal lengths of its parts, a line feed, and the parts:
/// no escaping, so that a million of them cost nothing.
#ifndef PITH_TESTS_SUPPORT_PEER_FEED_HPP
#define PITH_TESTS_SUPPORT_PEER_FEED_HPP

#include <pith/document.hpp>
#include <pith/error.hpp>

#include "random_document.hpp"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

namespace pith_tests {

struct peer_feed {
  const char* name;
  std::uint64_t default_count = 100'000;
  document_taste taste{};
  /// Prints the record of one document, which `json` is; returns 0 or the
  /// status to exit with.
  std::function<int(std::string_view json, pith::value root,
                    std::uint64_t seed)>
      print;
  /// Prints damaged texts for so many seeds; empty: there are none.
  std::function<int(std::uint64_t seed, std::uint64_t count)> mutate{};
};

/// Reads `[--seed S] [--count N]` and draws documents; with `--encode` takes
/// JSON texts from standard input, each after its length and a line feed;
/// with `--mutate` calls that. Returns what main() returns.
int run_feed(int argc, char** argv, const peer_feed& feed);

/// 0, or the status to exit with.
int print_record(std::initializer_list<std::string_view> parts);

/// Says what failed; the status to exit with.
int fail_feed(std::string_view what, const pith::error& why);

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_PEER_FEED_HPP
