// SPDX-License-Identifier: MIT
#include <pith/gcb.hpp>
#include <pith/graph.hpp>

#include "codec/options.hpp"
#include "codec/standard.hpp"

namespace pith::inline v0 {

namespace {

result<void> write(sink& out, value v, const codec_settings& settings) {
  bool allow_loss = false;
  option_reader given{settings};
  given.read("allow-loss", allow_loss);
  if (const auto fit = given.check(); !fit) return fit;
  const auto graph = graph::from_value(v);
  if (!graph) return graph.error();
  gcb::encode_options with;
  if (allow_loss) with.allow = gcb::allowed_losses::all();
  const auto written = gcb::encode_to(out, *graph, with);
  return written ? result<void>{} : written.error();
}

result<document> read(std::string_view bytes, const codec_settings& settings) {
  const auto graph = gcb::decode(bytes, {.bounds = settings.bounds});
  if (!graph) return graph.error();
  return graph::to_document(*graph);
}

/// By its mark and the version after it, which no text has there.
likeness recognize(std::string_view bytes) {
  constexpr std::string_view mark = "GCB1";
  const bool has_version =
      bytes.size() > mark.size() &&
      static_cast<unsigned char>(bytes[mark.size()]) < '\t';
  return bytes.starts_with(mark) && has_version ? likeness::certain
                                                : likeness::no;
}

}  // namespace

codec gcb_codec() {
  return {.name = "gcb",
          .summary = "GCB1: binary graphs with signatures, for programs",
          .aliases = {"binary"},
          .media_type = "application/vnd.gcb",
          .extensions = {"gcb"},
          .subject = codec_subject::graph,
          .is_binary = true,
          .loses =
              "scores beyond six significant digits; members that a "
              "graph does not have",
          .options = {{"allow-loss", "false",
                       "leave out what GCB1 cannot carry, instead of an error: "
                       "true, false"}},
          .write = write,
          .read = read,
          .recognize = recognize};
}

}  // namespace pith::inline v0
