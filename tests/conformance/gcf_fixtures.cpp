// SPDX-License-Identifier: MIT
/// @file
/// Runs the conformance suite of GCF and our own fixtures in its schema.
///
/// A fixture is one JSON object; its `operation` says what to do with it. Our
/// own ones, in testdata/gcf, are arrays of such objects by subject, may have
/// two members more, and count the order of members in decoded values:
///
///     expectedOffset   of an error, the offset of the first offending byte
///     limits           members of pith::limits that differ from the default
///     profile          of an encode-error, `graph` where it is not generic
///
/// usage: conformance_gcf [-v]
#include <pith/builder.hpp>
#include <pith/equality.hpp>
#include <pith/error.hpp>
#include <pith/gcf.hpp>
#include <pith/gcf_delta.hpp>
#include <pith/gcf_graph.hpp>
#include <pith/gcf_graph_delta.hpp>
#include <pith/gcf_graph_stream.hpp>
#include <pith/gcf_session.hpp>
#include <pith/graph.hpp>
#include <pith/json.hpp>

#include "fixture_values.hpp"
#include "gcf/delta/graph_records.hpp"
#include "test_data.hpp"

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;
using pith::member_order;
using pith_tests::count_of;
using pith_tests::limits_of;
using pith_tests::string_of;

constexpr int exit_skipped = 77;
constexpr std::size_t suite_size = 281;

/// What became of a fixture: nothing said means passed.
struct verdict {
  std::string complaint;
};

verdict fail(std::string_view what, std::string_view detail = {}) {
  std::string text(what);
  if (!detail.empty()) text.append(": ").append(detail);
  return {text};
}

std::string shown(pith::value v) { return *pith::json::write(v); }

bool is_graph(std::string_view wire) {
  return wire.starts_with("GCF profile=graph");
}

std::string from_base64(std::string_view text) {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int held = 0;
  for (const char c : text) {
    const std::size_t digit = alphabet.find(c);
    if (digit == std::string_view::npos) continue;
    bits = bits << 6 | static_cast<unsigned>(digit);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes.push_back(static_cast<char>(bits >> held & 0xFF));
  }
  return bytes;
}

std::string wire_of(pith::value fixture) {
  if (fixture.find("inputBase64")) {
    return from_base64(string_of(fixture, "inputBase64"));
  }
  return std::string(string_of(fixture, "input"));
}

pith::result<pith::document> decode(pith::value fixture,
                                    std::string_view wire) {
  return pith::gcf::decode(wire, {.bounds = limits_of(fixture)});
}

/// `part` has no member that `whole` lacks or has otherwise. Where the whole
/// has an empty string, the part may have nothing.
bool is_part(pith::value part, pith::value whole) {
  if (const auto members = part.get_object()) {
    for (const pith::member m : *members) {
      const auto other = whole.find(m.key);
      if (!other || !is_part(m.value, *other)) return false;
    }
    return true;
  }
  const auto elements = part.get_array();
  if (!elements) return pith::equal(part, whole);
  const auto others = whole.get_array();
  if (!others || others->size() != elements->size()) return false;
  auto other = others->begin();
  for (const pith::value each : *elements) {
    if (!is_part(each, *other)) return false;
    ++other;
  }
  return true;
}

/// Encodes the graph that a document is.
pith::result<std::string> encode_graph(pith::value v) {
  const auto graph = pith::graph::from_value(v);
  if (!graph) return graph.error();
  return pith::gcf::encode(*graph);
}

/// A graph's wire decodes to a payload and to the payload's document, and the
/// payload encodes to the wire again.
verdict check_canonical_graph(std::string_view wire) {
  const auto graph = pith::gcf::decode_graph(wire);
  if (!graph) return fail("does not decode", pith::message(graph.error()));
  const auto again = pith::gcf::encode(*graph);
  if (!again) return fail("does not encode", pith::message(again.error()));
  if (*again != wire) return fail("encoding again differs", *again);
  const auto direct = pith::gcf::decode(wire);
  if (!direct) return fail("does not decode", pith::message(direct.error()));
  const auto doc = pith::graph::to_document(*graph);
  if (!doc ||
      !pith::equal(doc->root(), direct->root(), member_order::significant)) {
    return fail("the document is not that of the payload",
                shown(direct->root()));
  }
  return {};
}

