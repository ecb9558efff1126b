// SPDX-License-Identifier: MIT
#include "chunked.hpp"

#include <pith/equality.hpp>
#include <pith/json.hpp>

#include <utility>

namespace pith_tests {

using pith::gcf::section_kind;

namespace {

/// Limits of texts are not limits of what they are copied to.
constexpr pith::limits unbounded = [] {
  pith::limits bounds;
  bounds.max_depth = 1'000'000;
  return bounds;
}();

}  // namespace

rebuilding_handler::rebuilding_handler() : builder_(unbounded) {}

void rebuilding_handler::open_object() {
  expect(at_ != place::whole && !is_in_section_);
  if (at_ == place::beginning) builder_.begin_object();
  at_ = place::object;
}

void rebuilding_handler::begin_section(const pith::gcf::section& s) {
  if (s.name) {
    open_object();
    builder_.key(*s.name);
  } else {
    expect(at_ == place::beginning);
    at_ = place::whole;
  }
  expect((s.kind == section_kind::list) == s.fields.empty());
  is_in_section_ = true;
  kind_ = s.kind;
  count_ = 0;
  if (kind_ == section_kind::keyed_map) {
    builder_.begin_object();
  } else {
    builder_.begin_array();
  }
}

void rebuilding_handler::item(pith::value v) {
  expect(is_in_section_ && kind_ != section_kind::keyed_map);
  builder_.copy(v);
  ++count_;
}

void rebuilding_handler::entry(std::string_view key, pith::value v) {
  expect(is_in_section_ && kind_ == section_kind::keyed_map);
  builder_.key(key).copy(v);
  ++count_;
}

void rebuilding_handler::end_section(std::uint64_t count) {
  expect(is_in_section_ && count == count_);
  is_in_section_ = false;
  if (kind_ == section_kind::keyed_map) {
    builder_.end_object();
  } else {
    builder_.end_array();
  }
}

void rebuilding_handler::member(std::string_view key, pith::value v) {
  open_object();
  builder_.key(key).copy(v);
}

void rebuilding_handler::root(pith::value v) {
  expect(at_ == place::beginning);
  at_ = place::whole;
  builder_.copy(v);
}

pith::result<pith::document> rebuilding_handler::finish() {
  expect(!is_in_section_);
  if (at_ == place::beginning) builder_.begin_object();
  if (at_ != place::whole) builder_.end_object();
  auto built = builder_.finish();
  at_ = place::beginning;
  return built;
}

void rebuilding_handler::clear() {
  builder_ = pith::builder(unbounded);
  at_ = place::beginning;
  is_in_section_ = false;
  is_orderly_ = true;
}

bool chunked_decoding::complain(std::string words) {
  complaint_ = std::move(words);
  return false;
}

/// Feeds the decoder that users have.
std::optional<pith::error> chunked_decoding::decode(std::string_view text,
                                                    const pith::limits& bounds,
                                                    const sizes& next) {
  pith::gcf::incremental_options options;
  options.bounds = bounds;
  pith::gcf::incremental_decoder decoder(handler_, options);
  while (!text.empty()) {
    const std::string_view chunk = text.substr(0, next());
    text.remove_prefix(chunk.size());
    // A copy of its own size, so that reading beyond it is found.
    if (const auto done = decoder.feed(std::string(chunk)); !done) {
      return done.error();
    }
  }
  const auto done = decoder.finish();
  return done ? std::nullopt : std::optional<pith::error>(done.error());
}

/// Feeds the reader inside it, which can be made to drop text eagerly.
std::optional<pith::error> chunked_decoding::read(std::string_view text,
                                                  const pith::limits& bounds,
                                                  const sizes& next,
                                                  std::size_t slide_bytes) {
  pith::gcf::decoding::reader::chunk_bounds holding;
  holding.slide_bytes = slide_bytes;
  reader_.begin(data_, bounds, handler_, holding);
  for (std::string_view left = text; !left.empty();) {
    const std::string_view chunk = left.substr(0, next());
    left.remove_prefix(chunk.size());
    if (!reader_.feed(std::string(chunk))) return reader_.problem();
  }
  if (!reader_.end()) return reader_.problem();
  // Only collected: leave it to the other one.
  if (reader_.is_held()) return decode(text, bounds, next);
  return std::nullopt;
}

bool chunked_decoding::agrees(std::string_view text, const pith::limits& bounds,
                              const sizes& next, std::size_t slide_bytes) {
  pith::gcf::decode_options options;
  options.bounds = bounds;
  const auto whole = pith::gcf::decode(text, options);
  was_accepted_ = whole.has_value();

  handler_.clear();
  const std::optional<pith::error> problem =
      slide_bytes == 0 ? decode(text, bounds, next)
                       : read(text, bounds, next, slide_bytes);
  if (!handler_.is_orderly()) return complain("events out of order");
  if (problem.has_value() == whole.has_value()) {
    return complain(
        problem
            ? "accepted as a whole, in chunks " + pith::message(*problem) +
                  " at " + std::to_string(problem->offset)
            : "accepted in chunks, as a whole " + pith::message(whole.error()));
  }
  if (problem) {
    const pith::error& a = whole.error();
    const pith::error& b = *problem;
    if (a == b && std::string_view(a.detail) == b.detail) return true;
    return complain("as a whole " + pith::message(a) + " at " +
                    std::to_string(a.offset) + ", in chunks " +
                    pith::message(b) + " at " + std::to_string(b.offset));
  }
  const auto built = handler_.finish();
  if (!built) return complain("not built: " + pith::message(built.error()));
  if (!pith::equal(whole->root(), built->root(),
                   pith::member_order::significant)) {
    return complain(
        "another document: " + pith::json::write(whole->root()).value_or("?") +
        "\n" + pith::json::write(built->root()).value_or("?"));
  }
  return true;
}

}  // namespace pith_tests
