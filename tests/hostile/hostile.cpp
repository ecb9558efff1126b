// SPDX-License-Identifier: MIT
/// @file
/// Runs the attacks. Each must end as the table says, on a thread with a small
/// stack and within a bound on CPU time and memory; growth.py checks that
/// twice the input costs at most twice as much.

#include <pith/document.hpp>
#include <pith/gcb.hpp>
#include <pith/gcf.hpp>
#include <pith/gcf_delta.hpp>
#include <pith/gcf_graph.hpp>
#include <pith/gcf_graph_delta.hpp>
#include <pith/gcf_incremental.hpp>
#include <pith/gcf_session.hpp>
#include <pith/goon.hpp>
#include <pith/graph.hpp>
#include <pith/json.hpp>
#include <pith/markup.hpp>
#include <pith/sink.hpp>
#include <pith/toon.hpp>
#include <pith/tron.hpp>

#include "attacks.hpp"
#include "interchange/interchange.hpp"
#include "memory_meter.hpp"
#include "read_number.hpp"
#include "sanitized.hpp"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using pith_tests::attack;
using pith_tests::operation;

// A decoder that recursed would need more than this at some 500 levels.
constexpr std::size_t stack_bytes =
    pith_tests::is_sanitized ? 1024 * 1024 : 64 * 1024;

// Far above what any attack needs (the slowest take about a second), and far
// below what one that is not linear would take.
constexpr double max_seconds = 20;
constexpr unsigned max_wall_seconds = 150;  // then the run ends at once

/// Counts bytes and drops them.
class counting_sink final : public pith::sink {
 public:
  bool write(std::string_view bytes) override {
    count_ += bytes.size();
    return true;
  }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  std::size_t count_ = 0;
};

double cpu_seconds() noexcept {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) +
         static_cast<double>(now.tv_nsec) * 1e-9;
}

/// One attack under way.
struct job {
  const attack* of = nullptr;
  std::string input;
  pith::document prepared{};
  std::optional<pith::error> setback{};  // an error of the preparation
  std::optional<pith::error> answer{};   // an error of the operation
  std::size_t output = 0;
  std::size_t peak = 0;
  double seconds = 0;
  pith::graph::payload base{};  // of a graph's update
  pith::graph::payload next{};
};

template <class T>
std::optional<pith::error> error_of(const pith::result<T>& done) {
  return done ? std::nullopt : std::optional(done.error());
}

bool starts_from_json(operation what) {
  switch (what) {
    case operation::encode:
    case operation::encode_graph:
    case operation::encode_gcb:
    case operation::encode_goon:
    case operation::encode_toon:
    case operation::encode_tron:
    case operation::encode_interchange:
    case operation::markdown:
    case operation::session:
    case operation::update:
    case operation::update_graph:
      return true;
    default:
      return false;
  }
}

void prepare(job& j) {
  const pith::limits& bounds = j.of->bounds;
  if (starts_from_json(j.of->what)) {
    pith::json::parser parser(pith::json::parse_options{bounds});
    j.setback = error_of(parser.parse_into(j.prepared, j.input));
  } else if (j.of->what == operation::write) {
    pith::gcf::decoder decoder(pith::gcf::decode_options{bounds});
    j.setback = error_of(decoder.decode_into(j.prepared, j.input));
  }
  if (j.of->what == operation::write_tron) {
    pith::tron::decoder decoder(pith::tron::decode_options{bounds});
    j.setback = error_of(decoder.decode_into(j.prepared, j.input));
  }
  if (j.of->what != operation::update_graph || j.setback) return;
  for (pith::graph::payload* const graph : {&j.base, &j.next}) {
    const auto form =
        j.prepared.root().find(graph == &j.base ? "base" : "next");
    auto read = pith::graph::from_value(*form);
    j.setback = error_of(read);
    if (j.setback) return;
    *graph = std::move(*read);
  }
}

/// Sends the first and then the second, and takes in what was sent.
template <class Producer, class Consumer, class Value>
void send_both(job& j, Producer producer, Consumer consumer, const Value& first,
               const Value& second) {
  for (const Value* each : {&first, &second}) {
    const auto sent = producer.next(*each);
    j.answer = error_of(sent);
    if (j.answer) return;
    j.output += sent->wire.size();
    j.answer = error_of(consumer.receive(sent->wire));
    if (j.answer) return;
  }
}

