// SPDX-License-Identifier: MIT
/// @file
/// Random documents in every format: a text is detected as what wrote it or as
/// nothing, never as another format, unless it is JSON, or lines of JSON, from
/// its first to its last byte, or one string that is written bare; JSON that
/// was cut off or damaged is accepted as nothing but JSON; and what
/// auto_encode() chooses for readers who are not told the format comes back by
/// detection.
#include <pith/auto_encode.hpp>
#include <pith/equality.hpp>
#include <pith/error.hpp>
#include <pith/json.hpp>

#include "interchange/interchange.hpp"
#include "property_run.hpp"
#include "random.hpp"
#include "random_document.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith_tests::random_source;

/// Any cheap measure will do; which format wins is not what is looked at.
struct byte_counter {
  std::size_t count(std::string_view text) { return text.size(); }
};

bool is_certain(const pith::codec& c, std::string_view text) {
  return c.recognize != nullptr && c.recognize(text) == pith::likeness::certain;
}

class detection final : public pith_tests::property {
 public:
  std::string check(std::uint64_t seed) override {
    random_.reseed(random_source::mix(seed));
    if (!source_.draw_into(drawn_, seed)) return "cannot be drawn";
    std::string wrong = every_codec();
    if (wrong.empty()) wrong = chosen_for_strangers();
    if (wrong.empty()) wrong = damaged_json();
    return wrong;
  }

 private:
  std::string every_codec() {
    for (const pith::codec& c : all_.all()) {
      // Not everything can be said in every format.
      const auto text = c.encode(drawn_.root());
      if (!text) continue;
      ++cases;
      std::string wrong = detected(c, *text);
      if (wrong.empty()) wrong = detected(c, *text + "\n");
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

  std::string detected(const pith::codec& c, const std::string& text) {
    const pith::codec* const seen = all_.detect(text);
    if (seen == nullptr || seen == &c) return {};
    if (seen == json_ && is_certain(*json_, text)) return {};
    if (seen == lines_ && is_certain(*lines_, text)) return {};
    // One string alone is bare words in TOON, and in binary formats too, with
    // their length as a letter before them: whatever the words are.
    const bool is_bare = c.name == "toon" || c.is_binary;
    if (is_bare && drawn_.root().type() == pith::kind::string) return {};
    return c.name + " is detected as " + seen->name + "\n" + text;
  }

  std::string chosen_for_strangers() {
    ++cases;
    byte_counter counter;
    const auto best =
        pith::auto_encode(drawn_.root(), counter,
                          {.candidates = candidates_, .recognized_by = &all_});
    if (!best) return "cannot be chosen: " + pith::message(best.error());
    const pith::codec* const seen = all_.detect(best->text);
    if (seen == nullptr || !is_certain(*seen, best->text)) {
      return std::string(best->name) + " is not detected\n" + best->text;
    }
    const auto back = seen->decode(best->text);
    if (back && pith::equal(back->root(), drawn_.root())) return {};
    return std::string(best->name) + " comes back as another value\n" +
           best->text;
  }

  std::string damaged_json() {
    const auto json = pith::json::write(
        drawn_.root(), {.indent = random_.one_in(4) ? 2U : 0U, .bounds = {}});
    if (!json) return "cannot be written";
    const auto size = static_cast<std::uint32_t>(json->size());
    for (int i = 0; i < 4; ++i) {
      std::string wrong = refused(json->substr(0, random_.below(size + 1)));
      if (wrong.empty()) wrong = refused(with_one_change(*json));
      if (!wrong.empty()) return wrong;
    }
    // Most faults that turn one format into another are at the ends.
    std::string wrong = refused(json->substr(1));
    if (wrong.empty()) wrong = refused(json->substr(0, size - 1));
    return wrong;
  }

  std::string with_one_change(std::string text) {
    const auto size = static_cast<std::uint32_t>(text.size());
    const std::uint32_t at =
        random_.one_in(3) ? random_.below(3) % size : random_.below(size);
    constexpr std::string_view telling = "\"[]{}:,|-# \n\t0aG=@";
    const char c =
        random_.one_in(2)
            ? telling[random_.below(static_cast<std::uint32_t>(telling.size()))]
            : static_cast<char>(random_.below(256));
    switch (random_.below(3)) {
      case 0:
        text[at] = c;
        break;
      case 1:
        text.insert(at, 1, c);
        break;
      default:
        text.erase(at, 1);
        break;
    }
    return text;
  }

  /// Nothing but JSON is certain of the text and can read it.
  std::string refused(const std::string& text) {
    ++cases;
    const pith::codec* const seen = all_.detect(text);
    if (seen == nullptr || seen == json_ || !is_certain(*seen, text)) {
      return {};
    }
    if (is_certain(*json_, text)) {
      return "JSON is detected as " + seen->name + "\n" + text;
    }
    if (!seen->read || !seen->decode(text)) return {};
    return "damaged JSON is accepted as " + seen->name + "\n" + text;
  }

  const pith::registry& all_ = pith::interchange::all_codecs();
  const pith::codec* json_ = all_.find("json");
  const pith::codec* lines_ = all_.find("ndjson");
  std::vector<pith::candidate> candidates_ = pith::all_candidates();
  random_source random_;
  pith_tests::random_documents source_;
  pith::document drawn_;
};

}  // namespace

int main(int argc, char** argv) {
  return pith_tests::run_property(argc, argv, {"detection", 20'000},
                                  [] { return std::make_unique<detection>(); });
}
