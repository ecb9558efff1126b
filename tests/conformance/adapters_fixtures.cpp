// SPDX-License-Identifier: MIT
/// @file
/// Runs the fixtures of GCF, TOON and TRON with the values of nlohmann::json,
/// Boost.JSON and simdjson: their own parsers read the fixtures, an adapter
/// gives their values to the library and takes what it makes, and their own
/// writers say what that is. Texts, values and errors are those of the suites.
///
/// simdjson only reads: what the library makes goes back to it as JSON.
///
/// usage: conformance_adapters [-v]
#include <pith/adapt/boost_json.hpp>
#include <pith/adapt/nlohmann.hpp>
#include <pith/adapt/simdjson.hpp>

#include "suites/gcf_suite.hpp"
#include "suites/toon_suite.hpp"
#include "suites/tron_suite.hpp"
#include "suites/way.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

namespace {

namespace adapt = pith::adapt;

pith::error unreadable() {
  return {pith::error_code::not_supported, 0, "the library does not read it"};
}

struct with_nlohmann {
  using value = nlohmann::ordered_json;

  static pith::result<value> parse(std::string_view text) {
    value v = value::parse(text, nullptr, false);
    if (v.is_discarded()) return unreadable();
    return v;
  }
  static std::string write(const value& v) { return v.dump(); }
};

struct with_boost {
  using value = boost::json::value;

  static pith::result<value> parse(std::string_view text) {
    boost::json::parse_options options;
    options.max_depth = pith::limits().max_depth;
    boost::json::error_code code;
    value v = boost::json::parse({text.data(), text.size()}, code, {}, options);
    if (code) return unreadable();
    return v;
  }
  static std::string write(const value& v) { return boost::json::serialize(v); }
};

template <class Library>
class library_way final : public suites::way {
 public:
  using value = typename Library::value;

  [[nodiscard]] pith::result<pith::document> load(
      std::string_view text) const override {
    return Library::parse(text).and_then(
        [](const value& v) { return adapt::to_document(v); });
  }
  [[nodiscard]] pith::result<pith::document> give(
      pith::value v) const override {
    return pith::json::write(v).and_then(
        [&](const std::string& text) { return load(text); });
  }
  [[nodiscard]] pith::result<std::string> encode(pith::value v) const override {
    const auto text = pith::json::write(v);
    if (!text) return text;
    return Library::parse(*text).and_then(
        [](const value& held) { return adapt::encode(held); });
  }
  [[nodiscard]] pith::result<pith::document> take(
      pith::result<pith::document> made) const override {
    if (!made) return made;
    const auto held = adapt::from_document<value>(made->root());
    if (!held) return held.error();
    return pith::json::parse(Library::write(*held));
  }
};

class simdjson_way final : public suites::way {
 public:
  [[nodiscard]] pith::result<pith::document> load(
      std::string_view text) const override {
    simdjson::dom::parser parser;
    simdjson::dom::element held;
    if (parser.parse(simdjson::padded_string(text)).get(held)) {
      return unreadable();
    }
    return adapt::to_document(held);
  }
  [[nodiscard]] pith::result<pith::document> give(
      pith::value v) const override {
    return pith::json::write(v).and_then(
        [&](const std::string& text) { return load(text); });
  }
  [[nodiscard]] pith::result<std::string> encode(pith::value v) const override {
    const auto text = pith::json::write(v);
    if (!text) return text;
    simdjson::dom::parser parser;
    simdjson::dom::element held;
    if (parser.parse(simdjson::padded_string(*text)).get(held)) {
      return unreadable();
    }
    return adapt::encode(held);
  }
  [[nodiscard]] pith::result<pith::document> take(
      pith::result<pith::document> made) const override {
    if (!made) return made;
    return give(made->root());
  }
};

using exception = suites::gcf_suite::exception;

constexpr exception of_nlohmann[] = {
    {"numbers/012_plain_upper_boundary.json",
     "the library's parser makes a double of the integer 10^20"}};
constexpr exception of_boost[] = {
    of_nlohmann[0],
    {"graph.json#scores_rounded",
     "the library's parser reads 4503599627370495.5 as 4503599627370495"}};
constexpr exception of_simdjson[] = {
    {"numbers/012_plain_upper_boundary.json",
     "the library's parser refuses the integer 10^20 itself"}};

/// All suites: 1 if one fails, or else the exit status of that of GCF.
int run(const suites::way& by, std::string_view name,
        std::span<const exception> except, bool is_verbose) {
  const int gcf = suites::run_gcf(by, name, is_verbose, except);
  const int toon = suites::run_toon(by, is_verbose);
  const int tron = suites::run_tron(by);
  return toon == 1 || tron == 1 ? 1 : gcf;
}

}  // namespace

int main(int argc, char** argv) {
  const bool is_verbose = argc > 1 && std::string_view(argv[1]) == "-v";
  const int all[] = {
      run(library_way<with_nlohmann>(), "nlohmann::json", of_nlohmann,
          is_verbose),
      run(library_way<with_boost>(), "Boost.JSON", of_boost, is_verbose),
      run(simdjson_way(), "simdjson", of_simdjson, is_verbose)};
  return std::find(std::begin(all), std::end(all), 1) != std::end(all) ? 1
                                                                       : all[0];
}