/// Each element of the document is the payload of one call.
std::optional<pith::error> run_session(pith::value calls, std::size_t& output) {
  pith::gcf::session_producer producer;
  pith::gcf::session_consumer consumer;
  const auto list = calls.get_array();
  for (const pith::value call : *list) {
    const auto graph = pith::graph::from_value(call);
    if (!graph) return graph.error();
    const auto answer = producer.encode(*graph);
    if (!answer) return answer.error();
    output += answer->wire.size();
    const auto read = consumer.decode(answer->wire);
    if (!read) return read.error();
    producer.confirm(answer->ticket);
  }
  return std::nullopt;
}

/// Counts what it is told as output.
class counting_handler final : public pith::gcf::event_handler {
 public:
  explicit counting_handler(std::size_t& count) : count_(&count) {}
  void item(pith::value) override { ++*count_; }

 private:
  std::size_t* count_;
};

std::optional<pith::error> read_chunks(job& j) {
  constexpr std::size_t chunk_bytes = 100;
  counting_handler handler(j.output);
  pith::gcf::incremental_options options;
  options.bounds = j.of->bounds;
  pith::gcf::incremental_decoder decoder(handler, options);
  for (std::string_view left = j.input; !left.empty();) {
    const std::string_view chunk = left.substr(0, chunk_bytes);
    left.remove_prefix(chunk.size());
    if (const auto done = decoder.feed(chunk); !done) return done.error();
  }
  return error_of(decoder.finish());
}

/// The codec that the name of an attack begins with.
const pith::codec& interchange_codec(const attack& a) {
  return *pith::interchange::all_codecs().find(
      a.name.substr(0, a.name.find(':')));
}

}  // namespace

// The name is how growth.py tells the tool what to count.
extern "C" __attribute__((noinline)) void pith_hostile_measured(void* raw);

