// SPDX-License-Identifier: MIT
#include "peer_feed.hpp"

#include <pith/json.hpp>

#include "read_number.hpp"

#include <cstdio>
#include <memory>

namespace pith_tests {

namespace {

struct settings {
  std::uint64_t seed = 1;
  std::uint64_t count;
  bool encode = false;
  bool mutate = false;
};

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

int draw(const settings& with, const peer_feed& feed) {
  const auto source = std::make_unique<random_documents>(feed.taste);
  pith::document drawn;
  std::string json;
  for (std::uint64_t seed = with.seed; seed != with.seed + with.count; ++seed) {
    const auto made = source->draw_into(drawn, seed);
    if (!made) return fail_feed("cannot draw", made.error());
    json.clear();
    const auto written = pith::json::append(json, drawn.root());
    if (!written) return fail_feed("cannot write", written.error());
    if (const int status = feed.print(json, drawn.root(), seed); status != 0) {
      return status;
    }
  }
  return 0;
}

int encode(const peer_feed& feed) {
  pith::json::parser parser;
  pith::document document;
  std::string json;
  unsigned long long size = 0;
  while (std::scanf("%llu", &size) == 1) {
    if (std::getchar() != '\n') return 2;
    json.resize(size);
    if (std::fread(json.data(), 1, size, stdin) != size) return 2;
    const auto parsed = parser.parse_into(document, json);
    if (!parsed) return fail_feed("cannot parse " + json, parsed.error());
    if (const int status = feed.print(json, document.root(), 1); status != 0) {
      return status;
    }
  }
  return 0;
}

}  // namespace

int print_record(std::initializer_list<std::string_view> parts) {
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

int fail_feed(std::string_view what, const pith::error& why) {
  const std::string text = std::string(what) + ": " + pith::message(why) + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
  return 1;
}

int run_feed(int argc, char** argv, const peer_feed& feed) {
  settings with{.count = feed.default_count};
  if (!read_settings(argc, argv, with) || (with.mutate && !feed.mutate)) {
    std::fprintf(stderr, "usage: %s [--seed S] [--count N] | --encode%s\n",
                 feed.name, feed.mutate ? " | --mutate" : "");
    return 2;
  }
  if (with.encode) return encode(feed);
  if (with.mutate) return feed.mutate(with.seed, with.count);
  return draw(with, feed);
}

}  // namespace pith_tests
