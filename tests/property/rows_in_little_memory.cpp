// SPDX-License-Identifier: MIT
/// @file
/// A million rows of lines of JSON to GCF and back, none of which exist beyond
/// the batch under way: as a table and as a list. And rows that all have a key
/// of their own, one way, since a decoder remembers every key. Fails when a row
/// gets lost or the process holds more than 64 MiB.
#include <pith/sink.hpp>

#include "peak_memory.hpp"
#include "rows/gcf_row_sink.hpp"
#include "rows/gcf_row_source.hpp"
#include "rows/ndjson_row_source.hpp"
#include "rows/pump.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

namespace {

using namespace cli::rows;

constexpr std::string_view usage_text =
    "usage: rows_in_little_memory [--rows N]\n";

[[maybe_unused]] constexpr long max_kibibytes = 64 * 1024;

enum class kind_of_row { flat, nested, own_key };

/// Lines of JSON that are made when they are asked for.
class row_maker final : public byte_source {
 public:
  row_maker(kind_of_row kind, std::uint64_t rows) : kind_(kind), left_(rows) {}
  pith::result<std::size_t> read(std::span<char> into) override {
    while (text_.size() - given_ < into.size() && left_ != 0) add();
    const std::size_t count = std::min(into.size(), text_.size() - given_);
    std::copy_n(text_.begin() + static_cast<std::ptrdiff_t>(given_), count,
                into.begin());
    given_ += count;
    if (given_ > 1 << 20) {
      text_.erase(0, given_);
      given_ = 0;
    }
    return count;
  }

 private:
  void add() {
    const std::string n = std::to_string(left_--);
    text_ += "{\"id\":" + n + ",\"name\":\"user " + n + "\",\"score\":" + n +
             ".25,\"active\":true,\"city\":\"Berlin\"";
    if (kind_ == kind_of_row::nested) {
      text_ += ",\"tags\":[\"a\",\"b\"],\"at\":{\"x\":" + n + "}";
    } else if (kind_ == kind_of_row::own_key) {
      text_ += ",\"key" + n + "\":null";
    }
    text_ += "}\n";
  }

  kind_of_row kind_;
  std::uint64_t left_;
  std::string text_;
  std::size_t given_ = 0;
};

/// Only counts bytes.
class counting_sink final : public pith::sink {
 public:
  bool write(std::string_view bytes) override {
    count += bytes.size();
    return true;
  }
  std::uint64_t count = 0;
};

/// GCF that is written while it is read: the rows of a source, as bytes.
class encoded_rows final : public byte_source, public pith::sink {
 public:
  encoded_rows(row_source& from, const gcf_row_options& options)
      : from_(&from), to_(*this, options) {}
  bool write(std::string_view bytes) override {
    text_ += bytes;
    return true;
  }
  pith::result<std::size_t> read(std::span<char> into) override {
    while (text_.empty() && !is_done_) {
      const auto more = from_->next();
      if (!more) return more.error();
      is_done_ = !*more;
      const auto done = is_done_ ? to_.finish() : to_.write(from_->rows());
      if (!done) return done.error();
    }
    const std::size_t count = std::min(into.size(), text_.size());
    std::copy_n(text_.begin(), count, into.begin());
    text_.erase(0, count);
    return count;
  }

 private:
  row_source* from_;
  gcf_row_sink to_;
  std::string text_;
  bool is_done_ = false;
};

/// Sums what tells one row from another.
class checking_sink final : public row_sink {
 public:
  pith::result<void> write(pith::value rows) override {
    const auto array = rows.get_array();
    if (!array) return not_an_array();
    for (const pith::value row : *array) {
      const auto id = row.find("id");
      sum += id ? id->get_integer().value_or(0) : 0;
    }
    count_rows(array->size());
    return {};
  }
  pith::result<void> finish() override { return {}; }
  std::int64_t sum = 0;
};

bool run(const char* what, kind_of_row kind, std::uint64_t rows) {
  const auto begin = std::chrono::steady_clock::now();
  row_maker bytes(kind, rows);
  ndjson_row_source lines(bytes);
  encoded_rows gcf(lines, {});
  gcf_row_source back(gcf);
  checking_sink sum;
  const outcome done = pump(back, sum);
  const std::chrono::duration<double> took =
      std::chrono::steady_clock::now() - begin;
  const auto expected = static_cast<std::int64_t>(rows * (rows + 1) / 2);
  std::printf("%s: %llu rows, %.1f s, peak %ld KiB%s\n", what,
              static_cast<unsigned long long>(done.rows), took.count(),
              pith_tests::peak_kibibytes(),
              sum.sum == expected ? "" : ", wrong");
  if (done.problem) {
    std::printf("%s\n", pith::message(done.problem->what).c_str());
  }
  return !done.problem && done.rows == rows && sum.sum == expected;
}

bool run_one_way(std::uint64_t rows) {
  row_maker bytes(kind_of_row::own_key, rows);
  ndjson_row_source lines(bytes);
  counting_sink sink;
  gcf_row_sink to(sink);
  const outcome done = pump(lines, to);
  std::printf("own keys: %llu rows, %llu bytes, peak %ld KiB\n",
              static_cast<unsigned long long>(done.rows),
              static_cast<unsigned long long>(sink.count),
              pith_tests::peak_kibibytes());
  return !done.problem && done.rows == rows && sink.count > rows;
}

}  // namespace

int main(int argc, char** argv) {
  // What a sanitizer looks for is there in a tenth of them.
  std::uint64_t rows = pith_tests::is_sanitized ? 100'000 : 1'000'000;
  if (argc == 3 && std::string_view(argv[1]) == "--rows") {
    rows = std::strtoull(argv[2], nullptr, 10);
  } else if (argc != 1) {
    std::fputs(usage_text.data(), stderr);
    return 2;
  }
  bool is_good = run("table", kind_of_row::flat, rows);
  is_good = run("list", kind_of_row::nested, rows) && is_good;
  is_good = run_one_way(rows) && is_good;
  return is_good && pith_tests::took_at_most(max_kibibytes) ? 0 : 1;
}
