// SPDX-License-Identifier: MIT
// Strings that tokenizers disagree on, and what ours makes of them. compare.mjs
// holds the output against the original.
//
// usage: tokenizer_strings --tokenizer NAME|PATH [--seed N]
//                          [--specials text|tokens] SET COUNT
//        tokenizer_strings --tokenizer NAME files FILE...
//        tokenizer_strings --tokenizer NAME codecs FILE...
//
// SET is random, long (several random strings joined), enumerate (all strings
// of up to COUNT representatives of the classes), spaces (all runs of up to
// COUNT white spaces), codepoints (every COUNT-th code point, in contexts),
// marks (every COUNT-th, before capitals), forms (random letters and marks that
// normal forms put together or take apart) or vocabulary (every COUNT-th
// token); "files" takes files as they are, "codecs" JSON files in the form of
// every text codec. Output: for each string its length, its bytes, the number
// of tokens and the tokens; all numbers are little-endian and of 32 bits. A
// count that differs from the number of tokens ends the program with 1. So does
// a text that does not come back, unless the tokenizer is a file: those may
// change a text before they cut it.
#include <pith/auto_encode.hpp>
#include <pith/json.hpp>
#include <pith/tokens.hpp>

#include "test_data.hpp"
#include "text/append_utf8.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using strings = std::vector<std::string_view>;

using pith::text::append_utf8;

std::string utf8(std::uint32_t code) {
  std::string out;
  append_utf8(out, code);
  return out;
}

bool is_scalar(std::uint32_t code) {
  return code < 0x110000 && (code < 0xD800 || code > 0xDFFF);
}

/// Counts, encodes and prints.
class printer {
 public:
  printer(const pith::tokenizer& data, bool keeps_text,
          pith::special_tokens specials)
      : counter_(data), keeps_text_(keeps_text), specials_(specials) {}

  void print(std::string_view text) {
    ids_.clear();
    counter_.encode(text, ids_, specials_);
    // Twice: the caches must not change the answer.
    for (int i = 0; i < 2; ++i) {
      if (specials_ == pith::special_tokens::as_text &&
          counter_.count(text) != ids_.size()) {
        std::fprintf(stderr, "count and encode differ on \"%.*s\"\n",
                     static_cast<int>(text.size()), text.data());
        std::exit(1);
      }
    }
    if (keeps_text_ && text != counter_.decode(ids_).value_or(std::string{})) {
      std::fprintf(stderr, "decode(encode(x)) is not x: \"%.*s\"\n",
                   static_cast<int>(text.size()), text.data());
      std::exit(1);
    }
    number(text.size());
    std::fwrite(text.data(), 1, text.size(), stdout);
    number(ids_.size());
    std::fwrite(ids_.data(), sizeof(pith::token_id), ids_.size(), stdout);
  }

 private:
  static void number(std::size_t n) {
    const auto word = static_cast<std::uint32_t>(n);
    std::fwrite(&word, sizeof word, 1, stdout);
  }

  pith::token_counter counter_;
  bool keeps_text_;
  pith::special_tokens specials_;
  std::vector<pith::token_id> ids_;
};

const std::vector<strings>& alphabets() {
  static const std::vector<strings> all = {
      {"a", "s", "t", "m", "d", "re", "ve", "ll", "the", "Hello", "WORLD",
       "name", "HTTPServer", "x", "Z", "id", "true", "null", "McDonald"},
      {"|",
       "\"",
       "'",
       ",",
       ":",
       ";",
       "{",
       "}",
       "[",
       "]",
       "(",
       ")",
       "-",
       "_",
       "=",
       "/",
       "\\",
       "<",
       ">",
       "@",
       "#",
       "!",
       "?",
       ".",
       "...",
       "\":\"",
       "\",\"",
       "//",
       "<|endoftext|>",
       "\x7f",
       "\x01"},
      {"0", "1", "7", "12", "123", "1234", "999999", "3.14", "-5", "1e5",
       "2024-05-01", "00", "1000000"},
      {" ", "  ", "   ", "\t", "\n", "\n\n", "\r\n", "\r", " \n", "\n ", "\v",
       "\f", "    ", "\t\t"},
      {"\u00a0", "\u0085", "\ufeff", "\u200b", "\u180e", "\u2003", "\u2028",
       "\u2029", "\u3000", "\u202f", "\u1680", "\u205f"},
      {"\u00e9",
       "\u00df",
       "\u0416",
       "\u044f",
       "\ufb01",
       "\u017f",
       "\u212a",
       "\u0130",
       "\u0131",
       "\u01c5",
       "\u02b0",
       "\u00aa",
       "\u00ba",
       "\u00b5",
       "\u65e5",
       "\ud55c\uad6d",
       "\u0e44\u0e17\u0e22",
       "\u0928\u092e",
       "\u0639\u0631",
       "\u05e2\u05d1",
       "\U0001d49c",
       "\U00010400",
       "\U00010428",
       "\u4e9a\u6d32AV",
       "\u00c0\u00c9"},
      {"\u00b2", "\u00bd", "\u2167", "\u0663", "\u0966", "\u2460", "\u3007",
       "\U0001d7d8", "\uff11"},
      {"\u0301", "\u0308", "\ufe0f", "\u0321", "\u093e", "\u0e34", "\u20dd",
       "\U0001d167"},
      {"\U0001f600", "\U0001f468\u200d\U0001f469", "\U0001f1e9\U0001f1ea",
       "\u2764\ufe0f", "\U0001f44d\U0001f3fd"},
      {"\u088f", "\u0c5c", "\ua7ce", "\U00010940", "\u0295", "\u0541"},
      {"'s", "'S", "'t", "'RE", "'ll", "'Ve", "'d", "'M", "'\u017f", "'x",
       "''s"},
  };
  return all;
}

