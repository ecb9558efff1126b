// SPDX-License-Identifier: MIT
#include "suites/gcf_suite.hpp"

#include "test_data.hpp"

#include <algorithm>
#include <cstdio>

namespace suites {

namespace {

namespace fs = std::filesystem;

constexpr int exit_skipped = 77;

struct operation {
  std::string_view name;
  verdict (*run)(const way& by, pith::value fixture, member_order order);
};

constexpr operation operations[] = {
    {"decode", run_decode},
    {"encode", run_encode},
    {"encode-error", run_encode_error},
    {"error", run_error},
    {"roundtrip", run_encode},
    {"roundtrip-wire", run_roundtrip_wire},
    {"delta", run_delta},
    {"delta-verify", run_delta},
    {"generic-delta", run_generic_delta},
    {"generic-delta-decode", run_generic_delta_decode},
    {"generic-delta-session", run_generic_delta_session},
    {"generic-delta-verify", run_generic_delta_verify},
    {"generic-pack-root", run_generic_pack_root},
    {"graph-stream-encode", run_graph_stream},
    {"pack-root", run_pack_root},
    {"session", run_session},
};

verdict run(const way& by, pith::value fixture, member_order order) {
  const std::string_view name = string_of(fixture, "operation");
  for (const operation& o : operations) {
    if (o.name == name) return o.run(by, fixture, order);
  }
  return fail("unknown operation", name);
}

/// An integer outside int64 fails where it enters, and with it the fixture.
verdict judge_unreadable(std::string_view text, const pith::error& why) {
  const bool is_meant =
      text.find("\"encode-error\"") != std::string_view::npos &&
      text.find("\"out_of_range\"") != std::string_view::npos;
  if (is_meant && why.code == pith::error_code::out_of_range) return {};
  return fail("is not JSON", pith::message(why));
}

}  // namespace

bool is_expected(pith::value fixture, const pith::error& what) {
  const std::string_view expected = string_of(fixture, "expectedError");
  return !expected.empty() &&
         (pith::name(what.code) == expected ||
          pith::message(what).find(expected) != std::string::npos);
}

verdict compare_text(pith::value fixture,
                     const pith::result<std::string>& text) {
  if (!text) {
    if (is_expected(fixture, text.error())) return {};
    return fail("an error", pith::message(text.error()));
  }
  if (*text != string_of(fixture, "expected")) return fail("differs", *text);
  return {};
}

std::size_t gcf_suite::run_all(const fs::path& place, member_order order) {
  const std::size_t before = total_;
  for (const fs::path& file : pith_tests::json_files_below(place)) {
    run_file(file, fs::relative(file, place).string(), order);
  }
  return total_ - before;
}

bool gcf_suite::report(std::string_view what) {
  std::printf("%.*s: %zu passed, %zu failed\n", static_cast<int>(what.size()),
              what.data(), passed_, failed_);
  const bool is_good = failed_ == 0;
  passed_ = failed_ = 0;
  return is_good;
}

void gcf_suite::run_file(const fs::path& file, const std::string& name,
                         member_order order) {
  const std::string text = pith_tests::read_file(file);
  const auto doc = by_.load(text);
  if (!doc) {
    note(name, judge_unreadable(text, doc.error()));
    return;
  }
  const auto fixtures = doc->root().get_array();
  if (!fixtures) {
    note(name, run(by_, doc->root(), order));
    return;
  }
  for (const pith::value fixture : *fixtures) {
    note(name + "#" + std::string(string_of(fixture, "name")),
         run(by_, fixture, order));
  }
}

void gcf_suite::note(const std::string& name, const verdict& v) {
  ++total_;
  const auto found =
      std::find_if(except_.begin(), except_.end(),
                   [&](const exception& one) { return name == one.name; });
  const bool is_except = found != except_.end();
  if (v.complaint.empty() != is_except) {
    ++passed_;
    if (is_except) {
      std::printf("left out  %s: %.*s\n", name.c_str(),
                  static_cast<int>(found->reason.size()), found->reason.data());
    } else if (is_verbose_) {
      std::printf("passed  %s\n", name.c_str());
    }
  } else {
    ++failed_;
    std::printf("FAILED  %s: %s\n", name.c_str(),
                is_except ? "needs no exception" : v.complaint.c_str());
  }
}

int run_gcf(const way& by, std::string_view name, bool is_verbose,
            gcf_suite::exceptions except) {
  gcf_suite all(by, is_verbose, except);
  const std::string by_name = name.empty() ? "" : std::string(name) + ": ";
  const fs::path ours = pith_tests::testdata_dir() / "gcf";
  if (!fs::is_directory(ours)) {
    std::printf("%s is missing\n", ours.c_str());
    return 1;
  }
  all.run_all(ours, member_order::significant);
  const bool is_good = all.report(by_name + "own fixtures");

  const fs::path shared = pith_tests::shared_dir() / "fixtures" / "gcf";
  if (!fs::is_directory(shared)) {
    std::printf("skipped the suite of the specification: %s is missing\n",
                shared.c_str());
    return is_good ? exit_skipped : 1;
  }
  const std::size_t count = all.run_all(shared, member_order::ignored);
  if (count < gcf_suite_size) {
    std::printf("FAILED  only %zu of %zu fixtures in %s\n", count,
                gcf_suite_size, shared.c_str());
    return 1;
  }
  return all.report(by_name + "suite of the specification") && is_good ? 0 : 1;
}

}  // namespace suites