verdict run_encode_graph(pith::value input, std::string_view expected) {
  const auto wire = encode_graph(input);
  if (!wire) return fail("does not encode", pith::message(wire.error()));
  if (*wire != expected) return fail("the wire differs", *wire);
  return check_canonical_graph(*wire);
}

/// The suite lists only some members of a decoded graph, and its order of
/// symbols is that of the wire, which need not be canonical.
verdict run_decode_graph(pith::value fixture, std::string_view wire,
                         pith::value expected, member_order order) {
  const auto doc = decode(fixture, wire);
  if (!doc) return fail("does not decode", pith::message(doc.error()));
  const bool is_same = order == member_order::significant
                           ? pith::equal(doc->root(), expected, order)
                           : is_part(expected, doc->root());
  if (!is_same) return fail("the decoded value differs", shown(doc->root()));
  const auto again = encode_graph(doc->root());
  if (again) return check_canonical_graph(*again);
  // We read names and statuses that section 4 does not let us write.
  if (again.error().code == pith::error_code::invalid_name) return {};
  return fail("does not encode", pith::message(again.error()));
}

/// encode(decode(wire)) is `wire`, twice over.
verdict check_canonical(std::string_view wire) {
  const auto doc = pith::gcf::decode(wire);
  if (!doc) return fail("does not decode", pith::message(doc.error()));
  const auto again = pith::gcf::encode(doc->root());
  if (!again) return fail("does not encode", pith::message(again.error()));
  if (*again != wire) return fail("encoding again differs", *again);
  return {};
}

verdict run_encode(pith::value fixture, member_order) {
  const auto input = fixture.find("input");
  const std::string_view expected = string_of(fixture, "expected");
  if (!input || expected.empty()) return fail("lacks input or expected");
  if (is_graph(expected)) return run_encode_graph(*input, expected);
  const auto wire = pith::gcf::encode(*input);
  if (!wire) return fail("does not encode", pith::message(wire.error()));
  if (*wire != expected) return fail("the wire differs", *wire);
  const auto back = pith::gcf::decode(expected);
  if (!back) return fail("does not decode", pith::message(back.error()));
  // Rows take the order of their header; everything else keeps its own.
  if (!pith::equal(back->root(), *input)) {
    return fail("the decoded value differs", shown(back->root()));
  }
  return check_canonical(*wire);
}

verdict run_roundtrip_wire(pith::value fixture, member_order) {
  const auto doc = decode(fixture, string_of(fixture, "input"));
  if (!doc) return fail("does not decode", pith::message(doc.error()));
  const auto wire = pith::gcf::encode(doc->root());
  if (!wire) return fail("does not encode", pith::message(wire.error()));
  if (*wire != string_of(fixture, "expected")) {
    return fail("the wire differs", *wire);
  }
  return check_canonical(*wire);
}

verdict run_decode(pith::value fixture, member_order order) {
  const std::string wire = wire_of(fixture);
  const auto expected = fixture.find("expected");
  if (!expected) return fail("lacks expected");
  if (is_graph(wire)) return run_decode_graph(fixture, wire, *expected, order);
  const auto doc = decode(fixture, wire);
  if (!doc) return fail("does not decode", pith::message(doc.error()));
  if (!pith::equal(doc->root(), *expected, order)) {
    return fail("the decoded value differs", shown(doc->root()));
  }
  // What was decoded is a value like any other.
  const auto again = pith::gcf::encode(doc->root());
  if (!again) return fail("does not encode", pith::message(again.error()));
  return check_canonical(*again);
}