class random_strings {
 public:
  explicit random_strings(std::uint64_t seed) : random_(seed) {}

  std::string next() {
    const auto& all = alphabets();
    // Half of the strings mix everything; half two alphabets, ASCII and space.
    const std::size_t mixed = below(2);
    const std::size_t choice[4] = {below(all.size()), below(all.size()), 0, 3};
    std::string out;
    const std::size_t parts = 1 + below(14);
    for (std::size_t i = 0; i < parts; ++i) {
      const strings& from =
          all[mixed != 0 ? below(all.size()) : choice[below(4)]];
      out += from[below(from.size())];
    }
    return out;
  }
  /// Ranges in which characters decompose, compose or change places.
  std::string next_forms() {
    static constexpr std::uint32_t ranges[][2] = {
        {'A', 'z'},         {0xA0, 0x17F},      {0x300, 0x36F},
        {0x300, 0x36F},     {0x370, 0x3FF},     {0x400, 0x4FF},
        {0x591, 0x5F4},     {0x610, 0x6ED},     {0x900, 0xDFF},
        {0xF40, 0xFBC},     {0x1100, 0x11FF},   {0x1AB0, 0x1B44},
        {0x1DC0, 0x1DFF},   {0x1E00, 0x1FFF},   {0x2000, 0x22FF},
        {0x3041, 0x30FF},   {0x3200, 0x33FF},   {0xA6F0, 0xA8F1},
        {0xAC00, 0xAC50},   {0xD750, 0xD7A3},   {0xF900, 0xFB4E},
        {0xFE20, 0xFEFC},   {0xFF00, 0xFFEF},   {0x10376, 0x1037A},
        {0x110BA, 0x11134}, {0x11302, 0x114C3}, {0x115AF, 0x11940},
        {0x1D15E, 0x1D1C0}, {0x1D400, 0x1D7FF}, {0x1E000, 0x1E02A},
        {0x1E8D0, 0x1E94A}, {0x2F800, 0x2FA1D}};
    std::string out;
    const std::size_t parts = 1 + below(12);
    for (std::size_t i = 0; i < parts; ++i) {
      const auto& range = ranges[below(std::size(ranges))];
      const auto width = static_cast<std::size_t>(range[1] - range[0]) + 1;
      append_utf8(out, range[0] + static_cast<std::uint32_t>(below(width)));
    }
    return out;
  }
  std::string next_long() {
    std::string out;
    const std::size_t parts = 5 + below(40);
    for (std::size_t i = 0; i < parts; ++i) out += next();
    return out;
  }

 private:
  std::size_t below(std::size_t n) {
    return static_cast<std::size_t>(random_() % n);
  }
  std::mt19937_64 random_;
};

/// Every string of 1 to `longest` words.
template <class Take>
void enumerate(const strings& words, std::size_t longest, Take take) {
  std::vector<std::size_t> digits;
  for (std::size_t length = 1; length <= longest; ++length) {
    digits.assign(length, 0);
    for (;;) {
      std::string text;
      for (const std::size_t d : digits) text += words[d];
      take(text);
      std::size_t i = length;
      while (i > 0 && ++digits[i - 1] == words.size()) digits[--i] = 0;
      if (i == 0) break;
    }
  }
}

const strings representatives = {
    "a",      "s",      "A",      "S",      "\u00e9",    "\u00c9",
    "\u01c5", "\u02b0", "\u4e9a", "\u0301", "\ufe0f",    "\u0321",
    "\u0541", "1",      "\u00b2", "\u2167", "'",         "\u017f",
    "|",      "/",      " ",      "\t",     "\n",        "\r",
    "\u0085", "\u00a0", "\u3000", "\ufeff", "\U0001f600"};

