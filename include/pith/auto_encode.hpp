// SPDX-License-Identifier: MIT
/// @file
/// The cheapest faithful form of a value, never above compact JSON.
///
///     auto o200k = pith::load_tokenizer("o200k_base");
///     pith::token_counter counter{*o200k};
///     auto best = pith::auto_encode(doc.root(), counter);
///     // best->text, best->used->name, best->tokens
#ifndef PITH_AUTO_ENCODE_HPP
#define PITH_AUTO_ENCODE_HPP

#include <pith/codec.hpp>
#include <pith/equality.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0 {

/// Anything that counts tokens, seen through two functions: a
/// pith::token_counter above all, or a pith::tokenizer. Refers to it: the
/// counter must stay.
class token_meter {
 public:
  template <class Counter>
    requires(!std::same_as<Counter, token_meter>) &&
                requires(Counter& counter, std::string_view text) {
                  { counter.count(text) } -> std::convertible_to<std::size_t>;
                }
  token_meter(Counter& counter PITH_LIFETIMEBOUND) noexcept
      : counter_(const_cast<void*>(static_cast<const void*>(&counter))),
        count_([](void* c, std::string_view text) -> std::size_t {
          return static_cast<Counter*>(c)->count(text);
        }),
        cut_([](void* c, std::string_view text, std::size_t at) -> std::size_t {
          if constexpr (requires(Counter& has) {
                          has.last_safe_cut(text, at);
                        }) {
            return static_cast<Counter*>(c)->last_safe_cut(text, at);
          } else {
            return 0;
          }
        }) {}

  [[nodiscard]] std::size_t count(std::string_view text) const {
    return count_(counter_, text);
  }
  /// As token_counter::last_safe_cut(); 0 when the counter cannot tell.
  [[nodiscard]] std::size_t last_safe_cut(std::string_view text,
                                          std::size_t at) const {
    return cut_(counter_, text, at);
  }

 private:
  void* counter_;
  std::size_t (*count_)(void*, std::string_view);
  std::size_t (*cut_)(void*, std::string_view, std::size_t);
};

/// A codec that takes part, with its options.
struct candidate {
  codec_reference with{};
  owned_list<option_value> options{};
  /// How to speak of it; empty: the name of the codec.
  std::string name{};
};

/// Every lossless codec that takes any value, and its variants; not JSON,
/// which takes part anyway. They keep the codecs of `from`, also when it is
/// gone.
[[nodiscard]] PITH_API std::vector<candidate> all_candidates(
    const registry& from = codecs());

struct auto_options {
  /// Beside compact JSON, which always takes part. Empty: GCF. Candidates that
  /// are not lossless, or have no decoder, are refused by not_supported.
  owned_list<candidate> candidates{};
  /// Count every candidate to its end. Otherwise counting stops as soon as a
  /// candidate costs more than another one.
  bool count_all = false;
  /// Whether a candidate may change the order of members. GCF and TOON tables
  /// write all rows in the order of their header.
  member_order order = member_order::ignored;
  /// For readers who are not told the format: chooses only a text that
  /// detect() of this registry gives back to the codec that wrote it, or to
  /// JSON when it is JSON. Null: readers are told.
  const registry* recognized_by = nullptr;
  limits bounds{};
};

/// What became of one candidate.
struct candidate_count {
  std::string name{};
  codec_reference with{};
  std::size_t tokens = 0;
  std::size_t bytes = 0;
  /// False: counting stopped; the text costs at least `tokens`.
  bool is_exact = true;
  /// False: not to be chosen, see auto_options::recognized_by. It is counted
  /// only if all are.
  bool is_recognized = true;
  /// Why it could not be encoded, or did not prove faithful.
  std::optional<error> refused{};
};

struct auto_result {
  std::string text;
  std::string name{};  ///< of the candidate that won
  codec_reference used{};
  std::size_t tokens = 0;
  /// Compact JSON first, then the candidates as given.
  std::vector<candidate_count> counts;
};

/// Encodes `v` with every candidate, counts, and returns the cheapest; equal
/// costs go to JSON, then to the earlier candidate. Before a text leaves it is
/// decoded and compared with `v`; one that differs is refused (not_faithful)
/// and compact JSON takes its place. So the result never costs more than
/// compact JSON, and decodes to `v`.
///
/// Fails only when `v` cannot be written as JSON, or a candidate is unfit by
/// what it declares. Costs the encodings, and about as much counting per
/// candidate as for the cheapest.
[[nodiscard]] PITH_API result<auto_result> auto_encode(
    value v, token_meter tokens, const auto_options& options = {});

}  // namespace pith::inline v0

#endif  // PITH_AUTO_ENCODE_HPP