verdict run_error(pith::value fixture, member_order) {
  const std::string wire = wire_of(fixture);
  const auto doc = decode(fixture, wire);
  if (doc) return fail("decodes", shown(doc->root()));
  const pith::error& what = doc.error();
  const std::string_view expected = string_of(fixture, "expectedError");
  const std::string message = pith::message(what);
  // Four of the suite's are not categories but words of the message.
  if (expected.empty() || (pith::name(what.code) != expected &&
                           message.find(expected) == std::string::npos)) {
    return fail("another error", message);
  }
  if (const auto offset = fixture.find("expectedOffset")) {
    if (offset->get_integer() != static_cast<std::int64_t>(what.offset)) {
      return fail("another offset", std::to_string(what.offset));
    }
  }
  return {};
}

/// Each answer is delivered and confirmed, and the other side reads it as it
/// reads the payload outside a session.
verdict run_session(pith::value fixture, member_order) {
  const auto calls = fixture.find("calls");
  const auto list = calls ? calls->get_array() : std::nullopt;
  if (!list) return fail("lacks calls");
  pith::gcf::session_producer producer;
  pith::gcf::session_consumer consumer;
  for (const pith::value call : *list) {
    const auto input = call.find("input");
    if (!input) return fail("lacks input");
    const auto graph = pith::graph::from_value(*input);
    if (!graph) return fail("is not a graph", pith::message(graph.error()));
    const auto answer = producer.encode(*graph);
    if (!answer) return fail("does not encode", pith::message(answer.error()));
    if (answer->wire != string_of(call, "expected")) {
      return fail("the wire differs", answer->wire);
    }
    const auto read = consumer.decode(answer->wire);
    if (!read) return fail("does not decode", pith::message(read.error()));
    const auto whole = pith::gcf::encode(*graph);
    if (!whole) return fail("does not encode", pith::message(whole.error()));
    const auto same = pith::gcf::decode_graph(*whole);
    if (!same || !(*same == *read)) return fail("reads otherwise");
    if (!producer.confirm(answer->ticket)) return fail("is not confirmed");
  }
  return {};
}

verdict run_graph_stream(pith::value fixture, member_order) {
  const auto input = fixture.find("input");
  if (!input) return fail("lacks input");
  const auto graph = pith::graph::from_value(*input);
  if (!graph) return fail("is not a graph", pith::message(graph.error()));
  pith::gcf::graph_stream_options options;
  options.tool = graph->tool;
  options.token_budget = graph->token_budget;
  options.tokens_used = graph->tokens_used;
  options.pack_root = graph->pack_root;
  if (const auto given = fixture.find("options")) {
    const auto labeled = given->find("labeledTrailerCounts");
    options.labeled_counts = labeled && labeled->get_boolean().value_or(false);
  }
  std::string wire;
  pith::string_sink sink(wire);
  pith::gcf::graph_writer out(sink, options);
  for (const pith::graph::symbol& s : graph->symbols) {
    if (const auto done = out.symbol(s); !done) {
      return fail("refuses a symbol", pith::message(done.error()));
    }
  }
  for (const pith::graph::edge& e : graph->edges) {
    if (const auto done = out.edge(e); !done) {
      return fail("refuses an edge", pith::message(done.error()));
    }
  }
  if (!out.finish()) return fail("does not finish");
  if (wire != string_of(fixture, "expected")) {
    return fail("the wire differs", wire);
  }
  const auto back = pith::gcf::decode_graph(wire);
  if (!back) return fail("does not decode", pith::message(back.error()));
  const auto buffered = pith::gcf::encode(*graph);
  const auto again = pith::gcf::encode(*back);
  if (!buffered || !again || *buffered != *again) {
    return fail("is another graph than the buffered one");
  }
  return {};
}