void spaces(printer& out, std::size_t longest) {
  const strings words = {" ", "\t", "\r", "\n", "\u0085", "\u00a0", "\u3000"};
  enumerate(words, longest, [&](const std::string& run) {
    for (const char* before : {"", "a", "|"}) {
      for (const char* after : {"", "b", "|", "1"}) {
        out.print(before + run + after);
      }
    }
  });
}

void codepoints(printer& out, std::size_t step) {
  for (std::size_t i = 0; i < 0x110000; i += step) {
    const auto code = static_cast<std::uint32_t>(i);
    // Above the first two planes there is little but unassigned.
    if (!is_scalar(code) || (code >= 0x40000 && code < 0xE0000)) continue;
    const std::string c = utf8(code);
    for (const std::string& text :
         {c, "a" + c, "A" + c, "'" + c, c + "A", c + "a", "1" + c + "A",
          " " + c + c, "|" + c + "\n", c + "'s"}) {
      out.print(text);
    }
  }
}

void marks(printer& out, std::size_t step) {
  const strings capitals = {"A",      "\u00c9", "\u0416",     "\u0541",
                            "\u10a0", "\u13a0", "\u1e9e",     "\u2c00",
                            "\ua640", "\uff21", "\U00010400", "\U0001e900",
                            "\u01c5"};
  for (std::size_t i = 0x300; i < 0x20000; i += step) {
    const auto code = static_cast<std::uint32_t>(i);
    if (!is_scalar(code) ||
        (code > 0x1000 && code % 7 != 0 && (code < 0x1AB0 || code > 0x20F0))) {
      continue;
    }
    for (const std::string_view capital : capitals) {
      out.print(utf8(code) + std::string{capital});
    }
  }
}

/// A JSON text as every codec that takes any value writes it, and indented.
bool print_in_all_codecs(printer& out, const std::string& json) {
  const auto doc = pith::json::parse(json);
  if (!doc) return false;
  std::vector<pith::candidate> all = pith::all_candidates();
  const pith::option_value pretty[] = {{"indent", "2"}};
  const pith::codec* const plain = pith::codecs().find("json");
  all.push_back({plain});
  all.push_back({plain, pretty});
  for (const pith::candidate& c : all) {
    const auto text = c.with->encode(doc->root(), {.options = c.options});
    if (!text) return false;
    out.print(*text);
  }
  return true;
}

}  // namespace

int main(int count, char** words) {
  std::string tokenizer = "o200k_base";
  std::uint64_t seed = 1;
  auto specials = pith::special_tokens::as_text;
  int at = 1;
  for (; at + 1 < count && words[at][0] == '-'; at += 2) {
    const std::string_view option = words[at];
    if (option == "--tokenizer") tokenizer = words[at + 1];
    if (option == "--specials" && words[at + 1] == std::string_view{"tokens"}) {
      specials = pith::special_tokens::as_tokens;
    }
    if (option == "--seed") seed = std::strtoull(words[at + 1], nullptr, 10);
  }
  if (at + 1 >= count) {
    std::fputs("usage: tokenizer_strings --tokenizer NAME SET COUNT\n", stderr);
    return 2;
  }
  const auto data = pith::load_tokenizer(tokenizer);
  if (!data) {
    std::fprintf(stderr, "%s\n", pith::message(data.error()).c_str());
    return 1;
  }
  printer out{*data, tokenizer.find('/') == std::string::npos, specials};
  const std::string_view set = words[at];
  const std::size_t amount = std::strtoull(words[at + 1], nullptr, 10);
  if (set == "random" || set == "long" || set == "forms") {
    random_strings random{seed};
    for (std::size_t i = 0; i < amount; ++i) {
      out.print(set == "long"    ? random.next_long()
                : set == "forms" ? random.next_forms()
                                 : random.next());
    }
  } else if (set == "enumerate") {
    enumerate(representatives, amount,
              [&](const std::string& text) { out.print(text); });
  } else if (set == "spaces") {
    spaces(out, amount);
  } else if (set == "codepoints") {
    codepoints(out, amount);
  } else if (set == "marks") {
    marks(out, amount);
  } else if (set == "vocabulary") {
    for (std::size_t id = 0; id < data->vocabulary_size(); id += amount) {
      const auto text = data->text(static_cast<pith::token_id>(id));
      if (!text.empty()) out.print(text);
    }
  } else if (set == "files" || set == "codecs") {
    for (int i = at + 1; i < count; ++i) {
      const std::string text = pith_tests::read_file(words[i]);
      if (set == "files") {
        out.print(text);
      } else if (!print_in_all_codecs(out, text)) {
        std::fprintf(stderr, "cannot encode %s\n", words[i]);
        return 1;
      }
    }
  } else {
    std::fputs("no such set\n", stderr);
    return 2;
  }
  return 0;
}
