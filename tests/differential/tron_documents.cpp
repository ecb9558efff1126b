// SPDX-License-Identifier: MIT
/// @file
/// Feeds tron.mjs.
///
///     tron_documents [--seed S] [--count N]
///         random documents: JSON, TRON, TRON that is never worse, and TRON
///         in another spelling that the package should read
///     tron_documents --encode
///         the same for the JSON texts on standard input
///
/// One record is the decimal lengths of its parts, a line feed, and the parts.

#include <pith/json.hpp>
#include <pith/tron.hpp>

#include "random.hpp"
#include "random_document.hpp"
#include "tron_dialect.hpp"

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace {

struct settings {
  std::uint64_t seed = 1;
  std::uint64_t count = 50'000;
  bool encode = false;
};

constexpr std::string_view usage =
    "usage: tron_documents [--seed S] [--count N] | --encode\n";

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
    } else if (name == "--seed" && i + 1 < argc) {
      if (!read_number(argv[++i], out.seed)) return false;
    } else if (name == "--count" && i + 1 < argc) {
      if (!read_number(argv[++i], out.count)) return false;
    } else {
      return false;
    }
  }
  return true;
}

int fail(std::string_view what, const pith::error& why) {
  const std::string text =
      "tron_documents: " + std::string(what) + ": " + pith::message(why) + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
  return 1;
}

/// 0, or the status to exit with.
int print(std::string_view json, pith::value root, std::uint64_t seed) {
  const auto usual = pith::tron::encode(root);
  if (!usual) return fail("cannot encode", usual.error());
  const auto careful = pith::tron::encode(root, {.never_worse = true});
  if (!careful) return fail("cannot encode", careful.error());
  pith_tests::random_source random(seed);
  const std::string dialect = pith_tests::write_tron_dialect(
      root, pith_tests::tron_readers::reference, random);
  std::string record;
  for (const std::string_view part :
       {json, std::string_view(*usual), std::string_view(*careful),
        std::string_view(dialect)}) {
    record.append(record.empty() ? "" : " ")
        .append(std::to_string(part.size()));
  }
  record.append("\n").append(json).append(*usual).append(*careful);
  record.append(dialect);
  const bool written =
      std::fwrite(record.data(), 1, record.size(), stdout) == record.size();
  return written ? 0 : 3;
}

int draw(const settings& with) {
  // More of the larger documents: classes need several objects.
  pith_tests::document_taste taste;
  taste.odd_number_percent = 6;
  taste.medium_per_mille = 300;
  taste.large_per_mille = 40;
  const auto source = std::make_unique<pith_tests::random_documents>(taste);
  for (std::uint64_t i = 0; i < with.count; ++i) {
    const auto drawn = source->draw(with.seed + i);
    if (!drawn) return fail("cannot draw", drawn.error());
    const auto json = pith::json::write(drawn->root());
    if (!json) return fail("cannot write", json.error());
    if (const int status = print(*json, drawn->root(), with.seed + i);
        status != 0) {
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
    if (const int status = print(json, parsed->root(), 1); status != 0) {
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
  return with.encode ? encode() : draw(with);
}
