// SPDX-License-Identifier: MIT
/// @file
/// Random documents through TOON and back, with every delimiter and several
/// indent sizes: the value is the same, encoding it again gives the same
/// bytes, and neither prefixes nor damage of a text do more than fail.
#include <pith/equality.hpp>
#include <pith/toon.hpp>

#include "property_run.hpp"
#include "random.hpp"
#include "random_document.hpp"
#include "round_trip.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace {

namespace toon = pith::toon;
using pith_tests::random_source;

class toon_round_trip final : public pith_tests::property {
 public:
  std::string check(std::uint64_t seed) override {
    random_.reseed(random_source::mix(seed));
    if (const auto drawn = source_.draw_into(drawn_, seed); !drawn) {
      return "cannot draw: " + pith::message(drawn.error());
    }
    for (const toon::delimiter delimiter :
         {toon::delimiter::comma, toon::delimiter::tab,
          toon::delimiter::pipe}) {
      ++cases;
      toon::encode_options options;
      options.delimiter = delimiter;
      options.indent_size = random_.one_in(2) ? 2 : random_.between(1, 9);
      std::string wrong = round_trip(options);
      if (!wrong.empty()) return wrong + "\n" + wire_;
    }
    return attack();
  }

 private:
  std::string round_trip(const toon::encode_options& writing) {
    wire_.clear();
    if (const auto done = toon::append(wire_, drawn_.root(), writing); !done) {
      return "does not encode: " + pith::message(done.error());
    }
    toon::decode_options reading;
    reading.indent_size = writing.indent_size;
    toon::decoder decoder(reading);
    if (const auto done = decoder.decode_into(decoded_, wire_); !done) {
      return "does not decode: " + pith::message(done.error());
    }
    if (!pith::equal(drawn_.root(), decoded_.root())) {
      return "decodes to another value";
    }
    const auto again = toon::encode(decoded_.root(), writing);
    if (!again || *again != wire_) return "is not written again as it was";
    // What is right when strict is right when not, in the same order.
    reading.strict = false;
    const auto loose = toon::decode(wire_, reading);
    if (!loose || !pith::equal(decoded_.root(), loose->root(),
                               pith::member_order::significant)) {
      return "is another value when not strict";
    }
    return with_other_lines(reading);
  }

  /// Carriage returns, trailing spaces, comments and a last line feed change
  /// nothing.
  std::string with_other_lines(toon::decode_options reading) {
    changed_.clear();
    for (const char c : wire_) {
      if (c == '\n') {
        changed_.append(random_.below(3), ' ');
        if (random_.one_in(2)) changed_ += '\r';
        if (random_.one_in(8)) changed_ += "\n   # comment: [1]";
      }
      changed_ += c;
    }
    if (random_.one_in(2)) changed_ += "\n";
    if (random_.one_in(2)) changed_.insert(0, "\xEF\xBB\xBF");
    reading.strict = true;
    const auto decoded = toon::decode(changed_, reading);
    if (!decoded || !pith::equal(decoded_.root(), decoded->root(),
                                 pith::member_order::significant)) {
      return "is another value with other line ends:\n" + changed_;
    }
    return {};
  }

  /// Prefixes and damage: any end but a crash, and what decodes is a document
  /// like any other.
  std::string attack() {
    for (int i = 0; i < 8; ++i) {
      ++cases;
      if (i < 4 && !wire_.empty()) {
        changed_ = wire_.substr(
            0, random_.below(static_cast<std::uint32_t>(wire_.size())));
      } else {
        pith_tests::corrupt(wire_, random_, changed_);
      }
      toon::decode_options reading;
      reading.strict = random_.one_in(2);
      const auto decoded = toon::decode(changed_, reading);
      if (!decoded) {
        if (decoded.error().offset > changed_.size()) {
          return "an offset after the text:\n" + changed_;
        }
        continue;
      }
      const auto wire = toon::encode(decoded->root());
      const auto again = wire ? toon::decode(*wire) : wire.error();
      if (!again || !pith::equal(decoded->root(), again->root())) {
        return "what decodes does not round-trip:\n" + changed_;
      }
    }
    return {};
  }

  random_source random_;
  pith_tests::random_documents source_;
  pith::document drawn_;
  pith::document decoded_;
  std::string wire_;
  std::string changed_;
};

}  // namespace

int main(int argc, char** argv) {
  return pith_tests::run_property(argc, argv, {"toon_round_trip", 30'000}, [] {
    return std::make_unique<toon_round_trip>();
  });
}
