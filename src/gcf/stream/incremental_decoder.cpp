// SPDX-License-Identifier: MIT
#include <pith/gcf.hpp>
#include <pith/gcf_incremental.hpp>

#include "document/document_data.hpp"
#include "gcf/decode_reader.hpp"
#include "gcf/graph/chunk_reader.hpp"

#include <optional>

namespace pith::inline v0::gcf {

event_handler::~event_handler() = default;
void event_handler::begin_section(const section&) {}
void event_handler::item(value) {}
void event_handler::entry(std::string_view, value) {}
void event_handler::end_section(std::uint64_t) {}
void event_handler::member(std::string_view, value) {}
void event_handler::root(value) {}

struct incremental_decoder::state {
  state(event_handler& told, const incremental_options& with)
      : events(&told), options(with) {}

  void begin() {
    decoding::reader::chunk_bounds holding;
    holding.max_held_bytes = options.max_held_bytes;
    graph.begin(options.bounds, options.more_kinds, *events);
    reader.begin(data, options.bounds, *events, graph, holding);
    failure.reset();
  }

  /// Runs one step of the reader. Until it has returned, it has failed: a
  /// handler may throw.
  template <class Step>
  result<void> run(Step&& step) {
    if (failure) return *failure;
    failure = error{error_code::incomplete, 0, "the handler threw"};
    if (const std::optional<error> problem = step()) {
      failure = problem;
      return *problem;
    }
    failure.reset();
    return {};
  }
  std::optional<error> feed(std::string_view chunk) {
    if (reader.feed(chunk)) return std::nullopt;
    return reader.problem();
  }
  std::optional<error> finish() {
    if (!reader.end()) return reader.problem();
    return reader.is_held() ? read_held() : std::nullopt;
  }

  /// Decodes what was only collected, and hands it out.
  std::optional<error> read_held() {
    decode_options whole;
    whole.bounds = options.bounds;
    whole.more_kinds = options.more_kinds;
    const result<document> doc = decode(reader.held_text(), whole);
    if (!doc) return doc.error();
    const auto object = doc->root().get_object();
    if (!object) {
      events->root(doc->root());
      return std::nullopt;
    }
    for (const member& m : *object) events->member(m.key, m.value);
    return std::nullopt;
  }

  event_handler* events;
  incremental_options options;
  detail::document_data data;
  decoding::reader reader;
  graph_profile::chunk_reader graph;
  std::optional<error> failure;
};

incremental_decoder::incremental_decoder(event_handler& events,
                                         const incremental_options& options)
    : state_(std::make_unique<state>(events, options)) {
  state_->begin();
}
incremental_decoder::incremental_decoder(incremental_decoder&&) noexcept =
    default;
incremental_decoder& incremental_decoder::operator=(
    incremental_decoder&&) noexcept = default;
incremental_decoder::~incremental_decoder() = default;

result<void> incremental_decoder::feed(std::string_view chunk) {
  return state_->run([&] { return state_->feed(chunk); });
}

result<void> incremental_decoder::finish() {
  result<void> done = state_->run([&] { return state_->finish(); });
  if (done) {
    state_->failure = error{error_code::misplaced_value, 0,
                            "the text is finished; reset the decoder first"};
  }
  return done;
}

void incremental_decoder::reset() { state_->begin(); }

}  // namespace pith::inline v0::gcf