extern "C" void pith_hostile_measured(void* raw) {
  job& j = *static_cast<job*>(raw);
  const pith::limits& bounds = j.of->bounds;
  switch (j.of->what) {
    case operation::parse: {
      pith::json::parser parser(pith::json::parse_options{bounds});
      j.answer = error_of(parser.parse_into(j.prepared, j.input));
      return;
    }
    case operation::decode: {
      pith::gcf::decoder decoder(pith::gcf::decode_options{bounds});
      j.answer = error_of(decoder.decode_into(j.prepared, j.input));
      return;
    }
    case operation::encode: {
      pith::gcf::encode_options options;
      options.bounds = bounds;
      pith::gcf::encoder encoder(options);
      counting_sink sink;
      j.answer = error_of(encoder.encode_to(sink, j.prepared.root()));
      j.output = sink.count();
      return;
    }
    case operation::decode_tron: {
      pith::tron::decoder decoder(pith::tron::decode_options{bounds});
      j.answer = error_of(decoder.decode_into(j.prepared, j.input));
      return;
    }
    case operation::encode_tron: {
      pith::tron::encode_options options;
      options.bounds = bounds;
      counting_sink sink;
      j.answer =
          error_of(pith::tron::encode_to(sink, j.prepared.root(), options));
      j.output = sink.count();
      return;
    }
    case operation::write:
    case operation::write_tron: {
      pith::json::write_options options;
      options.bounds = bounds;
      counting_sink sink;
      j.answer =
          error_of(pith::json::write_to(sink, j.prepared.root(), options));
      j.output = sink.count();
      return;
    }
    case operation::encode_graph: {
      const auto graph = pith::graph::from_value(j.prepared.root());
      counting_sink sink;
      j.answer =
          graph ? error_of(pith::gcf::graph_encoder().encode_to(sink, *graph))
                : error_of(graph);
      j.output = sink.count();
      return;
    }
    case operation::decode_graph:
      j.answer = error_of(
          pith::gcf::decode_graph(j.input, pith::gcf::decode_options{bounds}));
      return;
    case operation::encode_gcb: {
      const auto graph = pith::graph::from_value(j.prepared.root());
      counting_sink sink;
      j.answer = graph ? error_of(pith::gcb::encode_to(sink, *graph))
                       : error_of(graph);
      j.output = sink.count();
      return;
    }
    case operation::decode_gcb:
      j.answer = error_of(
          pith::gcb::decode(j.input, pith::gcb::decode_options{bounds}));
      return;
    case operation::encode_toon: {
      counting_sink sink;
      j.answer = error_of(
          pith::toon::encode_to(sink, j.prepared.root(), {.bounds = bounds}));
      j.output = sink.count();
      return;
    }
    case operation::decode_toon: {
      pith::toon::decoder decoder({.bounds = bounds});
      j.answer = error_of(decoder.decode_into(j.prepared, j.input));
      return;
    }
    case operation::encode_goon: {
      const auto response = pith::goon::from_value(j.prepared.root());
      counting_sink sink;
      j.answer = response ? error_of(pith::goon::encode_to(sink, *response))
                          : error_of(response);
      j.output = sink.count();
      return;
    }
    case operation::decode_goon:
      j.answer = error_of(
          pith::goon::decode(j.input, pith::goon::decode_options{bounds}));
      return;
    case operation::markdown: {
      const auto table =
          pith::markup::markdown_table(j.prepared.root(), {bounds});
      j.answer = error_of(table);
      if (table) j.output = table->size();
      return;
    }
    case operation::decode_interchange: {
      auto read = interchange_codec(*j.of).decode(j.input, {.bounds = bounds});
      j.answer = error_of(read);
      if (read) j.prepared = std::move(*read);
      return;
    }
    case operation::encode_interchange: {
      counting_sink sink;
      j.answer = error_of(interchange_codec(*j.of).encode_to(
          sink, j.prepared.root(), {.bounds = bounds}));
      j.output = sink.count();
      return;
    }
    case operation::read_chunks:
      j.answer = read_chunks(j);
      return;
    case operation::session:
      j.answer = run_session(j.prepared.root(), j.output);
      return;
    case operation::update: {
      const pith::value root = j.prepared.root();
      send_both(j,
                pith::gcf::delta_producer({.key = "id"},
                                          {.max_percent = 0, .bounds = bounds}),
                pith::gcf::delta_consumer({.bounds = bounds}),
                *root.find("base"), *root.find("next"));
      return;
    }
    case operation::update_graph:
      send_both(
          j,
          pith::gcf::graph_delta_producer({.max_percent = 0, .bounds = bounds}),
          pith::gcf::graph_delta_consumer({.bounds = bounds}), j.base, j.next);
      return;
  }
}

