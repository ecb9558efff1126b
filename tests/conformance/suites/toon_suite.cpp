// SPDX-License-Identifier: MIT
#include "suites/toon_suite.hpp"

#include <pith/equality.hpp>
#include <pith/error.hpp>
#include <pith/json.hpp>
#include <pith/toon.hpp>

#include "fixture_values.hpp"
#include "test_data.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace suites {

namespace {

namespace fs = std::filesystem;
namespace toon = pith::toon;
using pith_tests::json_files_below;
using pith_tests::string_of;

constexpr int exit_skipped = 77;
constexpr std::size_t suite_size = 538;

/// Fixtures of the suite that library 4.4.0 contradicts.
struct overridden {
  std::string_view file;
  std::string_view name;
  std::string_view reason;
};
constexpr std::array overrides{
    overridden{"delimiters",
               "falls through to a key-value line on a header delimiter "
               "mismatch",
               "a field list with another delimiter than its brackets is an "
               "error in both modes"},
    overridden{"objects-keyed",
               "skips an entry-depth line without a colon in non-strict mode",
               "a line among entries must be one, in both modes"},
    overridden{"objects",
               "treats extra brackets after valid array segment as literal key "
               "(non-strict)",
               "nothing may stand between brackets and colon, in both modes"},
    overridden{"objects",
               "treats bracket segment without a length as literal key "
               "(non-strict)",
               "brackets without a count are an error in both modes"},
    overridden{"objects",
               "treats non-integer bracket content as literal key (non-strict)",
               "nothing but a count may stand in brackets, in both modes"},
    overridden{"objects",
               "treats text between bracket segment and colon as literal key "
               "(non-strict)",
               "nothing may stand between brackets and colon, in both modes"},
    overridden{"objects",
               "falls through to a key-value line when whitespace precedes the "
               "bracket segment",
               "no space may stand before brackets, in both modes"},
};

std::string shown(pith::value v) { return *pith::json::write(v); }

/// Options of a test. Nothing when one of them is unknown or of another type:
/// a test that is not understood must not pass.
struct options {
  toon::encode_options encode;
  toon::decode_options decode;
};
std::optional<options> options_of(pith::value test, bool is_encode) {
  options out;
  const auto given = test.find("options");
  if (!given) return out;
  const auto members = given->get_object();
  if (!members) return std::nullopt;
  for (const pith::member& m : *members) {
    if (m.key == "delimiter" && is_encode) {
      const auto text = m.value.get_string();
      if (text == ",") {
        out.encode.delimiter = toon::delimiter::comma;
      } else if (text == "\t") {
        out.encode.delimiter = toon::delimiter::tab;
      } else if (text == "|") {
        out.encode.delimiter = toon::delimiter::pipe;
      } else {
        return std::nullopt;
      }
    } else if (m.key == "indentSize") {
      const auto size = m.value.get_integer();
      if (!size || *size < 1 || *size > 64) return std::nullopt;
      out.encode.indent_size = out.decode.indent_size =
          static_cast<unsigned>(*size);
    } else if (m.key == "strict" && !is_encode) {
      const auto strict = m.value.get_boolean();
      if (!strict) return std::nullopt;
      out.decode.strict = *strict;
    } else {
      return std::nullopt;
    }
  }
  return out;
}

bool has_known_members(pith::value test, bool is_own) {
  static constexpr std::array<std::string_view, 10> names{
      "name",         "input",         "expected", "shouldError",
      "options",      "specSection",   "note",     "minSpecVersion",
      "expectedCode", "expectedOffset"};
  const auto members = test.get_object();
  if (!members) return false;
  const std::size_t known = names.size() - (is_own ? 0 : 2);
  return std::all_of(members->begin(), members->end(), [&](pith::member m) {
    return std::find(names.begin(), names.begin() + known, m.key) !=
           names.begin() + static_cast<std::ptrdiff_t>(known);
  });
}

/// Empty when all is as it should be.
std::string check_error(pith::value test, const pith::error& got) {
  const std::string_view code = string_of(test, "expectedCode");
  if (!code.empty() && code != pith::name(got.code)) {
    return "another error: " + pith::message(got);
  }
  const auto offset = test.find("expectedOffset");
  if (offset &&
      offset->get_integer() != static_cast<std::int64_t>(got.offset)) {
    return "another offset: " + std::to_string(got.offset);
  }
  return {};
}

std::string run_encode(const way& by, pith::value test, const options& with) {
  const auto input = test.find("input");
  if (!input) return "no input";
  const auto given = by.give(*input);
  if (!given) return pith::message(given.error());
  const auto encoded = toon::encode(given->root(), with.encode);
  if (!encoded) return pith::message(encoded.error());
  const std::string_view expected = string_of(test, "expected");
  if (*encoded != expected) {
    return "got\n" + *encoded + "\n  instead of\n" + std::string(expected);
  }
  const auto decoded = by.take(toon::decode(
      *encoded, {.indent_size = with.encode.indent_size, .bounds = {}}));
  if (!decoded) return "does not decode: " + pith::message(decoded.error());
  if (!pith::equal(*input, decoded->root())) return "decodes to another value";
  return {};
}

std::string run_decode(const way& by, pith::value test, const options& with,
                       bool must_fail, pith::member_order order) {
  const auto input = test.find("input");
  if (!input || !input->get_string()) return "no input";
  const auto decoded = by.take(toon::decode(*input->get_string(), with.decode));
  if (must_fail) {
    if (decoded) return "decodes to " + shown(decoded->root());
    return check_error(test, decoded.error());
  }
  if (!decoded) {
    return pith::message(decoded.error()) + " at byte " +
           std::to_string(decoded.error().offset);
  }
  const auto expected = test.find("expected");
  if (!expected) return "no expectation";
  if (!pith::equal(*expected, decoded->root(), order)) {
    return "decodes to " + shown(decoded->root());
  }
  return {};
}

class runner {
 public:
  runner(const way& by, bool verbose) : by_(by), verbose_(verbose) {}

