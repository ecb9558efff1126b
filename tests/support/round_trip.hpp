// SPDX-License-Identifier: MIT
/// @file
/// What must hold for every document and for every text, however it came
/// about. The gauntlet and the fuzz targets share it.
#ifndef PITH_TESTS_SUPPORT_ROUND_TRIP_HPP
#define PITH_TESTS_SUPPORT_ROUND_TRIP_HPP

#include <pith/document.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>

#include "random.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pith_tests {

/// Checks documents and texts. Reuses its memory; one thread at a time. Each
/// check returns true when the property holds; otherwise complaint() says what
/// failed and wire() shows the text in question.
class round_trip {
 public:
  round_trip();

  /// decode(encode(x)) equals x, and encoding that again gives the same bytes.
  ///
  /// One exception lies in the format. A table writes all rows in the order
  /// of its header, so members of x may come back in another order; then an
  /// object that did not flatten, because the orders of its keys differed
  /// between rows, may flatten the second time. Such a document must come to
  /// rest after a few rounds, and stay equal to x in each.
  [[nodiscard]] bool canonical(const pith::document& x);

  /// The same for encodings with optional forms switched off; bit 0 of `off`
  /// is flatten, then inline_schemas, shared_array_schemas, keyed_maps.
  [[nodiscard]] bool reduced(const pith::document& x, unsigned off);

  /// parse(write(x)) equals x with the order of all members.
  [[nodiscard]] bool json(const pith::document& x);

  /// Decodes any bytes. They may fail; but what decodes must round-trip.
  [[nodiscard]] bool hostile(std::string_view text);

  /// Other spellings of the wire of the last canonical() call, which was that
  /// of x, decode to x.
  [[nodiscard]] bool dialects(const pith::document& x, unsigned times,
                              random_source& random);

  /// Every prefix of the wire of the last canonical() call, or about `most`
  /// of them when it is long.
  [[nodiscard]] bool prefixes(std::size_t most, random_source& random);

  /// The wire of the last canonical() call with one small change, `times`
  /// times.
  [[nodiscard]] bool corruptions(unsigned times, random_source& random);

  [[nodiscard]] std::string_view wire() const noexcept { return shown_; }
  [[nodiscard]] const std::string& complaint() const noexcept {
    return complaint_;
  }
  /// Texts given to hostile(), and how many of them decoded.
  [[nodiscard]] std::uint64_t attacks() const noexcept { return attacks_; }
  [[nodiscard]] std::uint64_t survivors() const noexcept { return survivors_; }
  /// Documents that took more than one round.
  [[nodiscard]] std::uint64_t settled() const noexcept { return settled_; }

 private:
  bool fail(std::string_view what, std::string_view text);
  bool fail(std::string_view what, std::string_view text,
            const pith::error& why);
  bool settles(pith::gcf::encoder& with, const pith::document& x,
               pith::document& decoded, std::string_view wire);
  bool encode(pith::gcf::encoder& with, pith::value v, std::string& out,
              std::string_view shown);

  pith::gcf::encoder encoder_;
  std::array<std::optional<pith::gcf::encoder>, 16> reduced_;
  pith::gcf::decoder decoder_;
  pith::json::parser parser_;
  pith::document decoded_;
  pith::document again_;
  std::string wire_;
  std::string rewire_;
  std::string text_;
  std::string changed_;
  std::string shown_;
  std::string complaint_;
  std::uint64_t attacks_ = 0;
  std::uint64_t survivors_ = 0;
  std::uint64_t settled_ = 0;
};

/// Writes `wire` with one random change to `out`: a byte replaced, deleted,
/// inserted or doubled, or a line moved, dropped, doubled or indented.
void corrupt(std::string_view wire, random_source& random, std::string& out);

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_ROUND_TRIP_HPP
