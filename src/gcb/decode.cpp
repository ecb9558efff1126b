// SPDX-License-Identifier: MIT
#include <pith/gcb.hpp>

#include "gcb/byte_reader.hpp"
#include "gcb/names.hpp"
#include "graph/symbol_index.hpp"
#include "text/expansion.hpp"

#include <algorithm>
#include <cstdint>

namespace pith::inline v0::gcb {

namespace {

class payload_reader {
 public:
  payload_reader(std::string_view bytes, const limits& bounds)
      : from_(bytes),
        max_items_(
            std::min(bounds.max_items, graph::symbol_index::max_symbols)),
        names_left_(text::max_output_bytes(bytes.size(), bounds)) {}

  [[nodiscard]] bool run() {
    if (!read_header()) return false;
    if (!read_symbols() || !read_edges()) return false;
    if (from_.left() == 0) return true;
    return from_.fail(error_code::trailing_characters, from_.offset(),
                      "nothing may follow the last edge");
  }

  [[nodiscard]] const error& problem() const noexcept {
    return from_.problem();
  }
  [[nodiscard]] graph::payload& made() noexcept { return made_; }

 private:
  [[nodiscard]] bool read_header() {
    for (const char c : magic) {
      if (!from_.has(1)) return false;
      if (from_.take_byte() == static_cast<unsigned char>(c)) continue;
      return from_.fail(error_code::missing_header, from_.offset() - 1,
                        "a payload must begin with GCB1");
    }
    if (!from_.has(1)) return false;
    if (from_.take_byte() != version) {
      return from_.fail(error_code::not_supported, from_.offset() - 1,
                        "the version must be 1");
    }
    std::string_view tool;
    if (!from_.read_text(tool)) return false;
    made_.tool = tool;
    return from_.read_varint(made_.tokens_used) &&
           from_.read_varint(made_.token_budget) &&
           from_.read_count(symbol_count_, min_symbol_bytes, max_items_) &&
           from_.read_count(edge_count_, min_edge_bytes, max_items_);
  }

  [[nodiscard]] bool read_symbols() {
    const auto count = static_cast<std::size_t>(symbol_count_);
    made_.symbols.reserve(count);
    index_.reset(count);
    for (std::size_t i = 0; i < count; ++i) {
      if (!read_symbol(made_.symbols.emplace_back())) return false;
    }
    return true;
  }

  [[nodiscard]] bool read_symbol(graph::symbol& into) {
    const std::size_t begin = from_.offset();
    std::string_view name;
    if (!from_.read_text(name) || !from_.has(7)) return false;
    const std::string_view kind = kinds[from_.take_byte()];
    if (!from_.take_score(into.score)) return false;
    if (!index_.add(kind, name)) {
      return from_.fail(error_code::duplicate_symbol, begin,
                        "a kind and a qualified name must not occur twice");
    }
    into.qualified_name = name;
    into.kind = kind;
    into.provenance = provenances[from_.take_byte()];
    into.distance = from_.take_byte();
    std::string_view signature;
    if (!from_.read_text(signature)) return false;
    into.signature = signature;
    return read_components(into);
  }

  [[nodiscard]] bool read_components(graph::symbol& into) {
    if (!from_.has(16)) return false;
    graph::score_components parts;
    for (double* const part : {&parts.blast_radius, &parts.confidence,
                               &parts.recency, &parts.distance}) {
      if (!from_.take_score(*part)) return false;
      // A negative zero is written again as what it is.
      if (*part != 0 || std::signbit(*part)) into.components.emplace();
    }
    if (into.components) *into.components = parts;
    return true;
  }

  /// An edge as it was read.
  struct edge_numbers {
    std::size_t offset;
    std::uint32_t source;
    std::uint32_t target;
    std::uint8_t type;
    std::uint8_t status;
  };
  static constexpr std::size_t batch = 16;

  /// In a large graph the names at the ends of edges are far from one another;
  /// several edges at a time fetch theirs together.
  [[nodiscard]] bool read_edges() {
    const auto count = static_cast<std::size_t>(edge_count_);
    made_.edges.reserve(count);
    edge_numbers numbers[batch];
    for (std::size_t i = 0; i < count; i += batch) {
      const std::size_t wanted = std::min(batch, count - i);
      std::size_t read = 0;
      while (read < wanted && read_edge(numbers[read])) {
        index_.prefetch(numbers[read].source);
        index_.prefetch(numbers[read].target);
        ++read;
      }
      for (std::size_t k = 0; k < read; ++k) {
        index_.prefetch_name(numbers[k].source);
        index_.prefetch_name(numbers[k].target);
      }
      // What is wrong with these comes before what ended the reading.
      for (std::size_t k = 0; k < read; ++k) {
        if (!add_edge(numbers[k])) return false;
      }
      if (read != wanted) return false;
    }
    return true;
  }

  [[nodiscard]] bool read_edge(edge_numbers& into) {
    into.offset = from_.offset();
    if (!read_end(into.source) || !read_end(into.target) || !from_.has(2)) {
      return false;
    }
    into.type = from_.take_byte();
    into.status = from_.take_byte();
    if (into.status < std::size(statuses)) return true;
    return from_.fail(error_code::out_of_range, from_.offset() - 1,
                      "a status must be 0, 1 or 2");
  }

  [[nodiscard]] bool add_edge(const edge_numbers& numbers) {
    const std::string_view source = index_.name_of(numbers.source);
    const std::string_view target = index_.name_of(numbers.target);
    const std::size_t taken = source.size() + target.size();
    if (taken > names_left_) {
      return from_.fail(error_code::expansion_limit, numbers.offset,
                        "the names at the ends of edges would be larger than "
                        "limits::max_expansion times the bytes");
    }
    names_left_ -= taken;
    graph::edge& e = made_.edges.emplace_back();
    e.source = source;
    e.target = target;
    e.edge_type = edge_types[numbers.type];
    e.status = statuses[numbers.status];
    if (index_.is_shared_name(numbers.source)) {
      e.source_kind = index_.kind_of(numbers.source);
    }
    if (index_.is_shared_name(numbers.target)) {
      e.target_kind = index_.kind_of(numbers.target);
    }
    return true;
  }

  [[nodiscard]] bool read_end(std::uint32_t& into) {
    const std::size_t begin = from_.offset();
    std::uint64_t number = 0;
    if (!from_.read_varint(number)) return false;
    if (number >= symbol_count_) {
      return from_.fail(error_code::unknown_edge_reference, begin,
                        "both ends of an edge must be symbols of the payload");
    }
    into = static_cast<std::uint32_t>(number);
    return true;
  }

  byte_reader from_;
  std::size_t max_items_;
  std::size_t names_left_;
  std::uint64_t symbol_count_ = 0;
  std::uint64_t edge_count_ = 0;
  graph::payload made_;
  /// Names point into the bytes, kinds into the tables.
  graph::symbol_index index_;
};

}  // namespace

result<graph::payload> decode(std::string_view bytes,
                              const decode_options& options) {
  const std::size_t most =
      std::min(options.bounds.max_bytes, limits{}.max_bytes);
  if (bytes.size() > most) {
    return error{error_code::size_limit, most,
                 "the bytes must not be more than limits::max_bytes"};
  }
  payload_reader reader(bytes, options.bounds);
  if (!reader.run()) return reader.problem();
  return std::move(reader.made());
}

}  // namespace pith::inline v0::gcb