/// Only values that JSON can carry reach this; the others fail to parse.
/// `"profile": "graph"` is ours.
verdict run_encode_error(pith::value fixture, member_order) {
  const auto input = fixture.find("input");
  if (!input) return fail("lacks input");
  const auto wire = string_of(fixture, "profile") == "graph"
                        ? encode_graph(*input)
                        : pith::gcf::encode(*input);
  if (wire) return fail("encodes", *wire);
  if (pith::name(wire.error().code) != string_of(fixture, "expectedError")) {
    return fail("another error", pith::message(wire.error()));
  }
  return {};
}

/// `{name?, key, fields[], rows[]}`, without the rows.
pith::gcf::keyed_set set_of(pith::value given) {
  pith::gcf::keyed_set set;
  set.key = string_of(given, "key");
  set.name = string_of(given, "name");
  const auto fields = given.find("fields");
  const auto names = fields ? fields->get_array() : std::nullopt;
  if (!names) return set;
  for (const pith::value f : *names) set.fields.emplace_back(*f.get_string());
  return set;
}

/// True when an error is the one that a fixture expects: by its category, or,
/// for a few of the suite, by words of its message.
bool is_expected(pith::value fixture, const pith::error& what) {
  const std::string_view expected = string_of(fixture, "expectedError");
  return !expected.empty() &&
         (pith::name(what.code) == expected ||
          pith::message(what).find(expected) != std::string::npos);
}

verdict compare_text(pith::value fixture,
                     const pith::result<std::string>& text) {
  if (!text) {
    if (is_expected(fixture, text.error())) return {};
    return fail("an error", pith::message(text.error()));
  }
  if (*text != string_of(fixture, "expected")) return fail("differs", *text);
  return {};
}

verdict run_generic_pack_root(pith::value fixture, member_order) {
  const auto input = fixture.find("input");
  const auto rows = input ? input->find("rows") : std::nullopt;
  if (!rows) return fail("lacks rows");
  return compare_text(fixture, pith::gcf::pack_root(*rows, set_of(*input)));
}

/// The rows of a delta from the members of its fixture.
pith::gcf::delta delta_of(pith::value given) {
  pith::gcf::delta d;
  d.tool = string_of(given, "tool");
  d.key = string_of(given, "key");
  d.base_root = string_of(given, "baseRoot");
  d.new_root = string_of(given, "newRoot");
  d.fields = set_of(given).fields;
  d.delta_tokens = count_of(given, "deltaTokens");
  d.full_tokens = count_of(given, "fullTokens");
  pith::builder changes;
  changes.begin_object();
  for (const std::string_view name : {"added", "changed", "removed"}) {
    if (const auto rows = given.find(name)) changes.key(name).copy(*rows);
  }
  d.changes = *changes.end_object().finish();
  return d;
}

verdict run_generic_delta(pith::value fixture, member_order) {
  const auto input = fixture.find("input");
  if (!input) return fail("lacks input");
  return compare_text(fixture, pith::gcf::encode_delta(delta_of(*input)));
}

/// The root of what a delta makes of the base in `input`; and, where the
/// fixture says so, the rows.
verdict judge_applied(pith::value fixture, pith::value input,
                      pith::gcf::delta d) {
  const auto base = input.find("base");
  const auto rows = base ? base->find("rows") : std::nullopt;
  if (!rows) return fail("lacks a base");
  const std::string_view root = string_of(input, "expectedNewRoot");
  if (!root.empty()) d.new_root = root;
  const auto made = pith::gcf::apply(*rows, set_of(*base), d);
  if (!made) return compare_text(fixture, made.error());
  const auto expected_rows = fixture.find("expectedRows");
  if (expected_rows && !pith::equal(made->root(), *expected_rows)) {
    return fail("the rows differ", shown(made->root()));
  }
  return compare_text(fixture,
                      pith::gcf::pack_root(made->root(), set_of(*base)));
}

verdict run_generic_delta_verify(pith::value fixture, member_order) {
  const auto input = fixture.find("input");
  const auto d = input ? input->find("delta") : std::nullopt;
  if (!d) return fail("lacks a delta");
  return judge_applied(fixture, *input, delta_of(*d));
}

