// SPDX-License-Identifier: MIT
/// @file
/// Random documents through the interchange formats: a document is written, or
/// refused for what the format cannot say; what was written is read back
/// equal, goes through GCF and comes back equal, and is written the same
/// again. No prefix and no damage of a text does harm.
///
///     interchange_round_trip [--format NAME] [--seed S] [--count N] ...
#include <pith/builder.hpp>
#include <pith/equality.hpp>
#include <pith/error.hpp>
#include <pith/gcf.hpp>

#include "interchange/interchange.hpp"
#include "property_run.hpp"
#include "random.hpp"
#include "random_document.hpp"
#include "round_trip.hpp"
#include "said_documents.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::error_code;
using pith_tests::random_source;

/// A format, and what its writer may refuse.
struct subject {
  const char* name;
  std::vector<error_code> refusals;
  /// Makes a document that the format can say of any one; null when it can say
  /// them all.
  pith::result<void> (*fit)(pith::value, pith::document&);
};

struct totals {
  std::atomic<std::uint64_t> accepted{0};
  std::atomic<std::uint64_t> refused{0};
};

class interchange_round_trip final : public pith_tests::property {
 public:
  interchange_round_trip(const subject& of, totals& count)
      : of_(of),
        count_(count),
        codec_(*pith::interchange::all_codecs().find(of.name)) {}

  std::string check(std::uint64_t seed) override {
    random_.reseed(random_source::mix(seed));
    if (!source_.draw_into(drawn_, seed)) return "cannot be drawn";
    // One in eight goes in as it is: most of those are refused.
    if (of_.fit != nullptr && !random_.one_in(8)) {
      if (!of_.fit(drawn_.root(), fitted_)) return "cannot be fitted";
      std::swap(drawn_, fitted_);
    }
    std::string wrong = round_trip(drawn_.root());
    for (int i = 0; i < 3 && wrong.empty() && !wire_.empty(); ++i) {
      const auto size = static_cast<std::uint32_t>(wire_.size());
      changed_.assign(wire_, 0, random_.below(size));
      wrong = hostile(changed_);
    }
    for (int i = 0; i < 3 && wrong.empty(); ++i) {
      pith_tests::corrupt(wire_, random_, changed_);
      wrong = hostile(changed_);
    }
    return wrong;
  }

 private:
  [[nodiscard]] bool may_refuse(error_code code) const {
    return std::ranges::find(of_.refusals, code) != of_.refusals.end();
  }

  std::string round_trip(pith::value v) {
    wire_.clear();
    pith::string_sink to(wire_);
    if (const auto done = codec_.encode_to(to, v); !done) {
      ++count_.refused;
      wire_.clear();
      return may_refuse(done.error().code)
                 ? std::string{}
                 : "is refused: " + pith::message(done.error());
    }
    ++count_.accepted;
    const auto read = codec_.decode(wire_);
    if (!read) {
      return "is not read: " + pith::message(read.error()) + " at " +
             std::to_string(read.error().offset) + "\n" + wire_;
    }
    if (!pith::equal(v, read->root())) {
      return "comes back as another value\n" + wire_;
    }
    if (const auto again = codec_.encode(read->root());
        !again || *again != wire_) {
      return "is written otherwise the second time\n" + wire_;
    }
    gcf_.clear();
    pith::string_sink gcf(gcf_);
    if (!encoder_.encode_to(gcf, read->root()) ||
        !decoder_.decode_into(decoded_, gcf_) ||
        !pith::equal(v, decoded_.root())) {
      return "does not go through GCF\n" + wire_;
    }
    return {};
  }

  /// A text is refused or makes a document like any other.
  std::string hostile(const std::string& text) {
    ++cases;
    const auto read = codec_.decode(text);
    if (!read) {
      return read.error().offset <= text.size() ? std::string{}
                                                : "is refused badly\n" + text;
    }
    const auto wire = codec_.encode(read->root());
    if (!wire) return "is read but not written\n" + text;
    const auto back = codec_.decode(*wire);
    return back && pith::equal(read->root(), back->root())
               ? std::string{}
               : "is read but does not come back\n" + text;
  }

  const subject& of_;
  totals& count_;
  const pith::codec& codec_;
  random_source random_;
  pith_tests::random_documents source_;
  pith::gcf::encoder encoder_;
  pith::gcf::decoder decoder_;
  pith::document drawn_;
  pith::document fitted_;
  pith::document decoded_;
  std::string wire_;
  std::string gcf_;
  std::string changed_;
};

const std::vector<subject>& subjects() {
  static const std::vector<subject> all = {
      {"csv",
       {error_code::misplaced_value, error_code::not_supported},
       pith_tests::fit_rows},
      {"tsv",
       {error_code::misplaced_value, error_code::not_supported},
       pith_tests::fit_rows},
      {"yaml", {}, nullptr},
      {"toml",
       {error_code::misplaced_value, error_code::not_supported},
       pith_tests::fit_tables},
      {"msgpack", {}, nullptr},
      {"cbor", {}, nullptr},
  };
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  std::string_view only;
  std::vector<char*> rest;
  for (int i = 0; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--format" && i + 1 < argc) {
      only = argv[++i];
    } else {
      rest.push_back(argv[i]);
    }
  }
  int failed = 0;
  bool found = false;
  for (const subject& each : subjects()) {
    if (!only.empty() && only != each.name) continue;
    found = true;
    totals count;
    failed |= pith_tests::run_property(
        static_cast<int>(rest.size()), rest.data(), {each.name, 20'000},
        [&] { return std::make_unique<interchange_round_trip>(each, count); });
    std::printf("%s: %llu documents accepted, %llu refused\n", each.name,
                static_cast<unsigned long long>(count.accepted),
                static_cast<unsigned long long>(count.refused));
  }
  if (!found) std::fprintf(stderr, "no such format\n");
  return found ? failed : 2;
}
