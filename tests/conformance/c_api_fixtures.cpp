// SPDX-License-Identifier: MIT
/// @file
/// Runs the fixtures of GCF, TOON and TRON through the C interface: each text
/// and each value in them gives what the C++ library gives, byte for byte and
/// error for error. What the fixtures expect is for their own runners to say.
///
/// usage: conformance_c_api [-v]
#include <pith/codec.hpp>
#include <pith/error.hpp>
#include <pith/gcf_delta.hpp>
#include <pith/json.hpp>
#include <pith/pith.h>

#include "c_api/verdict.hpp"
#include "c_api/words.hpp"
#include "fixture_values.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;
using pith::c_api::status_of;
using pith::c_api::to_words;

constexpr int exit_skipped = 77;
constexpr std::size_t gcf_suite_size = 281;

struct text_free {
  void operator()(pith_text* text) const { pith_text_free(text); }
};
using c_text = std::unique_ptr<pith_text, text_free>;

/// What a call made: a text, or an error.
struct outcome {
  std::int32_t status = PITH_OK;
  std::uint64_t offset = 0;
  std::string text;

  friend bool operator==(const outcome&, const outcome&) = default;
};

std::string shown(const outcome& what) {
  return what.status == PITH_OK ? what.text
                                : std::string(pith_status_name(what.status)) +
                                      " at " + std::to_string(what.offset);
}

outcome failed(const pith::error& why) {
  return {status_of(why.code), why.offset, {}};
}

pith_error fresh_error() {
  pith_error error{};
  error.struct_size = sizeof error;
  return error;
}

outcome taken(std::int32_t status, const pith_error& error, pith_text* text) {
  const c_text owner(text);
  if (status != PITH_OK) return {status, error.offset, {}};
  return {PITH_OK, 0, {pith_text_data(text), pith_text_size(text)}};
}

/// Copies a document through cursor and builder, without recursion.
pith_document* copied(pith_value root) {
  pith_builder* builder = nullptr;
  pith_builder_new(nullptr, &builder, nullptr);
  struct level {
    pith_cursor cursor;
    bool is_object;
  };
  std::vector<level> open;
  pith_value v = root;
  for (;;) {
    std::int64_t integer = 0;
    std::int32_t boolean = 0;
    double real = 0;
    const char* data = nullptr;
    std::size_t size = 0;
    switch (pith_value_type(v)) {
      case PITH_NULL:
        pith_builder_null(builder);
        break;
      case PITH_BOOLEAN:
        pith_value_get_boolean(v, &boolean);
        pith_builder_boolean(builder, boolean);
        break;
      case PITH_INTEGER:
        pith_value_get_integer(v, &integer);
        pith_builder_integer(builder, integer);
        break;
      case PITH_REAL:
        pith_value_get_double(v, &real);
        pith_builder_real(builder, real);
        break;
      case PITH_STRING:
        pith_value_get_string(v, &data, &size);
        pith_builder_string(builder, data, size);
        break;
      case PITH_ARRAY:
        pith_builder_begin_array(builder);
        open.push_back({pith_cursor_begin(v), false});
        break;
      default:
        pith_builder_begin_object(builder);
        open.push_back({pith_cursor_begin(v), true});
    }
    pith_view key{};
    while (!open.empty() &&
           pith_cursor_next(&open.back().cursor, &v, &key) != PITH_OK) {
      open.back().is_object ? pith_builder_end_object(builder)
                            : pith_builder_end_array(builder);
      open.pop_back();
    }
    if (open.empty()) break;
    if (open.back().is_object) pith_builder_key(builder, key.data, key.size);
  }
  pith_document* made = nullptr;
  pith_builder_finish(builder, &made, nullptr);
  pith_builder_free(builder);
  return made;
}

/// A text decoded, and written as JSON.
outcome decode_in_cpp(const pith::codec& format, std::string_view text,
                      const pith::codec_settings& settings) {
  const auto doc = format.decode(text, settings);
  if (!doc) return failed(doc.error());
  return {PITH_OK, 0, *pith::json::write(doc->root())};
}

outcome decode_in_c(std::string_view format, std::string_view text,
                    const pith_settings& settings) {
  pith_error error = fresh_error();
  pith_document* doc = nullptr;
  std::int32_t status = pith_decode(text.data(), text.size(), format.data(),
                                    format.size(), &settings, &doc, &error);
  if (status != PITH_OK) return {status, error.offset, {}};
  pith_document* const copy = copied(pith_document_root(doc));
  pith_document_free(doc);
  pith_text* json = nullptr;
  status =
      pith_encode(pith_document_root(copy), "json", 4, nullptr, &json, &error);
  outcome made = taken(status, error, json);
  pith_document_free(copy);
  return made;
}

outcome encode_in_cpp(const pith::codec& format, pith::value v) {
  const auto text = format.encode(v);
  if (!text) return failed(text.error());
  return {PITH_OK, 0, *text};
}

outcome encode_in_c(std::string_view format, pith::value v) {
  pith_error error = fresh_error();
  pith_text* text = nullptr;
  const std::int32_t status = pith_encode(
      to_words(v), format.data(), format.size(), nullptr, &text, &error);
  return taken(status, error, text);
}

