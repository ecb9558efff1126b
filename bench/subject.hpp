// SPDX-License-Identifier: MIT
/// @file
/// The operations that all benchmarks measure, with their reused memory.
#ifndef PITH_BENCH_SUBJECT_HPP
#define PITH_BENCH_SUBJECT_HPP

#include <pith/document.hpp>
#include <pith/error.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>
#include <pith/sink.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace pith_bench {

/// A benchmark of a failing operation measures nothing: stop.
inline void require(const pith::result<void>& done, const char* what) {
  if (!done) {
    std::fprintf(stderr, "bench: %s: %s at byte %zu\n", what,
                 pith::message(done.error()).c_str(), done.error().offset);
    std::exit(1);
  }
}

inline void require(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "bench: %s\n", what);
    std::exit(1);
  }
}

/// One JSON text on its way to GCF and back. Buffers are reused and warm.
class subject {
 public:
  explicit subject(std::string_view json) : json_(json) {}

  void parse() {
    require(parser_.parse_into(document_, json_), "JSON does not parse");
  }
  void encode() {
    wire_.clear();
    pith::string_sink sink(wire_);
    require(encoder_.encode_to(sink, document_.root()), "does not encode");
  }
  void decode() {
    require(decoder_.decode_into(decoded_, wire_), "does not decode");
  }
  void write() {
    text_.clear();
    require(pith::json::append(text_, decoded_.root()), "does not write");
  }

  void json_to_gcf() {
    parse();
    encode();
  }
  void gcf_to_json() {
    decode();
    write();
  }

  [[nodiscard]] std::string_view json() const { return json_; }
  [[nodiscard]] const std::string& wire() const { return wire_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const pith::document& document() const { return document_; }
  [[nodiscard]] const pith::document& decoded() const { return decoded_; }

 private:
  std::string_view json_;
  pith::json::parser parser_;
  pith::gcf::encoder encoder_;
  pith::gcf::decoder decoder_;
  pith::document document_;
  pith::document decoded_;
  std::string wire_;
  std::string text_;
};

}  // namespace pith_bench

#endif  // PITH_BENCH_SUBJECT_HPP
