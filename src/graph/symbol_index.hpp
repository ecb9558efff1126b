// SPDX-License-Identifier: MIT
/// @file
/// Finds symbols by name, and by kind and name.
#ifndef PITH_GRAPH_SYMBOL_INDEX_HPP
#define PITH_GRAPH_SYMBOL_INDEX_HPP

#include "document/hash.hpp"
#include "document/pod_buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::graph {

class kind_names;
struct edge;

/// Symbols are numbered in the order in which they are added. Names and kinds
/// are not copied: the caller keeps them. Expected constant time per call,
/// also for names that an adversary chose, and for one name under many kinds.
class symbol_index {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  /// The name alone stands for symbols of several kinds.
  static constexpr std::uint32_t ambiguous = none - 1;
  static constexpr std::size_t max_symbols = ambiguous;

  symbol_index() : seed_(detail::hash_seed()) {}

  /// Forgets everything and makes room.
  void reset(std::size_t expected);
  /// Adds symbol number size(). False, and nothing happens, when the same
  /// kind and name are there.
  [[nodiscard]] bool add(std::string_view kind, std::string_view name);

  [[nodiscard]] std::uint32_t find(std::string_view name) const noexcept;
  [[nodiscard]] std::uint32_t find(std::string_view kind,
                                   std::string_view name) const noexcept;
  static constexpr std::size_t batch = 32;
  /// As find() for `count` names, at most `batch`. In a large graph the three
  /// places that a search looks at are far from one another and from those of
  /// the search before; searching for several at once fetches them together.
  void find_batch(const std::string_view* names, std::uint32_t* found,
                  std::size_t count) const noexcept;
  /// The same for the names at both ends of `count` edges, at most batch / 2:
  /// those of edge i are found[2 * i] and found[2 * i + 1].
  void find_ends(const edge* edges, std::uint32_t* found,
                 std::size_t count) const noexcept;
  /// Fetches what name_of() reads, and then what it returns, before they are
  /// asked for.
  void prefetch(std::uint32_t symbol) const noexcept {
    __builtin_prefetch(&entries_[symbol]);
  }
  void prefetch_name(std::uint32_t symbol) const noexcept {
    __builtin_prefetch(entries_[symbol].name);
  }
  /// For texts that are moved: the kinds and the names of `count` symbols from
  /// `first` on stand where `place`, given where they stood, says. The bytes
  /// are the same.
  template <class Place>
  void move_texts(std::size_t first, std::size_t count, Place&& place) {
    for (std::size_t i = first; i < first + count; ++i) {
      entry& e = entries_[i];
      e.kind = place(std::string_view(e.kind, e.kind_length));
      e.name = place(std::string_view(e.name, e.name_length));
    }
  }
  /// About how many bytes it holds.
  [[nodiscard]] std::size_t content_bytes() const noexcept {
    return entries_.size() * sizeof(entry) +
           (names_.size() + twins_.size()) * sizeof(std::uint64_t);
  }
  /// True when another symbol has the same name.
  [[nodiscard]] bool is_shared_name(std::uint32_t symbol) const noexcept {
    return entries_[symbol].is_shared;
  }
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
  [[nodiscard]] std::string_view name_of(std::uint32_t symbol) const noexcept {
    const entry& e = entries_[symbol];
    return {e.name, e.name_length};
  }
  [[nodiscard]] std::string_view kind_of(std::uint32_t symbol) const noexcept {
    const entry& e = entries_[symbol];
    return {e.kind, e.kind_length};
  }

 private:
  struct entry {
    const char* name;
    const char* kind;
    std::uint32_t name_length;
    std::uint32_t kind_length : 31;
    std::uint32_t is_shared : 1;  // another symbol has the name
  };
  static constexpr std::uint64_t free_slot = ~std::uint64_t{0};
  using slot_buffer = detail::pod_buffer<std::uint64_t>;

  [[nodiscard]] std::uint64_t hash_of(std::string_view name) const noexcept {
    return detail::hash_bytes(name, seed_);
  }
  [[nodiscard]] std::uint64_t hash_of(std::string_view kind,
                                      std::uint64_t name_hash) const noexcept {
    return detail::hash_bytes(kind, name_hash);
  }
  [[nodiscard]] bool has_name(std::uint32_t symbol,
                              std::string_view name) const noexcept;
  [[nodiscard]] std::size_t name_slot(std::string_view name,
                                      std::uint64_t hash) const noexcept;
  [[nodiscard]] std::size_t twin_slot(std::string_view kind,
                                      std::string_view name,
                                      std::uint64_t hash) const noexcept;
  [[nodiscard]] bool add_twin(std::uint32_t first, std::string_view kind,
                              std::string_view name, std::uint64_t hash);
  void insert_twin(std::uint32_t symbol, std::uint64_t hash);
  void push(std::string_view kind, std::string_view name);
  void grow_names();
  void grow_twins();

  std::uint64_t seed_;
  detail::pod_buffer<entry> entries_;
  /// Open addressing: the upper half of the hash, then the first symbol that
  /// has the name.
  slot_buffer names_;
  std::size_t name_count_ = 0;
  /// The same by kind and name, for symbols that share a name.
  slot_buffer twins_;
  std::size_t twin_count_ = 0;
};

/// Whether the symbol that was added last is there under another spelling of
/// its kind, too: `fn` and `function` are one kind. Constant time in the number
/// of symbols, and nothing but a look at one bit while names are unique.
[[nodiscard]] bool is_spelt_twice(const symbol_index& symbols,
                                  const kind_names& kinds) noexcept;

}  // namespace pith::inline v0::graph

#endif  // PITH_GRAPH_SYMBOL_INDEX_HPP