verdict run_generic_delta_decode(pith::value fixture, member_order) {
  const auto input = fixture.find("input");
  if (!input) return fail("lacks input");
  auto d = pith::gcf::decode_delta(string_of(*input, "wire"));
  if (!d) return compare_text(fixture, d.error());
  return judge_applied(fixture, *input, std::move(*d));
}

std::string_view name_of(pith::gcf::outcome kind) {
  switch (kind) {
    case pith::gcf::outcome::unchanged:
      return "unchanged";
    case pith::gcf::outcome::delta:
      return "delta";
    default:
      return "full";
  }
}

/// One turn of a session: what is sent is as expected, and a consumer makes
/// the rows of it.
verdict judge_turn(const pith::result<pith::gcf::update>& sent,
                   pith::gcf::delta_consumer& consumer, std::string_view wire,
                   std::string_view kind, pith::value rows) {
  if (!sent) return fail("is not sent", pith::message(sent.error()));
  if (sent->wire != wire) return fail("the wire differs", sent->wire);
  if (name_of(sent->kind) != kind) {
    return fail("another outcome", name_of(sent->kind));
  }
  const auto received = consumer.receive(sent->wire);
  if (!received) {
    return fail("is not received", pith::message(received.error()));
  }
  if (*received != sent->kind) return fail("is received as something else");
  const auto root = pith::gcf::pack_root(rows, consumer.set());
  if (!root || *root != consumer.root()) {
    return fail("the rows received differ", shown(consumer.rows()));
  }
  return {};
}

verdict run_generic_delta_session(pith::value fixture, member_order) {
  const auto input = fixture.find("input");
  const auto expected = fixture.find("expected");
  const auto base = input ? input->find("base") : std::nullopt;
  const auto policy = input ? input->find("policy") : std::nullopt;
  const auto updates = input ? input->find("updates") : std::nullopt;
  if (!base || !policy || !updates || !expected) return fail("lacks members");
  pith::gcf::producer_options options;
  options.tool = string_of(*input, "tool");
  options.policy = string_of(*policy, "mode") == "sizeGuard"
                       ? pith::gcf::reanchor::by_size
                       : pith::gcf::reanchor::every_n;
  const auto n = policy->find("n");
  if (n) options.every = static_cast<std::size_t>(*n->get_integer());
  // The suite knows no limit for single deltas.
  const auto percent = policy->find("maxPercent");
  options.max_percent =
      percent ? static_cast<unsigned>(*percent->get_integer()) : 0;
  pith::gcf::delta_producer producer(set_of(*base), options);
  pith::gcf::delta_consumer consumer;
  verdict v = judge_turn(producer.full(*base->find("rows")), consumer,
                         string_of(*expected, "initialFull"), "full",
                         *base->find("rows"));
  if (!v.complaint.empty()) return v;
  const pith::value emissions = *expected->find("emissions");
  std::size_t turn = 0;
  const auto sets = updates->get_array();
  if (sets->size() != emissions.get_array()->size()) {
    return fail("has other emissions than updates");
  }
  for (const pith::value set : *sets) {
    const pith::value emission = *emissions.at(turn++);
    std::string_view kind = string_of(emission, "kind");
    if (kind.empty()) {
      kind = emission.find("isFull")->get_boolean() == true ? "full" : "delta";
    }
    v = judge_turn(producer.next(*set.find("rows")), consumer,
                   string_of(emission, "wire"), kind, *set.find("rows"));
    if (!v.complaint.empty()) {
      v.complaint = "turn " + std::to_string(turn) + ": " + v.complaint;
      return v;
    }
  }
  return {};
}

/// The canonical bytes of a graph, as they are hashed.
std::string canonical_bytes(const pith::graph::payload& graph) {
  namespace keyed = pith::gcf::keyed;
  keyed::graph_view view;
  if (!view.look_at(graph)) return "(none)";
  std::string bytes;
  const auto append = [&](const keyed::record_list& records) {
    pith::detail::pod_buffer<std::uint32_t> order;
    keyed::sort_records(records, order);
    for (const std::uint32_t i : order) bytes += records[i];
  };
  keyed::record_list symbols;
  view.record_symbols(symbols);
  append(symbols);
  keyed::record_list edges;
  view.record_edges(edges);
  append(edges);
  return bytes;
}

