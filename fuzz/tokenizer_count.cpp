// SPDX-License-Identifier: MIT
/// @file
/// Pieces that are cut by hand are those of the expression; what is counted is
/// what is encoded, comes back, and adds up where the text may be cut.
#include <pith/tokens.hpp>

#include "require.hpp"
#include "text/utf8.hpp"
#include "tokenizer/pieces/regex.hpp"
#include "tokenizer/pieces/split.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace pith::tokens;

template <class T>
T must(pith::result<T> made) {
  require(made.has_value());
  return std::move(*made);
}

/// An expression by hand, and through PCRE2.
struct both_ways {
  explicit both_ways(known_pattern pattern)
      : by_hand{{make_known_matcher(pattern)}},
        by_regex{{must(make_regex_matcher(expression_of(pattern)))}},
        hand_walk(by_hand),
        regex_walk(by_regex) {}

  std::vector<split_step> by_hand;
  std::vector<split_step> by_regex;
  piece_walk hand_walk;
  piece_walk regex_walk;
};

void check_pieces(both_ways& pattern, text_range text) {
  std::vector<const char*> ends;
  pattern.regex_walk.each(text,
                          [&](text_range piece) { ends.push_back(piece.end); });
  std::size_t count = 0;
  pattern.hand_walk.each(text, [&](text_range piece) {
    require(count < ends.size() && ends[count++] == piece.end);
  });
  require(count == ends.size());
}

struct small_tokenizer {
  pith::token_counter counter;
  /// It changes a text before it cuts it.
  bool normalizes;
};

small_tokenizer load(const char* name, bool normalizes) {
  const std::string path = std::string{PITH_TESTDATA_DIR "/tokenizer/"} + name;
  return {pith::token_counter{must(pith::load_tokenizer(path))}, normalizes};
}

void check_counts(small_tokenizer& tokenizer, std::string_view text,
                  std::size_t at) {
  pith::token_counter& counter = tokenizer.counter;
  std::vector<pith::token_id> ids;
  counter.encode(text, ids);
  require(counter.count(text) == ids.size());
  require(counter.count(text) == ids.size());  // from memory
  const auto back = counter.decode(ids);
  require(back.has_value() && (tokenizer.normalizes || *back == text));
  const std::size_t cut = counter.last_safe_cut(text, at);
  require(cut <= text.size());
  require(counter.count(text.substr(0, cut)) +
              counter.count(text.substr(cut)) ==
          ids.size());
}

}  // namespace

/// The first byte chooses an expression and a tokenizer, the second a place;
/// the rest is text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static both_ways patterns[] = {
      both_ways{known_pattern::gpt2}, both_ways{known_pattern::cl100k},
      both_ways{known_pattern::qwen}, both_ways{known_pattern::o200k},
      both_ways{known_pattern::tekken}};
  static small_tokenizer tokenizers[] = {
      load("byte_level.json", false), load("whole_pieces.json", false),
      load("composed.json", true),    load("chain.json", true),
      load("behaviors.json", false),  load("sentence_split.json", true)};
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 2),
                              size - 2);
  // The originals take only text, so bytes that are none have no expression.
  if (pith::text::find_invalid_utf8(text) == pith::text::valid_utf8) {
    check_pieces(patterns[data[0] % std::size(patterns)],
                 {text.data(), text.data() + text.size()});
  }
  check_counts(tokenizers[data[0] % std::size(tokenizers)], text, data[1]);
  return 0;
}
