// SPDX-License-Identifier: MIT
/// @file
/// Long streams through a writer and the incremental decoder, in one process
/// and in little memory: a table, a graph with few symbols and many edges, and
/// one with many symbols. Fails when something is not what was written, or
/// when the process ever held more than 64 MiB; 2,000,000 edges and 200,000
/// symbols are meant to be below that.
#include <pith/gcf_graph_stream.hpp>
#include <pith/gcf_incremental.hpp>
#include <pith/gcf_stream.hpp>

#include "peak_memory.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

constexpr std::string_view usage_text =
    "usage: long_stream [--rows N] [--edges N] [--symbols N]\n"
    "Lengths of the table, of the graph with 100 symbols, and of the graph\n"
    "with as many edges as symbols; 0 leaves one out.\n";

[[maybe_unused]] constexpr long max_kibibytes = 64 * 1024;

/// What is written goes straight to the decoder.
class decoding_sink final : public pith::sink {
 public:
  explicit decoding_sink(pith::gcf::incremental_decoder& target)
      : target_(&target) {}
  bool write(std::string_view bytes) override {
    return target_->feed(bytes).has_value();
  }

 private:
  pith::gcf::incremental_decoder* target_;
};

/// Counts items, and those that are not what they should be.
class checking_handler : public pith::gcf::event_handler {
 public:
  void item(pith::value v) override {
    if (!is_right(v)) ++wrong;
    ++items;
  }
  virtual bool is_right(pith::value v) = 0;

  std::uint64_t items = 0;
  std::uint64_t wrong = 0;
};

bool has_text(pith::value v, std::string_view key, std::string_view text) {
  const auto found = v.find(key);
  return found && found->get_string() == text;
}
bool has_number(pith::value v, std::string_view key, double number) {
  const auto found = v.find(key);
  return found && found->get_double() == number;
}

/// Says how it went.
bool report(const char* what, const checking_handler& handler,
            std::uint64_t expected, bool is_finished) {
  std::printf("%s: %llu items, %llu wrong, peak %ld KiB\n", what,
              static_cast<unsigned long long>(handler.items),
              static_cast<unsigned long long>(handler.wrong),
              pith_tests::peak_kibibytes());
  return is_finished && handler.items == expected && handler.wrong == 0;
}

class row_checker final : public checking_handler {
 public:
  static std::string name_of(std::uint64_t row) {
    return "name \"" + std::to_string(row * 2654435761U % 1'000'003) + "\"";
  }
  static double total_of(std::uint64_t row) {
    return static_cast<double>(row) / 4;
  }
  bool is_right(pith::value v) override {
    return has_number(v, "id", static_cast<double>(items)) &&
           has_text(v, "name", name_of(items)) &&
           has_number(v, "total", total_of(items));
  }
};

bool run_table(std::uint64_t rows) {
  row_checker handler;
  pith::gcf::incremental_decoder decoder(handler);
  decoding_sink sink(decoder);
  pith::gcf::table_writer out{sink, "orders", {"id", "name", "total"}};
  bool is_good = true;
  for (std::uint64_t i = 0; i < rows && is_good; ++i) {
    is_good = out.row({i, row_checker::name_of(i), row_checker::total_of(i)})
                  .has_value();
  }
  is_good = is_good && out.finish() && decoder.finish();
  return report("table", handler, rows, is_good);
}

class graph_checker final : public checking_handler {
 public:
  explicit graph_checker(std::uint64_t symbols) : symbols_(symbols) {}

  static std::string name_of(std::uint64_t symbol) {
    return "pkg/part" + std::to_string(symbol % 7) + ".Symbol" +
           std::to_string(symbol);
  }
  [[nodiscard]] std::uint64_t source_of(std::uint64_t edge) const {
    return edge * 2654435761U % symbols_;
  }
  [[nodiscard]] std::uint64_t target_of(std::uint64_t edge) const {
    return edge * 40503U % symbols_;
  }
  bool is_right(pith::value v) override {
    if (items < symbols_) {
      return has_text(v, "qualifiedName", name_of(items)) &&
             has_text(v, "kind", "function") && has_number(v, "score", 0.25) &&
             has_number(v, "distance", 1);
    }
    const std::uint64_t edge = items - symbols_;
    return has_text(v, "source", name_of(source_of(edge))) &&
           has_text(v, "target", name_of(target_of(edge))) &&
           has_text(v, "edgeType", "calls");
  }

 private:
  std::uint64_t symbols_;
};

bool run_graph(const char* what, std::uint64_t symbols, std::uint64_t edges) {
  graph_checker handler(symbols);
  pith::gcf::incremental_decoder decoder(handler);
  decoding_sink sink(decoder);
  pith::gcf::graph_writer out{sink};
  bool is_good = true;
  for (std::uint64_t i = 0; i < symbols && is_good; ++i) {
    is_good =
        out.symbol({graph_checker::name_of(i), "function", 0.25, "lsp", 1})
            .has_value();
  }
  for (std::uint64_t i = 0; i < edges && is_good; ++i) {
    is_good = out.edge({graph_checker::name_of(handler.source_of(i)),
                        graph_checker::name_of(handler.target_of(i)), "calls"})
                  .has_value();
  }
  is_good = is_good && out.finish() && decoder.finish();
  return report(what, handler, symbols + edges, is_good);
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t rows = 200'000;
  std::uint64_t edges = 100'000;
  std::uint64_t symbols = 10'000;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view word = argv[i];
    std::uint64_t* const length = word == "--rows"      ? &rows
                                  : word == "--edges"   ? &edges
                                  : word == "--symbols" ? &symbols
                                                        : nullptr;
    if (length == nullptr || i + 1 == argc) {
      std::fputs(usage_text.data(), stderr);
      return 2;
    }
    *length = std::strtoull(argv[i + 1], nullptr, 10);
  }
  bool is_good = rows == 0 || run_table(rows);
  is_good = (edges == 0 || run_graph("edges", 100, edges)) && is_good;
  is_good = (symbols == 0 || run_graph("symbols", symbols, symbols)) && is_good;
  return is_good && pith_tests::took_at_most(max_kibibytes) ? 0 : 1;
}
