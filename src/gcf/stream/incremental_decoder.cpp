// SPDX-License-Identifier: MIT
#include <pith/gcf.hpp>
#include <pith/gcf_incremental.hpp>

#include "gcf/stream/chunk_feed.hpp"
#include "text/rounding.hpp"

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
    chunk_bounds holding;
    holding.max_held_bytes = options.max_held_bytes;
    text.begin(options.bounds, options.more_kinds, *events, holding);
    text.require_summary(options.require_summary);
    numbers = {};
    text.watch_numbers(pith::text::wanted(numbers, options.numbers));
    failure.reset();
  }

  /// Runs one step of the text. Until it has returned, it has failed: a
  /// handler may throw.
  template <class Step>
  result<void> run(Step&& step) {
    if (is_running) {
      return error{error_code::misplaced_value, 0,
                   "a handler must not call the decoder that calls it"};
    }
    if (failure) return *failure;
    failure = error{error_code::incomplete, 0, "the handler threw"};
    is_running = true;
    const still_running until_the_end{*this};
    if (const std::optional<error> problem = step()) {
      failure = problem;
      return *problem;
    }
    failure.reset();
    return {};
  }
  /// Begins another text: at once, or when the step that asks for it is over.
  void reset() {
    is_reset_due = is_running;
    if (!is_running) begin();
  }

  void reset_if_due() {
    if (is_reset_due && !is_running) {
      is_reset_due = false;
      begin();
    }
  }

  /// Ends a step, also by an exception.
  struct still_running {
    state& of;
    explicit still_running(state& s) noexcept : of(s) {}
    still_running(const still_running&) = delete;
    still_running& operator=(const still_running&) = delete;
    ~still_running() { of.is_running = false; }
  };
  std::optional<error> feed(std::string_view chunk) {
    if (!text.feed(chunk)) return text.problem();
    return conclude_numbers();
  }
  std::optional<error> finish() {
    if (!text.end()) return text.problem();
    return text.is_held() ? read_held() : conclude_numbers();
  }

  /// What is to be said about the numbers so far.
  [[nodiscard]] std::optional<error> conclude_numbers() const {
    const auto done = numbers.conclude(options.numbers);
    return done ? std::nullopt : std::optional(done.error());
  }

  /// Decodes what was only collected, and hands it out.
  std::optional<error> read_held() {
    decode_options whole;
    whole.bounds = options.bounds;
    whole.more_kinds = options.more_kinds;
    whole.require_summary = options.require_summary;
    whole.numbers = options.numbers;
    const result<document> doc = decode(text.held_text(), whole);
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
  chunk_feed text;
  pith::text::rounding_watch numbers;
  std::optional<error> failure;
  bool is_running = false;    // a step, so a handler may be asking
  bool is_reset_due = false;  // a handler called reset()
};

namespace {

error moved_from() noexcept {
  return {error_code::misplaced_value, 0, "the decoder was moved from"};
}

}  // namespace

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
  if (state_ == nullptr) return moved_from();
  result<void> done = state_->run([&] { return state_->feed(chunk); });
  state_->reset_if_due();
  return done;
}

result<void> incremental_decoder::finish() {
  if (state_ == nullptr) return moved_from();
  result<void> done = state_->run([&] { return state_->finish(); });
  if (done) {
    state_->failure = error{error_code::misplaced_value, 0,
                            "the text is finished; reset the decoder first"};
  }
  state_->reset_if_due();
  return done;
}

void incremental_decoder::reset() {
  if (state_ != nullptr) state_->reset();
}

}  // namespace pith::inline v0::gcf
