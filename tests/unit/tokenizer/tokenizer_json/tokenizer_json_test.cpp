// SPDX-License-Identifier: MIT
// Files of testdata/tokenizer against the original: tests/tokenizer/run.sh.
#include "tokenizer/tokenizer_json/tokenizer_json.hpp"

#include <pith/tokens.hpp>

#include "test_data.hpp"

#include <gmock/gmock.h>

#include <random>
#include <string>
#include <vector>

namespace {

using pith::error_code;
using pith::token_counter;
using pith::token_id;
using pith::tokens::read_tokenizer_json;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

std::string path_of(const std::string& name) {
  return pith_tests::testdata_dir() / "tokenizer" / (name + ".json");
}

std::string text_of(const std::string& name) {
  return pith_tests::read_file(path_of(name));
}

/// The file with one thing replaced by another.
std::string changed(const std::string& name, const std::string& from,
                    const std::string& to) {
  std::string text = text_of(name);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

token_counter counter_of(const std::string& name) {
  const auto data = pith::load_tokenizer(path_of(name));
  EXPECT_TRUE(data) << name << ": "
                    << (data ? "" : pith::message(data.error()));
  return token_counter{*data};
}

/// The texts of the tokens.
std::vector<std::string> words(
    token_counter& counter, std::string_view text,
    pith::special_tokens specials = pith::special_tokens::as_text) {
  std::vector<token_id> ids;
  counter.encode(text, ids, specials);
  std::vector<std::string> out;
  for (const token_id id : ids) out.emplace_back(counter.data().text(id));
  return out;
}

const std::vector<std::string> all_files = {
    "byte_level", "whole_pieces",   "composed", "chain",
    "digits",     "behaviors",      "sentence", "sentence_split",
    "metaspace",  "metaspace_split"};

TEST(tokenizer_json_test, a_pair_that_is_not_listed_never_merges) {
  token_counter counter = counter_of("whole_pieces");
  // A piece that is a token is taken whole; inside a piece it is not found.
  EXPECT_THAT(words(counter, "information"), ElementsAre("information"));
  EXPECT_THAT(words(counter, " unreachable"), ElementsAre(" unreachable"));
  EXPECT_GT(words(counter, "informations").size(), 1u);
  // Digits go by threes, so this token is never a piece.
  EXPECT_GT(words(counter, "1234").size(), 1u);
}

TEST(tokenizer_json_test, digits_stand_alone_where_the_file_says_so) {
  token_counter counter = counter_of("digits");
  EXPECT_THAT(words(counter, "7 42"), ElementsAre("7", " ", "4", "2"));
}

TEST(tokenizer_json_test, composes_before_it_counts) {
  token_counter counter = counter_of("composed");
  EXPECT_EQ(words(counter, "e\u0301te\u0301"), words(counter, "\u00e9t\u00e9"));
  EXPECT_EQ(counter.count("e\u0301te\u0301"), counter.count("\u00e9t\u00e9"));
  token_counter chain = counter_of("chain");
  EXPECT_EQ(words(chain, "\ufb01\u2460"), words(chain, "fi1"));
}

TEST(tokenizer_json_test, unknown_characters_fall_into_bytes) {
  token_counter counter = counter_of("sentence");
  EXPECT_THAT(words(counter, "\u65e5"),
              ElementsAre(" ", "\xe6", "\x97", "\xa5"));
  EXPECT_THAT(words(counter, "\xff"), ElementsAre(" ", "\xff"));
  EXPECT_THAT(words(counter, ""), IsEmpty());
  EXPECT_EQ(counter.count(""), 0u);
}

TEST(tokenizer_json_test, bytes_that_are_tokens_need_no_other) {
  // 'a' is a token, so nothing ever falls into <0x61>.
  EXPECT_TRUE(read_tokenizer_json(changed("sentence", "<0x61>", "<0xx1>")));
}

TEST(tokenizer_json_test, decodes_what_it_encoded) {
  for (const std::string& name : all_files) {
    if (name == "chain" || name == "composed") continue;  // change the text
    // Puts a space before a text unless there is one, so nobody can tell.
    const bool loses_space = name.starts_with("metaspace");
    token_counter counter = counter_of(name);
    for (const std::string text :
         {"The header, 12 rows\n\n  and  a caf\u00e9\t\u65e5\u672c!", " x", "x",
          "\xff\xfe{\"id\":1}", "aaaaaaaaaaaaaaa"}) {
      if (loses_space && text.starts_with(' ')) continue;
      std::vector<token_id> ids;
      counter.encode(text, ids);
      EXPECT_EQ(counter.decode(ids).value_or("-"), text) << name;
    }
  }
}

TEST(tokenizer_json_test, added_tokens_are_text_unless_asked_for) {
  token_counter counter = counter_of("byte_level");
  EXPECT_GT(words(counter, "<|endoftext|>").size(), 1u);
  using enum pith::special_tokens;
  EXPECT_THAT(words(counter, "a<|endoftext|>b", as_tokens),
              ElementsAre("a", "<|endoftext|>", "b"));
  // The longest at a place.
  EXPECT_THAT(words(counter, "<|endoftext|>the", as_tokens),
              ElementsAre("<|endoftext|>the"));
}

TEST(tokenizer_json_test, marks_go_where_the_scheme_says) {
  using enum pith::special_tokens;
  token_counter first = counter_of("metaspace");
  EXPECT_THAT(words(first, "a[stop]b[stop] c", as_tokens),
              ElementsAre(" a", "[stop]", "b", "[stop]", " c"));
  token_counter always = counter_of("metaspace_split");
  EXPECT_THAT(words(always, "a[stop]b[stop] c", as_tokens),
              ElementsAre(" a", "[stop]", " b", "[stop]", " c"));
  token_counter prepend = counter_of("sentence");
  EXPECT_THAT(words(prepend, "a[stop] c", as_tokens),
              ElementsAre(" a", "[stop]", "  ", "c"));
}

TEST(tokenizer_json_test, added_tokens_may_take_white_space_with_them) {
  using enum pith::special_tokens;
  token_counter counter = counter_of("byte_level");
  EXPECT_THAT(words(counter, "a \n\u3000// \tb <|endoftext|> c", as_tokens),
              ElementsAre("a", "//", "b", " ", "<|endoftext|>", " c"));
}

/// Text from few characters, so that everything meets everything.
std::string random_text(std::mt19937_64& random, std::size_t parts) {
  static const std::vector<std::string> all = {
      "a",    "b",    "the", " ",      "  ",     "\n",     "1",    "42",
      "|",    "\"",   "'s",  "Header", "\u00e9", "\u0301", "e",    "\u65e5",
      "-",    "{\"",  "=",   "\u0338", "\t",     "A",      "abab", "\u2581",
      "\xff", "aaaa", ", ",  "\u2460", "\uac00", "\u11a8", ".",    "\r\n"};
  std::string out;
  for (std::size_t i = 0; i < parts; ++i) out += all[random() % all.size()];
  return out;
}

TEST(tokenizer_json_test, counts_what_it_encodes) {
  std::mt19937_64 random{5};
  for (const std::string& name : all_files) {
    token_counter counter = counter_of(name);
    for (int i = 0; i < 2000; ++i) {
      const std::string text = random_text(random, 1 + random() % 60);
      std::vector<token_id> ids;
      counter.encode(text, ids);
      ASSERT_EQ(counter.count(text), ids.size()) << name << ": " << text;
    }
  }
}

TEST(tokenizer_json_test, counts_add_up_at_safe_cuts) {
  std::mt19937_64 random{6};
  for (const std::string& name : all_files) {
    token_counter counter = counter_of(name);
    std::size_t cuts = 0;
    for (int i = 0; i < 2000; ++i) {
      const std::string text = random_text(random, 2 + random() % 30);
      const std::string more = random_text(random, random() % 4);
      const std::size_t cut = counter.last_safe_cut(text, random() % 80);
      ASSERT_LE(cut, text.size());
      cuts += cut != 0;
      const std::string whole = text + more;
      ASSERT_EQ(counter.count(whole.substr(0, cut)) +
                    counter.count(whole.substr(cut)),
                counter.count(whole))
          << name << " at " << cut << ": " << whole;
    }
    // Those with one known expression, or without a prefix, have some.
    const bool has_cuts = name == "byte_level" || name == "whole_pieces" ||
                          name == "composed" || name == "sentence_split";
    EXPECT_EQ(cuts != 0, has_cuts) << name;
  }
}

TEST(tokenizer_json_test, running_counts_and_fits_are_exact) {
  std::mt19937_64 random{7};
  for (const std::string& name : all_files) {
    token_counter counter = counter_of(name);
    pith::running_count running{counter};
    std::string so_far;
    std::vector<std::string> rows;
    for (int i = 0; i < 40; ++i) {
      rows.push_back(random_text(random, 1 + random() % 8));
      so_far += rows.back();
      ASSERT_EQ(running.append(rows.back()), counter.count(so_far)) << name;
    }
    const std::vector<std::string_view> views{rows.begin(), rows.end()};
    const auto tail = [](std::size_t n) { return "# " + std::to_string(n); };
    const std::size_t budget = counter.count(so_far) / 2;
    const pith::fitted fitted =
        pith::fit(counter, "head\n", views, tail, budget);
    std::string text = "head\n";
    for (std::size_t i = 0; i < fitted.rows; ++i) text += rows[i];
    EXPECT_EQ(fitted.tokens, counter.count(text + tail(fitted.rows))) << name;
  }
}

TEST(tokenizer_json_test, long_texts_without_a_boundary) {
  for (const std::string& name : all_files) {
    token_counter counter = counter_of(name);
    const std::string text(1 << 18, 'a');
    const std::size_t count = counter.count(text);
    EXPECT_GT(count, 0u) << name;
    std::vector<token_id> ids;
    counter.encode(text, ids);
    EXPECT_EQ(ids.size(), count) << name;
  }
}

TEST(tokenizer_json_test, refuses_by_name) {
  struct refused {
    const char* file;
    const char* from;
    const char* to;
    const char* why;
  };
  const refused all[] = {
      {"byte_level", "\"BPE\"", "\"Unigram\"", "the model Unigram"},
      {"byte_level", "\"BPE\"", "\"WordPiece\"", "the model WordPiece"},
      {"byte_level", "\"BPE\"", "\"WordLevel\"", "the model WordLevel"},
      {"byte_level", "\"BPE\"", "\"Else\"", "a model of an unknown type"},
      {"byte_level", "\"dropout\": null", "\"dropout\": 0.1", "dropout"},
      {"byte_level", "\"continuing_subword_prefix\": null",
       "\"continuing_subword_prefix\": \"##\"", "continuing_subword_prefix"},
      {"byte_level", "\"end_of_word_suffix\": null",
       "\"end_of_word_suffix\": \"</w>\"", "end_of_word_suffix"},
      {"byte_level", "\"truncation\": null", "\"truncation\": {}",
       "truncation"},
      {"byte_level", "\"padding\": null", "\"padding\": {}", "padding"},
      {"byte_level", "\"normalizer\": null",
       "\"normalizer\": {\"type\":\"Lowercase\"}", "the normalizer Lowercase"},
      {"byte_level", "\"normalizer\": null",
       "\"normalizer\": {\"type\":\"Precompiled\"}",
       "the normalizer Precompiled"},
      {"byte_level", "\"normalizer\": null", "\"normalizer\": {\"type\":\"x\"}",
       "a normalizer of an unknown type"},
      {"byte_level", "\"normalizer\": null",
       "\"normalizer\": {\"type\":\"Replace\",\"pattern\":{\"Regex\":\"a\"},"
       "\"content\":\"b\"}",
       "the normalizer Replace with a pattern that is not text"},
      {"byte_level", "\"ByteLevel\"", "\"WhitespaceSplit\"",
       "the pre-tokenizer WhitespaceSplit"},
      {"metaspace", "\"replacement\": \"\\u2581\"", "\"replacement\": \"_\"",
       "the pre-tokenizer Metaspace with another mark"},
      {"metaspace", "\"first\"", "\"last\"",
       "the pre-tokenizer Metaspace with an unknown scheme"},
      {"byte_level", "\"ByteLevel\"", "\"Whitespace\"",
       "the pre-tokenizer Whitespace"},
      {"byte_level", "\"ByteLevel\"", "\"x\"",
       "a pre-tokenizer of an unknown type"},
      {"byte_level", "\"add_prefix_space\": false",
       "\"add_prefix_space\": true",
       "the pre-tokenizer ByteLevel with add_prefix_space"},
      {"byte_level", "\"single_word\": false", "\"single_word\": true",
       "an added token that must be a single word"},
      {"sentence", "\"normalized\": false", "\"normalized\": true",
       "an added token that is looked for in normalized text"},
      {"sentence", "\"byte_fallback\": true", "\"byte_fallback\": false",
       "a model with neither ByteLevel nor byte_fallback"},
      {"sentence", "<0xC3>", "<0xc3>", "byte_fallback without all tokens"},
      {"sentence", "<0x01>", "<0xx1>", "byte_fallback without all tokens"},
      {"sentence", "\"byte_fallback\": true",
       "\"byte_fallback\": true, \"ignore_merges\": true",
       "ignore_merges together with byte_fallback"},
      {"chain", "\\\\p{N}{1,3}", "\\\\p{Han}", "a property other than"},
      {"chain", "\\\\p{N}{1,3}", "^a", "a regular expression with an anchor"},
      {"chain", "\\\\p{N}{1,3}", "\\\\b", "a regular expression with an unk"},
      {"chain", "\\\\p{N}{1,3}", "a{1,3}+", "a regular expression with an unu"},
      {"chain", "\\\\p{N}{1,3}", "(?i:ss)", "letters that fold together"},
      {"chain", "\\\\p{N}{1,3}", "(?<=a)b", "a regular expression with a gro"},
      {"chain", "\\\\p{N}{1,3}", "[a[b]]", "a class inside a class"},
      {"chain", "\\\\p{N}{1,3}", "(a", "a group that is not closed"},
      {"chain", "\\\\p{N}{1,3}", "a**", "a repetition of nothing"},
      {"chain", "\"Isolated\"", "\"Shaken\"", "the pre-tokenizer Split with"},
      {"digits", "\"Digits\"", "\"Punctuation\"",
       "the pre-tokenizer Punctuation"},
  };
  for (const refused& r : all) {
    const auto read = read_tokenizer_json(changed(r.file, r.from, r.to));
    ASSERT_FALSE(read) << r.to;
    EXPECT_EQ(read.error().code, error_code::not_supported) << r.to;
    EXPECT_THAT(read.error().detail, StartsWith(r.why)) << r.to;
  }
}

TEST(tokenizer_json_test, refuses_what_does_not_hang_together) {
  struct refused {
    const char* from;
    const char* to;
    const char* why;
  };
  const refused all[] = {
      {"\"a\": 97", "\"a\": -1", "the number of a token is"},
      {"\"a\": 97", "\"a\": 99999999", "the number of a token is"},
      {"\"a\": 97", "\"a\": 98", "two tokens of the vocabulary"},
      {"\"a\": 97", "\"a\": \"x\"", "a token whose number is not an integer"},
      {"\"a\": 97", "\"aQ\": 97", "a merge names something"},
      {"\"~\": 126", "\"~~~~\": 126", "a byte has no token"},
      {"\"vocab\"", "\"vocabulary\"", "a model without a vocabulary"},
      {"\"merges\"", "\"mergers\"", "a model without a vocabulary"},
      {"\"merges\": [", "\"merges\": [\"a\",", "a merge that is not of two"},
      {"\"merges\": [", "\"merges\": [\"a b c\",",
       "a merge that is not of two"},
      {"\"merges\": [", "\"merges\": [[\"a\"],", "a merge that is not of two"},
      {"\"merges\": [", "\"merges\": [[\"a\",1],",
       "a merge that is not of two"},
      {"\"model\"", "\"mode\"", "a JSON file without the model"},
      {"\"content\"", "\"contents\"", "an added token without"},
  };
  for (const refused& r : all) {
    const auto read = read_tokenizer_json(changed("byte_level", r.from, r.to));
    ASSERT_FALSE(read) << r.to;
    EXPECT_EQ(read.error().code, error_code::not_supported) << r.to;
    EXPECT_THAT(read.error().detail, StartsWith(r.why)) << r.to;
  }
  EXPECT_EQ(read_tokenizer_json("{\"model\":").error().code,
            error_code::unexpected_end);
  EXPECT_EQ(read_tokenizer_json("{}").error().code, error_code::not_supported);
  EXPECT_EQ(read_tokenizer_json("{\"model\":[]}").error().code,
            error_code::not_supported);
}

TEST(tokenizer_json_test, damage_is_refused_or_harmless) {
  std::mt19937_64 random{8};
  for (const std::string& name : all_files) {
    const std::string good = text_of(name);
    for (int i = 0; i < 60; ++i) {
      std::string bad = good;
      bad[random() % bad.size()] = static_cast<char>(' ' + random() % 95);
      const auto read = read_tokenizer_json(bad);
      static_cast<void>(read);
    }
  }
}

}  // namespace
