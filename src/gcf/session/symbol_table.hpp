// SPDX-License-Identifier: MIT
/// @file
/// The symbols that one side of a session knows.
#ifndef PITH_GCF_SESSION_SYMBOL_TABLE_HPP
#define PITH_GCF_SESSION_SYMBOL_TABLE_HPP

#include "graph/symbol_index.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace pith::inline v0::gcf::session {

struct known_symbol {
  std::string kind;  ///< as on the wire
  std::string name;
  /// As last declared.
  std::string provenance;
  double score = 0;  ///< as on the wire
  std::uint32_t id = 0;
  /// Producer: the answer that declared it last, and whether that arrived.
  std::uint64_t ticket = 0;
  bool is_delivered = false;
};

/// Owns the texts; a deque, because the index points at them.
class symbol_table {
 public:
  static constexpr std::uint32_t none = graph::symbol_index::none;

  void clear() {
    index_.reset(0);
    symbols_.clear();
    text_bytes_ = 0;
  }
  [[nodiscard]] std::size_t size() const noexcept { return symbols_.size(); }
  [[nodiscard]] std::size_t text_bytes() const noexcept { return text_bytes_; }
  [[nodiscard]] known_symbol& operator[](std::uint32_t i) noexcept {
    return symbols_[i];
  }
  [[nodiscard]] const known_symbol& operator[](std::uint32_t i) const noexcept {
    return symbols_[i];
  }
  /// Which symbol this is, or none.
  [[nodiscard]] std::uint32_t find(std::string_view kind,
                                   std::string_view name) const noexcept {
    return index_.find(kind, name);
  }
  /// Adds a symbol that find() does not know.
  known_symbol& add(std::string_view kind, std::string_view name,
                    std::uint32_t id) {
    known_symbol& s = symbols_.emplace_back();
    s.kind = kind;
    s.name = name;
    s.id = id;
    text_bytes_ += kind.size() + name.size();
    // Cannot be there: find() was asked.
    static_cast<void>(index_.add(s.kind, s.name));
    return s;
  }
  void set_provenance(known_symbol& s, std::string_view provenance) {
    text_bytes_ += provenance.size();
    text_bytes_ -= s.provenance.size();
    s.provenance = provenance;
  }

 private:
  graph::symbol_index index_;
  std::deque<known_symbol> symbols_;
  std::size_t text_bytes_ = 0;
};

}  // namespace pith::inline v0::gcf::session

#endif  // PITH_GCF_SESSION_SYMBOL_TABLE_HPP