  void run_file(const fs::path& path, bool is_own) {
    const std::string file = path.stem().string();
    const auto doc = load(path);
    if (!doc) return report(file, "(file)", "is not JSON");
    const std::string_view category = string_of(doc->root(), "category");
    const auto tests = doc->root().find("tests");
    if ((category != "encode" && category != "decode") || !tests ||
        !tests->get_array()) {
      return report(file, "(file)", "is not a fixture");
    }
    const auto all = tests->get_array();
    for (const pith::value test : *all) {
      run_test(file, test, category == "encode", is_own);
    }
  }

  [[nodiscard]] std::size_t count() const { return passed_ + failed_; }
  [[nodiscard]] int finish(bool is_complete) {
    if (is_complete && overridden_ != overrides.size()) {
      report("(list)", "overrides", "some were not seen");
    }
    std::printf("%zu passed, %zu failed\n", passed_, failed_);
    return failed_ == 0 && passed_ != 0 ? 0 : 1;
  }

 private:
  /// A number outside int64, which our JSON refuses, is the double.
  static pith::result<pith::document> load(const fs::path& path) {
    std::string text = pith_tests::read_file(path);
    for (;;) {
      auto doc = pith::json::parse(text);
      if (doc || doc.error().code != pith::error_code::out_of_range) {
        return doc;
      }
      const std::size_t end =
          text.find_first_not_of("-0123456789", doc.error().offset);
      if (end == std::string::npos || text[end] == '.') return doc;
      text.insert(end, ".0");
    }
  }

  void run_test(const std::string& file, pith::value test, bool is_encode,
                bool is_own) {
    const std::string_view name = string_of(test, "name");
    if (name.empty() || !has_known_members(test, is_own)) {
      return report(file, name, "has a member that is not known");
    }
    const auto with = options_of(test, is_encode);
    if (!with) return report(file, name, "has an option that is not known");
    const auto failing = test.find("shouldError");
    bool must_fail = failing && failing->get_boolean().value_or(false);
    const bool is_overridden =
        !is_own &&
        std::any_of(overrides.begin(), overrides.end(), [&](const auto& o) {
          return o.file == file && o.name == name;
        });
    if (is_overridden) {
      if (must_fail) return report(file, name, "needs no override");
      must_fail = true;
      ++overridden_;
    }
    if (is_encode && must_fail) return report(file, name, "is not understood");
    report(file, name,
           is_encode ? run_encode(by_, test, *with)
                     : run_decode(by_, test, *with, must_fail,
                                  is_own ? pith::member_order::significant
                                         : pith::member_order::ignored));
  }

  void report(const std::string& file, std::string_view name,
              const std::string& complaint) {
    if (complaint.empty()) {
      ++passed_;
      if (verbose_) {
        std::printf("ok      %s: %s\n", file.c_str(),
                    std::string(name).c_str());
      }
      return;
    }
    ++failed_;
    std::printf("FAILED  %s: %s: %s\n", file.c_str(), std::string(name).c_str(),
                complaint.c_str());
  }

  const way& by_;
  bool verbose_;
  std::size_t passed_ = 0;
  std::size_t failed_ = 0;
  std::size_t overridden_ = 0;
};

}  // namespace

int run_toon(const way& by, bool verbose) {
  const fs::path suite = pith_tests::shared_dir() / "fixtures" / "toon";
  runner run(by, verbose);
  for (const fs::path& path : json_files_below(suite))
    run.run_file(path, false);
  const std::size_t found = run.count();
  for (const fs::path& path :
       json_files_below(pith_tests::testdata_dir() / "toon")) {
    run.run_file(path, true);
  }
  const int status = run.finish(found != 0);
  if (status != 0) return status;
  if (found == 0) {
    std::printf("skipped: no fixtures in %s\n", suite.string().c_str());
    return exit_skipped;
  }
  if (found != suite_size) {
    std::printf("the suite has %zu cases, not %zu\n", suite_size, found);
    return 1;
  }
  return 0;
}

}  // namespace suites