verdict run_pack_root(pith::value fixture, member_order) {
  const auto input = fixture.find("input");
  if (!input) return fail("lacks input");
  auto graph = pith::graph::from_value(*input);
  if (!graph) return compare_text(fixture, graph.error());
  if (const auto bytes = fixture.find("canonicalBytes")) {
    const std::string made = canonical_bytes(*graph);
    if (made != bytes->get_string()) return fail("other bytes", made);
  }
  const auto root = pith::gcf::pack_root(*graph);
  if (root) {
    graph->pack_root = *root;
    const auto is_valid = pith::gcf::has_valid_root(*graph);
    if (!is_valid || !*is_valid) return fail("the root does not hold");
  }
  return compare_text(fixture, root);
}

/// A delta from the members of its fixture; those of symbols that are removed
/// are not whole symbols.
pith::result<pith::gcf::graph_delta> graph_delta_of(pith::value given) {
  pith::gcf::graph_delta d;
  d.tool = string_of(given, "tool");
  d.base_root = string_of(given, "baseRoot");
  d.new_root = string_of(given, "newRoot");
  d.delta_tokens = count_of(given, "deltaTokens");
  d.full_tokens = count_of(given, "fullTokens");
  const auto part = [&](std::string_view symbols, std::string_view edges) {
    pith::builder b;
    b.begin_object().key("symbols");
    const auto some = given.find(symbols);
    some ? b.copy(*some) : b.begin_array().end_array();
    b.key("edges");
    const auto others = given.find(edges);
    others ? b.copy(*others) : b.begin_array().end_array();
    const auto made = b.end_object().finish();
    return pith::graph::from_value(made->root());
  };
  auto gone = part("removed", "removedEdges");
  if (!gone) return gone.error();
  auto come = part("added", "addedEdges");
  if (!come) return come.error();
  d.removed = std::move(gone->symbols);
  d.removed_edges = std::move(gone->edges);
  d.added = std::move(come->symbols);
  d.added_edges = std::move(come->edges);
  return d;
}

/// Form A encodes a delta, form B applies a wire to a base. `delta-verify` is
/// form B with an error.
verdict run_delta(pith::value fixture, member_order) {
  const auto input = fixture.find("input");
  if (!input) return fail("lacks input");
  if (input->get_object()) {
    const auto d = graph_delta_of(*input);
    if (!d) return fail("is not a delta", pith::message(d.error()));
    return compare_text(fixture, pith::gcf::encode_delta(*d));
  }
  const auto snapshot = fixture.find("base_snapshot");
  if (!snapshot) return fail("lacks a base");
  const auto base = pith::graph::from_value(*snapshot);
  if (!base) return fail("has no base", pith::message(base.error()));
  const auto d = pith::gcf::decode_graph_delta(*input->get_string());
  if (!d) return compare_text(fixture, d.error());
  const auto made = pith::gcf::apply(*base, *d);
  if (!made) return compare_text(fixture, made.error());
  if (fixture.find("expectedError")) return fail("is applied");
  const auto expected =
      pith::graph::from_value(*fixture.find("expected_snapshot"));
  if (!expected) return fail("expects no graph");
  const auto root = pith::gcf::pack_root(*expected);
  if (!root || *root != made->pack_root ||
      *root != string_of(fixture, "new_root")) {
    return fail("another root", made->pack_root);
  }
  return {};
}

struct operation {
  std::string_view name;
  verdict (*run)(pith::value fixture, member_order order);
};

