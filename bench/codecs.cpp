// SPDX-License-Identifier: MIT
/// @file
/// The sibling codecs: JSON text to their text and back, through the document,
/// as a ratio to bare simdjson DOM parse of the same JSON in the same run.
/// With --json, the codecs without JSON: what codecs.mjs holds against the
/// packages of the formats, which have values of their own.

#include <pith/document.hpp>
#include <pith/equality.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>
#include <pith/sink.hpp>
#include <pith/toon.hpp>
#include <pith/tron.hpp>

#include "measure.hpp"
#include "shapes.hpp"
#include "subject.hpp"

#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith_bench::operation;
using pith_bench::shape;

/// One line per codec. Encoders append, decoders reuse what they can.
struct candidate {
  std::string_view name;
  pith::result<void> (*encode)(std::string& out, pith::value v);
  pith::result<void> (*decode)(pith::document& target, std::string_view text);
};

const candidate candidates[] = {
    {"gcf",
     [](std::string& out, pith::value v) {
       static pith::gcf::encoder encoder;
       pith::string_sink sink(out);
       return encoder.encode_to(sink, v);
     },
     [](pith::document& target, std::string_view text) {
       static pith::gcf::decoder decoder;
       return decoder.decode_into(target, text);
     }},
    {"toon",
     [](std::string& out, pith::value v) { return pith::toon::append(out, v); },
     [](pith::document& target, std::string_view text) {
       static pith::toon::decoder decoder;
       return decoder.decode_into(target, text);
     }},
    {"tron",
     [](std::string& out, pith::value v) { return pith::tron::append(out, v); },
     [](pith::document& target, std::string_view text) {
       static pith::tron::decoder decoder;
       return decoder.decode_into(target, text);
     }},
};

struct settings {
  std::vector<const candidate*> codecs;
  std::vector<std::size_t> sizes;
  std::vector<shape> shapes;
  std::size_t repetitions = 7;
  bool json = false;
  bool text = false;
  double min_encode = 0;  // fail below these ratios
  double min_decode = 0;
};

constexpr std::string_view usage =
    "usage: bench_codecs [--codec NAME]... [--size 10KB|1MB]...\n"
    "                    [--shape NAME]... [--repetitions N] [--json | "
    "--text]\n"
    "                    [--require-encode R] [--require-decode R]\n"
    "--text prints the JSON of the first shape and size and measures nothing\n";

bool read_settings(int argc, char** argv, settings& out) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--json" || name == "--text") {
      (name == "--json" ? out.json : out.text) = true;
      continue;
    }
    if (i + 1 == argc) return false;
    const std::string_view value = argv[++i];
    if (name == "--codec") {
      const auto* const found =
          std::find_if(std::begin(candidates), std::end(candidates),
                       [&](const candidate& c) { return c.name == value; });
      if (found == std::end(candidates)) return false;
      out.codecs.push_back(found);
    } else if (name == "--size") {
      const auto bytes = pith_bench::read_size(value);
      if (!bytes) return false;
      out.sizes.push_back(*bytes);
    } else if (name == "--shape") {
      const auto which = pith_bench::find_shape(value);
      if (!which) return false;
      out.shapes.push_back(*which);
    } else if (name == "--repetitions") {
      out.repetitions = static_cast<std::size_t>(std::atoi(argv[i]));
    } else if (name == "--require-encode") {
      out.min_encode = std::atof(argv[i]);
    } else if (name == "--require-decode") {
      out.min_decode = std::atof(argv[i]);
    } else {
      return false;
    }
  }
  if (out.codecs.empty()) {
    for (const candidate& each : candidates) out.codecs.push_back(&each);
  }
  if (out.sizes.empty()) out.sizes = {10'000, 1'000'000};
  if (out.shapes.empty()) {
    out.shapes.assign(pith_bench::all_shapes.begin(),
                      pith_bench::all_shapes.end());
  }
  return out.repetitions > 0;
}

