// SPDX-License-Identifier: MIT
/// @file
/// Feeds compare.mjs. Without --encode it draws random documents and prints
/// each as JSON and as GCF; with --encode it reads JSON texts from standard
/// input and answers with their GCF.
///
/// One record is two decimal lengths and a line feed, then so many bytes of
/// JSON and of GCF: no escaping, so that a million of them cost nothing.
/// Records to be encoded have the second length 0.

#include <pith/gcf.hpp>
#include <pith/json.hpp>
#include <pith/sink.hpp>

#include "random_document.hpp"

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace {

struct settings {
  std::uint64_t seed = 1;
  std::uint64_t count = 100'000;
  bool encode = false;
};

constexpr std::string_view usage =
    "usage: differential_documents [--seed S] [--count N] | --encode\n";

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
      if (!read_number(argv[++i], out.seed)) {
        return false;
      }
    } else if (name == "--count" && i + 1 < argc) {
      if (!read_number(argv[++i], out.count)) {
        return false;
      }
    } else {
      return false;
    }
  }
  return true;
}

int fail(std::string_view what, const pith::error& why) {
  const std::string text = "differential_documents: " + std::string(what) +
                           ": " + pith::message(why) + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
  return 1;
}

/// Writes records; the buffers are reused.
class printer {
 public:
  /// 0, or the status to exit with.
  int print(std::string_view json, pith::value root) {
    wire_.clear();
    pith::string_sink sink(wire_);
    const pith::result<void> encoded = encoder_.encode_to(sink, root);
    if (!encoded) {
      return fail("cannot encode", encoded.error());
    }
    record_ = std::to_string(json.size());
    record_ += ' ';
    record_ += std::to_string(wire_.size());
    record_ += '\n';
    record_ += json;
    record_ += wire_;
    const bool written = std::fwrite(record_.data(), 1, record_.size(),
                                     stdout) == record_.size();
    return written ? 0 : 3;
  }

 private:
  pith::gcf::encoder encoder_;
  std::string wire_;
  std::string record_;
};

int draw(const settings& with) {
  // Fewer numbers from the edges than elsewhere: about them the package is
  // known to be wrong, and a document with one of them proves less.
  pith_tests::document_taste taste;
  taste.odd_number_percent = 6;
  taste.medium_per_mille = 150;
  taste.large_per_mille = 20;
  const auto source = std::make_unique<pith_tests::random_documents>(taste);
  printer out;
  std::string json;
  for (std::uint64_t i = 0; i < with.count; ++i) {
    const auto drawn = source->draw(with.seed + i);
    if (!drawn) {
      return fail("cannot draw", drawn.error());
    }
    json.clear();
    const pith::result<void> written = pith::json::append(json, drawn->root());
    if (!written) {
      return fail("cannot write", written.error());
    }
    if (const int status = out.print(json, drawn->root()); status != 0) {
      return status;
    }
  }
  return 0;
}

int encode() {
  pith::json::parser parser;
  pith::document document;
  printer out;
  std::string json;
  unsigned long long size = 0;
  while (std::scanf("%llu 0", &size) == 1) {
    if (std::getchar() != '\n') {
      return 2;
    }
    json.resize(size);
    if (std::fread(json.data(), 1, size, stdin) != size) {
      return 2;
    }
    const pith::result<void> parsed = parser.parse_into(document, json);
    if (!parsed) {
      return fail("cannot parse " + json, parsed.error());
    }
    if (const int status = out.print(json, document.root()); status != 0) {
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