namespace {

extern "C" void* run_on_thread(void* raw) {
  job& j = *static_cast<job*>(raw);
  pith_tests::reset_memory_peak();
  const double begin = cpu_seconds();
  pith_hostile_measured(raw);
  j.seconds = cpu_seconds() - begin;
  j.peak = pith_tests::memory_peak();
  return nullptr;
}

bool run(job& j) {
  prepare(j);
  pthread_attr_t attributes;
  pthread_t thread{};
  bool started = pthread_attr_init(&attributes) == 0;
  started = started && pthread_attr_setstacksize(&attributes, stack_bytes) == 0;
  started =
      started && pthread_create(&thread, &attributes, run_on_thread, &j) == 0;
  return started && pthread_join(thread, nullptr) == 0;
}

std::string name_of(const std::optional<pith::error>& what) {
  return what ? std::string(pith::name(what->code)) : "success";
}

std::string expected_of(const attack& a) {
  return a.outcome ? std::string(pith::name(*a.outcome)) : "success";
}

/// Why the attack did not end as it must; empty when it did. A smaller one may
/// not reach the limit that stops the whole one.
std::string complaint(const job& j, std::size_t divisor) {
  if (j.setback) {
    return "the preparation fails with " + name_of(j.setback);
  }
  const bool as_told = j.answer ? j.of->outcome == j.answer->code
                                : !j.of->outcome.has_value() || divisor > 1;
  if (!as_told) {
    return "ends with " + name_of(j.answer) + " instead of " +
           expected_of(*j.of);
  }
  if (j.answer && j.answer->offset > j.input.size()) {
    return "the error lies after the input";
  }
  if (j.seconds > max_seconds) {
    return "takes " + std::to_string(j.seconds) + " s of CPU";
  }
  const double allowed =
      static_cast<double>(j.of->free_memory) +
      j.of->max_memory * static_cast<double>(j.input.size() + j.output);
  if (static_cast<double>(j.peak) > allowed) {
    return "takes " + std::to_string(j.peak) + " bytes";
  }
  return {};
}

std::vector<attack> all_attacks() {
  std::vector<attack> out;
  for (const auto part :
       {pith_tests::json_attacks(), pith_tests::encode_attacks(),
        pith_tests::gcf_attacks(), pith_tests::table_attacks(),
        pith_tests::graph_attacks(), pith_tests::delta_attacks(),
        pith_tests::gcb_attacks(), pith_tests::goon_attacks(),
        pith_tests::markup_attacks(), pith_tests::toon_attacks(),
        pith_tests::tron_attacks(), pith_tests::interchange_attacks()}) {
    out.insert(out.end(), part.begin(), part.end());
  }
  return out;
}

int run_all(const std::vector<attack>& attacks, std::size_t divisor) {
  std::size_t failures = 0;
  std::size_t runs = 0;
  for (const attack& a : attacks) {
    for (std::size_t variant = 0; variant < a.variants; ++variant) {
      // The name comes first: it is the last word of a run that hangs.
      std::printf("%-56.*s", static_cast<int>(a.name.size()), a.name.data());
      std::fflush(stdout);
      job j{&a, a.make(std::max<std::size_t>(a.scale / divisor, 1), variant)};
      alarm(max_wall_seconds);
      const bool ran = run(j);
      alarm(0);
      const std::string why =
          ran ? complaint(j, divisor) : "cannot start a thread";
      ++runs;
      std::printf(" %-26s %11zu %11zu %11zu %8.3f s\n",
                  name_of(j.answer).c_str(), j.input.size(), j.output, j.peak,
                  j.seconds);
      if (!why.empty()) {
        ++failures;
        std::printf("FAILED (variant %zu): %s\n", variant, why.c_str());
      }
    }
  }
  std::printf("hostile: %zu attacks, %zu inputs, %zu failures\n",
              attacks.size(), runs, failures);
  return failures == 0 ? 0 : 1;
}

int run_one(const std::vector<attack>& attacks, std::string_view name,
            std::size_t scale) {
  const auto found =
      std::find_if(attacks.begin(), attacks.end(),
                   [name](const attack& a) { return a.name == name; });
  if (found == attacks.end()) {
    std::fprintf(stderr, "hostile: there is no such attack\n");
    return 2;
  }
  job j{&*found, found->make(scale == 0 ? found->scale : scale, 0)};
  if (!run(j)) {
    std::fprintf(stderr, "hostile: cannot start a thread\n");
    return 3;
  }
  // The outcome may differ at another scale, so it is only shown.
  std::printf("%zu %zu %zu %s\n", j.input.size(), j.output, j.peak,
              name_of(j.setback ? j.setback : j.answer).c_str());
  return 0;
}

void list(const std::vector<attack>& attacks) {
  for (const attack& a : attacks) {
    std::printf("%zu\t%s\t%.*s\n", a.growth_scale, expected_of(a).c_str(),
                static_cast<int>(a.name.size()), a.name.data());
  }
}

constexpr std::string_view usage =
    "usage: hostile                        run every attack\n"
    "       hostile --divide N             at one Nth of its size\n"
    "       hostile --list                 growth scale, outcome and name\n"
    "       hostile --one NAME [--scale N] run one; print the bytes of input\n"
    "                                      and output, the peak, the outcome\n";

}  // namespace

int main(int argc, char** argv) {
  const std::vector<attack> attacks = all_attacks();
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  if (words.empty()) {
    return run_all(attacks, 1);
  }
  std::size_t divisor = 0;
  if (words.size() == 2 && words[0] == "--divide" &&
      pith_tests::read_number(words[1], divisor) && divisor > 0) {
    return run_all(attacks, divisor);
  }
  if (words.size() == 1 && words[0] == "--list") {
    list(attacks);
    return 0;
  }
  std::size_t scale = 0;
  if (words[0] == "--one" &&
      (words.size() == 2 || (words.size() == 4 && words[2] == "--scale" &&
                             pith_tests::read_number(words[3], scale)))) {
    return run_one(attacks, words[1], scale);
  }
  std::fwrite(usage.data(), 1, usage.size(), stderr);
  return 2;
}
