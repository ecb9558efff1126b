// SPDX-License-Identifier: MIT
#include "tokenizer/ranked/image_maker.hpp"

#include <algorithm>
#include <array>
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

  image_header header{};
  std::copy_n("pithtok1", 8, header.magic);
  header.family = static_cast<std::uint32_t>(source.family);
  header.token_count = static_cast<std::uint32_t>(count);
  header.special_count = static_cast<std::uint32_t>(source.specials.size());
  header.slot_bits = 8;
  while ((std::size_t{1} << header.slot_bits) < 2 * count) ++header.slot_bits;

  std::string text;
  std::vector<std::uint32_t> offsets;
  std::vector<std::uint32_t> slots(std::size_t{1} << header.slot_bits);
  std::vector<std::uint32_t> byte_ids(256, no_token);
  const auto append = [&](const std::string& token) {
    offsets.push_back(static_cast<std::uint32_t>(text.size()));
    text += token;
  };
  for (std::uint32_t id = 0; id < count; ++id) {
    const std::string& token = source.tokens[id];
    append(token);
    if (token.empty()) continue;
    header.longest_token = std::max(header.longest_token,
                                    static_cast<std::uint32_t>(token.size()));
    if (token.size() == 1) {
      byte_ids[static_cast<unsigned char>(token[0])] = id;
    }
    const std::uint64_t hash = vocabulary::hash_of(token);
    auto at = static_cast<std::size_t>(hash >> (64 - header.slot_bits));
    while (slots[at] != 0) {
      const std::uint32_t other = (slots[at] & vocabulary::id_mask) - 1;
      if (source.tokens[other] == token) return std::nullopt;
      at = (at + 1) & (slots.size() - 1);
    }
    slots[at] = vocabulary::mark_of(hash) | (id + 1);
  }
  if (std::find(byte_ids.begin(), byte_ids.end(), no_token) != byte_ids.end()) {
    return std::nullopt;
  }
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
    out.words(offsets);
    out.words(byte_ids);
    out.words(special_ids);
    out.words(slots);
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