class runner {
 public:
  explicit runner(bool is_verbose) : is_verbose_(is_verbose) {}

  /// All fixtures below `place`, which are of this format. Returns how many
  /// files there are.
  std::size_t run_all(const fs::path& place, std::string_view format) {
    if (!fs::is_directory(place)) return 0;
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(place)) {
      if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) run_file(file, format);
    return files.size();
  }

  [[nodiscard]] int finish() const {
    std::printf("%zu comparisons, %zu differ\n", count_, failed_);
    return failed_ == 0 && count_ != 0 ? 0 : 1;
  }

 private:
  void run_file(const fs::path& file, std::string_view format) {
    name_ = file.string();
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in),
                           std::istreambuf_iterator<char>()};
    // The fixture itself, which may be something that JSON refuses.
    compare_text("json", text, pith::limits());
    const auto doc = pith::json::parse(text);
    if (doc) walk(doc->root(), format);
  }

  /// Every string is a text to decode, every member `input`, `expected` and so
  /// on a value to encode.
  void walk(pith::value root, std::string_view format) {
    const pith::limits bounds = limits_in(root);
    std::vector<pith::value> open{root};
    while (!open.empty()) {
      const pith::value v = open.back();
      open.pop_back();
      if (const auto text = v.get_string()) {
        compare_text(format, *text, bounds);
        continue;
      }
      for (const std::string_view each : {"gcf", "toon", "tron", "json"}) {
        compare_value(each, v);
      }
      compare_delta(v);
      for (const pith::value element : v.elements()) open.push_back(element);
      for (const pith::member m : v.members()) open.push_back(m.value);
    }
  }

  static pith::limits limits_in(pith::value fixture) {
    return pith_tests::limits_of(fixture);
  }

  void compare_text(std::string_view format, std::string_view text,
                    const pith::limits& bounds) {
    pith::codec_settings settings;
    settings.bounds = bounds;
    pith_settings given{};
    given.struct_size = sizeof given;
    given.max_bytes = bounds.max_bytes;
    given.max_depth = bounds.max_depth;
    given.max_items = bounds.max_items;
    given.max_fields = bounds.max_fields;
    given.max_line_bytes = bounds.max_line_bytes;
    given.max_expansion = bounds.max_expansion;
    // 0 is the default there, and a limit here.
    if (bounds.max_depth == 0 || bounds.max_items == 0 ||
        bounds.max_fields == 0 || bounds.max_expansion == 0 ||
        bounds.max_bytes == 0 || bounds.max_line_bytes == 0) {
      return;
    }
    note("decodes", decode_in_cpp(*pith::codecs().find(format), text, settings),
         decode_in_c(format, text, given));
  }

  void compare_value(std::string_view format, pith::value v) {
    note("encodes", encode_in_cpp(*pith::codecs().find(format), v),
         encode_in_c(format, v));
  }

  void compare_delta(pith::value v) {
    const auto rows = v.get_array();
    if (!rows) return;
    const auto root = pith::gcf::pack_root(v, {});
    pith_error error = fresh_error();
    pith_text* text = nullptr;
    const std::int32_t status =
        pith_delta_root(to_words(v), nullptr, &text, &error);
    note("root", root ? outcome{PITH_OK, 0, *root} : failed(root.error()),
         taken(status, error, text));
  }

  void note(const char* what, const outcome& expected, const outcome& got) {
    ++count_;
    if (expected == got) {
      if (is_verbose_) std::printf("same  %s: %s\n", name_.c_str(), what);
      return;
    }
    ++failed_;
    std::printf("DIFFERS  %s: %s: %s instead of %s\n", name_.c_str(), what,
                shown(got).c_str(), shown(expected).c_str());
  }

  bool is_verbose_;
  std::string name_;
  std::size_t count_ = 0;
  std::size_t failed_ = 0;
};

fs::path directory(const char* variable, const char* fallback) {
  const char* const given = std::getenv(variable);
  return given != nullptr ? given : fallback;
}

}  // namespace

int main(int argc, char** argv) {
  runner run(argc > 1 && std::string_view(argv[1]) == "-v");
  const fs::path ours = directory("PITH_TESTDATA_DIR", PITH_TESTDATA_DIR);
  const fs::path shared =
      directory("PITH_SHARED_DIR", PITH_SHARED_DIR) / "fixtures";
  std::size_t suite = 0;
  for (const char* format : {"gcf", "toon", "tron"}) {
    run.run_all(ours / format, format);
    const std::size_t files = run.run_all(shared / format, format);
    if (format == std::string_view("gcf")) suite = files;
  }
  const int status = run.finish();
  if (status != 0) return status;
  if (suite == 0) {
    std::printf("skipped the suites: %s is missing\n", shared.c_str());
    return exit_skipped;
  }
  if (suite < gcf_suite_size) {
    std::printf("FAILED  only %zu of %zu fixtures of GCF\n", suite,
                gcf_suite_size);
    return 1;
  }
  return 0;
}
