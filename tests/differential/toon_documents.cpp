// SPDX-License-Identifier: MIT
/// @file
/// Feeds toon.mjs (peer_feed.hpp): documents as JSON, then as TOON with comma,
/// tab and pipe. Damaged texts come as the text, "strict" or "loose" and the
/// indent size, the name of our error or nothing, the value as JSON.

#include <pith/json.hpp>
#include <pith/toon.hpp>

#include "peer_feed.hpp"
#include "random.hpp"
#include "random_document.hpp"
#include "round_trip.hpp"
#include "text/utf8.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace {

namespace toon = pith::toon;
using pith_tests::fail_feed;
using pith_tests::print_record;
using pith_tests::random_source;

constexpr std::array delimiters{toon::delimiter::comma, toon::delimiter::tab,
                                toon::delimiter::pipe};

int print_document(std::string_view json, pith::value root, std::uint64_t) {
  std::array<std::string, delimiters.size()> wires;
  for (std::size_t i = 0; i < wires.size(); ++i) {
    auto wire = toon::encode(
        root, {.delimiter = delimiters[i], .indent_size = 2, .bounds = {}});
    if (!wire) return fail_feed("cannot encode", wire.error());
    wires[i] = std::move(*wire);
  }
  return print_record({json, wires[0], wires[1], wires[2]});
}

pith_tests::document_taste taste() {
  // Fewer numbers from the edges than elsewhere: JavaScript cannot tell them
  // apart, and a document with one of them proves less.
  pith_tests::document_taste out;
  out.odd_number_percent = 6;
  out.medium_per_mille = 150;
  out.large_per_mille = 20;
  return out;
}

/// Puts something that means something in TOON anywhere into a text.
void insert_piece(std::string& text, random_source& random) {
  static constexpr std::array<std::string_view, 56> pieces{
      ":",
      ": ",
      " :",
      "\"",
      "\\",
      "\\n",
      "\\u00e9",
      "\\ud800",
      "[",
      "]",
      "{",
      "}",
      "[2]",
      "[1]:",
      "[2|]",
      "[2\t]:",
      "[2:]",
      "{a}",
      "{a,b}",
      "- ",
      "-",
      "\n",
      "\n\n",
      " ",
      "  ",
      "    ",
      "\t",
      "#",
      "\r",
      "\r\n",
      ",",
      "|",
      "true",
      "null",
      "0",
      "05",
      "-0",
      "1e5",
      "1E400",
      "[]",
      ": []",
      "[0]:",
      "a",
      "\"a\"",
      "a: 1",
      "\n- 1\n",
      "\n  b: 2",
      "\n# c\n",
      "\xEF\xBB\xBF",
      "\xC3\xA9",
      "\xC2\xA0",
      "12345678901234567890",
      "{b{c,d}}",
      "[1:]{a}:",
      "\n  \n",
      "\"\""};
  const std::size_t at =
      random.below(static_cast<std::uint32_t>(text.size() + 1));
  text.insert(at, pieces[random.below(pieces.size())]);
}

/// Takes a few bytes away.
void erase_piece(std::string& text, random_source& random) {
  if (text.empty()) return;
  const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
  text.erase(at, random.between(1, 3));
}

int mutate(std::uint64_t seed, std::uint64_t count) {
  const auto source = std::make_unique<pith_tests::random_documents>(taste());
  random_source random;
  std::string text;
  std::string changed;
  for (std::uint64_t i = 0; i < count; ++i) {
    random.reseed(random_source::mix(seed + i));
    const auto drawn = source->draw(seed + i);
    if (!drawn) return fail_feed("cannot draw", drawn.error());
    toon::encode_options writing;
    writing.delimiter = delimiters[random.below(3)];
    writing.indent_size = random.one_in(4) ? random.between(1, 4) : 2;
    const auto wire = toon::encode(drawn->root(), writing);
    if (!wire) return fail_feed("cannot encode", wire.error());
    do {
      text = *wire;
      for (std::uint32_t n = random.between(1, 4); n != 0; --n) {
        switch (random.below(4)) {
          case 0:
          case 1:
            insert_piece(text, random);
            break;
          case 2:
            erase_piece(text, random);
            break;
          default:
            pith_tests::corrupt(text, random, changed);
            text.swap(changed);
        }
      }
    } while (pith::text::find_invalid_utf8(text) != pith::text::valid_utf8);
    toon::decode_options reading;
    reading.strict = !random.one_in(3);
    reading.indent_size =
        random.one_in(8) ? random.between(1, 4) : writing.indent_size;
    const std::string options = (reading.strict ? "strict " : "loose ") +
                                std::to_string(reading.indent_size);
    const auto decoded = toon::decode(text, reading);
    std::string json;
    if (decoded) {
      const auto written = pith::json::append(json, decoded->root());
      if (!written) return fail_feed("cannot write", written.error());
    }
    const std::string_view verdict =
        decoded ? std::string_view{} : pith::name(decoded.error().code);
    if (const int status = print_record({text, options, verdict, json});
        status != 0) {
      return status;
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return pith_tests::run_feed(argc, argv,
                              {.name = "toon_documents",
                               .taste = taste(),
                               .print = print_document,
                               .mutate = mutate});
}
