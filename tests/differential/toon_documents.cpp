// SPDX-License-Identifier: MIT
/// @file
/// Feeds toon.mjs.
///
///     toon_documents [--seed S] [--count N]
///         random documents: JSON, then TOON with comma, tab and pipe
///     toon_documents --encode
///         the same for the JSON texts on standard input
///     toon_documents --mutate [--seed S] [--count N]
///         damaged texts: the text, "strict" or "loose" and the indent size,
///         the name of our error or nothing, the value as JSON
///
/// One record is the decimal lengths of its parts, a line feed, and the parts.

#include <pith/json.hpp>
#include <pith/toon.hpp>

#include "random.hpp"
#include "random_document.hpp"
#include "round_trip.hpp"
#include "text/utf8.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

namespace {

namespace toon = pith::toon;
using pith_tests::random_source;

struct settings {
  std::uint64_t seed = 1;
  std::uint64_t count = 100'000;
  bool encode = false;
  bool mutate = false;
};

constexpr std::string_view usage =
    "usage: toon_documents [--mutate] [--seed S] [--count N] | --encode\n";

constexpr std::array delimiters{toon::delimiter::comma, toon::delimiter::tab,
                                toon::delimiter::pipe};

bool read_number(std::string_view text, std::uint64_t& out) {
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, out);
  return problem == std::errc{} && stop == end;
}

bool read_settings(int argc, char** argv, settings& out) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--encode") {
      out.encode = true;
    } else if (name == "--mutate") {
      out.mutate = true;
    } else if (i + 1 < argc && (name == "--seed" || name == "--count")) {
      if (!read_number(argv[++i], name == "--seed" ? out.seed : out.count)) {
        return false;
      }
    } else {
      return false;
    }
  }
  return !(out.encode && out.mutate);
}

int fail(std::string_view what, const pith::error& why) {
  const std::string text =
      "toon_documents: " + std::string(what) + ": " + pith::message(why) + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
  return 1;
}

/// 0, or the status to exit with.
int print(std::initializer_list<std::string_view> parts) {
  std::string record;
  for (const std::string_view part : parts) {
    if (!record.empty()) record += ' ';
    record += std::to_string(part.size());
  }
  record += '\n';
  for (const std::string_view part : parts) record += part;
  const bool written =
      std::fwrite(record.data(), 1, record.size(), stdout) == record.size();
  return written ? 0 : 3;
}

int print_document(std::string_view json, pith::value root) {
  std::array<std::string, delimiters.size()> wires;
  for (std::size_t i = 0; i < wires.size(); ++i) {
    auto wire = toon::encode(
        root, {.delimiter = delimiters[i], .indent_size = 2, .bounds = {}});
    if (!wire) return fail("cannot encode", wire.error());
    wires[i] = std::move(*wire);
  }
  return print({json, wires[0], wires[1], wires[2]});
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

int draw(const settings& with) {
  const auto source = std::make_unique<pith_tests::random_documents>(taste());
  for (std::uint64_t i = 0; i < with.count; ++i) {
    const auto drawn = source->draw(with.seed + i);
    if (!drawn) return fail("cannot draw", drawn.error());
    const auto json = pith::json::write(drawn->root());
    if (!json) return fail("cannot write", json.error());
    if (const int status = print_document(*json, drawn->root()); status != 0) {
      return status;
    }
  }
  return 0;
}

int encode() {
  std::string json;
  unsigned long long size = 0;
  while (std::scanf("%llu", &size) == 1) {
    if (std::getchar() != '\n') return 2;
    json.resize(size);
    if (std::fread(json.data(), 1, size, stdin) != size) return 2;
    const auto parsed = pith::json::parse(json);
    if (!parsed) return fail("cannot parse " + json, parsed.error());
    if (const int status = print_document(json, parsed->root()); status != 0) {
      return status;
    }
  }
  return 0;
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

int mutate(const settings& with) {
  const auto source = std::make_unique<pith_tests::random_documents>(taste());
  random_source random;
  std::string text;
  std::string changed;
  for (std::uint64_t i = 0; i < with.count; ++i) {
    random.reseed(random_source::mix(with.seed + i));
    const auto drawn = source->draw(with.seed + i);
    if (!drawn) return fail("cannot draw", drawn.error());
    toon::encode_options writing;
    writing.delimiter = delimiters[random.below(3)];
    writing.indent_size = random.one_in(4) ? random.between(1, 4) : 2;
    const auto wire = toon::encode(drawn->root(), writing);
    if (!wire) return fail("cannot encode", wire.error());
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
      if (!written) return fail("cannot write", written.error());
    }
    const std::string_view verdict =
        decoded ? std::string_view{} : pith::name(decoded.error().code);
    if (const int status = print({text, options, verdict, json}); status != 0) {
      return status;
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  settings with;
  if (!read_settings(argc, argv, with)) {
    std::fwrite(usage.data(), 1, usage.size(), stderr);
    return 2;
  }
  if (with.encode) return encode();
  return with.mutate ? mutate(with) : draw(with);
}
