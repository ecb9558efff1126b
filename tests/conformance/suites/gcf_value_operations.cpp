// SPDX-License-Identifier: MIT
#include "suites/gcf_operations.hpp"

#include <cstddef>
#include <cstdint>

namespace suites {

namespace {

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

/// encode(decode(wire)) is `wire`, twice over.
verdict check_canonical(const way& by, std::string_view wire) {
  const auto doc = by.decode(wire);
  if (!doc) return fail("does not decode", pith::message(doc.error()));
  const auto again = by.encode(doc->root());
  if (!again) return fail("does not encode", pith::message(again.error()));
  if (*again != wire) return fail("encoding again differs", *again);
  return {};
}

}  // namespace

verdict run_encode(const way& by, pith::value fixture, member_order) {
  const auto input = fixture.find("input");
  const std::string_view expected = string_of(fixture, "expected");
  if (!input || expected.empty()) return fail("lacks input or expected");
  if (is_graph(expected)) return run_encode_graph(by, *input, expected);
  const auto wire = by.encode(*input);
  if (!wire) return fail("does not encode", pith::message(wire.error()));
  if (*wire != expected) return fail("the wire differs", *wire);
  const auto back = by.decode(expected);
  if (!back) return fail("does not decode", pith::message(back.error()));
  // Rows take the order of their header; everything else keeps its own.
  if (!pith::equal(back->root(), *input)) {
    return fail("the decoded value differs", shown(back->root()));
  }
  return check_canonical(by, *wire);
}

verdict run_roundtrip_wire(const way& by, pith::value fixture, member_order) {
  const auto doc = by.decode(string_of(fixture, "input"), limits_of(fixture));
  if (!doc) return fail("does not decode", pith::message(doc.error()));
  const auto wire = by.encode(doc->root());
  if (!wire) return fail("does not encode", pith::message(wire.error()));
  if (*wire != string_of(fixture, "expected")) {
    return fail("the wire differs", *wire);
  }
  return check_canonical(by, *wire);
}

verdict run_decode(const way& by, pith::value fixture, member_order order) {
  const std::string wire = wire_of(fixture);
  const auto expected = fixture.find("expected");
  if (!expected) return fail("lacks expected");
  if (is_graph(wire))
    return run_decode_graph(by, fixture, wire, *expected, order);
  const auto doc = by.decode(wire, limits_of(fixture));
  if (!doc) return fail("does not decode", pith::message(doc.error()));
  if (!pith::equal(doc->root(), *expected, order)) {
    return fail("the decoded value differs", shown(doc->root()));
  }
  // What was decoded is a value like any other.
  const auto again = by.encode(doc->root());
  if (!again) return fail("does not encode", pith::message(again.error()));
  return check_canonical(by, *again);
}

verdict run_error(const way& by, pith::value fixture, member_order) {
  const std::string wire = wire_of(fixture);
  const auto doc = by.decode(wire, limits_of(fixture));
  if (doc) return fail("decodes", shown(doc->root()));
  const pith::error& what = doc.error();
  if (!is_expected(fixture, what)) {
    return fail("another error", pith::message(what));
  }
  if (const auto offset = fixture.find("expectedOffset")) {
    if (offset->get_integer() != static_cast<std::int64_t>(what.offset)) {
      return fail("another offset", std::to_string(what.offset));
    }
  }
  return {};
}

/// Only values that JSON can carry reach this; the others fail to parse.
/// `"profile": "graph"` is ours.
verdict run_encode_error(const way& by, pith::value fixture, member_order) {
  const auto input = fixture.find("input");
  if (!input) return fail("lacks input");
  const auto wire = string_of(fixture, "profile") == "graph"
                        ? encode_graph(by, *input)
                        : by.encode(*input);
  if (wire) return fail("encodes", *wire);
  if (pith::name(wire.error().code) != string_of(fixture, "expectedError")) {
    return fail("another error", pith::message(wire.error()));
  }
  return {};
}

}  // namespace suites
