// SPDX-License-Identifier: MIT
/// @file
/// The adapters of nlohmann::json, Boost.JSON and simdjson: what they make of a
/// document, or of its JSON text, encodes to the bytes that the document itself
/// encodes to, in every format. First the values of the GCF, TOON and TRON
/// fixtures, then random documents.
#include <pith/adapt/boost_json.hpp>
#include <pith/adapt/nlohmann.hpp>
#include <pith/adapt/simdjson.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>
#include <pith/toon.hpp>
#include <pith/tron.hpp>

#include "property_run.hpp"
#include "random_document.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace {

namespace adapt = pith::adapt;
namespace fs = std::filesystem;

/// All texts of a value, or why there are none.
std::string texts_of(pith::value v) {
  const auto gcf = pith::gcf::encode(v);
  const auto toon = pith::toon::encode(v);
  const auto tron = pith::tron::encode(v);
  const auto json = pith::json::write(v);
  const auto shown = [](const pith::result<std::string>& text) {
    return (text ? *text : pith::message(text.error())) + '\n';
  };
  return shown(gcf) + shown(toon) + shown(tron) + shown(json);
}

class adapters final : public pith_tests::property {
 public:
  std::string check(std::uint64_t seed) override {
    if (const auto drawn = source_.draw_into(drawn_, seed); !drawn) {
      return "cannot draw: " + pith::message(drawn.error());
    }
    return check_value(drawn_.root());
  }

  std::string check_value(pith::value v) {
    // A document can hold -0.0 and 5.0; its text cannot tell.
    const auto text = pith::json::write(v);
    if (!text) return {};  // beyond limits::max_expansion
    const auto parsed = pith::json::parse(*text);
    if (!parsed) return "is not read again";
    const pith::value root = parsed->root();
    expected_ = texts_of(root);

    const auto ordered =
        nlohmann::ordered_json::parse(*text, nullptr, false, false);
    std::string wrong = same("nlohmann", ordered);
    if (wrong.empty()) wrong = same_both_ways<nlohmann::ordered_json>(root);
    if (wrong.empty()) wrong = same_both_ways<boost::json::value>(root);
    if (!wrong.empty()) return wrong;
    // The members of json are sorted, and so are its texts.
    const auto sorted = adapt::from_document<nlohmann::json>(root);
    if (!sorted || *sorted != nlohmann::json::parse(*text)) {
      return "another nlohmann::json";
    }
    simdjson::dom::element element;
    if (parser_.parse(simdjson::padded_string(*text)).get(element)) {
      return "simdjson does not read it";
    }
    return same("simdjson", element);
  }

 private:
  template <class T>
  std::string same(std::string_view name, const T& v) {
    const auto doc = adapt::to_document(v);
    if (!doc) return std::string(name) + ": " + pith::message(doc.error());
    if (texts_of(doc->root()) != expected_) {
      return std::string(name) + ": another text\n" + texts_of(doc->root()) +
             "\ninstead of\n" + expected_;
    }
    const auto direct = adapt::encode(v);
    if (!direct || !expected_.starts_with(*direct)) {
      return std::string(name) + ": encodes otherwise";
    }
    return {};
  }
  template <class T>
  std::string same_both_ways(pith::value v) {
    const auto made = adapt::from_document<T>(v);
    return made ? same("both ways", *made) : pith::message(made.error());
  }

  pith_tests::random_documents source_;
  pith::document drawn_;
  simdjson::dom::parser parser_;
  std::string expected_;
};

/// Every value of the fixtures below a folder: the files, which are JSON, and
/// each member of each fixture.
int check_fixtures(const fs::path& folder, std::size_t& count) {
  if (!fs::exists(folder)) {
    std::printf("no fixtures in %s\n", folder.c_str());
    return 0;
  }
  adapters one;
  const auto check = [&](pith::value v, const fs::path& file) {
    ++count;
    const std::string wrong = one.check_value(v);
    if (!wrong.empty()) std::printf("%s: %s\n", file.c_str(), wrong.c_str());
    return wrong.empty() ? 0 : 1;
  };
  int failed = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const auto doc = pith::json::parse(text);
    if (!doc) continue;  // some are not JSON that a document can hold
    failed += check(doc->root(), entry.path());
    for (const pith::member m : doc->root().members()) {
      failed += check(m.value, entry.path());
      for (const pith::value v : m.value.elements()) {
        failed += check(v, entry.path());
      }
    }
    for (const pith::value v : doc->root().elements()) {
      for (const pith::member m : v.members()) {
        failed += check(m.value, entry.path());
      }
    }
  }
  return failed;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t count = 0;
  int failed = 0;
  for (const fs::path& folder :
       {fs::path(PITH_SHARED_DIR) / "fixtures",
        fs::path(PITH_SHARED_DIR) / "datasets", fs::path(PITH_TESTDATA_DIR)}) {
    failed += check_fixtures(folder, count);
  }
  std::printf("%zu values of fixtures, %d failed\n", count, failed);
  if (failed != 0) return 1;
  return pith_tests::run_property(argc, argv, {"adapters", 100000},
                                  [] { return std::make_unique<adapters>(); });
}
