// SPDX-License-Identifier: MIT
#include "suites/tron_suite.hpp"

#include <pith/equality.hpp>
#include <pith/error.hpp>
#include <pith/json.hpp>
#include <pith/tron.hpp>

#include "fixture_values.hpp"
#include "test_data.hpp"

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace suites {

namespace {

namespace fs = std::filesystem;
using pith::member_order;
using pith_tests::flag_of;
using pith_tests::limits_of;
using pith_tests::string_of;

/// What is wrong with a fixture; empty when nothing is.
using complaint = std::string;

complaint about(std::string_view what, std::string_view detail) {
  return std::string(what).append(": ").append(detail);
}

complaint run_error(const way& by, pith::value fixture) {
  const auto doc = by.take(pith::tron::decode(string_of(fixture, "tron"),
                                              {.bounds = limits_of(fixture)}));
  if (doc) return about("decodes", *pith::json::write(doc->root()));
  const pith::error& what = doc.error();
  if (pith::name(what.code) != string_of(fixture, "error")) {
    return about("another error", pith::message(what));
  }
  const auto offset = fixture.find("offset");
  if (!offset ||
      offset->get_integer() != static_cast<std::int64_t>(what.offset)) {
    return about("another offset", std::to_string(what.offset));
  }
  return {};
}

/// The text decodes to the value; the value's own text does so, too, and is
/// this one if the fixture says so.
complaint run_value(const way& by, pith::value fixture, pith::value expected) {
  const pith::limits bounds = limits_of(fixture);
  const std::string_view text = string_of(fixture, "tron");
  const auto doc = by.take(pith::tron::decode(text, {.bounds = bounds}));
  if (!doc) {
    return about("does not decode", pith::message(doc.error()) + " at " +
                                        std::to_string(doc.error().offset));
  }
  if (!pith::equal(doc->root(), expected, member_order::significant)) {
    return about("another value", *pith::json::write(doc->root()));
  }
  const pith::tron::encode_options options{
      .never_worse = flag_of(fixture, "never_worse", false), .bounds = bounds};
  const auto given = by.give(expected);
  if (!given) return about("is not given", pith::message(given.error()));
  const auto made = pith::tron::encode(given->root(), options);
  if (!made) return about("does not encode", pith::message(made.error()));
  if ((*made == text) != flag_of(fixture, "canonical", true)) {
    return about("encodes otherwise", *made);
  }
  const auto again = pith::tron::encode(doc->root(), options);
  if (!again || *again != *made) return about("is not canonical", *made);
  const auto back = by.take(pith::tron::decode(*made, {.bounds = bounds}));
  if (!back ||
      !pith::equal(back->root(), expected, member_order::significant)) {
    return about("does not round-trip", *made);
  }
  return {};
}

complaint run(const way& by, pith::value fixture) {
  if (!fixture.find("tron")) return "lacks a text";
  const auto expected = fixture.find("value");
  return expected ? run_value(by, fixture, *expected) : run_error(by, fixture);
}

struct tally {
  std::size_t passed = 0;
  std::size_t failed = 0;
};

void run_file(const way& by, const fs::path& path, tally& all) {
  const auto doc = by.load(pith_tests::read_file(path));
  const auto list = doc ? doc->root().get_array() : std::nullopt;
  if (!list) {
    std::printf("%s: is not an array of fixtures\n", path.c_str());
    ++all.failed;
    return;
  }
  for (const pith::value fixture : *list) {
    const complaint wrong = run(by, fixture);
    ++(wrong.empty() ? all.passed : all.failed);
    if (!wrong.empty()) {
      std::printf("%s: %s: %s\n", path.filename().c_str(),
                  std::string(string_of(fixture, "name")).c_str(),
                  wrong.c_str());
    }
  }
}

}  // namespace

int run_tron(const way& by) {
  tally all;
  for (const fs::path& path :
       pith_tests::json_files(pith_tests::testdata_dir() / "tron")) {
    run_file(by, path, all);
  }
  std::printf("tron: %zu passed, %zu failed\n", all.passed, all.failed);
  return all.failed == 0 && all.passed != 0 ? 0 : 1;
}

}  // namespace suites
