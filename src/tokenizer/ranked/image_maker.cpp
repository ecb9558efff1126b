// SPDX-License-Identifier: MIT
#include "tokenizer/ranked/image_maker.hpp"

#include "tokenizer/pieces/pretokenize.hpp"

#include <algorithm>
#include <charconv>

namespace pith::inline v0::tokens {

namespace {

constexpr std::uint32_t max_tokens = vocabulary::id_mask - 1;

/// The value of a digit of base64, or -1.
int base64_digit(char c) noexcept {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

std::optional<std::string> from_base64(std::string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  std::string out;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const int digit = base64_digit(c);
    if (digit < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count >= 8) {
      count -= 8;
      out += static_cast<char>(bits >> count & 0xFF);
    }
  }
  return out;
}

/// Whether a text of just this token is cut into one piece.
bool is_one_piece(piece_family family, const std::string& token) noexcept {
  const char* const begin = token.data();
  const char* const end = begin + token.size();
  switch (family) {
    case piece_family::gpt2:
      return piece_cutter<gpt2_rules>::cut(begin, end) == end;
    case piece_family::cl100k:
      return piece_cutter<cl100k_rules>::cut(begin, end) == end;
    case piece_family::o200k:
      return piece_cutter<o200k_rules>::cut(begin, end) == end;
  }
  return false;
}

/// The buckets of the short tokens.
class bucket_table {
 public:
  explicit bucket_table(std::size_t tokens)
      : count_(static_cast<std::uint32_t>(1 + tokens / 3)),
        bytes_(count_ * vocabulary::bucket_bytes, '\0') {}

  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
  [[nodiscard]] const std::string& bytes() const noexcept { return bytes_; }

  /// False when the token is there.
  bool add(const std::string& token, std::uint32_t id, bool one_piece) {
    char padded[short_key::readable_bytes] = {};
    std::copy(token.begin(), token.end(), padded);
    const short_key key = short_key::load(padded, token.size());
    token_slot made = token_slot::make(key, token.size());
    made.set_id(id);
    if (one_piece) made.set_one_piece();
    std::size_t at = vocabulary::bucket_of(key.hash(), count_);
    for (;;) {
      const std::size_t first = at * vocabulary::slots_per_bucket;
      for (std::size_t i = 0; i < vocabulary::slots_per_bucket; ++i) {
        char* const place = slot(first + i);
        const token_slot there = token_slot::load(place);
        if (there.is_empty()) {
          made.store(place);
          return true;
        }
        if (there.has_text_of(made)) return false;
      }
      token_slot marked = token_slot::load(slot(first));
      marked.set_overflown();
      marked.store(slot(first));
      at = at + 1 == count_ ? 0 : at + 1;
    }
  }

 private:
  char* slot(std::size_t i) noexcept {
    return bytes_.data() + token_slot::bytes * i;
  }

  std::uint32_t count_;  ///< three tokens to a bucket of four
  std::string bytes_;
};

/// The tokens that do not fit into a bucket.
class long_table {
 public:
  explicit long_table(std::size_t tokens) {
    while ((std::size_t{1} << slot_bits_) < 2 * tokens) ++slot_bits_;
    slots_.resize(std::size_t{1} << slot_bits_);
  }

  [[nodiscard]] std::uint32_t slot_bits() const noexcept { return slot_bits_; }
  [[nodiscard]] const auto& slots() const noexcept { return slots_; }

  [[nodiscard]] const auto& ids() const noexcept { return ids_; }

  /// False when the token is there. `tokens` are those of all ids.
  bool add(const std::vector<std::string>& tokens, std::uint32_t id) {
    const std::uint64_t hash = vocabulary::hash_of(tokens[id]);
    auto at = static_cast<std::size_t>(hash >> (64 - slot_bits_));
    while (slots_[at] != 0) {
      const std::uint32_t other = (slots_[at] & vocabulary::id_mask) - 1;
      if (tokens[ids_[other]] == tokens[id]) return false;
      at = (at + 1) & (slots_.size() - 1);
    }
    ids_.push_back(id);
    slots_[at] =
        vocabulary::mark_of(hash) | static_cast<std::uint32_t>(ids_.size());
    return true;
  }

