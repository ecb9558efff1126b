// SPDX-License-Identifier: MIT
/// @file
/// Random rows as lines of JSON become GCF, whatever the chunks and however
/// many rows are held back, and come back as the rows that they were. CSV does
/// the same for tables of scalars. Damaged lines fail as they do when they are
/// parsed at once, after the rows before them.
#include <pith/builder.hpp>
#include <pith/equality.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>

#include "property_run.hpp"
#include "random.hpp"
#include "random_document.hpp"
#include "round_trip.hpp"
#include "rows/csv_rows.hpp"
#include "rows/gcf_row_sink.hpp"
#include "rows/gcf_row_source.hpp"
#include "rows/json_row_sinks.hpp"
#include "rows/ndjson_row_source.hpp"
#include "rows/pump.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace {

using cli::rows::outcome;
using cli::rows::pump;
using cli::rows::row_form;
using pith_tests::random_source;

/// Gives as many bytes as it likes.
class moody_bytes final : public cli::rows::byte_source {
 public:
  moody_bytes(std::string_view text, random_source& random)
      : rest_(text), random_(&random) {}
  pith::result<std::size_t> read(std::span<char> into) override {
    const std::size_t count = std::min(
        {into.size(), rest_.size(), std::size_t{random_->between(1, 300)}});
    std::copy_n(rest_.begin(), count, into.begin());
    rest_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view rest_;
  random_source* random_;
};

class rows_round_trip final : public pith_tests::property {
 public:
  std::string check(std::uint64_t seed) override {
    random_.reseed(random_source::mix(seed));
    if (!draw(seed)) return "not drawn";
    cli::rows::row_shape shape;
    cli::rows::gcf_row_options options;
    options.held_rows = random_.below(12);
    options.held_bytes = random_.below(2000);
    options.form = random_.one_in(3) ? row_form::list : row_form::automatic;
    options.shape = &shape;
    {
      moody_bytes bytes(lines_, random_);
      cli::rows::ndjson_row_source from(bytes, reading());
      if (const outcome done = pump(from, shape); done.problem) {
        return "first pass: " + pith::message(done.problem->what) + lines_;
      }
    }
    gcf_.clear();
    {
      moody_bytes bytes(lines_, random_);
      cli::rows::ndjson_row_source from(bytes, reading());
      pith::string_sink sink(gcf_);
      cli::rows::gcf_row_sink to(sink, options);
      if (const outcome done = pump(from, to); done.problem) {
        return "to GCF: " + pith::message(done.problem->what) + '\n' + lines_;
      }
    }
    const auto whole = pith::gcf::decode(gcf_);
    if (!whole || !pith::equal(whole->root(), rows_.root())) {
      return "GCF is another array\n" + lines_ + gcf_;
    }
    std::string back;
    {
      moody_bytes bytes(gcf_, random_);
      cli::rows::gcf_row_source from(bytes, reading());
      pith::string_sink sink(back);
      cli::rows::ndjson_row_sink to(sink);
      if (const outcome done = pump(from, to); done.problem) {
        return "from GCF: " + pith::message(done.problem->what) + '\n' + gcf_;
      }
    }
    const auto again = pith::json::parse_lines(back);
    if (!again || !pith::equal(again->root(), rows_.root())) {
      return "rows come back differently\n" + lines_ + gcf_ + back;
    }
    if (std::string wrong = check_damaged(); !wrong.empty()) return wrong;
    return shape.suits_table() ? check_csv() : std::string();
  }

 private:
  cli::rows::read_options reading() {
    return {.chunk_bytes = random_.between(1, 500)};
  }

  /// The elements of a random array or object; or tables of which rows lack no
  /// cell, which are rare by themselves.
  bool draw(std::uint64_t seed) {
    pith::builder all;
    all.begin_array();
    if (random_.one_in(3)) {
      const std::uint32_t rows = random_.below(30);
      for (std::uint32_t r = 0; r < rows; ++r) {
        all.begin_object().key("id").integer(r).key("x y").string(
            random_.one_in(2) ? "a,\"b\"\n" : "7");
        all.key("r").real(0.5 * r).key("n").null().end_object();
      }
    } else {
      if (!source_.draw_into(drawn_, seed)) return false;
      if (const auto array = drawn_.root().get_array()) {
        for (const pith::value v : *array) all.copy(v);
      } else if (const auto object = drawn_.root().get_object()) {
        for (const pith::member& m : *object) all.copy(m.value);
      } else {
        all.copy(drawn_.root());
      }
    }
    if (!all.end_array().finish_into(rows_)) return false;
    lines_.clear();
    const auto made = rows_.root().get_array();
    for (const pith::value row : *made) {
      if (random_.one_in(8)) lines_ += random_.one_in(2) ? "\r\n" : " \n";
      if (!pith::json::append(lines_, row)) return false;
      lines_ += random_.one_in(4) ? "\r\n" : "\n";
    }
    if (random_.one_in(2) && lines_.ends_with('\n')) lines_.pop_back();
    return true;
  }

  std::string check_damaged() {
    pith_tests::corrupt(lines_, random_, damaged_);
    const auto whole = pith::json::parse_lines(damaged_);
    moody_bytes bytes(damaged_, random_);
    cli::rows::ndjson_row_source from(bytes, reading());
    std::string good;
    pith::string_sink sink(good);
    cli::rows::ndjson_row_sink to(sink);
    const outcome done = pump(from, to);
    if (whole.has_value() == done.problem.has_value()) {
      return "chunks have another verdict\n" + damaged_;
    }
    std::string expected;
    pith::string_sink other(expected);
    if (whole) {
      if (!pith::json::write_lines_to(other, whole->root())) return "no lines";
    } else {
      const std::size_t offset = whole.error().offset;
      const std::size_t begin =
          offset == 0 ? 0 : damaged_.rfind('\n', offset - 1) + 1;
      const auto& found = *done.problem;
      if (!(found.what == whole.error()) || !found.where ||
          found.where->offset != begin ||
          found.where->offset + found.where->text_offset != offset) {
        return "chunks have another error\n" + damaged_;
      }
      const auto before = pith::json::parse_lines(damaged_.substr(0, begin));
      if (!before || !pith::json::write_lines_to(other, before->root())) {
        return "what is before the error is not good\n" + damaged_;
      }
    }
    return good == expected ? "" : "chunks have other rows\n" + damaged_;
  }

  /// Only where all rows have the same fields.
  std::string check_csv() {
    std::string csv;
    {
      moody_bytes bytes(lines_, random_);
      cli::rows::ndjson_row_source from(bytes, reading());
      pith::string_sink sink(csv);
      cli::rows::csv_row_sink to(sink, {});
      if (pump(from, to).problem) return {};
    }
    std::string back;
    moody_bytes bytes(csv, random_);
    cli::rows::csv_row_source from(bytes, {}, reading());
    pith::string_sink sink(back);
    cli::rows::json_row_sink to(sink);
    if (const outcome done = pump(from, to); done.problem) {
      return "from CSV: " + pith::message(done.problem->what) + '\n' + csv;
    }
    const auto again = pith::json::parse(back);
    if (!again || !pith::equal(again->root(), rows_.root())) {
      return "rows come back from CSV differently\n" + lines_ + csv + back;
    }
    return {};
  }

  random_source random_;
  pith_tests::random_documents source_;
  pith::document drawn_;
  pith::document rows_;
  std::string lines_;
  std::string gcf_;
  std::string damaged_;
};

}  // namespace

int main(int argc, char** argv) {
  return pith_tests::run_property(argc, argv, {"rows_round_trip", 30'000}, [] {
    return std::make_unique<rows_round_trip>();
  });
}