constexpr operation operations[] = {
    {"decode", run_decode},
    {"encode", run_encode},
    {"encode-error", run_encode_error},
    {"error", run_error},
    {"roundtrip", run_encode},
    {"roundtrip-wire", run_roundtrip_wire},
    {"delta", run_delta},
    {"delta-verify", run_delta},
    {"generic-delta", run_generic_delta},
    {"generic-delta-decode", run_generic_delta_decode},
    {"generic-delta-session", run_generic_delta_session},
    {"generic-delta-verify", run_generic_delta_verify},
    {"generic-pack-root", run_generic_pack_root},
    {"graph-stream-encode", run_graph_stream},
    {"pack-root", run_pack_root},
    {"session", run_session},
};

verdict run(pith::value fixture, member_order order) {
  const std::string_view name = string_of(fixture, "operation");
  for (const operation& o : operations) {
    if (o.name == name) return o.run(fixture, order);
  }
  return fail("unknown operation", name);
}

class suite {
 public:
  explicit suite(bool is_verbose) : is_verbose_(is_verbose) {}

  /// Runs every fixture below `place`. Returns how many there are.
  std::size_t run_all(const fs::path& place, member_order order) {
    const std::size_t before = total_;
    for (const fs::path& file : pith_tests::json_files_below(place)) {
      run_file(file, fs::relative(file, place).string(), order);
    }
    return total_ - before;
  }

  /// Prints the numbers since the last report. True when nothing failed.
  [[nodiscard]] bool report(const char* what) {
    std::printf("%s: %zu passed, %zu failed\n", what, passed_, failed_);
    const bool is_good = failed_ == 0;
    passed_ = failed_ = 0;
    return is_good;
  }

 private:
  void run_file(const fs::path& file, const std::string& name,
                member_order order) {
    const std::string text = pith_tests::read_file(file);
    const auto doc = pith::json::parse(text);
    if (!doc) {
      note(name, judge_unreadable(text, doc.error()));
      return;
    }
    const auto fixtures = doc->root().get_array();
    if (!fixtures) {
      note(name, run(doc->root(), order));
      return;
    }
    for (const pith::value fixture : *fixtures) {
      note(name + "#" + std::string(string_of(fixture, "name")),
           run(fixture, order));
    }
  }

  /// An integer outside int64 fails where it enters, and with it the fixture.
  static verdict judge_unreadable(std::string_view text,
                                  const pith::error& why) {
    const bool is_meant =
        text.find("\"encode-error\"") != std::string_view::npos &&
        text.find("\"out_of_range\"") != std::string_view::npos;
    if (is_meant && why.code == pith::error_code::out_of_range) return {};
    return fail("is not JSON", pith::message(why));
  }

  void note(const std::string& name, const verdict& v) {
    ++total_;
    if (v.complaint.empty()) {
      ++passed_;
      if (is_verbose_) std::printf("passed  %s\n", name.c_str());
    } else {
      ++failed_;
      std::printf("FAILED  %s: %s\n", name.c_str(), v.complaint.c_str());
    }
  }

  bool is_verbose_;
  std::size_t total_ = 0;
  std::size_t passed_ = 0;
  std::size_t failed_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  suite all(argc > 1 && std::string_view(argv[1]) == "-v");
  const fs::path ours = pith_tests::testdata_dir() / "gcf";
  if (!fs::is_directory(ours)) {
    std::printf("%s is missing\n", ours.c_str());
    return 1;
  }
  all.run_all(ours, member_order::significant);
  const bool is_good = all.report("own fixtures");

  const fs::path shared = pith_tests::shared_dir() / "fixtures" / "gcf";
  if (!fs::is_directory(shared)) {
    std::printf("skipped the suite of the specification: %s is missing\n",
                shared.c_str());
    return is_good ? exit_skipped : 1;
  }
  const std::size_t count = all.run_all(shared, member_order::ignored);
  if (count < suite_size) {
    std::printf("FAILED  only %zu of %zu fixtures in %s\n", count, suite_size,
                shared.c_str());
    return 1;
  }
  return all.report("suite of the specification") && is_good ? 0 : 1;
}