 private:
  std::uint32_t slot_bits_ = 8;
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint32_t> ids_;
};

class image_writer {
 public:
  void bytes(std::string_view text) {
    out_ += text;
    out_.resize((out_.size() + 7) & ~std::size_t{7});
  }
  void words(const std::vector<std::uint32_t>& values) {
    bytes({reinterpret_cast<const char*>(values.data()), 4 * values.size()});
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace

std::optional<std::vector<std::string>> read_ranks(std::string_view text) {
  std::vector<std::string> tokens;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t gap = line.find(' ');
    if (gap == std::string_view::npos) return std::nullopt;
    std::uint32_t rank = 0;
    const char* const last = line.data() + line.size();
    const auto [stop, code] =
        std::from_chars(line.data() + gap + 1, last, rank);
    if (code != std::errc{} || stop != last || rank >= max_tokens) {
      return std::nullopt;
    }
    std::optional<std::string> token = from_base64(line.substr(0, gap));
    if (!token || token->empty()) return std::nullopt;
    if (rank >= tokens.size()) tokens.resize(rank + 1);
    if (!tokens[rank].empty()) return std::nullopt;
    tokens[rank] = std::move(*token);
  }
  return tokens;
}

std::optional<std::string> make_image(const vocabulary_source& source) {
  const std::size_t count = source.tokens.size();
  if (count < 256 || count > max_tokens) return std::nullopt;

  const auto is_short = [](const std::string& token) {
    return token.size() <= token_slot::max_bytes;
  };
  const auto short_count = static_cast<std::size_t>(
      std::count_if(source.tokens.begin(), source.tokens.end(), is_short));
  bucket_table buckets{short_count};
  long_table long_tokens{count - short_count};

  image_header header{};
  std::copy_n("pithtok2", 8, header.magic);
  header.family = static_cast<std::uint32_t>(source.family);
  header.token_count = static_cast<std::uint32_t>(count);
  header.special_count = static_cast<std::uint32_t>(source.specials.size());
  header.bucket_count = buckets.count();
  header.long_slot_bits = long_tokens.slot_bits();

  std::string text;
  std::vector<std::uint32_t> offsets;
  std::size_t single_bytes = 0;
  const auto append = [&](const std::string& token) {
    offsets.push_back(static_cast<std::uint32_t>(text.size()));
    text += token;
  };
  for (std::uint32_t id = 0; id < count; ++id) {
    const std::string& token = source.tokens[id];
    if (token.empty()) continue;
    header.longest_token = std::max(header.longest_token,
                                    static_cast<std::uint32_t>(token.size()));
    single_bytes += token.size() == 1;
    if (is_short(token)) {
      if (!buckets.add(token, id, is_one_piece(source.family, token))) {
        return std::nullopt;
      }
    } else {
      if (!long_tokens.add(source.tokens, id)) return std::nullopt;
      append(token);
    }
  }
  header.long_count = static_cast<std::uint32_t>(offsets.size());
  // None is there twice, so these are all bytes.
  if (single_bytes != 256) return std::nullopt;
  std::vector<std::uint32_t> special_ids;
  for (const auto& [id, name] : source.specials) {
    special_ids.push_back(id);
    append(name);
  }
  offsets.push_back(static_cast<std::uint32_t>(text.size()));
  header.text_bytes = static_cast<std::uint32_t>(text.size());

  const auto assemble = [&] {
    image_writer out;
    out.bytes({reinterpret_cast<const char*>(&header), sizeof header});
    out.bytes(buckets.bytes());
    out.words(special_ids);
    out.words(long_tokens.slots());
    out.words(long_tokens.ids());
    out.words(offsets);
    out.bytes(text);
    return out.take();
  };
  std::string image = assemble();
  vocabulary made;
  if (!made.attach(image)) return std::nullopt;
  const auto is_token = [&](std::string_view digits) {
    return made.find(digits) != no_token;
  };
  bool all = true;
  for (unsigned n = 0; n < 1000; ++n) {
    const std::string number = std::to_string(1000 + n);
    const std::string_view digits = std::string_view{number}.substr(1);
    all = all && is_token(digits) && is_token(digits.substr(1)) &&
          is_token(digits.substr(2));
  }
  header.has_digit_groups = all ? 1 : 0;
  return assemble();
}

}  // namespace pith::inline v0::tokens
