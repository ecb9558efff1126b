// SPDX-License-Identifier: MIT
#include "round_trip.hpp"

#include <pith/equality.hpp>
#include <pith/error.hpp>
#include <pith/sink.hpp>

#include "dialect.hpp"

#include <algorithm>

namespace pith_tests {

namespace {

pith::gcf::encode_options without(unsigned off) {
  pith::gcf::encode_options out;
  out.flatten = (off & 1U) == 0;
  out.inline_schemas = (off & 2U) == 0;
  out.shared_array_schemas = (off & 4U) == 0;
  out.keyed_maps = (off & 8U) == 0;
  return out;
}

// Bytes that mean something to the format.
constexpr std::string_view structural = "\"|,:[]{}@#.=^~-> \n\t\r\\0129?!GaE";

char structural_byte(random_source& random) {
  return structural[random.below(
      static_cast<std::uint32_t>(structural.size()))];
}

struct line_bounds {
  std::size_t begin;
  std::size_t end;  // after the line feed
};

line_bounds line_around(std::string_view text, std::size_t at) {
  std::size_t begin = 0;
  if (at > 0) {
    const std::size_t before = text.rfind('\n', at - 1);
    begin = before == std::string_view::npos ? 0 : before + 1;
  }
  const std::size_t feed = text.find('\n', at);
  return {begin, feed == std::string_view::npos ? text.size() : feed + 1};
}

void swap_lines(std::string_view wire, line_bounds a, line_bounds b,
                std::string& out) {
  if (b.begin < a.begin) {
    std::swap(a, b);
  }
  if (a.end > b.begin) {
    out.assign(wire);
    return;
  }
  out.assign(wire.substr(0, a.begin));
  out.append(wire.substr(b.begin, b.end - b.begin));
  out.append(wire.substr(a.end, b.begin - a.end));
  out.append(wire.substr(a.begin, a.end - a.begin));
  out.append(wire.substr(b.end));
}

}  // namespace

void corrupt(std::string_view wire, random_source& random, std::string& out) {
  out.assign(wire);
  if (wire.empty()) {
    return;
  }
  // Most changes hit the body, as those to the header all end the same way.
  const auto size = static_cast<std::uint32_t>(wire.size());
  const std::size_t header = std::min<std::size_t>(wire.find('\n') + 1, size);
  const std::size_t at =
      header < size && !random.one_in(16)
          ? header + random.below(size - static_cast<std::uint32_t>(header))
          : random.below(size);
  const line_bounds line = line_around(wire, at);
  switch (random.below(12)) {
    case 0:
      out[at] = static_cast<char>(random.below(256));
      return;
    case 1:
    case 2:
      out[at] = structural_byte(random);
      return;
    case 3:
      out[at] = static_cast<char>(static_cast<unsigned char>(out[at]) ^
                                  (1U << random.below(8)));
      return;
    case 4:
      out.erase(at, 1);
      return;
    case 5:
      out.insert(at, 1, out[at]);
      return;
    case 6:
      out.insert(at, 1, structural_byte(random));
      return;
    case 7:
      swap_lines(wire, line, line_around(wire, random.below(size)), out);
      return;
    case 8:
      out.erase(line.begin, line.end - line.begin);
      return;
    case 9:
      out.insert(line.begin, wire.substr(line.begin, line.end - line.begin));
      return;
    case 10:
      out.insert(line.begin, "  ");
      return;
    default:
      out.resize(at);
      return;
  }
}

round_trip::round_trip() = default;

bool round_trip::fail(std::string_view what, std::string_view text) {
  complaint_.assign(what);
  // `text` may be one of our own buffers.
  shown_ = std::string(text);
  return false;
}

bool round_trip::fail(std::string_view what, std::string_view text,
                      const pith::error& why) {
  fail(what, text);
  complaint_ += ": ";
  complaint_ += pith::message(why);
  complaint_ += " at byte ";
  complaint_ += std::to_string(why.offset);
  return false;
}

bool round_trip::encode(pith::gcf::encoder& with, pith::value v,
                        std::string& out, std::string_view shown) {
  out.clear();
  pith::string_sink sink(out);
  const pith::result<void> done = with.encode_to(sink, v);
  return done ? true : fail("does not encode", shown, done.error());
}

bool round_trip::canonical(const pith::document& x) {
  if (!encode(encoder_, x.root(), wire_, {})) {
    return false;
  }
  const pith::result<void> read = decoder_.decode_into(decoded_, wire_);
  if (!read) {
    return fail("its wire does not decode", wire_, read.error());
  }
  if (!pith::equal(x.root(), decoded_.root())) {
    return fail("its wire decodes to another value", wire_);
  }
  return settles(encoder_, x, decoded_, wire_);
}

// `decoded` came from `wire` and equals x.
bool round_trip::settles(pith::gcf::encoder& with, const pith::document& x,
                         pith::document& decoded, std::string_view wire) {
  // Each round can make one level of nesting flat, and then the next.
  constexpr int max_rounds = 8;
  if (!encode(with, decoded.root(), text_, wire)) {
    return false;
  }
  if (text_ == wire) {
    return true;
  }
  if (pith::equal(x.root(), decoded.root(), pith::member_order::significant)) {
    return fail("encodes to other bytes the second time:\n" + text_, wire);
  }
  ++settled_;
  for (int round = 0; round < max_rounds; ++round) {
    changed_ = text_;
    if (!decoder_.decode_into(decoded, changed_) ||
        !pith::equal(x.root(), decoded.root())) {
      return fail("its second wire decodes to another value", changed_);
    }
    if (!encode(with, decoded.root(), text_, changed_)) {
      return false;
    }
    if (text_ == changed_) {
      return true;
    }
  }
  return fail("does not come to rest:\n" + text_, wire);
}

bool round_trip::reduced(const pith::document& x, unsigned off) {
  std::optional<pith::gcf::encoder>& with = reduced_[off % reduced_.size()];
  if (!with) {
    with.emplace(without(off));
  }
  if (!encode(*with, x.root(), rewire_, {})) {
    return false;
  }
  const pith::result<void> read = decoder_.decode_into(again_, rewire_);
  if (!read) {
    return fail("its reduced wire does not decode", rewire_, read.error());
  }
  if (!pith::equal(x.root(), again_.root())) {
    return fail("its reduced wire decodes to another value", rewire_);
  }
  return settles(*with, x, again_, rewire_);
}

bool round_trip::json(const pith::document& x) {
  text_.clear();
  const pith::result<void> written = pith::json::append(text_, x.root());
  if (!written) {
    return fail("does not write as JSON", {}, written.error());
  }
  const pith::result<void> read = parser_.parse_into(again_, text_);
  if (!read) {
    return fail("its JSON does not parse", text_, read.error());
  }
  if (!pith::equal(x.root(), again_.root(), pith::member_order::significant)) {
    return fail("its JSON parses to another value", text_);
  }
  changed_.clear();
  const pith::result<void> rewritten =
      pith::json::append(changed_, again_.root());
  if (!rewritten || changed_ != text_) {
    return fail("writes other JSON the second time:\n" + changed_, text_);
  }
  return true;
}

bool round_trip::hostile(std::string_view text) {
  ++attacks_;
  if (!decoder_.decode_into(decoded_, text)) {
    return true;
  }
  ++survivors_;
  if (!encode(encoder_, decoded_.root(), rewire_, text)) {
    return false;
  }
  const pith::result<void> read = decoder_.decode_into(again_, rewire_);
  if (!read) {
    return fail("decodes, but what that encodes to does not:\n" + rewire_, text,
                read.error());
  }
  if (!pith::equal(decoded_.root(), again_.root())) {
    return fail(
        "decodes, but what that encodes to is another value:\n" + rewire_,
        text);
  }
  return true;
}

bool round_trip::dialects(const pith::document& x, unsigned times,
                          random_source& random) {
  for (unsigned i = 0; i < times; ++i) {
    write_dialect(wire_, random, changed_);
    const pith::result<void> read = decoder_.decode_into(decoded_, changed_);
    if (!read) {
      return fail("another spelling does not decode", changed_, read.error());
    }
    if (!pith::equal(x.root(), decoded_.root())) {
      return fail("another spelling decodes to another value", changed_);
    }
  }
  return true;
}

bool round_trip::prefixes(std::size_t most, random_source& random) {
  const std::string_view wire = wire_;
  const bool all = wire.size() <= most;
  const std::size_t count = all ? wire.size() : most;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t size =
        all ? i : random.below(static_cast<std::uint32_t>(wire.size()));
    // A copy of exact size, so that reading after the end is seen.
    changed_.assign(wire.substr(0, size));
    changed_.shrink_to_fit();
    if (!hostile(changed_)) {
      return false;
    }
  }
  return true;
}

bool round_trip::corruptions(unsigned times, random_source& random) {
  for (unsigned i = 0; i < times; ++i) {
    corrupt(wire_, random, changed_);
    if (!hostile(changed_)) {
      return false;
    }
  }
  return true;
}

}  // namespace pith_tests
