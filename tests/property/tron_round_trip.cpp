// SPDX-License-Identifier: MIT
/// @file
/// Random documents through TRON: they come back with the order of all
/// members, what came back encodes to the same text, every part of a document
/// does so, too, other spellings mean the same, and no prefix and no damage of
/// a text does harm.
#include <pith/equality.hpp>
#include <pith/error.hpp>
#include <pith/json.hpp>
#include <pith/tron.hpp>

#include "property_run.hpp"
#include "random.hpp"
#include "random_document.hpp"
#include "round_trip.hpp"
#include "tron_dialect.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace {

using pith::member_order;
using pith_tests::random_source;

class tron_round_trip final : public pith_tests::property {
 public:
  std::string check(std::uint64_t seed) override {
    random_.reseed(random_source::mix(seed));
    if (!source_.draw_into(drawn_, seed)) return "cannot be drawn";
    const pith::tron::encode_options options{.never_worse = random_.one_in(2),
                                             .bounds = {}};
    std::string wrong = round_trip(drawn_.root(), options);
    if (wrong.empty()) wrong = json_is_tron();
    if (wrong.empty()) wrong = dialects();
    if (wrong.empty()) wrong = part(options);
    if (wrong.empty()) wrong = prefixes();
    for (int i = 0; i < 8 && wrong.empty(); ++i) {
      pith_tests::corrupt(wire_, random_, changed_);
      wrong = hostile(changed_);
    }
    return wrong;
  }

 private:
  std::string round_trip(pith::value v,
                         const pith::tron::encode_options& options) {
    ++cases;
    wire_.clear();
    if (const auto done = pith::tron::append(wire_, v, options); !done) {
      return "does not encode: " + pith::message(done.error());
    }
    if (const auto done = decoder_.decode_into(decoded_, wire_); !done) {
      return "does not decode: " + pith::message(done.error()) + " at " +
             std::to_string(done.error().offset) + "\n" + wire_;
    }
    if (!pith::equal(v, decoded_.root(), member_order::significant)) {
      return "comes back as another value\n" + wire_;
    }
    const auto again = pith::tron::encode(decoded_.root(), options);
    if (!again || *again != wire_) return "encodes otherwise\n" + wire_;
    // Marks that other encoders rely on are those of a parsed document.
    const auto json = pith::json::write(v);
    const auto back = pith::json::write(decoded_.root());
    if (!json || !back || *json != *back) return "writes otherwise\n" + wire_;
    return {};
  }

  /// TRON is a superset of JSON.
  std::string json_is_tron() {
    const auto json = pith::json::write(
        drawn_.root(), {.indent = random_.one_in(2) ? 2U : 0U, .bounds = {}});
    if (!json) return "cannot be written";
    const auto read = pith::tron::decode(*json);
    if (read &&
        pith::equal(drawn_.root(), read->root(), member_order::significant)) {
      return {};
    }
    return "is not read as JSON\n" + *json;
  }

  /// Other spellings, also damaged ones.
  std::string dialects() {
    for (int i = 0; i < 3; ++i) {
      ++cases;
      const std::string text = pith_tests::write_tron_dialect(
          drawn_.root(), pith_tests::tron_readers::specification, random_);
      const auto read = pith::tron::decode(text);
      if (!read) {
        return "a dialect does not decode: " + pith::message(read.error()) +
               " at " + std::to_string(read.error().offset) + "\n" + text;
      }
      if (!pith::equal(drawn_.root(), read->root(),
                       member_order::significant)) {
        return "a dialect is another value\n" + text;
      }
      pith_tests::corrupt(text, random_, changed_);
      const std::string wrong = hostile(changed_);
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

  /// Something inside the document, which has more shapes than it needs.
  std::string part(const pith::tron::encode_options& options) {
    pith::value v = drawn_.root();
    for (std::uint32_t depth = random_.below(4); depth != 0; --depth) {
      if (const auto array = v.get_array(); array && !array->empty()) {
        v = *v.at(random_.below(static_cast<std::uint32_t>(array->size())));
      } else if (const auto object = v.get_object();
                 object && !object->empty()) {
        auto at = object->begin();
        std::uint32_t skip =
            random_.below(static_cast<std::uint32_t>(object->size()));
        for (; skip != 0; --skip) ++at;
        v = (*at).value;
      }
    }
    return round_trip(v, options);
  }

  std::string prefixes() {
    constexpr std::uint32_t most = 64;
    const auto size = static_cast<std::uint32_t>(wire_.size());
    const std::uint32_t step = size / most + 1;
    for (std::uint32_t n = random_.below(step); n < size; n += step) {
      const std::string wrong = hostile(std::string_view(wire_).substr(0, n));
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

  /// A text is refused or makes a document like any other.
  std::string hostile(std::string_view text) {
    ++cases;
    if (const auto done = decoder_.decode_into(decoded_, text); !done) {
      const bool is_inside = done.error().offset <= text.size();
      return is_inside && decoded_.root().is_null()
                 ? std::string{}
                 : "is refused badly\n" + std::string(text);
    }
    const auto wire = pith::tron::encode(decoded_.root());
    const auto back = wire ? pith::tron::decode(*wire)
                           : pith::result<pith::document>(wire.error());
    if (back &&
        pith::equal(decoded_.root(), back->root(), member_order::significant)) {
      return {};
    }
    return "decodes but does not round-trip\n" + std::string(text);
  }

  random_source random_;
  pith_tests::random_documents source_;
  pith::tron::decoder decoder_;
  pith::document drawn_;
  pith::document decoded_;
  std::string wire_;
  std::string changed_;
};

}  // namespace

int main(int argc, char** argv) {
  return pith_tests::run_property(argc, argv, {"tron_round_trip", 20'000}, [] {
    return std::make_unique<tron_round_trip>();
  });
}