/// One JSON text on its way to a format and back, in reused memory.
class handled_message {
 public:
  handled_message(std::string_view json, const candidate& through)
      : json_(json), through_(&through) {
    encode();
    decode();
    pith_bench::require(pith::equal(source_.root(), decoded_.root()),
                        "the round trip changes the document");
  }
  void encode() {
    pith_bench::require(parser_.parse_into(source_, json_), "does not parse");
    encode_only();
  }
  void encode_only() {
    wire_.clear();
    pith_bench::require(through_->encode(wire_, source_.root()),
                        "does not encode");
  }
  void decode_only() {
    pith_bench::require(through_->decode(decoded_, wire_), "does not decode");
  }
  void decode() {
    decode_only();
    text_.clear();
    pith_bench::require(pith::json::append(text_, decoded_.root()),
                        "does not write");
  }
  [[nodiscard]] std::size_t wire_bytes() const { return wire_.size(); }

 private:
  std::string_view json_;
  const candidate* through_;
  pith::json::parser parser_;
  pith::document source_;
  pith::document decoded_;
  std::string wire_;
  std::string text_;
};

struct row {
  const candidate* codec;
  shape of;
  std::size_t size;
  std::size_t json_bytes;
  std::size_t wire_bytes;
  double dom;  // seconds
  double encode;
  double decode;
  double encode_only;  // without JSON
  double decode_only;
};

row measure_one(const candidate& codec, shape of, std::size_t size,
                std::size_t repetitions) {
  std::string text = pith_bench::make_json(of, size);
  const std::size_t bytes = text.size();
  text.resize(bytes + simdjson::SIMDJSON_PADDING);
  handled_message way({text.data(), bytes}, codec);
  simdjson::dom::parser dom;
  std::vector<operation> all;
  all.push_back({"dom", [&] {
                   const auto parsed = dom.parse(text.data(), bytes, false);
                   pith_bench::require(parsed.error() == simdjson::SUCCESS,
                                       "simdjson does not parse the text");
                 }});
  all.push_back({"encode", [&] { way.encode(); }});
  all.push_back({"decode", [&] { way.decode(); }});
  all.push_back({"encode_only", [&] { way.encode_only(); }});
  all.push_back({"decode_only", [&] { way.decode_only(); }});
  pith_bench::measure(all, repetitions);
  return {&codec,
          of,
          size,
          bytes,
          way.wire_bytes(),
          all[0].median(),
          all[1].median(),
          all[2].median(),
          all[3].median(),
          all[4].median()};
}

void print_row(const row& r, bool json) {
  const double megabytes = static_cast<double>(r.json_bytes) / 1e6;
  const std::string codec(r.codec->name);
  const std::string name(pith_bench::name(r.of));
  if (json) {
    std::printf(
        "{\"codec\":\"%s\",\"shape\":\"%s\",\"size\":%zu,\"json_bytes\":%zu,"
        "\"wire_bytes\":%zu,\"dom_mb_per_s\":%.1f,\"encode_mb_per_s\":%.1f,"
        "\"decode_mb_per_s\":%.1f}\n",
        codec.c_str(), name.c_str(), r.size, r.json_bytes, r.wire_bytes,
        megabytes / r.dom, megabytes / r.encode_only,
        megabytes / r.decode_only);
  } else {
    std::printf(
        "%-6s %-14s %8s %9.0f %9.3f %9.3f %9.3f\n", codec.c_str(), name.c_str(),
        pith_bench::size_name(r.size).c_str(), megabytes / r.dom,
        r.dom / r.encode, r.dom / r.decode,
        static_cast<double>(r.wire_bytes) / static_cast<double>(r.json_bytes));
  }
  std::fflush(stdout);
}

int run(const settings& with) {
  if (with.text) {
    const std::string text =
        pith_bench::make_json(with.shapes.front(), with.sizes.front());
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0
                                                                           : 3;
  }
  if (!with.json) {
    std::printf("%-6s %-14s %8s %9s %9s %9s %9s\n", "codec", "shape", "size",
                "dom MB/s", "encode", "decode", "bytes");
  }
  double encode = 1e9;
  double decode = 1e9;
  for (const candidate* const codec : with.codecs) {
    for (const std::size_t size : with.sizes) {
      for (const shape of : with.shapes) {
        const row r = measure_one(*codec, of, size, with.repetitions);
        encode = std::min(encode, r.dom / r.encode);
        decode = std::min(decode, r.dom / r.decode);
        print_row(r, with.json);
      }
    }
  }
  if (!with.json) {
    std::printf("least over all: encode %.3f, decode %.3f of simdjson's DOM\n",
                encode, decode);
  }
  if (encode < with.min_encode || decode < with.min_decode) {
    std::fprintf(stderr, "bench_codecs: below the required ratio\n");
    return 1;
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
  return run(with);
}
